/// Machine `filters` (filters.asl.json): Filters and lists of members in each field that takes a path
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
pub mod filters {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Each field` (filters.asl.json:5:5): Parallel.
        EachField = 0,
        /// `Cheap` (filters.asl.json:11:13): Pass.
        Cheap = 1,
        /// `Shown` (filters.asl.json:16:23): Succeed.
        Shown = 2,
        /// `Listed` (filters.asl.json:21:13): Pass.
        Listed = 3,
        /// `Which` (filters.asl.json:35:13): Choice.
        Which = 4,
        /// `Text` (filters.asl.json:40:13): Pass.
        Text = 5,
        /// `No text` (filters.asl.json:41:13): Pass.
        NoText = 6,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::EachField,
            Self::Cheap,
            Self::Shown,
            Self::Listed,
            Self::Which,
            Self::Text,
            Self::NoText,
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

        /// Where `Each field` can lead, with its output.
        #[derive(Debug)]
        pub enum EachFieldNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Parallel state `Each field` (filters.asl.json:5:5) alone.
        pub fn each_field(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, EachFieldNext> {
            run_state(
                engine,
                &MACHINE,
                node::EACH_FIELD,
                input,
                |exit| match exit {
                    (None, output) => Ok(EachFieldNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Cheap` can lead, with its output.
        #[derive(Debug)]
        pub enum CheapNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `Cheap` (filters.asl.json:11:13) alone.
        pub fn cheap(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, CheapNext> {
            run_state(
                engine,
                &MACHINE,
                node::CHEAP,
                input,
                |exit| match exit {
                    (None, output) => Ok(CheapNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Shown` can lead, with its output.
        #[derive(Debug)]
        pub enum ShownNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `Shown` (filters.asl.json:16:23) alone.
        pub fn shown(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ShownNext> {
            run_state(
                engine,
                &MACHINE,
                node::SHOWN,
                input,
                |exit| match exit {
                    (None, output) => Ok(ShownNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Listed` can lead, with its output.
        #[derive(Debug)]
        pub enum ListedNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `Listed` (filters.asl.json:21:13) alone.
        pub fn listed(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ListedNext> {
            run_state(
                engine,
                &MACHINE,
                node::LISTED,
                input,
                |exit| match exit {
                    (None, output) => Ok(ListedNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Which` can lead, with its output.
        #[derive(Debug)]
        pub enum WhichNext {
            /// To `Text`.
            Text(Value),
            /// To `No text`.
            NoText(Value),
        }

        /// Runs the Choice state `Which` (filters.asl.json:35:13) alone.
        pub fn which(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WhichNext> {
            run_state(
                engine,
                &MACHINE,
                node::WHICH,
                input,
                |exit| match exit {
                    (Some(node::TEXT), output) => Ok(WhichNext::Text(output)),
                    (Some(node::NO_TEXT), output) => Ok(WhichNext::NoText(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Text` can lead, with its output.
        #[derive(Debug)]
        pub enum TextNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `Text` (filters.asl.json:40:13) alone.
        pub fn text(engine: &impl StateEngine, input: Value) -> StateRun<'_, TextNext> {
            run_state(
                engine,
                &MACHINE,
                node::TEXT,
                input,
                |exit| match exit {
                    (None, output) => Ok(TextNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `No text` can lead, with its output.
        #[derive(Debug)]
        pub enum NoTextNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Pass state `No text` (filters.asl.json:41:13) alone.
        pub fn no_text(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, NoTextNext> {
            run_state(
                engine,
                &MACHINE,
                node::NO_TEXT,
                input,
                |exit| match exit {
                    (None, output) => Ok(NoTextNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const EACH_FIELD: NodeId = NodeId(0);
        pub(super) const CHEAP: NodeId = NodeId(1);
        pub(super) const SHOWN: NodeId = NodeId(2);
        pub(super) const LISTED: NodeId = NodeId(3);
        pub(super) const WHICH: NodeId = NodeId(4);
        pub(super) const TEXT: NodeId = NodeId(5);
        pub(super) const NO_TEXT: NodeId = NodeId(6);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "filters",
        source: "filters.asl.json",
        hash: 4758734583689424750,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::EACH_FIELD,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 7] = [
        EACH_FIELD_ROW,
        CHEAP_ROW,
        SHOWN_ROW,
        LISTED_ROW,
        WHICH_ROW,
        TEXT_ROW,
        NO_TEXT_ROW,
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::EACH_FIELD => flow(each_field_enter(data)),
            node::CHEAP => flow(cheap_enter(data)),
            node::SHOWN => flow(shown_enter(data)),
            node::LISTED => flow(listed_enter(data)),
            node::WHICH => flow(which_enter(data)),
            node::TEXT => flow(text_enter(data)),
            node::NO_TEXT => flow(no_text_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::EACH_FIELD => each_field_done(data, result),
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

    /// The row of `Each field`.
    const EACH_FIELD_ROW: Node = Node {
        state: "Each field",
        state_kind: StateKind::Parallel,
        kind: Kind::Fork(&[node::CHEAP, node::SHOWN, node::LISTED, node::WHICH]),
        source: (5, 5),
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
            call: 4861830112242845268,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Each field` (filters.asl.json:5:5): Parallel.
    fn each_field_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of `Each field`.
    fn each_field_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Cheap`.
    const CHEAP_ROW: Node = Node {
        state: "Cheap",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (11, 13),
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
            call: 17120853241879369116,
            input: 11433118479620019376,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Cheap` (filters.asl.json:11:13): Pass.
    fn cheap_enter(data: &mut Value) -> Next {
        *data = gather(
            "$.store.book[?(@.price < 10 && @.isbn)].title",
            |search| {
                if let Some(node_0) = data.at(["store", "book"]) {
                    for node_1 in search.objects(node_0) {
                        if !(search
                            .compares(
                                node_1.at(["price"]),
                                Order::LessThan,
                                Some(&Value::Int(10)),
                            ) && node_1.at(["isbn"]).is_some())
                        {
                            continue;
                        }
                        if let Some(node_2) = node_1.at(["title"]) {
                            search.hit(node_2);
                        }
                    }
                }
            },
        )?;
        Ok(Step::End)
    }

    /// The row of `Shown`.
    const SHOWN_ROW: Node = Node {
        state: "Shown",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (16, 23),
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
            call: 14046730643414667274,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14617512385491628132,
            errors: 14695981039346656037,
        },
    };

    /// State `Shown` (filters.asl.json:16:23): Succeed.
    fn shown_enter(data: &mut Value) -> Next {
        *data = found(
            data
                .at(["store", "bicycle"])
                .and_then(|node| members(node, ["color", "price"])),
            "$.store.bicycle['color','price']",
            &[Seg::Key("store"), Seg::Key("bicycle"), Seg::Key("color','price")],
            data,
        )?;
        Ok(Step::End)
    }

    /// The row of `Listed`.
    const LISTED_ROW: Node = Node {
        state: "Listed",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (21, 13),
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
            input: 4106399368976900707,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Listed` (filters.asl.json:21:13): Pass.
    fn listed_enter(data: &mut Value) -> Next {
        *data = shallow(
            object([
                (
                    "red",
                    gather(
                        "$..[?(@.color == 'red')].price",
                        |search| {
                            for node_0 in search.objects_below(data) {
                                if !search
                                    .compares(
                                        node_0.at(["color"]),
                                        Order::Equals,
                                        Some(&Value::String(Text::new_static("red"))),
                                    )
                                {
                                    continue;
                                }
                                if let Some(node_1) = node_0.at(["price"]) {
                                    search.hit(node_1);
                                }
                            }
                        },
                    )?,
                ),
                (
                    "not fiction",
                    gather(
                        "$.store.book[?(!(@.category == 'fiction') || @.price > 20)]['title','isbn']",
                        |search| {
                            if let Some(node_0) = data.at(["store", "book"]) {
                                for node_1 in search.objects(node_0) {
                                    if !(!search
                                        .compares(
                                            node_1.at(["category"]),
                                            Order::Equals,
                                            Some(&Value::String(Text::new_static("fiction"))),
                                        )
                                        || search
                                            .compares(
                                                node_1.at(["price"]),
                                                Order::GreaterThan,
                                                Some(&Value::Int(20)),
                                            ))
                                    {
                                        continue;
                                    }
                                    if let Some(node_2) = search
                                        .members(node_1, ["title", "isbn"])
                                    {
                                        search.hit(&node_2);
                                    }
                                }
                            }
                        },
                    )?,
                ),
                (
                    "bicycle",
                    member(
                        data
                            .at(["store", "bicycle"])
                            .and_then(|node| members(node, ["price", "gears"])),
                        "$.store.bicycle['price','gears']",
                        "bicycle.$",
                        data,
                    )?,
                ),
            ]),
        )?;
        Ok(Step::End)
    }

    /// The row of `Which`.
    const WHICH_ROW: Node = Node {
        state: "Which",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (35, 13),
        transitions: &[
            Transition {
                to: Some(node::TEXT),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::NO_TEXT),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 4,
        print: Print {
            call: 12078164681211756878,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `Which` (filters.asl.json:35:13): Choice.
    fn which_enter(data: &Value) -> Next {
        if string_is(
            &gather(
                "$.store.book[?(@.price > 10)]",
                |search| {
                    if let Some(node_0) = data.at(["store", "book"]) {
                        for node_1 in search.objects(node_0) {
                            if search
                                .compares(
                                    node_1.at(["price"]),
                                    Order::GreaterThan,
                                    Some(&Value::Int(10)),
                                )
                            {
                                search.hit(node_1);
                            }
                        }
                    }
                },
            )?,
            Order::Equals,
            "",
        ) {
            return Ok(Step::Goto(node::TEXT));
        }
        Ok(Step::Goto(node::NO_TEXT))
    }

    /// The row of `Text`.
    const TEXT_ROW: Node = Node {
        state: "Text",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (40, 13),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 4,
        print: Print {
            call: 3455610872445318042,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Text` (filters.asl.json:40:13): Pass.
    fn text_enter(data: &mut Value) -> Next {
        *data = Value::String(Text::new_static("text"));
        Ok(Step::End)
    }

    /// The row of `No text`.
    const NO_TEXT_ROW: Node = Node {
        state: "No text",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (41, 13),
        transitions: &[
            Transition {
                to: None,
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 4,
        print: Print {
            call: 12525293437291797893,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `No text` (filters.asl.json:41:13): Pass.
    fn no_text_enter(data: &mut Value) -> Next {
        *data = Value::String(Text::new_static("no text"));
        Ok(Step::End)
    }
}
