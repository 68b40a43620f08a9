/// Machine `operators` (operators.asl.json): Every operator of today's edition.
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
pub mod operators {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Compare` (operators.asl.json:5:5): Choice.
        Compare,
        /// `Texts` (operators.asl.json:26:5): Choice.
        Texts,
        /// `Kinds` (operators.asl.json:49:5): Choice.
        Kinds,
        /// `Done` (operators.asl.json:102:5): Succeed.
        Done,
    }
    state_methods! {
        State of MACHINE : [State::Compare, State::Texts, State::Kinds, State::Done]
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

        /// Runs the Choice state `Compare` alone.
        /// Its output goes to `Texts`.
        pub fn compare(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::COMPARE, input).leads_to(node::TEXTS)
        }

        /// Runs the Choice state `Texts` alone.
        /// Its output goes to `Kinds`.
        pub fn texts(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TEXTS, input).leads_to(node::KINDS)
        }

        /// Runs the Choice state `Kinds` alone.
        /// Its output goes to `Done`.
        pub fn kinds(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::KINDS, input).leads_to(node::DONE)
        }

        /// Runs the Succeed state `Done` alone.
        /// Its output is that of the end.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DONE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const COMPARE: NodeId = NodeId(0);
        pub(super) const TEXTS: NodeId = NodeId(1);
        pub(super) const KINDS: NodeId = NodeId(2);
        pub(super) const DONE: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "operators",
        source: "operators.asl.json",
        hash: 0x2fa459a6f89af2ee,
        start: node::COMPARE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::choice("Compare", (5, 5))
            .rules(&[node::TEXTS, node::TEXTS, node::TEXTS])
            .default(node::TEXTS),
        Node::choice("Texts", (26, 5))
            .rules(&[node::KINDS, node::KINDS, node::KINDS])
            .default(node::KINDS),
        Node::choice("Kinds", (49, 5))
            .rules(&[node::DONE, node::DONE, node::DONE, node::DONE, node::DONE])
            .default(node::DONE),
        Node::succeed("Done", (102, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::COMPARE => flow(compare_enter(data)),
            node::TEXTS => flow(texts_enter(data)),
            node::KINDS => flow(kinds_enter(data)),
            node::DONE => flow(done_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Choice: `Compare` (operators.asl.json:5:5).
    fn compare_enter(data: &Value) -> Next {
        if numbers_are(
            variable(data.at(["n"]), "$.n")?,
            Order::LessThan,
            variable(data.at(["limits", "most"]), "$.limits['most']")?,
        ) {
            return take(const { to_rule(&NODES, node::COMPARE, 0) });
        }
        if booleans_are(
            variable(data.at(["flag"]), "$.flag")?,
            variable(data.at(["flags"]).and_then(|node| item(node, 0)), "$.flags[0]")?,
        ) {
            return take(const { to_rule(&NODES, node::COMPARE, 1) });
        }
        if times_are(
            variable(data.at(["at"]), "$.at")?,
            Order::GreaterThanEquals,
            variable(data.at(["since"]), "$.since")?,
        ) {
            return take(const { to_rule(&NODES, node::COMPARE, 2) });
        }
        take(const { to_default(&NODES, node::COMPARE) })
    }

    /// Choice: `Texts` (operators.asl.json:26:5).
    fn texts_enter(data: &Value) -> Next {
        if strings_are(
            variable(data.at(["name"]), "$.name")?,
            Order::Equals,
            variable(data.at(["other"]), "$.other")?,
        ) {
            return take(const { to_rule(&NODES, node::TEXTS, 0) });
        }
        if string_matches(variable(data.at(["name"]), "$.name")?, &["log-", "*.t\\xt"]) {
            return take(const { to_rule(&NODES, node::TEXTS, 1) });
        }
        if !string_matches(variable(data.at(["name"]), "$.name")?, &["", ""]) {
            return take(const { to_rule(&NODES, node::TEXTS, 2) });
        }
        take(const { to_default(&NODES, node::TEXTS) })
    }

    /// Choice: `Kinds` (operators.asl.json:49:5).
    fn kinds_enter(data: &Value) -> Next {
        if data.at(["there"]).is_none() {
            return take(const { to_rule(&NODES, node::KINDS, 0) });
        }
        if data.at(["there"]).is_some()
            && !is_null(variable(data.at(["there"]), "$.there")?)
            && (is_number(variable(data.at(["there"]), "$.there")?)
                || !is_string(variable(data.at(["there"]), "$.there")?))
        {
            return take(const { to_rule(&NODES, node::KINDS, 1) });
        }
        if is_boolean(data) {
            return take(const { to_rule(&NODES, node::KINDS, 2) });
        }
        if false {
            return take(const { to_rule(&NODES, node::KINDS, 3) });
        }
        if is_timestamp(variable(data.at(["at"]), "$.at")?) {
            return take(const { to_rule(&NODES, node::KINDS, 4) });
        }
        take(const { to_default(&NODES, node::KINDS) })
    }

    /// Succeed: `Done` (operators.asl.json:102:5).
    fn done_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0x75e1494368e219fe, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0x0c323109c5afc8d2, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xa9790ce7d59d6b7d, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xc2f00318f053500a,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
