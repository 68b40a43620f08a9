/// Machine `complex_retry` (complex_retry.asl.json): Seed, Complex retry scenarios
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
    missing_docs,
    clippy::pedantic,
    clippy::enum_variant_names,
    clippy::nonminimal_bool,
    clippy::overly_complex_bool_expr,
    reason = "a machine offers more than each program uses, and its names are its author's"
)]
pub mod complex_retry {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `X` (complex_retry.asl.json:5:5): Task.
        X,
        /// `Y` (complex_retry.asl.json:28:5): Succeed.
        Y,
        /// `Z` (complex_retry.asl.json:29:5): Succeed.
        Z,
    }
    state_methods! {
        State of MACHINE : [State::X, State::Y, State::Z]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:swf:us-east-1:123456789012:task:X`
        ///
        /// Called by:
        /// - `X` (complex_retry.asl.json:5:5), retried up to 2 times for `ErrorA`, `ErrorB`, retried up to 3 times for `ErrorC`
        fn x(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : x(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::x(&self.0, &cx, input).await }),
                _ => no_such_task(&MACHINE, id),
            }
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(tasks: impl Tasks, input: impl Into<RunInput>) -> Running {
        machine(tasks).into_run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// The error names in the definition's retriers, catchers and Fail states.
    pub mod errors {
        /// `ErrorA`
        pub const ERROR_A: &str = "ErrorA";

        /// `ErrorB`
        pub const ERROR_B: &str = "ErrorB";

        /// `ErrorC`
        pub const ERROR_C: &str = "ErrorC";
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `ErrorA`.
        ErrorA(Failure),
        /// `ErrorB`.
        ErrorB(Failure),
        /// `ErrorC`.
        ErrorC(Failure),
        /// `States.Runtime`.
        StatesRuntime(Failure),
        /// `States.TaskFailed`.
        StatesTaskFailed(Failure),
        /// `States.Timeout`.
        StatesTimeout(Failure),
        /// An error with another name, or with none.
        Other(Failure),
    }
    error_methods! {
        Error : ErrorA = "ErrorA", ErrorB = "ErrorB", ErrorC = "ErrorC", StatesRuntime =
        "States.Runtime", StatesTaskFailed = "States.TaskFailed", StatesTimeout =
        "States.Timeout",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `X` can lead, with its output.
        #[derive(Debug)]
        pub enum XNext {
            Y(Value),
            Z(Value),
        }

        /// Runs the Task state `X` alone, with its retriers and catchers.
        pub fn x(engine: &impl StateEngine, input: Value) -> StateRun<'_, XNext> {
            run_state(engine, &MACHINE, node::X, input)
                .exit(node::Y, XNext::Y)
                .exit(node::Z, XNext::Z)
        }

        /// Runs the Succeed state `Y` alone.
        /// Its output is that of the end.
        pub fn y(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::Y, input).ends()
        }

        /// Runs the Succeed state `Z` alone.
        /// Its output is that of the end.
        pub fn z(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::Z, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const X: NodeId = NodeId(0);
        pub(super) const Y: NodeId = NodeId(1);
        pub(super) const Z: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "complex_retry",
        source: "complex_retry.asl.json",
        hash: 0x2c88d170ad430659,
        start: node::X,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        ..Machine::EMPTY
    };

    static NODES: [Node; 3] = [
        Node::task("X", (5, 5))
            .calls(0, "x", "arn:aws:swf:us-east-1:123456789012:task:X")
            .next(node::Y)
            .retry(
                &[
                    Retrier {
                        errors: &["ErrorA", "ErrorB"],
                        max_attempts: 2,
                        ..Retrier::DEFAULT
                    },
                    Retrier {
                        errors: &["ErrorC"],
                        interval_seconds: 5,
                        ..Retrier::DEFAULT
                    },
                ],
            )
            .catch(&[Catcher(&["States.ALL"], node::Z)]),
        Node::succeed("Y", (28, 5)),
        Node::succeed("Z", (29, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::X => flow(x_enter(data)),
            node::Y => flow(y_enter()),
            node::Z => flow(z_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::X => x_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Passes a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        _cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::X, 0) => x_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `X` (complex_retry.asl.json:5:5).
    fn x_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn x_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::X) })
    }

    fn x_caught_0(data: &mut Value, error: Value) -> Next {
        *data = error;
        take(const { to_caught(&NODES, node::X, 0) })
    }

    /// Succeed: `Y` (complex_retry.asl.json:28:5).
    fn y_enter() -> Next {
        Ok(Step::End)
    }

    /// Succeed: `Z` (complex_retry.asl.json:29:5).
    fn z_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 15] = [
        0xfc3f12cc8467efad, 0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876,
        0x4ff2b20669ea0ff7, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
