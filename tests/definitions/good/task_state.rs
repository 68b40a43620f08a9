/// Machine `task_state` (task_state.asl.json): Seed, Task State
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
pub mod task_state {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `TaskState` (task_state.asl.json:5:5): Task. Task State example
        TaskState,
        /// `NextState` (task_state.asl.json:13:5): Succeed.
        NextState,
    }
    state_methods! {
        State of MACHINE : [State::TaskState, State::NextState]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:swf:us-east-1:123456789012:task:HelloWorld`
        ///
        /// Called by:
        /// - `TaskState` (task_state.asl.json:5:5), time-out 300 s, heartbeat 60 s
        fn hello_world(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : hello_world(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => {
                    Box::pin(async move {
                        Tasks::hello_world(&self.0, &cx, input).await
                    })
                }
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

        /// Runs the Task state `TaskState` alone.
        /// Its output goes to `NextState`.
        pub fn task_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TASK_STATE, input)
                .leads_to(node::NEXT_STATE)
        }

        /// Runs the Succeed state `NextState` alone.
        /// Its output is that of the end.
        pub fn next_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NEXT_STATE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const TASK_STATE: NodeId = NodeId(0);
        pub(super) const NEXT_STATE: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "task_state",
        source: "task_state.asl.json",
        hash: 0x595f2e7edf25e8d5,
        start: node::TASK_STATE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 2] = [
        Node::task("TaskState", (5, 5))
            .calls(
                0,
                "hello_world",
                "arn:aws:swf:us-east-1:123456789012:task:HelloWorld",
            )
            .timeout(300)
            .heartbeat(60)
            .next(node::NEXT_STATE),
        Node::succeed("NextState", (13, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::TASK_STATE => flow(task_state_enter(data)),
            node::NEXT_STATE => flow(next_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::TASK_STATE => task_state_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `TaskState` (task_state.asl.json:5:5).
    fn task_state_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn task_state_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::TASK_STATE) })
    }

    /// Succeed: `NextState` (task_state.asl.json:13:5).
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 10] = [
        0xd1a19721ff5e888b, 0x5c2afc672ebe065c, 0x67425acf69282f01, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
