/// Machine `no_op` (no_op.asl.json): Seed, Pass State: fixed data
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
pub mod no_op {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `No-op` (no_op.asl.json:5:5): Pass.
        NoOp,
        /// `End` (no_op.asl.json:14:5): Succeed.
        End,
    }
    state_methods! {
        State of MACHINE : [State::NoOp, State::End]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {}
    shared_tasks! {
        Tasks :
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
    pub fn machine(_tasks: impl Tasks) -> Compiled {
        Compiled::without_tasks(&MACHINE)
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Pass state `No-op` alone.
        /// Its output goes to `End`.
        pub fn no_op(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NO_OP, input).leads_to(node::END)
        }

        /// Runs the Succeed state `End` alone.
        /// Its output is that of the end.
        pub fn end(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::END, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const NO_OP: NodeId = NodeId(0);
        pub(super) const END: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "no_op",
        source: "no_op.asl.json",
        hash: 0x6479288dd34db598,
        start: node::NO_OP,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        ..Machine::EMPTY
    };

    static NODES: [Node; 2] = [
        Node::pass("No-op", (5, 5)).next(node::END),
        Node::succeed("End", (14, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::NO_OP => flow(no_op_enter(data)),
            node::END => flow(end_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    static NO_OP_RESULT: [Entry; 2] = [
        (Text::new_static("x-datum"), Value::Float(0.381018)),
        (Text::new_static("y-datum"), Value::Float(622.2269926397355)),
    ];

    /// Pass: `No-op` (no_op.asl.json:5:5).
    fn no_op_enter(data: &mut Value) -> Next {
        put_constant(data, "coords", &NO_OP_RESULT)?;
        take(const { to_next(&NODES, node::NO_OP) })
    }

    /// Succeed: `End` (no_op.asl.json:14:5).
    fn end_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 10] = [
        0x0fd5ea109b1f30ff, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x044c725fd6109f35,
        0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
