/// Machine `sum` (sum.asl.json): Seed, Input and Output Processing: numbers to add
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
pub mod sum {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Add` (sum.asl.json:5:5): Task.
        Add,
    }
    state_methods! {
        State of MACHINE : [State::Add]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:Add`
        ///
        /// Called by:
        /// - `Add` (sum.asl.json:5:5)
        fn add(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : add(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::add(&self.0, &cx, input).await }),
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

        /// Runs the Task state `Add` alone.
        /// Its output is that of the end.
        pub fn add(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::ADD, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const ADD: NodeId = NodeId(0);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "sum",
        source: "sum.asl.json",
        hash: 0xca138a5e4fd27464,
        start: node::ADD,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 1] = [
        Node::task("Add", (5, 5))
            .calls(0, "add", "arn:aws:lambda:us-east-1:123456789012:function:Add")
            .end(),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::ADD => flow(add_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::ADD => add_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `Add` (sum.asl.json:5:5).
    fn add_enter(data: &Value) -> Next {
        Ok(
            Step::Task(
                found(data.at(["numbers"]), "$.numbers", &[Seg::Key("numbers")], data)?
                    .clone(),
            ),
        )
    }

    fn add_done(data: &mut Value, result: Value) -> Next {
        put(data, "sum", result)?;
        take(const { to_next(&NODES, node::ADD) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 5] = [
        0x32dcbe2f6ed3dbe6, 0x1baca6aeee3a56da, 0xe73b4732f0e70233, 0xccd539c832121afa,
        0xcbf29ce484222325,
    ];
}
