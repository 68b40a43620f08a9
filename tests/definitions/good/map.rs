/// Machine `map` (map.asl.json): Prices of all items, then the parts of each parcel
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
pub mod map {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Price each` (map.asl.json:5:5): Map.
        PriceEach = 0,
        /// `Price` (map.asl.json:14:21): Task.
        Price = 1,
        /// `Each parcel` (map.asl.json:21:5): Map.
        EachParcel = 2,
        /// `Each part` (map.asl.json:28:11): Map.
        EachPart = 3,
        /// `Pack` (map.asl.json:30:58): Pass.
        Pack = 4,
        /// `Done` (map.asl.json:39:5): Succeed.
        Done = 5,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::PriceEach,
            Self::Price,
            Self::EachParcel,
            Self::EachPart,
            Self::Pack,
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

    /// The tasks of this machine: one method per resource.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:Price`
        fn price(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(
            self: Arc<Self>,
            task: u32,
            cx: TaskContext,
            input: Value,
        ) -> TaskFuture {
            match task {
                0 => Box::pin(async move { Tasks::price(&self.0, &cx, input).await }),
                _ => no_such_task(&MACHINE, task),
            }
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        run_with(tasks, input, RunOptions::default())
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// Each state as a function of its own.
    pub mod states {
        use ::asl_runtime::__private::*;
        use super::{MACHINE, node};

        /// Where `Price each` can lead, with its output.
        #[derive(Debug)]
        pub enum PriceEachNext {
            /// To `Each parcel`.
            EachParcel(Value),
            /// To `Done`.
            Done(Value),
        }

        /// Runs the Map state `Price each` (map.asl.json:5:5) alone, with its retriers and catchers.
        pub fn price_each(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, PriceEachNext> {
            run_state(
                engine,
                &MACHINE,
                node::PRICE_EACH,
                input,
                |exit| match exit {
                    (Some(node::EACH_PARCEL), output) => {
                        Ok(PriceEachNext::EachParcel(output))
                    }
                    (Some(node::DONE), output) => Ok(PriceEachNext::Done(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Price` can lead, with its output.
        #[derive(Debug)]
        pub enum PriceNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Task state `Price` (map.asl.json:14:21) alone.
        pub fn price(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, PriceNext> {
            run_state(
                engine,
                &MACHINE,
                node::PRICE,
                input,
                |exit| match exit {
                    (None, output) => Ok(PriceNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Each parcel` can lead, with its output.
        #[derive(Debug)]
        pub enum EachParcelNext {
            /// To `Done`.
            Done(Value),
        }

        /// Runs the Map state `Each parcel` (map.asl.json:21:5) alone.
        pub fn each_parcel(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, EachParcelNext> {
            run_state(
                engine,
                &MACHINE,
                node::EACH_PARCEL,
                input,
                |exit| match exit {
                    (Some(node::DONE), output) => Ok(EachParcelNext::Done(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Each part` can lead, with its output.
        #[derive(Debug)]
        pub enum EachPartNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Map state `Each part` (map.asl.json:28:11) alone.
        pub fn each_part(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, EachPartNext> {
            run_state(
                engine,
                &MACHINE,
                node::EACH_PART,
                input,
                |exit| match exit {
                    (None, output) => Ok(EachPartNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Pack` can lead, with its output.
        #[derive(Debug)]
        pub enum PackNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `Pack` (map.asl.json:30:58) alone.
        pub fn pack(engine: &impl StateEngine, input: Value) -> StateRun<'_, PackNext> {
            run_state(
                engine,
                &MACHINE,
                node::PACK,
                input,
                |exit| match exit {
                    (None, output) => Ok(PackNext::End(output)),
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

        /// Runs the Succeed state `Done` (map.asl.json:39:5) alone.
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
        pub(super) const PRICE_EACH: NodeId = NodeId(0);
        pub(super) const PRICE: NodeId = NodeId(1);
        pub(super) const EACH_PARCEL: NodeId = NodeId(2);
        pub(super) const EACH_PART: NodeId = NodeId(3);
        pub(super) const PACK: NodeId = NodeId(4);
        pub(super) const DONE: NodeId = NodeId(5);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "map",
        source: "map.asl.json",
        hash: 1401836077176708438,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::PRICE_EACH,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: iteration,
        sm4c: None,
    };

    static NODES: [Node; 6] = [
        PRICE_EACH_ROW,
        PRICE_ROW,
        EACH_PARCEL_ROW,
        EACH_PART_ROW,
        PACK_ROW,
        DONE_ROW,
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::PRICE_EACH => flow(price_each_enter(data)),
            node::PRICE => flow(price_enter(data)),
            node::EACH_PARCEL => flow(each_parcel_enter(data)),
            node::EACH_PART => flow(each_part_enter(data)),
            node::PACK => flow(pack_enter()),
            node::DONE => flow(done_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::PRICE_EACH => price_each_done(data, result),
            node::PRICE => price_done(data, result),
            node::EACH_PARCEL => each_parcel_done(),
            node::EACH_PART => each_part_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Hands a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        _cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::PRICE_EACH, 0) => price_each_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Makes what an iteration of a Map works on.
    fn iteration(
        node: NodeId,
        data: &Value,
        _cx: &mut Cx<'_>,
        _item: &Item,
    ) -> Result<Value, Failed> {
        match node {
            node::PRICE_EACH => price_each_item(data),
            _ => no_such_item(&MACHINE, node),
        }
    }

    /// The row of `Price each`.
    const PRICE_EACH_ROW: Node = Node {
        state: "Price each",
        state_kind: StateKind::Map,
        kind: Kind::ForEach(EachRow {
            body: node::PRICE,
            window: Some(40),
            selects: true,
            run: None,
        }),
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::EACH_PARCEL),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::DONE),
                cause: Cause::Catch(0),
            },
        ],
        retry: &[
            Retrier {
                errors: &["Busy"],
                interval_seconds: 1,
                max_attempts: 3,
                backoff_rate: 2.0,
                max_delay_seconds: None,
                jitter: false,
            },
        ],
        catch: &[Catcher { errors: &["States.ALL"] }],
        scope: 0,
        print: Print {
            call: 14198165869929035422,
            input: 352047653801302593,
            limits: 14695981039346656037,
            output: 17870539110144130697,
            errors: 4012821049174598212,
        },
    };

    /// State `Price each` (map.asl.json:5:5): Map.
    fn price_each_enter(data: &Value) -> Next {
        let input = found(data.at(["order"]), "$.order", &[Seg::Key("order")], data)?;
        Ok(
            Step::ForEach(
                iterate(
                    items(
                            found(
                                input.at(["items"]),
                                "$.items",
                                &[Seg::Key("items")],
                                input,
                            )?,
                            "$.items",
                        )?
                        .clone(),
                    40,
                ),
            ),
        )
    }

    /// The result of `Price each`.
    fn price_each_done(data: &mut Value, result: Value) -> Next {
        put(data, "prices", result)?;
        Ok(Step::Goto(node::EACH_PARCEL))
    }

    /// Catcher 1 of `Price each`.
    fn price_each_caught_0(data: &mut Value, error: Value) -> Next {
        put(data, "error", error)?;
        Ok(Step::Goto(node::DONE))
    }

    /// The row of `Price`.
    const PRICE_ROW: Node = Node {
        state: "Price",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "price",
                resource: "arn:aws:lambda:us-east-1:123456789012:function:Price",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (14, 21),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 1,
        print: Print {
            call: 6025468412717257484,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Price` (map.asl.json:14:21): Task.
    fn price_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Price`.
    fn price_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Each parcel`.
    const EACH_PARCEL_ROW: Node = Node {
        state: "Each parcel",
        state_kind: StateKind::Map,
        kind: Kind::ForEach(EachRow {
            body: node::EACH_PART,
            window: None,
            selects: false,
            run: None,
        }),
        source: (21, 5),
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
            call: 14198165869929035422,
            input: 11394758423491205032,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// State `Each parcel` (map.asl.json:21:5): Map.
    fn each_parcel_enter(data: &Value) -> Next {
        Ok(
            Step::ForEach(
                iterate(
                    items(
                            found(
                                data.at(["parcels"]),
                                "$.parcels",
                                &[Seg::Key("parcels")],
                                data,
                            )?,
                            "$.parcels",
                        )?
                        .clone(),
                    window(
                        found(
                            data.at(["limits", "parcels"]),
                            "$.limits.parcels",
                            &[Seg::Key("limits"), Seg::Key("parcels")],
                            data,
                        )?,
                        "$.limits.parcels",
                    )?,
                ),
            ),
        )
    }

    /// The result of `Each parcel`.
    fn each_parcel_done() -> Next {
        Ok(Step::Goto(node::DONE))
    }

    /// The row of `Each part`.
    const EACH_PART_ROW: Node = Node {
        state: "Each part",
        state_kind: StateKind::Map,
        kind: Kind::ForEach(EachRow {
            body: node::PACK,
            window: Some(0),
            selects: false,
            run: None,
        }),
        source: (28, 11),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 2,
        print: Print {
            call: 14198165869929035422,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 13029457156528690175,
            errors: 14695981039346656037,
        },
    };

    /// State `Each part` (map.asl.json:28:11): Map.
    fn each_part_enter(data: &Value) -> Next {
        Ok(Step::ForEach(iterate(items(data, "$")?.clone(), 0)))
    }

    /// The result of `Each part`.
    fn each_part_done(data: &mut Value, result: Value) -> Next {
        let raw = &result;
        let selected = shallow(object([("parts", raw.clone())]))?;
        *data = selected;
        Ok(Step::End)
    }

    /// The row of `Pack`.
    const PACK_ROW: Node = Node {
        state: "Pack",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (30, 58),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 3,
        print: Print {
            call: 17120853241879369116,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Pack` (map.asl.json:30:58): Pass.
    fn pack_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `Done`.
    const DONE_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (39, 5),
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

    /// State `Done` (map.asl.json:39:5): Succeed.
    fn done_enter() -> Next {
        Ok(Step::End)
    }

    /// What an iteration of `Price each` works on.
    fn price_each_item(data: &Value) -> Result<Value, Failed> {
        let input = found(data.at(["order"]), "$.order", &[Seg::Key("order")], data)?;
        Ok(
            object([
                (
                    "customer",
                    member(input.at(["customer"]), "$.customer", "customer.$", input)?
                        .clone(),
                ),
                ("currency", Value::String(Text::new_static("EUR"))),
            ]),
        )
    }
}
