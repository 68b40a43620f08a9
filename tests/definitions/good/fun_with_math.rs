/// Machine `fun_with_math` (fun_with_math.asl.json): Seed, Parallel State: FunWithMath
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
pub mod fun_with_math {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `FunWithMath` (fun_with_math.asl.json:5:5): Parallel.
        FunWithMath,
        /// `Add` (fun_with_math.asl.json:10:23): Task.
        Add,
        /// `Subtract` (fun_with_math.asl.json:14:23): Task.
        Subtract,
        /// `NextState` (fun_with_math.asl.json:19:5): Succeed.
        NextState,
    }
    state_methods! {
        State of MACHINE : [State::FunWithMath, State::Add, State::Subtract,
        State::NextState]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:swf:::task:Add`
        ///
        /// Called by:
        /// - `Add` (fun_with_math.asl.json:10:23)
        fn add(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:swf:::task:Subtract`
        ///
        /// Called by:
        /// - `Subtract` (fun_with_math.asl.json:14:23)
        fn subtract(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : add(Value) -> Value; subtract(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::add(&self.0, &cx, input).await }),
                1 => Box::pin(async move { Tasks::subtract(&self.0, &cx, input).await }),
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

        /// Runs the Parallel state `FunWithMath` alone.
        /// Its output goes to `NextState`.
        pub fn fun_with_math(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::FUN_WITH_MATH, input)
                .leads_to(node::NEXT_STATE)
        }

        /// Runs the Task state `Add` alone.
        /// Its output is that of the end.
        pub fn add(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::ADD, input).ends()
        }

        /// Runs the Task state `Subtract` alone.
        /// Its output is that of the end.
        pub fn subtract(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SUBTRACT, input).ends()
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
        pub(super) const FUN_WITH_MATH: NodeId = NodeId(0);
        pub(super) const ADD: NodeId = NodeId(1);
        pub(super) const SUBTRACT: NodeId = NodeId(2);
        pub(super) const NEXT_STATE: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "fun_with_math",
        source: "fun_with_math.asl.json",
        hash: 0xcf81dffedf76c5cc,
        start: node::FUN_WITH_MATH,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::parallel("FunWithMath", (5, 5))
            .branches(&[node::ADD, node::SUBTRACT])
            .next(node::NEXT_STATE),
        Node::task("Add", (10, 23))
            .calls(0, "add", "arn:aws:swf:::task:Add")
            .end()
            .scope(1),
        Node::task("Subtract", (14, 23))
            .calls(1, "subtract", "arn:aws:swf:::task:Subtract")
            .end()
            .scope(2),
        Node::succeed("NextState", (19, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::FUN_WITH_MATH => flow(fun_with_math_enter(data)),
            node::ADD => flow(add_enter(data)),
            node::SUBTRACT => flow(subtract_enter(data)),
            node::NEXT_STATE => flow(next_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::FUN_WITH_MATH => fun_with_math_done(data, result),
            node::ADD => add_done(data, result),
            node::SUBTRACT => subtract_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Parallel: `FunWithMath` (fun_with_math.asl.json:5:5).
    fn fun_with_math_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn fun_with_math_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::FUN_WITH_MATH) })
    }

    /// Task: `Add` (fun_with_math.asl.json:10:23).
    fn add_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn add_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::ADD) })
    }

    /// Task: `Subtract` (fun_with_math.asl.json:14:23).
    fn subtract_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn subtract_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SUBTRACT) })
    }

    /// Succeed: `NextState` (fun_with_math.asl.json:19:5).
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0x553eca8ee7a3cc93, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xc1bd267c81a8b5e6, 0x5c2afc672ebe065c, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x62998b8732597145, 0x5c2afc672ebe065c,
        0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xc2f00318f053500a,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
