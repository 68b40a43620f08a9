/// Machine `every_action` (every_action.sm4c.json)
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
pub mod every_action {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Count` (every_action.sm4c.json:12:15): state.
        Count = 0,
        /// `Charge` (every_action.sm4c.json:19:15): state.
        Charge = 1,
        /// `Take` (every_action.sm4c.json:31:15): state.
        Take = 2,
        /// `Pack` (every_action.sm4c.json:42:15): state.
        Pack = 3,
        /// `Ship` (every_action.sm4c.json:55:15): state.
        Ship = 4,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Count,
            Self::Charge,
            Self::Take,
            Self::Pack,
            Self::Ship,
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
    pub trait Functions: Send + Sync + 'static {
        /// The function `Charge card`: `charge`
        fn charge_card(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// The function `getStock`: `stock`
        fn get_stock(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// Sends an event of `sendEvent` to wherever it is to go.
        fn send_event(
            &self,
            cx: &TaskContext,
            event: Event,
        ) -> impl Future<Output = Result<(), TaskError>> + Send;
    }

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(
            self: Arc<Self>,
            task: u32,
            cx: TaskContext,
            input: Value,
        ) -> TaskFuture {
            match task {
                0 => {
                    Box::pin(async move {
                        Functions::charge_card(&self.0, &cx, input).await
                    })
                }
                1 => {
                    Box::pin(async move {
                        Functions::get_stock(&self.0, &cx, input).await
                    })
                }
                2 => Box::pin(async move { serve(&cx, input).await }),
                3 => Box::pin(async move { serve(&cx, input).await }),
                4 => {
                    Box::pin(async move {
                        Functions::send_event(&self.0, &cx, sent_event(&cx, &input))
                            .await?;
                        Ok(Value::Null)
                    })
                }
                _ => no_such_task(&MACHINE, task),
            }
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

        /// Where `Count` can lead, with its output.
        #[derive(Debug)]
        pub enum CountNext {
            /// To `Charge`.
            Charge(Value),
        }

        /// Runs the state state `Count` (every_action.sm4c.json:12:15) alone.
        pub fn count(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, CountNext> {
            run_state(
                engine,
                &MACHINE,
                node::COUNT,
                input,
                |exit| match exit {
                    (Some(node::CHARGE), output) => Ok(CountNext::Charge(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Charge` can lead, with its output.
        #[derive(Debug)]
        pub enum ChargeNext {
            /// To `Take`.
            Take(Value),
        }

        /// Runs the state state `Charge` (every_action.sm4c.json:19:15) alone.
        pub fn charge(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ChargeNext> {
            run_state(
                engine,
                &MACHINE,
                node::CHARGE,
                input,
                |exit| match exit {
                    (Some(node::TAKE), output) => Ok(ChargeNext::Take(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Take` can lead, with its output.
        #[derive(Debug)]
        pub enum TakeNext {
            /// To `Pack`.
            Pack(Value),
        }

        /// Runs the state state `Take` (every_action.sm4c.json:31:15) alone.
        pub fn take(engine: &impl StateEngine, input: Value) -> StateRun<'_, TakeNext> {
            run_state(
                engine,
                &MACHINE,
                node::TAKE,
                input,
                |exit| match exit {
                    (Some(node::PACK), output) => Ok(TakeNext::Pack(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Pack` can lead, with its output.
        #[derive(Debug)]
        pub enum PackNext {
            /// To `Ship`.
            Ship(Value),
        }

        /// Runs the state state `Pack` (every_action.sm4c.json:42:15) alone.
        pub fn pack(engine: &impl StateEngine, input: Value) -> StateRun<'_, PackNext> {
            run_state(
                engine,
                &MACHINE,
                node::PACK,
                input,
                |exit| match exit {
                    (Some(node::SHIP), output) => Ok(PackNext::Ship(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Ship` can lead, with its output.
        #[derive(Debug)]
        pub enum ShipNext {
            /// To the end.
            End(Value),
        }

        /// Runs the state state `Ship` (every_action.sm4c.json:55:15) alone.
        pub fn ship(engine: &impl StateEngine, input: Value) -> StateRun<'_, ShipNext> {
            run_state(
                engine,
                &MACHINE,
                node::SHIP,
                input,
                |exit| match exit {
                    (None, output) => Ok(ShipNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const COUNT: NodeId = NodeId(0);
        pub(super) const CHARGE: NodeId = NodeId(1);
        pub(super) const TAKE: NodeId = NodeId(2);
        pub(super) const PACK: NodeId = NodeId(3);
        pub(super) const SHIP: NodeId = NodeId(4);
        pub(super) const TAKE_2: NodeId = NodeId(5);
        pub(super) const PACK_2: NodeId = NodeId(6);
        pub(super) const PACK_3: NodeId = NodeId(7);
        pub(super) const PACK_4: NodeId = NodeId(8);
        pub(super) const SHIP_2: NodeId = NodeId(9);
        pub(super) const SHIP_3: NodeId = NodeId(10);
        pub(super) const SHIP_4: NodeId = NodeId(11);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "every_action",
        source: "every_action.sm4c.json",
        hash: 14355650302099233306,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::COUNT,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 12] = [
        COUNT_ROW,
        CHARGE_ROW,
        TAKE_ROW,
        PACK_ROW,
        SHIP_ROW,
        TAKE_2_ROW,
        PACK_2_ROW,
        PACK_3_ROW,
        PACK_4_ROW,
        SHIP_2_ROW,
        SHIP_3_ROW,
        SHIP_4_ROW,
    ];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Every action",
        version: "1.0",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[
            EventRow {
                name: "Shipped",
                source: Some("shop"),
                kind: Some("order.shipped"),
                correlation: &[],
            },
        ],
        nodes: &[
            COUNT_EXTRA,
            CHARGE_EXTRA,
            TAKE_EXTRA,
            PACK_EXTRA,
            SHIP_EXTRA,
            TAKE_2_EXTRA,
            PACK_2_EXTRA,
            PACK_3_EXTRA,
            PACK_4_EXTRA,
            SHIP_2_EXTRA,
            SHIP_3_EXTRA,
            SHIP_4_EXTRA,
        ],
        handled: not_handled,
        matches: always,
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::COUNT => flow(count_enter(cx)),
            node::CHARGE => flow(charge_enter(cx)),
            node::TAKE => flow(take_enter(cx)),
            node::PACK => flow(pack_enter(cx)),
            node::SHIP => flow(ship_enter(data)),
            node::TAKE_2 => flow(take_2_enter(data, cx)),
            node::PACK_2 => flow(pack_2_enter(data, cx)),
            node::PACK_3 => flow(pack_3_enter(data, cx)),
            node::PACK_4 => flow(pack_4_enter(data)),
            node::SHIP_2 => flow(ship_2_enter()),
            node::SHIP_3 => flow(ship_3_enter()),
            node::SHIP_4 => flow(ship_4_enter(cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::COUNT => count_done(cx, result),
            node::CHARGE => charge_done(cx, result),
            node::TAKE => take_done(cx, result),
            node::PACK => pack_done(cx, result),
            node::SHIP => ship_done(),
            node::TAKE_2 => take_2_done(data, result),
            node::PACK_3 => pack_3_done(data, result),
            node::PACK_4 => pack_4_done(data, result),
            node::SHIP_3 => ship_3_done(data, result),
            node::SHIP_4 => ship_4_done(data, result),
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

    /// The row of `Count`.
    const COUNT_ROW: Node = Node {
        state: "Count",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (12, 15),
        transitions: &[
            Transition {
                to: Some(node::CHARGE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 120102272073572727,
            limits: 14695981039346656037,
            output: 10419780727005688586,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Count` has.
    const COUNT_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Enter action of `Count`: invokeFunction.
    fn count_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    count_value::taking::the_only(
                        jq_cx,
                        count_value::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Count`.
    fn count_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                count_merge::taking::some(
                    jq_cx,
                    count_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::CHARGE))
    }

    /// The row of `Charge`.
    const CHARGE_ROW: Node = Node {
        state: "Charge",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "charge_card",
                resource: "charge",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (19, 15),
        transitions: &[
            Transition {
                to: Some(node::TAKE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 10535409018773366814,
            input: 7630359668588014542,
            limits: 7338511170086773681,
            output: 10607545890321813460,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Charge` has.
    const CHARGE_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "Charge card",
            null_after: Some(30000),
            detached: false,
        }),
    };

    static CHARGE_PARAMETERS: [Value; 3] = [
        Value::String(Text::new_static("a")),
        Value::Int(1),
        Value::Null,
    ];

    /// Enter action of `Charge`: invokeFunction.
    fn charge_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    (
                        "card",
                        {
                            let jq_cx = &jq_at(cx);
                            charge_input::taking::the_only(
                                jq_cx,
                                charge_input::run(jq_cx, &cx.global),
                            )
                        }
                            .map_err(lost)?,
                    ),
                    (
                        "amount",
                        {
                            let jq_cx = &jq_at(cx);
                            charge_input_2::taking::the_only(
                                jq_cx,
                                charge_input_2::run(jq_cx, &cx.global),
                            )
                        }
                            .map_err(lost)?,
                    ),
                    ("currency", Value::String(Text::new_static("EUR"))),
                    ("tags", Value::Array(Array::Static(&CHARGE_PARAMETERS))),
                ]),
            ),
        )
    }

    /// The result of an action of `Charge`.
    fn charge_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                charge_merge::taking::some(
                    jq_cx,
                    charge_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::TAKE))
    }

    /// The row of `Take`.
    const TAKE_ROW: Node = Node {
        state: "Take",
        state_kind: StateKind::State,
        kind: Kind::ForEach(EachRow {
            body: node::TAKE_2,
            window: Some(2),
            selects: false,
            run: None,
        }),
        source: (31, 15),
        transitions: &[
            Transition {
                to: Some(node::PACK),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 15028404028737279016,
            input: 14600126484429290266,
            limits: 14695981039346656037,
            output: 10344254002110190854,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Take` has.
    const TAKE_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "forEach",
        }),
        handlers: &[],
        work: Work::Fork(ForkRow {
            join: Join::Settled,
            window: 2,
            keys: &[],
        }),
    };

    /// Enter action of `Take`: forEach.
    fn take_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::ForEach(
                iterate(
                    elements(
                        {
                            let jq_cx = &jq_at(cx);
                            take_items::taking::the_only(
                                jq_cx,
                                take_items::run(jq_cx, &cx.global),
                            )
                        }
                            .map_err(lost)?,
                    )?,
                    2,
                ),
            ),
        )
    }

    /// The result of an action of `Take`.
    fn take_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                take_merge::taking::some(jq_cx, take_merge::run(jq_cx, global, &result))
            },
        )?;
        Ok(Step::Goto(node::PACK))
    }

    /// The row of `Pack`.
    const PACK_ROW: Node = Node {
        state: "Pack",
        state_kind: StateKind::State,
        kind: Kind::Fork(&[node::PACK_2, node::PACK_3, node::PACK_4]),
        source: (42, 15),
        transitions: &[
            Transition {
                to: Some(node::SHIP),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 15000284975886509355,
            input: 272741485541174479,
            limits: 14695981039346656037,
            output: 5736295226779467214,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Pack` has.
    const PACK_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "parallel",
        }),
        handlers: &[],
        work: Work::Fork(ForkRow {
            join: Join::Settled,
            window: 0,
            keys: &["label", "1", "notice"],
        }),
    };

    /// Enter action of `Pack`: parallel.
    fn pack_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Fork(
                {
                    let jq_cx = &jq_at(cx);
                    pack_input::taking::the_only(
                        jq_cx,
                        pack_input::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Pack`.
    fn pack_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                pack_merge::taking::some(jq_cx, pack_merge::run(jq_cx, global, &result))
            },
        )?;
        Ok(Step::Goto(node::SHIP))
    }

    /// The row of `Ship`.
    const SHIP_ROW: Node = Node {
        state: "Ship",
        state_kind: StateKind::State,
        kind: Kind::Fork(&[node::SHIP_3, node::SHIP_4]),
        source: (55, 15),
        transitions: &[
            Transition {
                to: Some(node::SHIP_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 7687138383739700987,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Ship` has.
    const SHIP_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "sequence",
        }),
        handlers: &[],
        work: Work::Fork(ForkRow {
            join: Join::All,
            window: 1,
            keys: &["0", "1"],
        }),
    };

    /// Enter action of `Ship`: sequence.
    fn ship_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of an action of `Ship`.
    fn ship_done() -> Next {
        Ok(Step::Goto(node::SHIP_2))
    }

    /// The row of `Take`.
    const TAKE_2_ROW: Node = Node {
        state: "Take",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "get_stock",
                resource: "stock",
                form: Form::Rpc,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (31, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 1,
        print: Print {
            call: 11548715493223082274,
            input: 3647209017640412015,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Take` has.
    const TAKE_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "getStock",
            null_after: None,
            detached: false,
        }),
    };

    /// Action within an action of `Take`: invokeFunction.
    fn take_2_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    (
                        "item",
                        {
                            let jq_cx = &jq_at(cx);
                            take_2_input::taking::the_only(
                                jq_cx,
                                take_2_input::run(jq_cx, data),
                            )
                        }
                            .map_err(lost)?,
                    ),
                ]),
            ),
        )
    }

    /// The result of an action of `Take`.
    fn take_2_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Pack`.
    const PACK_2_ROW: Node = Node {
        state: "Pack",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (42, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 2,
        print: Print {
            call: 17120853241879369116,
            input: 3651710041520071235,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Pack` has.
    const PACK_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("label"),
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Action within an action of `Pack`: `label` injectData.
    fn pack_2_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = {
            let jq_cx = &jq_at(cx);
            pack_2_value::taking::the_only(jq_cx, pack_2_value::run(jq_cx, data))
        }
            .map_err(lost)?;
        Ok(Step::End)
    }

    /// The row of `Pack`.
    const PACK_3_ROW: Node = Node {
        state: "Pack",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 2,
                method: "packing",
                resource: "Packing",
                form: Form::Subflow,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (42, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 3,
        print: Print {
            call: 18034046776367834401,
            input: 18292497863320997901,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Pack` has.
    const PACK_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "invokeSubflow",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "Packing",
            null_after: None,
            detached: false,
        }),
    };

    /// Action within an action of `Pack`: invokeSubflow.
    fn pack_3_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    (
                        "items",
                        {
                            let jq_cx = &jq_at(cx);
                            take_items::taking::the_only(
                                jq_cx,
                                take_items::run(jq_cx, data),
                            )
                        }
                            .map_err(lost)?,
                    ),
                ]),
            ),
        )
    }

    /// The result of an action of `Pack`.
    fn pack_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Pack`.
    const PACK_4_ROW: Node = Node {
        state: "Pack",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 3,
                method: "notice",
                resource: "Notice",
                form: Form::Subflow,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (42, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 4,
        print: Print {
            call: 10119675910620592421,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Pack` has.
    const PACK_4_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("notice"),
            kind: "invokeSubflow",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "Notice",
            null_after: None,
            detached: true,
        }),
    };

    /// Action within an action of `Pack`: `notice` invokeSubflow.
    fn pack_4_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of an action of `Pack`.
    fn pack_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Ship`.
    const SHIP_2_ROW: Node = Node {
        state: "Ship",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (55, 15),
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

    /// What else a node of `Ship` has.
    const SHIP_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Ship`.
    fn ship_2_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `Ship`.
    const SHIP_3_ROW: Node = Node {
        state: "Ship",
        state_kind: StateKind::State,
        kind: Kind::Invoke(Effect::Wait),
        source: (55, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 5,
        print: Print {
            call: 13310208086683950061,
            input: 18109149860918014615,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Ship` has.
    const SHIP_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "delay",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Action within an action of `Ship`: delay.
    fn ship_3_enter() -> Next {
        Ok(Step::Wait(Wait::For(10000)))
    }

    /// The result of an action of `Ship`.
    fn ship_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Ship`.
    const SHIP_4_ROW: Node = Node {
        state: "Ship",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 4,
                method: "send_event",
                resource: "event",
                form: Form::Event,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (55, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 6,
        print: Print {
            call: 16727917642252822240,
            input: 3348719498584141066,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Ship` has.
    const SHIP_4_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "sendEvent",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "Shipped",
            null_after: None,
            detached: false,
        }),
    };

    /// Action within an action of `Ship`: sendEvent.
    fn ship_4_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("name", Value::String(Text::new_static("Shipped"))),
                    ("type", Value::String(Text::new_static("order.shipped"))),
                    ("source", Value::String(Text::new_static("shop"))),
                    (
                        "data",
                        {
                            let jq_cx = &jq_at(cx);
                            ship_4_input::taking::the_only(
                                jq_cx,
                                ship_4_input::run(jq_cx, &cx.global),
                            )
                        }
                            .map_err(lost)?,
                    ),
                    (
                        "contextAttributes",
                        object([
                            (
                                "order",
                                {
                                    let jq_cx = &jq_at(cx);
                                    take_2_input::taking::the_only(
                                        jq_cx,
                                        take_2_input::run(jq_cx, &cx.global),
                                    )
                                }
                                    .map_err(lost)?,
                            ),
                            ("stage", Value::String(Text::new_static("test"))),
                        ]),
                    ),
                ]),
            ),
        )
    }

    /// The result of an action of `Ship`.
    fn ship_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }
    use queries::{
        count_value, count_merge, charge_input, charge_input_2, charge_merge, take_items,
        take_merge, pack_input, pack_merge, take_2_input, pack_2_value, ship_4_input,
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
        /// `[.items[].price] | add`
        pub(super) mod count_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let mut items_1: Vec<Value> = Vec::new();
                for item_2 in iterate(field(input, "items")?)? {
                    cx.spend(1)?;
                    collect(cx, &mut items_1, field(item_2, "price")?.clone())?;
                }
                let value_3 = collected(cx, items_1)?;
                native::sum(cx, &value_3)
            }
        }

        /// `.total = $value`
        pub(super) mod count_merge {
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
                    "total",
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

        /// `.card`
        pub(super) mod charge_input {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "card")?.clone())
            }
        }

        /// `.total`
        pub(super) mod charge_input_2 {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "total")?.clone())
            }
        }

        /// `.receipt = $value`
        pub(super) mod charge_merge {
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
                    "receipt",
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

        /// `.items`
        pub(super) mod take_items {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "items")?.clone())
            }
        }

        /// `.stock = $value`
        pub(super) mod take_merge {
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
                    "stock",
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

        /// `.`
        pub(super) mod pack_input {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(input.clone())
            }
        }

        /// `.packed = $value`
        pub(super) mod pack_merge {
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
                    "packed",
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

        /// `.id`
        pub(super) mod take_2_input {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "id")?.clone())
            }
        }

        /// `{ to: .address, total }`
        pub(super) mod pack_2_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "address")?;
                let value_2 = field(input, "total")?;
                object(cx, [("to", value_1.clone()), ("total", value_2.clone())])
            }
        }

        /// `.packed.label`
        pub(super) mod ship_4_input {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(field(input, "packed")?, "label")?.clone())
            }
        }
    }
}
