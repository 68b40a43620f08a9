/// Machine `nothing` (nothing.asl.json): Seed, Input and Output Processing: null
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
pub mod nothing {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Each` (nothing.asl.json:5:5): Parallel.
        Each,
        /// `No input` (nothing.asl.json:8:46): Pass.
        NoInput,
        /// `No result` (nothing.asl.json:11:23): Pass.
        NoResult,
        /// `No output` (nothing.asl.json:15:23): Task.
        NoOutput,
    }
    state_methods! {
        State of MACHINE : [State::Each, State::NoInput, State::NoResult,
        State::NoOutput]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `urn:task:Work`
        ///
        /// Called by:
        /// - `No output` (nothing.asl.json:15:23)
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

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Parallel state `Each` alone.
        /// Its output is that of the end.
        pub fn each(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::EACH, input).ends()
        }

        /// Runs the Pass state `No input` alone.
        /// Its output is that of the end.
        pub fn no_input(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NO_INPUT, input).ends()
        }

        /// Runs the Pass state `No result` alone.
        /// Its output is that of the end.
        pub fn no_result(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NO_RESULT, input).ends()
        }

        /// Runs the Task state `No output` alone.
        /// Its output is that of the end.
        pub fn no_output(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NO_OUTPUT, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const EACH: NodeId = NodeId(0);
        pub(super) const NO_INPUT: NodeId = NodeId(1);
        pub(super) const NO_RESULT: NodeId = NodeId(2);
        pub(super) const NO_OUTPUT: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "nothing",
        source: "nothing.asl.json",
        hash: 0xe1ee4c52ed542cca,
        start: node::EACH,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::parallel("Each", (5, 5))
            .branches(&[node::NO_INPUT, node::NO_RESULT, node::NO_OUTPUT])
            .end(),
        Node::pass("No input", (8, 46)).end().scope(1),
        Node::pass("No result", (11, 23)).end().scope(2),
        Node::task("No output", (15, 23))
            .calls(0, "work", "urn:task:Work")
            .end()
            .scope(3),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::EACH => flow(each_enter(data)),
            node::NO_INPUT => flow(no_input_enter(data)),
            node::NO_RESULT => flow(no_result_enter()),
            node::NO_OUTPUT => flow(no_output_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::EACH => each_done(data, result),
            node::NO_OUTPUT => no_output_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Parallel: `Each` (nothing.asl.json:5:5).
    fn each_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn each_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::EACH) })
    }

    /// Pass: `No input` (nothing.asl.json:8:46).
    fn no_input_enter(data: &mut Value) -> Next {
        *data = Value::Object(Object::Static(&[]));
        take(const { to_next(&NODES, node::NO_INPUT) })
    }

    /// Pass: `No result` (nothing.asl.json:11:23).
    fn no_result_enter() -> Next {
        take(const { to_next(&NODES, node::NO_RESULT) })
    }

    /// Task: `No output` (nothing.asl.json:15:23).
    fn no_output_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn no_output_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        *data = Value::Object(Object::Static(&[]));
        take(const { to_next(&NODES, node::NO_OUTPUT) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0x553ec98ee7a3cae0, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0xb0ef94b41c526d97, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xe4506e01a516659a, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1f7e319bde50ff, 0xcbf29ce484222325, 0xdecea931db47525d,
        0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0xef87bdc955325fcc, 0xcbf29ce484222325,
    ];
}
