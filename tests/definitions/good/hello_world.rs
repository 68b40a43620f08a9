/// Machine `hello_world` (hello_world.asl.json): A simple minimal example of the States language
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
pub mod hello_world {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Hello World` (hello_world.asl.json:5:5): Task.
        HelloWorld,
    }
    state_methods! {
        State of MACHINE : [State::HelloWorld]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:HelloWorld`
        ///
        /// Called by:
        /// - `Hello World` (hello_world.asl.json:5:5)
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

        /// Runs the Task state `Hello World` alone.
        /// Its output is that of the end.
        pub fn hello_world(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::HELLO_WORLD, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const HELLO_WORLD: NodeId = NodeId(0);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "hello_world",
        source: "hello_world.asl.json",
        hash: 0x96b1c812fd73ea7e,
        start: node::HELLO_WORLD,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 1] = [
        Node::task("Hello World", (5, 5))
            .calls(
                0,
                "hello_world",
                "arn:aws:lambda:us-east-1:123456789012:function:HelloWorld",
            )
            .end(),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::HELLO_WORLD => flow(hello_world_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::HELLO_WORLD => hello_world_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `Hello World` (hello_world.asl.json:5:5).
    fn hello_world_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn hello_world_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::HELLO_WORLD) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 5] = [
        0xfa6258b85e35d00d, 0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325,
    ];
}
