/// Machine `in_yaml` (in_yaml.sm4c.yaml)
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
pub mod in_yaml {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Greet` (in_yaml.sm4c.yaml:6:11): state.
        Greet = 0,
        /// `Done` (in_yaml.sm4c.yaml:22:11): state.
        Done = 1,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Greet, Self::Done];

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
        /// The function `greet`: `greet`
        fn greet(
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
                0 => Box::pin(async move { Functions::greet(&self.0, &cx, input).await }),
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

        /// Where `Greet` can lead, with its output.
        #[derive(Debug)]
        pub enum GreetNext {
            /// To `Done`.
            Done(Value),
        }

        /// Runs the state state `Greet` (in_yaml.sm4c.yaml:6:11) alone.
        pub fn greet(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, GreetNext> {
            run_state(
                engine,
                &MACHINE,
                node::GREET,
                input,
                |exit| match exit {
                    (Some(node::DONE), output) => Ok(GreetNext::Done(output)),
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

        /// Runs the state state `Done` (in_yaml.sm4c.yaml:22:11) alone.
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
        pub(super) const GREET: NodeId = NodeId(0);
        pub(super) const DONE: NodeId = NodeId(1);
        pub(super) const GREET_2: NodeId = NodeId(2);
        pub(super) const GREET_3: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "in_yaml",
        source: "in_yaml.sm4c.yaml",
        hash: 3339055322324578982,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::GREET,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 4] = [GREET_ROW, DONE_ROW, GREET_2_ROW, GREET_3_ROW];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "In YAML",
        version: "1.0",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[],
        nodes: &[GREET_EXTRA, DONE_EXTRA, GREET_2_EXTRA, GREET_3_EXTRA],
        handled: not_handled,
        matches: always,
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::GREET => flow(greet_enter(cx)),
            node::DONE => flow(done_enter()),
            node::GREET_2 => flow(greet_2_enter(cx)),
            node::GREET_3 => flow(greet_3_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::GREET => greet_done(cx, result),
            node::GREET_3 => greet_3_done(),
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

    /// The row of `Greet`.
    const GREET_ROW: Node = Node {
        state: "Greet",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "greet",
                resource: "greet",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (6, 11),
        transitions: &[
            Transition {
                to: Some(node::GREET_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 4427219754228271443,
            input: 14965781591291514205,
            limits: 10741509384712309509,
            output: 13827470881385411705,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Greet` has.
    const GREET_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "greet",
            null_after: None,
            detached: false,
        }),
    };

    /// Enter action of `Greet`: invokeFunction.
    fn greet_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    (
                        "name",
                        {
                            let jq_cx = &jq_at(cx);
                            greet_input::taking::the_only(
                                jq_cx,
                                greet_input::run(jq_cx, &cx.global),
                            )
                        }
                            .map_err(lost)?,
                    ),
                ]),
            ),
        )
    }

    /// The result of an action of `Greet`.
    fn greet_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                greet_merge::taking::some(
                    jq_cx,
                    greet_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::GREET_2))
    }

    /// The row of `Done`.
    const DONE_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (22, 11),
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

    /// The row of `Greet`.
    const GREET_2_ROW: Node = Node {
        state: "Greet",
        state_kind: StateKind::State,
        kind: Kind::Branch,
        source: (6, 11),
        transitions: &[
            Transition {
                to: Some(node::DONE),
                cause: Cause::Condition(0),
            },
            Transition {
                to: Some(node::GREET_3),
                cause: Cause::NoCondition,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 11030030946683800888,
            input: 14687417857960933058,
            limits: 14695981039346656037,
            output: 14687417857960933058,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Greet` has.
    const GREET_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// Conditional transitions of `Greet`.
    fn greet_2_enter(cx: &Cx<'_>) -> Next {
        if {
            let jq_cx = &jq_at(cx);
            greet_2_condition::taking::is_true(greet_2_condition::run(jq_cx, &cx.global))
        }
            .map_err(lost)?
        {
            return Ok(Step::Goto(node::DONE));
        }
        Ok(Step::Goto(node::GREET_3))
    }

    /// The row of `Greet`.
    const GREET_3_ROW: Node = Node {
        state: "Greet",
        state_kind: StateKind::State,
        kind: Kind::Await,
        source: (6, 11),
        transitions: &[
            Transition {
                to: Some(node::DONE),
                cause: Cause::Timer,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 6739736851594578428,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Greet` has.
    const GREET_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Await(AwaitRow {
            transitions: &[],
            timeout: Some(60000),
        }),
    };

    /// Wait for events of `Greet`.
    fn greet_3_enter() -> Next {
        Ok(Step::Await)
    }

    /// What `Greet` has waited for.
    fn greet_3_done() -> Next {
        Ok(Step::Goto(node::DONE))
    }
    use queries::{greet_input, greet_merge, greet_2_condition};

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
        /// `.person.name`
        pub(super) mod greet_input {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(field(field(input, "person")?, "name")?.clone())
            }
        }

        /// `.greeting = $value`
        pub(super) mod greet_merge {
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
                    "greeting",
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

        /// `.greeting ..`
        pub(super) mod greet_2_condition {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "greeting")?;
                native::match_impl(
                    cx,
                    value_1,
                    &Value::String(Text::new_static("^Hello")),
                    &Value::Null,
                    &Value::Bool(true),
                )
            }
        }
    }
}
