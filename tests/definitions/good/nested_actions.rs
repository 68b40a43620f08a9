/// Machine `nested_actions` (nested_actions.sm4c.json)
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
pub mod nested_actions {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Survey` (nested_actions.sm4c.json:7:15): state.
        Survey = 0,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Survey];

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
        /// The function `ask`: `ask`
        fn ask(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
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
                0 => Box::pin(async move { Functions::ask(&self.0, &cx, input).await }),
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

        /// Where `Survey` can lead, with its output.
        #[derive(Debug)]
        pub enum SurveyNext {
            /// To the end.
            End(Value),
        }

        /// Runs the state state `Survey` (nested_actions.sm4c.json:7:15) alone.
        pub fn survey(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, SurveyNext> {
            run_state(
                engine,
                &MACHINE,
                node::SURVEY,
                input,
                |exit| match exit {
                    (None, output) => Ok(SurveyNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const SURVEY: NodeId = NodeId(0);
        pub(super) const SURVEY_2: NodeId = NodeId(1);
        pub(super) const SURVEY_3: NodeId = NodeId(2);
        pub(super) const SURVEY_4: NodeId = NodeId(3);
        pub(super) const SURVEY_5: NodeId = NodeId(4);
        pub(super) const SURVEY_6: NodeId = NodeId(5);
        pub(super) const SURVEY_7: NodeId = NodeId(6);
        pub(super) const SURVEY_8: NodeId = NodeId(7);
        pub(super) const SURVEY_9: NodeId = NodeId(8);
        pub(super) const SURVEY_10: NodeId = NodeId(9);
        pub(super) const SURVEY_11: NodeId = NodeId(10);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "nested_actions",
        source: "nested_actions.sm4c.json",
        hash: 16379692877930190654,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::SURVEY,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 11] = [
        SURVEY_ROW,
        SURVEY_2_ROW,
        SURVEY_3_ROW,
        SURVEY_4_ROW,
        SURVEY_5_ROW,
        SURVEY_6_ROW,
        SURVEY_7_ROW,
        SURVEY_8_ROW,
        SURVEY_9_ROW,
        SURVEY_10_ROW,
        SURVEY_11_ROW,
    ];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Nested actions",
        version: "1.0",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[],
        nodes: &[
            SURVEY_EXTRA,
            SURVEY_2_EXTRA,
            SURVEY_3_EXTRA,
            SURVEY_4_EXTRA,
            SURVEY_5_EXTRA,
            SURVEY_6_EXTRA,
            SURVEY_7_EXTRA,
            SURVEY_8_EXTRA,
            SURVEY_9_EXTRA,
            SURVEY_10_EXTRA,
            SURVEY_11_EXTRA,
        ],
        handled: not_handled,
        matches: always,
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::SURVEY => flow(survey_enter(data, cx)),
            node::SURVEY_2 => flow(survey_2_enter(data, cx)),
            node::SURVEY_3 => flow(survey_3_enter()),
            node::SURVEY_4 => flow(survey_4_enter(data)),
            node::SURVEY_5 => flow(survey_5_enter(data, cx)),
            node::SURVEY_6 => flow(survey_6_enter(data)),
            node::SURVEY_7 => flow(survey_7_enter(data, cx)),
            node::SURVEY_8 => flow(survey_8_enter(data, cx)),
            node::SURVEY_9 => flow(survey_9_enter(data)),
            node::SURVEY_10 => flow(survey_10_enter()),
            node::SURVEY_11 => flow(survey_11_enter(data, cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::SURVEY_2 => survey_2_done(cx, result),
            node::SURVEY_4 => survey_4_done(data, result),
            node::SURVEY_6 => survey_6_done(data, result),
            node::SURVEY_7 => survey_7_done(data, result),
            node::SURVEY_8 => survey_8_done(data, result),
            node::SURVEY_9 => survey_9_done(data, result),
            node::SURVEY_10 => survey_10_done(data, result),
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

    /// The row of `Survey`.
    const SURVEY_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (7, 15),
        transitions: &[
            Transition {
                to: Some(node::SURVEY_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 2643102858558454959,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Input filter of `Survey`.
    fn survey_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = {
            let jq_cx = &jq_at(cx);
            survey_filter::taking::the_only(jq_cx, survey_filter::run(jq_cx, &cx.global))
        }
            .map_err(lost)?;
        Ok(Step::Goto(node::SURVEY_2))
    }

    /// The row of `Survey`.
    const SURVEY_2_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::ForEach(EachRow {
            body: node::SURVEY_4,
            window: Some(3),
            selects: false,
            run: None,
        }),
        source: (7, 15),
        transitions: &[
            Transition {
                to: Some(node::SURVEY_3),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 15028404028737279016,
            input: 10689159385885965626,
            limits: 14695981039346656037,
            output: 6522112915297704032,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "forEach",
        }),
        handlers: &[],
        work: Work::Fork(ForkRow {
            join: Join::Settled,
            window: 3,
            keys: &[],
        }),
    };

    /// Enter action of `Survey`: forEach.
    fn survey_2_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::ForEach(
                iterate(
                    elements(
                        {
                            let jq_cx = &jq_at(cx);
                            survey_2_items::taking::the_only(
                                jq_cx,
                                survey_2_items::run(jq_cx, data),
                            )
                        }
                            .map_err(lost)?,
                    )?,
                    3,
                ),
            ),
        )
    }

    /// The result of an action of `Survey`.
    fn survey_2_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                survey_2_merge::taking::some(
                    jq_cx,
                    survey_2_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::SURVEY_3))
    }

    /// The row of `Survey`.
    const SURVEY_3_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (7, 15),
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

    /// What else a node of `Survey` has.
    const SURVEY_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Survey`.
    fn survey_3_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_4_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Fork(&[node::SURVEY_5, node::SURVEY_6]),
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 1,
        print: Print {
            call: 5165266513122236076,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_4_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "sequence",
        }),
        handlers: &[],
        work: Work::Fork(ForkRow {
            join: Join::All,
            window: 1,
            keys: &["greeting", "answers"],
        }),
    };

    /// Action within an action of `Survey`: sequence.
    fn survey_4_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of an action of `Survey`.
    fn survey_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_5_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 2,
        print: Print {
            call: 17120853241879369116,
            input: 3640366181391954782,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_5_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("greeting"),
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Action within an action of `Survey`: `greeting` injectData.
    fn survey_5_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = {
            let jq_cx = &jq_at(cx);
            survey_5_value::taking::the_only(jq_cx, survey_5_value::run(jq_cx, data))
        }
            .map_err(lost)?;
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_6_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Fork(&[node::SURVEY_7, node::SURVEY_8, node::SURVEY_9]),
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 3,
        print: Print {
            call: 17393151144223216444,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_6_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("answers"),
            kind: "parallel",
        }),
        handlers: &[],
        work: Work::Fork(ForkRow {
            join: Join::Count(2),
            window: 0,
            keys: &["mail", "phone", "2"],
        }),
    };

    /// Action within an action of `Survey`: `answers` parallel.
    fn survey_6_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of an action of `Survey`.
    fn survey_6_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_7_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "ask",
                resource: "ask",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 4,
        print: Print {
            call: 12820369206171431507,
            input: 14548763655319634980,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_7_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("mail"),
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "ask",
            null_after: None,
            detached: false,
        }),
    };

    /// Action within an action of `Survey`: `mail` invokeFunction.
    fn survey_7_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("by", Value::String(Text::new_static("mail"))),
                    (
                        "who",
                        {
                            let jq_cx = &jq_at(cx);
                            survey_7_input::taking::the_only(
                                jq_cx,
                                survey_7_input::run(jq_cx, data),
                            )
                        }
                            .map_err(lost)?,
                    ),
                ]),
            ),
        )
    }

    /// The result of an action of `Survey`.
    fn survey_7_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_8_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "ask",
                resource: "ask",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 5,
        print: Print {
            call: 12820369206171431507,
            input: 1950916210120584315,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_8_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("phone"),
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "ask",
            null_after: None,
            detached: false,
        }),
    };

    /// Action within an action of `Survey`: `phone` invokeFunction.
    fn survey_8_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("by", Value::String(Text::new_static("phone"))),
                    (
                        "who",
                        {
                            let jq_cx = &jq_at(cx);
                            survey_7_input::taking::the_only(
                                jq_cx,
                                survey_7_input::run(jq_cx, data),
                            )
                        }
                            .map_err(lost)?,
                    ),
                ]),
            ),
        )
    }

    /// The result of an action of `Survey`.
    fn survey_8_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_9_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Fork(&[node::SURVEY_10, node::SURVEY_11]),
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 6,
        print: Print {
            call: 12937715129633425469,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_9_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "parallel",
        }),
        handlers: &[],
        work: Work::Fork(ForkRow {
            join: Join::First,
            window: 0,
            keys: &["0", "1"],
        }),
    };

    /// Action within an action of `Survey`: parallel.
    fn survey_9_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of an action of `Survey`.
    fn survey_9_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_10_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Invoke(Effect::Wait),
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 7,
        print: Print {
            call: 10095892158990492994,
            input: 18109149860918014615,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_10_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "delay",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Action within an action of `Survey`: delay.
    fn survey_10_enter() -> Next {
        Ok(Step::Wait(Wait::For(86400000)))
    }

    /// The result of an action of `Survey`.
    fn survey_10_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Survey`.
    const SURVEY_11_ROW: Node = Node {
        state: "Survey",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (7, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 8,
        print: Print {
            call: 17120853241879369116,
            input: 7531636227858376639,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Survey` has.
    const SURVEY_11_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Action within an action of `Survey`: injectData.
    fn survey_11_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = {
            let jq_cx = &jq_at(cx);
            survey_11_value::taking::the_only(jq_cx, survey_11_value::run(jq_cx, data))
        }
            .map_err(lost)?;
        Ok(Step::End)
    }
    use queries::{
        survey_filter, survey_2_items, survey_2_merge, survey_5_value, survey_7_input,
        survey_11_value,
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
        /// `{ people, topic: (.topic // "weather") }`
        pub(super) mod survey_filter {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "people")?;
                let value_3 = field(input, "topic")?;
                let value_2 = if is_true(value_3) {
                    value_3.clone()
                } else {
                    Value::String(Text::new_static("weather"))
                };
                object(cx, [("people", value_1.clone()), ("topic", value_2)])
            }
        }

        /// `.people`
        pub(super) mod survey_2_items {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "people")?.clone())
            }
        }

        /// `.answers = [$value[].answers]`
        pub(super) mod survey_2_merge {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let mut items_2: Vec<Value> = Vec::new();
                for item_3 in iterate(value_1)? {
                    cx.spend(1)?;
                    collect(cx, &mut items_2, field(item_3, "answers")?.clone())?;
                }
                let value_4 = collected(cx, items_2)?;
                let mut document_5: Value = input;
                let here_6 = &mut document_5;
                if paths::field(
                    cx,
                    here_6,
                    "answers",
                    |part_7: &mut Value| {
                        *part_7 = value_4.clone();
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_5 = Value::Null;
                }
                paths::sound(document_5)
            }
        }

        /// `"Hello \(.name)"`
        pub(super) mod survey_5_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "name")?;
                let text_2 = native::tostring(cx, value_1)?;
                interpolated(cx, &["Hello ", ""], &[text_2])
            }
        }

        /// `.name`
        pub(super) mod survey_7_input {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "name")?.clone())
            }
        }

        /// `.default`
        pub(super) mod survey_11_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(input, "default")?.clone())
            }
        }
    }
}
