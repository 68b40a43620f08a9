/// Machine `no_default` (no_default.asl.json): Seed, Choice State: nothing matches, data selected before and after
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
pub mod no_default {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Pick` (no_default.asl.json:5:5): Choice.
        Pick,
        /// `Old` (no_default.asl.json:14:5): Pass.
        Old,
        /// `Paid` (no_default.asl.json:15:5): Succeed.
        Paid,
    }
    state_methods! {
        State of MACHINE : [State::Pick, State::Old, State::Paid]
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

        /// Where `Pick` can lead, with its output.
        #[derive(Debug)]
        pub enum PickNext {
            Old(Value),
            Paid(Value),
        }

        /// Runs the Choice state `Pick` alone.
        pub fn pick(engine: &impl StateEngine, input: Value) -> StateRun<'_, PickNext> {
            run_state(engine, &MACHINE, node::PICK, input)
                .exit(node::OLD, PickNext::Old)
                .exit(node::PAID, PickNext::Paid)
        }

        /// Runs the Pass state `Old` alone.
        /// Its output is that of the end.
        pub fn old(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::OLD, input).ends()
        }

        /// Runs the Succeed state `Paid` alone.
        /// Its output is that of the end.
        pub fn paid(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PAID, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const PICK: NodeId = NodeId(0);
        pub(super) const OLD: NodeId = NodeId(1);
        pub(super) const PAID: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "no_default",
        source: "no_default.asl.json",
        hash: 0x37321d9a7e139439,
        start: node::PICK,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        ..Machine::EMPTY
    };

    static NODES: [Node; 3] = [
        Node::choice("Pick", (5, 5)).rules(&[node::OLD, node::PAID]),
        Node::pass("Old", (14, 5)).end(),
        Node::succeed("Paid", (15, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::PICK => flow(pick_enter(data)),
            node::OLD => flow(old_enter(data)),
            node::PAID => flow(paid_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    fn pick_choice(data: &Value) -> Next {
        if time_is(
            variable(data.at(["at"]), "$.at")?,
            Order::LessThan,
            Moment {
                seconds: 1457920740,
                nanoseconds: 0,
            },
        ) {
            return take(const { to_rule(&NODES, node::PICK, 0) });
        }
        if boolean_is(variable(data.at(["paid"]), "$.paid")?, true)
            || number_is(variable(data.at(["total"]), "$.total")?, Order::Equals, 0.0)
        {
            return take(const { to_rule(&NODES, node::PICK, 1) });
        }
        Err(no_next_state())
    }

    /// Choice: `Pick` (no_default.asl.json:5:5).
    fn pick_enter(data: &mut Value) -> Next {
        let input = found(data.at(["order"]), "$.order", &[Seg::Key("order")], data)?
            .clone();
        let next = pick_choice(&input)?;
        *data = input;
        *data = found(data.at(["lines"]), "$.lines", &[Seg::Key("lines")], data)?
            .clone();
        Ok(next)
    }

    /// Pass: `Old` (no_default.asl.json:14:5).
    fn old_enter(data: &mut Value) -> Next {
        *data = Value::String(Text::new_static("old"));
        take(const { to_next(&NODES, node::OLD) })
    }

    /// Succeed: `Paid` (no_default.asl.json:15:5).
    fn paid_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 15] = [
        0x0f43270188edd47a, 0xd6b758e70964cc56, 0xcbf29ce484222325, 0x3ca4afd19a0e780b,
        0xcbf29ce484222325, 0x8ad6aec9527cdc40, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
