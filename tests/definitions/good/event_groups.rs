/// Machine `event_groups` (event_groups.sm4c.json)
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
pub mod event_groups {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Wait` (event_groups.sm4c.json:15:15).
        Wait,
        /// `Refund` (event_groups.sm4c.json:33:15).
        Refund,
        /// `Ship` (event_groups.sm4c.json:34:15).
        Ship,
        /// `Done` (event_groups.sm4c.json:35:15).
        Done,
    }
    state_methods! {
        State of MACHINE : [State::Wait, State::Refund, State::Ship, State::Done]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {}
    shared_tasks! {
        Functions :
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(functions: impl Functions, input: impl Into<RunInput>) -> Running {
        machine(functions).into_run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(functions).run_with(input, options)
    }

    /// As [`run_with`], with a handle that events can be sent to:
    /// `handle.send(event).await`.
    pub fn start(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> (Handle, Running) {
        machine(functions).start(input, options)
    }

    /// The machine with its functions: what every engine takes.
    pub fn machine(_functions: impl Functions) -> Compiled {
        Compiled::without_tasks(&MACHINE)
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `Wait` can lead, with its output.
        #[derive(Debug)]
        pub enum WaitNext {
            Ship(Value),
            Refund(Value),
        }

        /// Runs the state `Wait` alone.
        pub fn wait(engine: &impl StateEngine, input: Value) -> StateRun<'_, WaitNext> {
            run_state(engine, &MACHINE, node::WAIT, input)
                .exit(node::SHIP, WaitNext::Ship)
                .exit(node::REFUND, WaitNext::Refund)
        }

        /// Runs the state `Refund` alone.
        /// Its output goes to `Done`.
        pub fn refund(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::REFUND, input).leads_to(node::DONE)
        }

        /// Runs the state `Ship` alone.
        /// Its output goes to `Done`.
        pub fn ship(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SHIP, input).leads_to(node::DONE)
        }

        /// Runs the state `Done` alone.
        /// Its output is that of the end.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DONE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const WAIT: NodeId = NodeId(0);
        pub(super) const REFUND: NodeId = NodeId(1);
        pub(super) const SHIP: NodeId = NodeId(2);
        pub(super) const DONE: NodeId = NodeId(3);
        pub(super) const WAIT_2: NodeId = NodeId(4);
        pub(super) const WAIT_3: NodeId = NodeId(5);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "event_groups",
        source: "event_groups.sm4c.json",
        hash: 0xf845d7a38d4ace8b,
        profile: Profile::Spec,
        start: node::WAIT,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 6] = [
        Node::sm4c("Wait", (15, 15), Kind::Eval).entry().next(node::WAIT_2),
        Node::sm4c("Refund", (33, 15), Kind::Eval).entry().next(node::DONE),
        Node::sm4c("Ship", (34, 15), Kind::Eval).entry().next(node::DONE),
        Node::sm4c("Done", (35, 15), Kind::End).entry(),
        Node::sm4c("Wait", (15, 15), Kind::Await)
            .events(
                &[
                    &[
                        GroupRow {
                            events: &[0, 1],
                            has_condition: true,
                        },
                        GroupRow {
                            events: &[2],
                            has_condition: false,
                        },
                    ],
                    &[
                        GroupRow {
                            events: &[3],
                            has_condition: false,
                        },
                    ],
                ],
                &[node::SHIP, node::REFUND],
            )
            .timer(3600000, node::WAIT_3),
        Node::sm4c("Wait", (15, 15), Kind::Eval).action("injectData").next(node::WAIT_2),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Event groups",
        version: "1.0",
        events: &[
            EventRow {
                name: "Paid",
                source: Some("shop"),
                kind: Some("order.paid"),
                correlation: &[],
            },
            EventRow {
                name: "Prepaid",
                source: None,
                kind: Some("order.prepaid"),
                correlation: &[],
            },
            EventRow {
                name: "Packed",
                source: None,
                kind: None,
                correlation: &[("place", "warehouse")],
            },
            EventRow {
                name: "Cancelled",
                source: None,
                kind: None,
                correlation: &[],
            },
        ],
        matches,
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::WAIT => flow(wait_enter()),
            node::REFUND => flow(refund_enter()),
            node::SHIP => flow(ship_enter()),
            node::DONE => flow(done_enter()),
            node::WAIT_2 => flow(wait_2_enter()),
            node::WAIT_3 => flow(wait_3_enter(cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::WAIT_2 => wait_2_done(cx, result),
            node::WAIT_3 => wait_3_done(cx, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Evaluates the condition of an event group.
    fn matches(
        node: NodeId,
        group: (u32, u32),
        _data: &Value,
        cx: &Cx<'_>,
        event: &Value,
    ) -> Result<bool, Failed> {
        match (node, group) {
            (node::WAIT_2, (0, 0)) => wait_2_matches_0_0(cx, event),
            _ => Ok(true),
        }
    }

    /// State: `Wait` (event_groups.sm4c.json:15:15).
    fn wait_enter() -> Next {
        take(const { to_next(&NODES, node::WAIT) })
    }

    /// State: `Refund` (event_groups.sm4c.json:33:15).
    fn refund_enter() -> Next {
        take(const { to_next(&NODES, node::REFUND) })
    }

    /// State: `Ship` (event_groups.sm4c.json:34:15).
    fn ship_enter() -> Next {
        take(const { to_next(&NODES, node::SHIP) })
    }

    /// State: `Done` (event_groups.sm4c.json:35:15).
    fn done_enter() -> Next {
        Ok(Step::End)
    }

    /// Wait for events of `Wait`.
    fn wait_2_enter() -> Next {
        Ok(Step::Await)
    }

    fn wait_2_done(cx: &mut Cx<'_>, result: Value) -> Next {
        match fired(&result) {
            Some(0) => {
                merge(cx, |jq, global| wait_2_merge(jq, global, event_of(&result, 0)))?;
                merge(
                    cx,
                    |jq, global| wait_2_merge_2(jq, global, event_of(&result, 1)),
                )?;
                take(const { to_event(&NODES, node::WAIT_2, 0) })
            }
            Some(1) => take(const { to_event(&NODES, node::WAIT_2, 1) }),
            _ => take(const { to_timer(&NODES, node::WAIT_2) }),
        }
    }

    fn wait_2_matches_0_0(cx: &Cx<'_>, event: &Value) -> Result<bool, Failed> {
        holds(cx, |jq| wait_2_event(jq, &cx.global, event))
    }

    /// Transition action of `Wait`: injectData.
    fn wait_3_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| wait_3_value(jq, &cx.global))?))
    }

    fn wait_3_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| wait_3_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::WAIT_3) })
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::{
        wait_2_event, wait_2_merge, wait_2_merge_2, wait_3_value, wait_3_merge,
    };

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `$value.Data.order == .order`
        pub(super) fn wait_2_event(
            cx: &Cx,
            input: &Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            Ok(
                Value::Bool({
                    let right_2 = field(input, "order")?;
                    equal(cx, field(field(value_1, "Data")?, "order")?, right_2)?
                }),
            )
        }

        /// `.payment = $value.Data`
        pub(super) fn wait_2_merge(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let value_2 = field(value_1, "Data")?.clone();
            let mut document_3: Value = input;
            let here_4 = &mut document_3;
            if paths::field(
                cx,
                here_4,
                "payment",
                |part_5: &mut Value| {
                    *part_5 = value_2.clone();
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_3 = Value::Null;
            }
            check_depth(&document_3)?;
            Ok(document_3)
        }

        /// `.packed += 1`
        pub(super) fn wait_2_merge_2(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let mut document_2: Value = input;
            let here_3 = &mut document_2;
            if paths::field(
                cx,
                here_3,
                "packed",
                |part_4: &mut Value| {
                    grow(cx, part_4, &Value::Int(1))?;
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_2 = Value::Null;
            }
            check_depth(&document_2)?;
            Ok(cx.finish(document_2))
        }

        /// `.reminders + 1`
        pub(super) fn wait_3_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(cx.finish(add(cx, field(input, "reminders")?, &Value::Int(1))?))
        }

        /// `.reminders = $value`
        pub(super) fn wait_3_merge(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let value_2 = value_1.clone();
            let mut document_3: Value = input;
            let here_4 = &mut document_3;
            if paths::field(
                cx,
                here_4,
                "reminders",
                |part_5: &mut Value| {
                    *part_5 = value_2.clone();
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_3 = Value::Null;
            }
            check_depth(&document_3)?;
            Ok(document_3)
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 30] = [
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1f7e319bde50ff,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1f7e319bde50ff, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1f7e319bde50ff, 0xcbf29ce484222325, 0xc2f00318f053500a,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xce733167d3ebde82, 0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x7ce448879463d1c2, 0xcbf29ce484222325,
        0x5f18812e06f04973, 0xcbf29ce484222325,
    ];
}
