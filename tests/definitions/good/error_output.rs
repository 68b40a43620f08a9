/// Machine `error_output` (error_output.asl.json): Seed, Error output
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
pub mod error_output {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Work` (error_output.asl.json:5:5): Task.
        Work,
        /// `RecoveryState` (error_output.asl.json:21:5): Succeed.
        RecoveryState,
        /// `EndMachine` (error_output.asl.json:22:5): Succeed.
        EndMachine,
    }
    state_methods! {
        State of MACHINE : [State::Work, State::RecoveryState, State::EndMachine]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `urn:task:Work`
        ///
        /// Called by:
        /// - `Work` (error_output.asl.json:5:5)
        fn work(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : work(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::work(&self.0, &cx, input).await }),
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
        /// `java.lang.Exception`
        pub const JAVA_LANG_EXCEPTION: &str = "java.lang.Exception";
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `java.lang.Exception`.
        JavaLangException(Failure),
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
        Error : JavaLangException = "java.lang.Exception", StatesRuntime =
        "States.Runtime", StatesTaskFailed = "States.TaskFailed", StatesTimeout =
        "States.Timeout",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `Work` can lead, with its output.
        #[derive(Debug)]
        pub enum WorkNext {
            End(Value),
            RecoveryState(Value),
            EndMachine(Value),
        }

        /// Runs the Task state `Work` alone, with its catchers.
        pub fn work(engine: &impl StateEngine, input: Value) -> StateRun<'_, WorkNext> {
            run_state(engine, &MACHINE, node::WORK, input)
                .end(WorkNext::End)
                .exit(node::RECOVERY_STATE, WorkNext::RecoveryState)
                .exit(node::END_MACHINE, WorkNext::EndMachine)
        }

        /// Runs the Succeed state `RecoveryState` alone.
        /// Its output is that of the end.
        pub fn recovery_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::RECOVERY_STATE, input).ends()
        }

        /// Runs the Succeed state `EndMachine` alone.
        /// Its output is that of the end.
        pub fn end_machine(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::END_MACHINE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const WORK: NodeId = NodeId(0);
        pub(super) const RECOVERY_STATE: NodeId = NodeId(1);
        pub(super) const END_MACHINE: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "error_output",
        source: "error_output.asl.json",
        hash: 0xb66cdeb8c5ea0388,
        start: node::WORK,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        ..Machine::EMPTY
    };

    static NODES: [Node; 3] = [
        Node::task("Work", (5, 5))
            .calls(0, "work", "urn:task:Work")
            .end()
            .catch(
                &[
                    Catcher(&["java.lang.Exception"], node::RECOVERY_STATE),
                    Catcher(&["States.ALL"], node::END_MACHINE),
                ],
            ),
        Node::succeed("RecoveryState", (21, 5)),
        Node::succeed("EndMachine", (22, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::WORK => flow(work_enter(data)),
            node::RECOVERY_STATE => flow(recovery_state_enter()),
            node::END_MACHINE => flow(end_machine_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::WORK => work_done(data, result),
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
            (node::WORK, 0) => work_caught_0(data, error),
            (node::WORK, 1) => work_caught_1(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `Work` (error_output.asl.json:5:5).
    fn work_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn work_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::WORK) })
    }

    fn work_caught_0(data: &mut Value, error: Value) -> Next {
        put(data, "error-info", error)?;
        take(const { to_caught(&NODES, node::WORK, 0) })
    }

    fn work_caught_1(data: &mut Value, error: Value) -> Next {
        *data = error;
        take(const { to_caught(&NODES, node::WORK, 1) })
    }

    /// Succeed: `RecoveryState` (error_output.asl.json:21:5).
    fn recovery_state_enter() -> Next {
        Ok(Step::End)
    }

    /// Succeed: `EndMachine` (error_output.asl.json:22:5).
    fn end_machine_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 15] = [
        0xdecea931db47525d, 0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876,
        0x05ddb524b2d29d87, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
