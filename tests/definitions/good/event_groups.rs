/// Machine `event_groups` (event_groups.sm4c.json)
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
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
        /// `Wait` (event_groups.sm4c.json:15:15): state.
        Wait = 0,
        /// `Refund` (event_groups.sm4c.json:33:15): state.
        Refund = 1,
        /// `Ship` (event_groups.sm4c.json:34:15): state.
        Ship = 2,
        /// `Done` (event_groups.sm4c.json:35:15): state.
        Done = 3,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Wait,
            Self::Refund,
            Self::Ship,
            Self::Done,
        ];

        /// Its name in the definition.
        pub fn name(self) -> &'static str {
            state_name(&MACHINE, self.node())
        }

        /// Its row in the transition table.
        pub const fn node(self) -> NodeId {
            NodeId(self as u32)
        }
    }

    impl Debug for State {
        fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
            f.write_str(self.name())
        }
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {}

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(
            self: Arc<Self>,
            task: u32,
            _cx: TaskContext,
            _input: Value,
        ) -> TaskFuture {
            no_such_task(&MACHINE, task)
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(
        functions: impl Functions,
        input: impl Into<RunInput>,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        run_with(functions, input, RunOptions::default())
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        machine(functions).run_with(input, options)
    }

    /// As [`run_with`], with a handle that events can be sent to: `handle.send(event).await`.
    pub fn start(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> (Handle, Running) {
        machine(functions).start(input, options)
    }

    /// The machine with its functions: what every engine takes.
    pub fn machine(functions: impl Functions) -> Compiled {
        Compiled::new(&MACHINE, Numbered(functions))
    }

    /// Each state as a function of its own.
    pub mod states {
        use ::asl_runtime::__private::*;
        use super::{MACHINE, node};

        /// Where `Wait` can lead, with its output.
        #[derive(Debug)]
        pub enum WaitNext {
            /// To `Ship`.
            Ship(Value),
            /// To `Refund`.
            Refund(Value),
        }

        /// Runs the state state `Wait` (event_groups.sm4c.json:15:15) alone.
        pub fn wait(engine: &impl StateEngine, input: Value) -> StateRun<'_, WaitNext> {
            run_state(
                engine,
                &MACHINE,
                node::WAIT,
                input,
                |exit| match exit {
                    (Some(node::SHIP), output) => Ok(WaitNext::Ship(output)),
                    (Some(node::REFUND), output) => Ok(WaitNext::Refund(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Refund` can lead, with its output.
        #[derive(Debug)]
        pub enum RefundNext {
            /// To `Done`.
            Done(Value),
        }

        /// Runs the state state `Refund` (event_groups.sm4c.json:33:15) alone.
        pub fn refund(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, RefundNext> {
            run_state(
                engine,
                &MACHINE,
                node::REFUND,
                input,
                |exit| match exit {
                    (Some(node::DONE), output) => Ok(RefundNext::Done(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Ship` can lead, with its output.
        #[derive(Debug)]
        pub enum ShipNext {
            /// To `Done`.
            Done(Value),
        }

        /// Runs the state state `Ship` (event_groups.sm4c.json:34:15) alone.
        pub fn ship(engine: &impl StateEngine, input: Value) -> StateRun<'_, ShipNext> {
            run_state(
                engine,
                &MACHINE,
                node::SHIP,
                input,
                |exit| match exit {
                    (Some(node::DONE), output) => Ok(ShipNext::Done(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Done` can lead, with its output.
        #[derive(Debug)]
        pub enum DoneNext {
            /// To the end.
            End(Value),
        }

        /// Runs the state state `Done` (event_groups.sm4c.json:35:15) alone.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, DoneNext> {
            run_state(
                engine,
                &MACHINE,
                node::DONE,
                input,
                |exit| match exit {
                    (None, output) => Ok(DoneNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
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
        hash: 17889942192249294475,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::WAIT,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 6] = [
        WAIT_ROW,
        REFUND_ROW,
        SHIP_ROW,
        DONE_ROW,
        WAIT_2_ROW,
        WAIT_3_ROW,
    ];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Event groups",
        version: "1.0",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
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
        nodes: &[
            WAIT_EXTRA,
            REFUND_EXTRA,
            SHIP_EXTRA,
            DONE_EXTRA,
            WAIT_2_EXTRA,
            WAIT_3_EXTRA,
        ],
        handled: not_handled,
        matches,
    };

    /// Whether the condition of an event group holds.
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

    /// A condition of events of `Wait`.
    fn wait_2_matches_0_0(cx: &Cx<'_>, event: &Value) -> Result<bool, Failed> {
        {
            let jq_cx = &jq_at(cx);
            wait_2_event::taking::is_true(wait_2_event::run(jq_cx, &cx.global, event))
        }
            .map_err(lost)
    }

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

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::WAIT_2 => wait_2_done(cx, result),
            node::WAIT_3 => wait_3_done(cx, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Hands a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        _catcher: u32,
        _data: &mut Value,
        _cx: &mut Cx<'_>,
        _error: Value,
    ) -> Next {
        no_such_node(&MACHINE, node)
    }

    /// The row of `Wait`.
    const WAIT_ROW: Node = Node {
        state: "Wait",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (15, 15),
        transitions: &[
            Transition {
                to: Some(node::WAIT_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Wait` has.
    const WAIT_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Wait`.
    fn wait_enter() -> Next {
        Ok(Step::Goto(node::WAIT_2))
    }

    /// The row of `Refund`.
    const REFUND_ROW: Node = Node {
        state: "Refund",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (33, 15),
        transitions: &[
            Transition {
                to: Some(node::DONE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Refund` has.
    const REFUND_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Refund`.
    fn refund_enter() -> Next {
        Ok(Step::Goto(node::DONE))
    }

    /// The row of `Ship`.
    const SHIP_ROW: Node = Node {
        state: "Ship",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (34, 15),
        transitions: &[
            Transition {
                to: Some(node::DONE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Ship` has.
    const SHIP_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Ship`.
    fn ship_enter() -> Next {
        Ok(Step::Goto(node::DONE))
    }

    /// The row of `Done`.
    const DONE_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (35, 15),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 14046730643414667274,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Done` has.
    const DONE_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Done`.
    fn done_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `Wait`.
    const WAIT_2_ROW: Node = Node {
        state: "Wait",
        state_kind: StateKind::State,
        kind: Kind::Await,
        source: (15, 15),
        transitions: &[
            Transition {
                to: Some(node::SHIP),
                cause: Cause::Event(0),
            },
            Transition {
                to: Some(node::REFUND),
                cause: Cause::Event(1),
            },
            Transition {
                to: Some(node::WAIT_3),
                cause: Cause::Timer,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 16089023598600489565,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Wait` has.
    const WAIT_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Await(AwaitRow {
            transitions: &[
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
            timeout: Some(3600000),
        }),
    };

    /// Wait for events of `Wait`.
    fn wait_2_enter() -> Next {
        Ok(Step::Await)
    }

    /// What `Wait` has waited for.
    fn wait_2_done(cx: &mut Cx<'_>, result: Value) -> Next {
        match fired(&result) {
            Some(0) => {
                merge(
                    cx,
                    |jq, global| {
                        let jq_cx = jq;
                        wait_2_merge::taking::some(
                            jq_cx,
                            wait_2_merge::run(jq_cx, global, event_of(&result, 0)),
                        )
                    },
                )?;
                merge(
                    cx,
                    |jq, global| {
                        let jq_cx = jq;
                        wait_2_merge_2::taking::some(
                            jq_cx,
                            wait_2_merge_2::run(jq_cx, global, event_of(&result, 1)),
                        )
                    },
                )?;
                Ok(Step::Goto(node::SHIP))
            }
            Some(1) => Ok(Step::Goto(node::REFUND)),
            _ => Ok(Step::Goto(node::WAIT_3)),
        }
    }

    /// The row of `Wait`.
    const WAIT_3_ROW: Node = Node {
        state: "Wait",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (15, 15),
        transitions: &[
            Transition {
                to: Some(node::WAIT_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 8999397702540448194,
            limits: 14695981039346656037,
            output: 6852368867729099123,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Wait` has.
    const WAIT_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Transition action of `Wait`: injectData.
    fn wait_3_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    wait_3_value::taking::the_only(
                        jq_cx,
                        wait_3_value::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Wait`.
    fn wait_3_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                wait_3_merge::taking::some(
                    jq_cx,
                    wait_3_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::WAIT_2))
    }
    use queries::{
        wait_2_event, wait_2_merge, wait_2_merge_2, wait_3_value, wait_3_merge,
    };

    /// The expressions.
    #[allow(
        dead_code,
        unused,
        unreachable_code,
        unreachable_pub,
        unused_qualifications,
        clippy::all,
        clippy::pedantic,
        reason = "what a program does in vain, its code does, too"
    )]
    mod queries {
        /// `$value.Data.order == .order`
        pub(super) mod wait_2_event {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
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
        }

        /// `.payment = $value.Data`
        pub(super) mod wait_2_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
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
                paths::sound(document_3)
            }
        }

        /// `.packed += 1`
        pub(super) mod wait_2_merge_2 {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
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
                        let old_5 = take(part_4);
                        *part_4 = add_to(cx, old_5, &Value::Int(1))?;
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_2 = Value::Null;
                }
                paths::sound(document_2)
            }
        }

        /// `.reminders + 1`
        pub(super) mod wait_3_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                add(cx, field(input, "reminders")?, &Value::Int(1))
            }
        }

        /// `.reminders = $value`
        pub(super) mod wait_3_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
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
                paths::sound(document_3)
            }
        }
    }
}
