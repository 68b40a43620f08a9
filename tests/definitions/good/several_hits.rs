/// Machine `several_hits` (several_hits.asl.json): Seed, Input and Output Processing: a path with several hits
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
pub mod several_hits {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Input` (several_hits.asl.json:5:5): Parallel.
        Input,
        /// `As input` (several_hits.asl.json:10:23): Pass.
        AsInput,
        /// `As output` (several_hits.asl.json:14:23): Succeed.
        AsOutput,
    }
    state_methods! {
        State of MACHINE : [State::Input, State::AsInput, State::AsOutput]
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

        /// Runs the Parallel state `Input` alone.
        /// Its output is that of the end.
        pub fn input(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::INPUT, input).ends()
        }

        /// Runs the Pass state `As input` alone.
        /// Its output is that of the end.
        pub fn as_input(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::AS_INPUT, input).ends()
        }

        /// Runs the Succeed state `As output` alone.
        /// Its output is that of the end.
        pub fn as_output(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::AS_OUTPUT, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const INPUT: NodeId = NodeId(0);
        pub(super) const AS_INPUT: NodeId = NodeId(1);
        pub(super) const AS_OUTPUT: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "several_hits",
        source: "several_hits.asl.json",
        hash: 0x89671bf9c13049e3,
        start: node::INPUT,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 3] = [
        Node::parallel("Input", (5, 5))
            .branches(&[node::AS_INPUT, node::AS_OUTPUT])
            .end(),
        Node::pass("As input", (10, 23)).end().scope(1),
        Node::succeed("As output", (14, 23)).scope(2),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::INPUT => flow(input_enter(data)),
            node::AS_INPUT => flow(as_input_enter(data)),
            node::AS_OUTPUT => flow(as_output_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::INPUT => input_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Parallel: `Input` (several_hits.asl.json:5:5).
    fn input_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn input_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::INPUT) })
    }

    /// Pass: `As input` (several_hits.asl.json:10:23).
    fn as_input_enter(data: &mut Value) -> Next {
        *data = gather(
            "$.a[0..1]",
            |search| {
                if let Some(node_0) = data.at(["a"]) {
                    for node_1 in search.slice_of_array(node_0, Some(0), Some(2), 1) {
                        search.hit(node_1);
                    }
                }
            },
        )?;
        take(const { to_next(&NODES, node::AS_INPUT) })
    }

    /// Succeed: `As output` (several_hits.asl.json:14:23).
    fn as_output_enter(data: &mut Value) -> Next {
        *data = gather(
            "$.a[0..1]",
            |search| {
                if let Some(node_0) = data.at(["a"]) {
                    for node_1 in search.slice_of_array(node_0, Some(0), Some(2), 1) {
                        search.hit(node_1);
                    }
                }
            },
        )?;
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 15] = [
        0x553eca8ee7a3cc93, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x85aab146e1f6f1f4, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0x940e85feefdf990b, 0xcbf29ce484222325,
    ];
}
