/// Machine `variables` (variables.asl.json): The context object and variables, wherever they may stand
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
pub mod variables {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Begin` (variables.asl.json:5:5): Pass.
        Begin = 0,
        /// `Work` (variables.asl.json:16:5): Task.
        Work = 1,
        /// `Cool` (variables.asl.json:30:5): Wait.
        Cool = 2,
        /// `Pick` (variables.asl.json:36:5): Choice.
        Pick = 3,
        /// `Sort` (variables.asl.json:48:5): Choice.
        Sort = 4,
        /// `Fan` (variables.asl.json:55:5): Parallel.
        Fan = 5,
        /// `Inner` (variables.asl.json:61:13): Pass.
        Inner = 6,
        /// `Told` (variables.asl.json:62:13): Pass.
        Told = 7,
        /// `End` (variables.asl.json:71:5): Pass.
        End = 8,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Begin,
            Self::Work,
            Self::Cool,
            Self::Pick,
            Self::Sort,
            Self::Fan,
            Self::Inner,
            Self::Told,
            Self::End,
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
        /// `arn:aws:lambda:us-east-1:123456789012:function:Work`
        fn work(
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
                0 => Box::pin(async move { Tasks::work(&self.0, &cx, input).await }),
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

        /// Where `Begin` can lead, with its output.
        #[derive(Debug)]
        pub enum BeginNext {
            /// To `Work`.
            Work(Value),
        }

        /// Runs the Pass state `Begin` (variables.asl.json:5:5) alone.
        pub fn begin(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, BeginNext> {
            run_state(
                engine,
                &MACHINE,
                node::BEGIN,
                input,
                |exit| match exit {
                    (Some(node::WORK), output) => Ok(BeginNext::Work(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Work` can lead, with its output.
        #[derive(Debug)]
        pub enum WorkNext {
            /// To `Pick`.
            Pick(Value),
            /// To `Cool`.
            Cool(Value),
            /// To `Fan`.
            Fan(Value),
        }

        /// Runs the Task state `Work` (variables.asl.json:16:5) alone, with its catchers.
        pub fn work(engine: &impl StateEngine, input: Value) -> StateRun<'_, WorkNext> {
            run_state(
                engine,
                &MACHINE,
                node::WORK,
                input,
                |exit| match exit {
                    (Some(node::PICK), output) => Ok(WorkNext::Pick(output)),
                    (Some(node::COOL), output) => Ok(WorkNext::Cool(output)),
                    (Some(node::FAN), output) => Ok(WorkNext::Fan(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Cool` can lead, with its output.
        #[derive(Debug)]
        pub enum CoolNext {
            /// To `Work`.
            Work(Value),
        }

        /// Runs the Wait state `Cool` (variables.asl.json:30:5) alone.
        pub fn cool(engine: &impl StateEngine, input: Value) -> StateRun<'_, CoolNext> {
            run_state(
                engine,
                &MACHINE,
                node::COOL,
                input,
                |exit| match exit {
                    (Some(node::WORK), output) => Ok(CoolNext::Work(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Pick` can lead, with its output.
        #[derive(Debug)]
        pub enum PickNext {
            /// To `Fan`.
            Fan(Value),
            /// To `Sort`.
            Sort(Value),
        }

        /// Runs the Choice state `Pick` (variables.asl.json:36:5) alone.
        pub fn pick(engine: &impl StateEngine, input: Value) -> StateRun<'_, PickNext> {
            run_state(
                engine,
                &MACHINE,
                node::PICK,
                input,
                |exit| match exit {
                    (Some(node::FAN), output) => Ok(PickNext::Fan(output)),
                    (Some(node::SORT), output) => Ok(PickNext::Sort(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Sort` can lead, with its output.
        #[derive(Debug)]
        pub enum SortNext {
            /// To `Fan`.
            Fan(Value),
        }

        /// Runs the Choice state `Sort` (variables.asl.json:48:5) alone.
        pub fn sort(engine: &impl StateEngine, input: Value) -> StateRun<'_, SortNext> {
            run_state(
                engine,
                &MACHINE,
                node::SORT,
                input,
                |exit| match exit {
                    (Some(node::FAN), output) => Ok(SortNext::Fan(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Fan` can lead, with its output.
        #[derive(Debug)]
        pub enum FanNext {
            /// To `End`.
            End(Value),
        }

        /// Runs the Parallel state `Fan` (variables.asl.json:55:5) alone.
        pub fn fan(engine: &impl StateEngine, input: Value) -> StateRun<'_, FanNext> {
            run_state(
                engine,
                &MACHINE,
                node::FAN,
                input,
                |exit| match exit {
                    (Some(node::END), output) => Ok(FanNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Inner` can lead, with its output.
        #[derive(Debug)]
        pub enum InnerNext {
            /// To `Told`.
            Told(Value),
        }

        /// Runs the Pass state `Inner` (variables.asl.json:61:13) alone.
        pub fn inner(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, InnerNext> {
            run_state(
                engine,
                &MACHINE,
                node::INNER,
                input,
                |exit| match exit {
                    (Some(node::TOLD), output) => Ok(InnerNext::Told(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Told` can lead, with its output.
        #[derive(Debug)]
        pub enum ToldNext {
            /// To the end.
            End_(Value),
        }

        /// Runs the Pass state `Told` (variables.asl.json:62:13) alone.
        pub fn told(engine: &impl StateEngine, input: Value) -> StateRun<'_, ToldNext> {
            run_state(
                engine,
                &MACHINE,
                node::TOLD,
                input,
                |exit| match exit {
                    (None, output) => Ok(ToldNext::End_(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `End` can lead, with its output.
        #[derive(Debug)]
        pub enum EndNext {
            /// To the end.
            End_(Value),
        }

        /// Runs the Pass state `End` (variables.asl.json:71:5) alone.
        pub fn end(engine: &impl StateEngine, input: Value) -> StateRun<'_, EndNext> {
            run_state(
                engine,
                &MACHINE,
                node::END,
                input,
                |exit| match exit {
                    (None, output) => Ok(EndNext::End_(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const BEGIN: NodeId = NodeId(0);
        pub(super) const WORK: NodeId = NodeId(1);
        pub(super) const COOL: NodeId = NodeId(2);
        pub(super) const PICK: NodeId = NodeId(3);
        pub(super) const SORT: NodeId = NodeId(4);
        pub(super) const FAN: NodeId = NodeId(5);
        pub(super) const INNER: NodeId = NodeId(6);
        pub(super) const TOLD: NodeId = NodeId(7);
        pub(super) const END: NodeId = NodeId(8);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "variables",
        source: "variables.asl.json",
        hash: 17023635077789021326,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: true,
            variables: true,
            runs: false,
            random: false,
        },
        start: node::BEGIN,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 9] = [
        BEGIN_ROW,
        WORK_ROW,
        COOL_ROW,
        PICK_ROW,
        SORT_ROW,
        FAN_ROW,
        INNER_ROW,
        TOLD_ROW,
        END_ROW,
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::BEGIN => flow(begin_enter(data, cx)),
            node::WORK => flow(work_enter(cx)),
            node::COOL => flow(cool_enter(cx)),
            node::PICK => flow(pick_enter(data, cx)),
            node::SORT => flow(sort_enter(cx)),
            node::FAN => flow(fan_enter(data)),
            node::INNER => flow(inner_enter(data, cx)),
            node::TOLD => flow(told_enter(data, cx)),
            node::END => flow(end_enter(data, cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::WORK => work_done(data, cx, result),
            node::COOL => cool_done(cx),
            node::FAN => fan_done(data, cx, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Hands a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::WORK, 0) => work_caught_0(cx, error),
            (node::WORK, 1) => work_caught_1(data, cx, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// The row of `Begin`.
    const BEGIN_ROW: Node = Node {
        state: "Begin",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::WORK),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 6668531872139534020,
            limits: 14695981039346656037,
            output: 17675853242937710962,
            errors: 14695981039346656037,
        },
    };

    /// State `Begin` (variables.asl.json:5:5): Pass.
    fn begin_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let result = object([
            (
                "order",
                execution_input(cx)
                    .at(["order"])
                    .map_or_else(
                        || member(
                            None,
                            "$$.Execution.Input.order",
                            "order.$",
                            &context(cx, &MACHINE, node::BEGIN),
                        ),
                        Ok,
                    )?
                    .clone(),
            ),
            ("state", Value::String(Text::new_static("Begin"))),
            ("run", execution_id(cx)),
            ("machine", Value::String(Text::new_static(MACHINE.name))),
        ]);
        let raw = &result;

        static BEGIN_ASSIGN: [Entry; 2] = [
            (Text::new_static("most"), Value::Int(3)),
            (Text::new_static("wait"), Value::Int(2)),
        ];
        let variables = object([
            ("order", member(raw.at(["order"]), "$.order", "order.$", raw)?.clone()),
            ("tries", Value::Int(0)),
            ("limits", Value::Object(Object::Static(&BEGIN_ASSIGN))),
            ("begun", entered_time(cx)),
        ]);
        *data = shallow(result)?;
        assign(cx, variables)?;
        Ok(Step::Goto(node::WORK))
    }

    /// The row of `Work`.
    const WORK_ROW: Node = Node {
        state: "Work",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "work",
                resource: "arn:aws:lambda:us-east-1:123456789012:function:Work",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (16, 5),
        transitions: &[
            Transition {
                to: Some(node::PICK),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::COOL),
                cause: Cause::Catch(0),
            },
            Transition {
                to: Some(node::FAN),
                cause: Cause::Catch(1),
            },
        ],
        retry: &[],
        catch: &[Catcher { errors: &["Busy"] }, Catcher { errors: &["States.ALL"] }],
        scope: 0,
        print: Print {
            call: 13021200057782271802,
            input: 18112429317515864276,
            limits: 10741509384712309509,
            output: 8532641951542631705,
            errors: 5406228326173293110,
        },
    };

    /// State `Work` (variables.asl.json:16:5): Task.
    fn work_enter(cx: &Cx<'_>) -> Next {
        let input = assigned(cx, "order")?;
        Ok(
            Step::Task(
                object([
                    ("id", member(input.at(["id"]), "$.id", "id.$", input)?.clone()),
                    ("tries", assigned(cx, "tries")?.clone()),
                    ("retries", retry_count(cx)),
                ]),
            ),
        )
    }

    /// The result of `Work`.
    fn work_done(data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        let raw = &result;
        let variables = object([
            ("raw", raw.clone()),
            ("before", assigned(cx, "tries")?.clone()),
        ]);
        let raw = &result;
        let selected = object([
            ("done", member(raw.at(["done"]), "$.done", "done.$", raw)?.clone()),
            (
                "for",
                {
                    let root = assigned(cx, "order")?;
                    member(root.at(["id"]), "$order.id", "for.$", root)?
                }
                    .clone(),
            ),
            (
                "most",
                {
                    let root = assigned(cx, "limits")?;
                    member(root.at(["most"]), "$limits.most", "most.$", root)?
                }
                    .clone(),
            ),
        ]);
        put(data, "work", selected)?;
        assign(cx, variables)?;
        Ok(Step::Goto(node::PICK))
    }

    /// Catcher 1 of `Work`.
    fn work_caught_0(cx: &mut Cx<'_>, error: Value) -> Next {
        let raw = &error;
        let variables = object([
            ("error", member(raw.at(["Error"]), "$.Error", "error.$", raw)?.clone()),
            ("tries", Value::Int(1)),
        ]);
        assign(cx, variables)?;
        Ok(Step::Goto(node::COOL))
    }

    /// Catcher 2 of `Work`.
    fn work_caught_1(data: &mut Value, cx: &mut Cx<'_>, error: Value) -> Next {
        let raw = &error;
        let variables = object([("error", raw.clone())]);
        *data = error;
        assign(cx, variables)?;
        Ok(Step::Goto(node::FAN))
    }

    /// The row of `Cool`.
    const COOL_ROW: Node = Node {
        state: "Cool",
        state_kind: StateKind::Wait,
        kind: Kind::Invoke(Effect::Wait),
        source: (30, 5),
        transitions: &[
            Transition {
                to: Some(node::WORK),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 7593688416943455221,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 6697471704741857000,
            errors: 14695981039346656037,
        },
    };

    /// State `Cool` (variables.asl.json:30:5): Wait.
    fn cool_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Wait(seconds(assigned(cx, "limits")?.at(["wait"]), "$limits.wait")?))
    }

    /// The wait of `Cool` is over.
    fn cool_done(cx: &mut Cx<'_>) -> Next {
        let variables = object([("cooled", Value::Bool(true))]);
        assign(cx, variables)?;
        Ok(Step::Goto(node::WORK))
    }

    /// The row of `Pick`.
    const PICK_ROW: Node = Node {
        state: "Pick",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (36, 5),
        transitions: &[
            Transition {
                to: Some(node::FAN),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::FAN),
                cause: Cause::Choice(1),
            },
            Transition {
                to: Some(node::FAN),
                cause: Cause::Choice(2),
            },
            Transition {
                to: Some(node::SORT),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 12793486830594466963,
            input: 10257675967715258037,
            limits: 14695981039346656037,
            output: 8707721651433893273,
            errors: 14695981039346656037,
        },
    };

    /// The choice of `Pick`.
    fn pick_choice(data: &Value, cx: &mut Cx<'_>) -> Result<NodeId, Failed> {
        if numbers_are(
            assigned(cx, "tries")?,
            Order::GreaterThan,
            {
                let root = assigned(cx, "limits")?;
                variable(root.at(["most"]), "$limits.most")?
            },
        ) {
            return Ok(node::FAN);
        }
        if if_assigned(cx, "cooled").is_some() {
            let variables = object([
                ("picked", member(data.at(["for"]), "$.for", "picked.$", data)?.clone()),
                ("tries", Value::Int(7)),
            ]);
            assign(cx, variables)?;
            return Ok(node::FAN);
        }
        if string_is(
            execution_input(cx)
                .at(["order", "id"])
                .map_or_else(|| variable(None, "$$.Execution.Input.order.id"), Ok)?,
            Order::Equals,
            "o-1",
        ) {
            return Ok(node::FAN);
        }
        let variables = object([
            ("picked", Value::String(Text::new_static("by default"))),
        ]);
        assign(cx, variables)?;
        Ok(node::SORT)
    }

    /// State `Pick` (variables.asl.json:36:5): Choice.
    fn pick_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let input = found(data.at(["work"]), "$.work", &[Seg::Key("work")], data)?
            .clone();
        let output = assigned(cx, "tries")?.clone();
        let next = pick_choice(&input, cx)?;
        *data = output;
        Ok(Step::Goto(next))
    }

    /// The row of `Sort`.
    const SORT_ROW: Node = Node {
        state: "Sort",
        state_kind: StateKind::Choice,
        kind: Kind::Branch,
        source: (48, 5),
        transitions: &[
            Transition {
                to: Some(node::FAN),
                cause: Cause::Choice(0),
            },
            Transition {
                to: Some(node::FAN),
                cause: Cause::Default,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 13217579498548912015,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// State `Sort` (variables.asl.json:48:5): Choice.
    fn sort_enter(cx: &mut Cx<'_>) -> Next {
        if string_is(assigned(cx, "picked")?, Order::Equals, "by default") {
            static SORT_ASSIGN: [Value; 2] = [Value::Int(1), Value::Int(2)];
            let variables = object([
                ("sorted", Value::Array(Array::Static(&SORT_ASSIGN))),
            ]);
            assign(cx, variables)?;
            return Ok(Step::Goto(node::FAN));
        }
        Ok(Step::Goto(node::FAN))
    }

    /// The row of `Fan`.
    const FAN_ROW: Node = Node {
        state: "Fan",
        state_kind: StateKind::Parallel,
        kind: Kind::Fork(&[node::INNER]),
        source: (55, 5),
        transitions: &[
            Transition {
                to: Some(node::END),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 1961356738815286309,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 5682760604774991463,
            errors: 14695981039346656037,
        },
    };

    /// State `Fan` (variables.asl.json:55:5): Parallel.
    fn fan_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of `Fan`.
    fn fan_done(data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        let raw = &result;
        let variables = object([
            (
                "all",
                gather(
                    "$[*].inner",
                    |search| {
                        for node_0 in search.children(raw) {
                            if let Some(node_1) = node_0.at(["inner"]) {
                                search.hit(node_1);
                            }
                        }
                    },
                )?,
            ),
        ]);
        *data = assigned(cx, "order")?.clone();
        assign(cx, variables)?;
        Ok(Step::Goto(node::END))
    }

    /// The row of `Inner`.
    const INNER_ROW: Node = Node {
        state: "Inner",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (61, 13),
        transitions: &[
            Transition {
                to: Some(node::TOLD),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 1,
        print: Print {
            call: 14041332890204217812,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 4670787495007267952,
            errors: 14695981039346656037,
        },
    };

    static INNER_RESULT: [Entry; 1] = [(Text::new_static("seen"), Value::Int(1))];

    /// State `Inner` (variables.asl.json:61:13): Pass.
    fn inner_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let raw = &Value::Object(Object::Static(&INNER_RESULT));
        let variables = object([
            ("inner", assigned(cx, "tries")?.clone()),
            ("one", member(raw.at(["seen"]), "$.seen", "one.$", raw)?.clone()),
        ]);
        *data = Value::Object(Object::Static(&INNER_RESULT));
        assign(cx, variables)?;
        Ok(Step::Goto(node::TOLD))
    }

    /// The row of `Told`.
    const TOLD_ROW: Node = Node {
        state: "Told",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (62, 13),
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
            input: 9350496874606686098,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Told` (variables.asl.json:62:13): Pass.
    fn told_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = shallow(
            object([
                ("inner", assigned(cx, "inner")?.clone()),
                ("one", assigned(cx, "one")?.clone()),
            ]),
        )?;
        Ok(Step::End)
    }

    /// The row of `End`.
    const END_ROW: Node = Node {
        state: "End",
        state_kind: StateKind::Pass,
        kind: Kind::Eval,
        source: (71, 5),
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
            input: 6709904033529071055,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `End` (variables.asl.json:71:5): Pass.
    fn end_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        let whole_context = &context(cx, &MACHINE, node::END);
        *data = shallow(
            object([
                ("all", assigned(cx, "all")?.clone()),
                ("tries", assigned(cx, "tries")?.clone()),
                (
                    "where",
                    member(
                            whole_context.at(["State"]),
                            "$$.State",
                            "where.$",
                            whole_context,
                        )?
                        .clone(),
                ),
                (
                    "picked",
                    {
                        let root = assigned(cx, "order")?;
                        member(root.at(["id"]), "$order.id", "picked.$", root)?
                    }
                        .clone(),
                ),
            ]),
        )?;
        Ok(Step::End)
    }
}
