/// Machine `waits` (waits.asl.json): Seed, Wait State: the four forms
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
pub mod waits {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `wait_ten_seconds` (waits.asl.json:5:5): Wait.
        WaitTenSeconds,
        /// `wait_until` (waits.asl.json:6:5): Wait.
        WaitUntil,
        /// `wait_until_expiry` (waits.asl.json:7:5): Wait.
        WaitUntilExpiry,
        /// `wait_as_told` (waits.asl.json:8:5): Wait.
        WaitAsTold,
    }
    state_methods! {
        State of MACHINE : [State::WaitTenSeconds, State::WaitUntil,
        State::WaitUntilExpiry, State::WaitAsTold]
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

        /// Runs the Wait state `wait_ten_seconds` alone.
        /// Its output goes to `wait_until`.
        pub fn wait_ten_seconds(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::WAIT_TEN_SECONDS, input)
                .leads_to(node::WAIT_UNTIL)
        }

        /// Runs the Wait state `wait_until` alone.
        /// Its output goes to `wait_until_expiry`.
        pub fn wait_until(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::WAIT_UNTIL, input)
                .leads_to(node::WAIT_UNTIL_EXPIRY)
        }

        /// Runs the Wait state `wait_until_expiry` alone.
        /// Its output goes to `wait_as_told`.
        pub fn wait_until_expiry(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::WAIT_UNTIL_EXPIRY, input)
                .leads_to(node::WAIT_AS_TOLD)
        }

        /// Runs the Wait state `wait_as_told` alone.
        /// Its output is that of the end.
        pub fn wait_as_told(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::WAIT_AS_TOLD, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const WAIT_TEN_SECONDS: NodeId = NodeId(0);
        pub(super) const WAIT_UNTIL: NodeId = NodeId(1);
        pub(super) const WAIT_UNTIL_EXPIRY: NodeId = NodeId(2);
        pub(super) const WAIT_AS_TOLD: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "waits",
        source: "waits.asl.json",
        hash: 0xdd980a038160f990,
        start: node::WAIT_TEN_SECONDS,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::wait("wait_ten_seconds", (5, 5)).next(node::WAIT_UNTIL),
        Node::wait("wait_until", (6, 5)).next(node::WAIT_UNTIL_EXPIRY),
        Node::wait("wait_until_expiry", (7, 5)).next(node::WAIT_AS_TOLD),
        Node::wait("wait_as_told", (8, 5)).end(),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::WAIT_TEN_SECONDS => flow(wait_ten_seconds_enter()),
            node::WAIT_UNTIL => flow(wait_until_enter(cx)),
            node::WAIT_UNTIL_EXPIRY => flow(wait_until_expiry_enter(data, cx)),
            node::WAIT_AS_TOLD => flow(wait_as_told_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, _result: Value) -> Next {
        match node {
            node::WAIT_TEN_SECONDS => wait_ten_seconds_done(),
            node::WAIT_UNTIL => wait_until_done(),
            node::WAIT_UNTIL_EXPIRY => wait_until_expiry_done(),
            node::WAIT_AS_TOLD => wait_as_told_done(data),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Wait: `wait_ten_seconds` (waits.asl.json:5:5).
    fn wait_ten_seconds_enter() -> Next {
        Ok(Step::Wait(Wait::For(10000)))
    }

    fn wait_ten_seconds_done() -> Next {
        take(const { to_next(&NODES, node::WAIT_TEN_SECONDS) })
    }

    /// Wait: `wait_until` (waits.asl.json:6:5).
    fn wait_until_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Wait(
                until(
                    Moment {
                        seconds: 1457920740,
                        nanoseconds: 0,
                    },
                    cx,
                )?,
            ),
        )
    }

    fn wait_until_done() -> Next {
        take(const { to_next(&NODES, node::WAIT_UNTIL) })
    }

    /// Wait: `wait_until_expiry` (waits.asl.json:7:5).
    fn wait_until_expiry_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(Step::Wait(timestamp(data.at(["expirydate"]), "$.expirydate", cx)?))
    }

    fn wait_until_expiry_done() -> Next {
        take(const { to_next(&NODES, node::WAIT_UNTIL_EXPIRY) })
    }

    /// Wait: `wait_as_told` (waits.asl.json:8:5).
    fn wait_as_told_enter(data: &Value) -> Next {
        let input = found(data.at(["told"]), "$.told", &[Seg::Key("told")], data)?;
        Ok(Step::Wait(seconds(input.at(["seconds"]), "$.seconds")?))
    }

    fn wait_as_told_done(data: &mut Value) -> Next {
        *data = found(data.at(["told"]), "$.told", &[Seg::Key("told")], data)?.clone();
        take(const { to_next(&NODES, node::WAIT_AS_TOLD) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0x71ea1dedb3626fe9, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0x341383989133367f, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x5a1df97ced9fa8c1, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xff2afc37039b3588,
        0x6876d9dda33d435a, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
    ];
}
