/// Machine `timeout_retry` (timeout_retry.asl.json): Seed, Retrying after error: waits of 3 and 4.5 seconds, and any error but States.Timeout
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
pub mod timeout_retry {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Twice` (timeout_retry.asl.json:5:5): Task.
        Twice,
        /// `Never` (timeout_retry.asl.json:19:5): Task.
        Never,
    }
    state_methods! {
        State of MACHINE : [State::Twice, State::Never]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `urn:task:Twice`
        ///
        /// Called by:
        /// - `Twice` (timeout_retry.asl.json:5:5), retried up to 2 times for `States.Timeout`
        fn twice(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `urn:task:Never`
        ///
        /// Called by:
        /// - `Never` (timeout_retry.asl.json:19:5), not retried for `States.Timeout`, retried up to 3 times for `States.ALL`
        fn never(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : twice(Value) -> Value; never(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::twice(&self.0, &cx, input).await }),
                1 => Box::pin(async move { Tasks::never(&self.0, &cx, input).await }),
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

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Task state `Twice` alone, with its retriers and catchers.
        /// Its output goes to `Never`.
        pub fn twice(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TWICE, input).leads_to(node::NEVER)
        }

        /// Runs the Task state `Never` alone, with its retriers.
        /// Its output is that of the end.
        pub fn never(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NEVER, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const TWICE: NodeId = NodeId(0);
        pub(super) const NEVER: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "timeout_retry",
        source: "timeout_retry.asl.json",
        hash: 0x4ad10527f0b985a1,
        start: node::TWICE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        ..Machine::EMPTY
    };

    static NODES: [Node; 2] = [
        Node::task("Twice", (5, 5))
            .calls(0, "twice", "urn:task:Twice")
            .next(node::NEVER)
            .retry(
                &[
                    Retrier {
                        errors: &["States.Timeout"],
                        interval_seconds: 3,
                        max_attempts: 2,
                        backoff_rate: 1.5,
                        ..Retrier::DEFAULT
                    },
                ],
            )
            .catch(&[Catcher(&["States.ALL"], node::NEVER)]),
        Node::task("Never", (19, 5))
            .calls(1, "never", "urn:task:Never")
            .end()
            .retry(
                &[
                    Retrier {
                        errors: &["States.Timeout"],
                        max_attempts: 0,
                        ..Retrier::DEFAULT
                    },
                    Retrier {
                        errors: &["States.ALL"],
                        ..Retrier::DEFAULT
                    },
                ],
            ),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::TWICE => flow(twice_enter(data)),
            node::NEVER => flow(never_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::TWICE => twice_done(data, result),
            node::NEVER => never_done(data, result),
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
            (node::TWICE, 0) => twice_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `Twice` (timeout_retry.asl.json:5:5).
    fn twice_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn twice_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::TWICE) })
    }

    fn twice_caught_0(data: &mut Value, error: Value) -> Next {
        *data = error;
        take(const { to_caught(&NODES, node::TWICE, 0) })
    }

    /// Task: `Never` (timeout_retry.asl.json:19:5).
    fn never_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn never_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::NEVER) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 10] = [
        0x57d49893b5299c1a, 0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876,
        0x4ff2b20669ea0ff7, 0x305ef44dede39ae0, 0x5c2afc672ebe065c, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325,
    ];
}
