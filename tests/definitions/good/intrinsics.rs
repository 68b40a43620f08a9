/// Machine `intrinsics` (intrinsics.asl.json): All intrinsic functions
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
pub mod intrinsics {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Count` (intrinsics.asl.json:5:5): Pass.
        Count = 0,
        /// `Done` (intrinsics.asl.json:10:5): Choice.
        Done = 1,
        /// `Texts` (intrinsics.asl.json:15:5): Pass.
        Texts = 2,
        /// `Arrays` (intrinsics.asl.json:31:5): Pass.
        Arrays = 3,
        /// `Chance` (intrinsics.asl.json:45:5): Pass.
        Chance = 4,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Count,
            Self::Done,
            Self::Texts,
            Self::Arrays,
            Self::Chance,
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
    pub trait Tasks: Send + Sync + 'static {}

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
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

        /// Where `Count` can lead, with its output.
        #[derive(Debug)]
        pub enum CountNext {
            /// To `Done`.
            Done(Value),
        }

        /// Runs the Pass state `Count` (intrinsics.asl.json:5:5) alone.
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
                    (Some(node::DONE), output) => Ok(CountNext::Done(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Done` can lead, with its output.
        #[derive(Debug)]
        pub enum DoneNext {
            /// To `Count`.
            Count(Value),
            /// To `Texts`.
            Texts(Value),
        }

        /// Runs the Choice state `Done` (intrinsics.asl.json:10:5) alone.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, DoneNext> {
            run_state(
                engine,
                &MACHINE,
                node::DONE,
                input,
                |exit| match exit {
                    (Some(node::COUNT), output) => Ok(DoneNext::Count(output)),
                    (Some(node::TEXTS), output) => Ok(DoneNext::Texts(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Texts` can lead, with its output.
        #[derive(Debug)]
        pub enum TextsNext {
            /// To `Arrays`.
            Arrays(Value),
        }

        /// Runs the Pass state `Texts` (intrinsics.asl.json:15:5) alone.
        pub fn texts(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, TextsNext> {
            run_state(
                engine,
                &MACHINE,
                node::TEXTS,
                input,
                |exit| match exit {
                    (Some(node::ARRAYS), output) => Ok(TextsNext::Arrays(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Arrays` can lead, with its output.
        #[derive(Debug)]
        pub enum ArraysNext {
            /// To `Chance`.
            Chance(Value),
        }

        /// Runs the Pass state `Arrays` (intrinsics.asl.json:31:5) alone.
        pub fn arrays(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ArraysNext> {
            run_state(
                engine,
                &MACHINE,
                node::ARRAYS,
                input,
                |exit| match exit {
                    (Some(node::CHANCE), output) => Ok(ArraysNext::Chance(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Chance` can lead, with its output.
        #[derive(Debug)]
        pub enum ChanceNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `Chance` (intrinsics.asl.json:45:5) alone.
        pub fn chance(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ChanceNext> {
            run_state(
                engine,
                &MACHINE,
                node::CHANCE,
                input,
                |exit| match exit {
                    (None, output) => Ok(ChanceNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const COUNT: NodeId = NodeId(0);
        pub(super) const DONE: NodeId = NodeId(1);
        pub(super) const TEXTS: NodeId = NodeId(2);
        pub(super) const ARRAYS: NodeId = NodeId(3);
        pub(super) const CHANCE: NodeId = NodeId(4);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "intrinsics",
        source: "intrinsics.asl.json",
        hash: 1332314883935263053,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: true,
            variables: true,
            runs: false,
            random: true,
        },
        start: node::COUNT,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 5] = [COUNT_ROW, DONE_ROW, TEXTS_ROW, ARRAYS_ROW, CHANCE_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::COUNT => flow(count_enter(data)),
            node::DONE => flow(done_enter(data)),
            node::TEXTS => flow(texts_enter(data, cx)),
            node::ARRAYS => flow(arrays_enter(data, cx)),
            node::CHANCE => flow(chance_enter(data, cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(
        node: NodeId,
        _data: &mut Value,
        _cx: &mut Cx<'_>,
        _result: Value,
    ) -> Next {
        no_such_node(&MACHINE, node)
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
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (5, 5),
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
            input: 15264356785288110656,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Count` (intrinsics.asl.json:5:5): Pass.
    fn count_enter(data: &mut Value) -> Next {
        *data = shallow(
            object([
                (
                    "n",
                    intrinsics::called(
                        "States.MathAdd($.n, 1)",
                        || intrinsics::math_add(
                            intrinsics::argument(
                                data.at(["n"]),
                                "$.n",
                                &[Seg::Key("n")],
                                data,
                            )?,
                            &Value::Int(1),
                        ),
                    )?,
                ),
                (
                    "limit",
                    member(data.at(["limit"]), "$.limit", "limit.$", data)?.clone(),
                ),
            ]),
        )?;
        Ok(Step::Goto(node::DONE))
    }

    /// The row of `Done`.
    const DONE_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (10, 5),
        transitions: &[
            Transition {
                to: Some(node::COUNT),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::TEXTS),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 12175936265899552164,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `Done` (intrinsics.asl.json:10:5): Choice.
    fn done_enter(data: &Value) -> Next {
        if numbers_are(
            variable(data.at(["n"]), "$.n")?,
            Order::LessThan,
            variable(data.at(["limit"]), "$.limit")?,
        ) {
            return Ok(Step::Goto(node::COUNT));
        }
        Ok(Step::Goto(node::TEXTS))
    }

    /// The row of `Texts`.
    const TEXTS_ROW: Node = Node {
        state: "Texts",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (15, 5),
        transitions: &[
            Transition {
                to: Some(node::ARRAYS),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 6893043426423611031,
            limits: 14695981039346656037,
            output: 18045745814968750409,
            errors: 14695981039346656037,
        },
    };

    /// State `Texts` (intrinsics.asl.json:15:5): Pass.
    fn texts_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let result = object([
            (
                "format",
                intrinsics::called(
                    "States.Format('{} of {}: it\\'s \\{\\}', $.n, $.limit)",
                    || intrinsics::format(
                        &["", " of ", ": it's {}"],
                        [
                            intrinsics::argument(
                                data.at(["n"]),
                                "$.n",
                                &[Seg::Key("n")],
                                data,
                            )?,
                            intrinsics::argument(
                                data.at(["limit"]),
                                "$.limit",
                                &[Seg::Key("limit")],
                                data,
                            )?,
                        ],
                    ),
                )?,
            ),
            (
                "template",
                intrinsics::called(
                    "States.Format($$.Execution.Input.template, $.n)",
                    || intrinsics::format_of(
                        execution_input(cx)
                            .at(["template"])
                            .map_or_else(
                                || intrinsics::argument(
                                    None,
                                    "$$.Execution.Input.template",
                                    &[
                                        Seg::Key("Execution"),
                                        Seg::Key("Input"),
                                        Seg::Key("template"),
                                    ],
                                    &context(cx, &MACHINE, node::TEXTS),
                                ),
                                Ok,
                            )?,
                        [
                            intrinsics::argument(
                                data.at(["n"]),
                                "$.n",
                                &[Seg::Key("n")],
                                data,
                            )?,
                        ],
                    ),
                )?,
            ),
            (
                "split",
                intrinsics::called(
                    "States.StringSplit('a,b;c', ',;')",
                    || intrinsics::string_split(
                        &Value::String(Text::new_static("a,b;c")),
                        &Value::String(Text::new_static(",;")),
                    ),
                )?,
            ),
            (
                "encoded",
                intrinsics::called(
                    "States.Base64Encode('Data to encode')",
                    || intrinsics::base64_encode(
                        &Value::String(Text::new_static("Data to encode")),
                    ),
                )?,
            ),
            (
                "decoded",
                intrinsics::called(
                    "States.Base64Decode('RGF0YSB0byBlbmNvZGU=')",
                    || intrinsics::base64_decode(
                        &Value::String(Text::new_static("RGF0YSB0byBlbmNvZGU=")),
                    ),
                )?,
            ),
            (
                "hash",
                intrinsics::called(
                    "States.Hash('input data', 'SHA-1')",
                    || intrinsics::hash(
                        &Value::String(Text::new_static("input data")),
                        &Value::String(Text::new_static("SHA-1")),
                    ),
                )?,
            ),
            (
                "json",
                intrinsics::called(
                    "States.StringToJson('[1, {\"a\": 2}]')",
                    || intrinsics::string_to_json(
                        &Value::String(Text::new_static("[1, {\"a\": 2}]")),
                    ),
                )?,
            ),
            (
                "text",
                intrinsics::called(
                    "States.JsonToString($)",
                    || intrinsics::json_to_string(data),
                )?,
            ),
            (
                "merged",
                intrinsics::called(
                    "States.JsonMerge($, States.StringToJson('{\"b\": [1]}'), false)",
                    || intrinsics::json_merge(
                        data,
                        &intrinsics::string_to_json(
                            &Value::String(Text::new_static("{\"b\": [1]}")),
                        )?,
                        &Value::Bool(false),
                    ),
                )?,
            ),
        ]);
        let raw = &result;
        let variables = object([
            (
                "items",
                intrinsics::called(
                    "States.Array($.text, 1, null, $.split)",
                    || Ok(
                        array([
                            intrinsics::argument(
                                    raw.at(["text"]),
                                    "$.text",
                                    &[Seg::Key("text")],
                                    raw,
                                )?
                                .clone(),
                            Value::Int(1),
                            Value::Null,
                            intrinsics::argument(
                                    raw.at(["split"]),
                                    "$.split",
                                    &[Seg::Key("split")],
                                    raw,
                                )?
                                .clone(),
                        ]),
                    ),
                )?,
            ),
            (
                "deep",
                array([
                    object([
                        (
                            "x",
                            intrinsics::called(
                                "States.ArrayLength($.split)",
                                || intrinsics::array_length(
                                    intrinsics::argument(
                                        raw.at(["split"]),
                                        "$.split",
                                        &[Seg::Key("split")],
                                        raw,
                                    )?,
                                ),
                            )?,
                        ),
                    ]),
                ]),
            ),
        ]);
        *data = shallow(result)?;
        assign(cx, variables)?;
        Ok(Step::Goto(node::ARRAYS))
    }

    /// The row of `Arrays`.
    const ARRAYS_ROW: Node = Node {
        state: "Arrays",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (31, 5),
        transitions: &[
            Transition {
                to: Some(node::CHANCE),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 10838278060457077258,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Arrays` (intrinsics.asl.json:31:5): Pass.
    fn arrays_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = shallow(
            object([
                ("items", assigned(cx, "items")?.clone()),
                ("deep", assigned(cx, "deep")?.clone()),
                (
                    "parts",
                    intrinsics::called(
                        "States.ArrayPartition($.split, 2)",
                        || intrinsics::array_partition(
                            intrinsics::argument(
                                data.at(["split"]),
                                "$.split",
                                &[Seg::Key("split")],
                                data,
                            )?,
                            &Value::Int(2),
                        ),
                    )?,
                ),
                (
                    "has",
                    intrinsics::called(
                        "States.ArrayContains($.split, 'b')",
                        || intrinsics::array_contains(
                            intrinsics::argument(
                                data.at(["split"]),
                                "$.split",
                                &[Seg::Key("split")],
                                data,
                            )?,
                            &Value::String(Text::new_static("b")),
                        ),
                    )?,
                ),
                (
                    "range",
                    intrinsics::called(
                        "States.ArrayRange(1, 9, 2)",
                        || intrinsics::array_range(
                            &Value::Int(1),
                            &Value::Int(9),
                            &Value::Int(2),
                        ),
                    )?,
                ),
                (
                    "last",
                    intrinsics::called(
                        "States.ArrayGetItem(States.StringSplit($$.StateMachine.Name, 's'), States.MathAdd(States.ArrayLength(States.StringSplit($$.StateMachine.Name, 's')), -1))",
                        || intrinsics::array_get_item(
                            &intrinsics::string_split(
                                &Value::String(Text::new_static(MACHINE.name)),
                                &Value::String(Text::new_static("s")),
                            )?,
                            &intrinsics::math_add(
                                &intrinsics::array_length(
                                    &intrinsics::string_split(
                                        &Value::String(Text::new_static(MACHINE.name)),
                                        &Value::String(Text::new_static("s")),
                                    )?,
                                )?,
                                &Value::Int(-1),
                            )?,
                        ),
                    )?,
                ),
                (
                    "unique",
                    intrinsics::called(
                        "States.ArrayUnique(States.Array(1, 1, $.split[0], $.split[*]))",
                        || intrinsics::array_unique(
                            &array([
                                Value::Int(1),
                                Value::Int(1),
                                intrinsics::argument(
                                        data.at(["split"]).and_then(|node| item(node, 0)),
                                        "$.split[0]",
                                        &[Seg::Key("split"), Seg::Index(0)],
                                        data,
                                    )?
                                    .clone(),
                                gather(
                                    "$.split[*]",
                                    |search| {
                                        if let Some(node_0) = data.at(["split"]) {
                                            for node_1 in search.children(node_0) {
                                                search.hit(node_1);
                                            }
                                        }
                                    },
                                )?,
                            ]),
                        ),
                    )?,
                ),
                (
                    "same",
                    intrinsics::called(
                        "States.MathRandom(0, 1000, 7)",
                        || intrinsics::math_random_of(
                            &Value::Int(0),
                            &Value::Int(1000),
                            &Value::Int(7),
                        ),
                    )?,
                ),
            ]),
        )?;
        Ok(Step::Goto(node::CHANCE))
    }

    /// The row of `Chance`.
    const CHANCE_ROW: Node = Node {
        state: "Chance",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (45, 5),
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
            call: 17120853241879369116,
            input: 18110483334825785677,
            limits: 14695981039346656037,
            output: 3018804335026339691,
            errors: 14695981039346656037,
        },
    };

    /// State `Chance` (intrinsics.asl.json:45:5): Pass.
    fn chance_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        let result = object([
            ("id", intrinsics::uuid(cx, 1)),
            (
                "other",
                intrinsics::called(
                    "States.Array(States.UUID(), States.MathRandom(1, 7))",
                    || Ok(
                        array([
                            intrinsics::uuid(cx, 2),
                            intrinsics::math_random(
                                &Value::Int(1),
                                &Value::Int(7),
                                cx,
                                3,
                            )?,
                        ]),
                    ),
                )?,
            ),
        ]);
        put(data, "chance", result)?;
        Ok(Step::End)
    }
}
