/// Machine `intrinsics` (intrinsics.asl.json): All intrinsic functions
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
pub mod intrinsics {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Count` (intrinsics.asl.json:5:5): Pass.
        Count,
        /// `Done` (intrinsics.asl.json:10:5): Choice.
        Done,
        /// `Texts` (intrinsics.asl.json:15:5): Pass.
        Texts,
        /// `Arrays` (intrinsics.asl.json:31:5): Pass.
        Arrays,
        /// `Chance` (intrinsics.asl.json:45:5): Pass.
        Chance,
    }
    state_methods! {
        State of MACHINE : [State::Count, State::Done, State::Texts, State::Arrays,
        State::Chance]
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

        /// Runs the Pass state `Count` alone.
        /// Its output goes to `Done`.
        pub fn count(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::COUNT, input).leads_to(node::DONE)
        }

        /// Where `Done` can lead, with its output.
        #[derive(Debug)]
        pub enum DoneNext {
            Count(Value),
            Texts(Value),
        }

        /// Runs the Choice state `Done` alone.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, DoneNext> {
            run_state(engine, &MACHINE, node::DONE, input)
                .exit(node::COUNT, DoneNext::Count)
                .exit(node::TEXTS, DoneNext::Texts)
        }

        /// Runs the Pass state `Texts` alone.
        /// Its output goes to `Arrays`.
        pub fn texts(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TEXTS, input).leads_to(node::ARRAYS)
        }

        /// Runs the Pass state `Arrays` alone.
        /// Its output goes to `Chance`.
        pub fn arrays(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::ARRAYS, input).leads_to(node::CHANCE)
        }

        /// Runs the Pass state `Chance` alone.
        /// Its output is that of the end.
        pub fn chance(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::CHANCE, input).ends()
        }
    }

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
        hash: 0x127d5553f9ed594d,
        uses: Uses::NONE.context().variables().random(),
        start: node::COUNT,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        ..Machine::EMPTY
    };

    static NODES: [Node; 5] = [
        Node::pass("Count", (5, 5)).next(node::DONE),
        Node::choice("Done", (10, 5)).rules(&[node::COUNT]).default(node::TEXTS),
        Node::pass("Texts", (15, 5)).next(node::ARRAYS),
        Node::pass("Arrays", (31, 5)).next(node::CHANCE),
        Node::pass("Chance", (45, 5)).end(),
    ];

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

    /// Pass: `Count` (intrinsics.asl.json:5:5).
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
        take(const { to_next(&NODES, node::COUNT) })
    }

    /// Choice: `Done` (intrinsics.asl.json:10:5).
    fn done_enter(data: &Value) -> Next {
        if numbers_are(
            variable(data.at(["n"]), "$.n")?,
            Order::LessThan,
            variable(data.at(["limit"]), "$.limit")?,
        ) {
            return take(const { to_rule(&NODES, node::DONE, 0) });
        }
        take(const { to_default(&NODES, node::DONE) })
    }

    /// Pass: `Texts` (intrinsics.asl.json:15:5).
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
        take(const { to_next(&NODES, node::TEXTS) })
    }

    /// Pass: `Arrays` (intrinsics.asl.json:31:5).
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
        take(const { to_next(&NODES, node::ARRAYS) })
    }

    /// Pass: `Chance` (intrinsics.asl.json:45:5).
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
        take(const { to_next(&NODES, node::CHANCE) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 25] = [
        0xed997d5035d0959c, 0xd3d5e39f47ebe240, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xa8f99d85e0bd2da4, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x5fa90279b5521e97,
        0xcbf29ce484222325, 0xfa6f5e3550345149, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x96694c78ea742a0a, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0xfb555ca3baec394d, 0xcbf29ce484222325, 0x29e4f28c63a77f6b,
        0xcbf29ce484222325,
    ];
}
