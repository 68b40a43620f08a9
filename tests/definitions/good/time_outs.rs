/// Machine `time_outs` (time_outs.sm4c.json)
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
pub mod time_outs {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Look` (time_outs.sm4c.json:18:15): state.
        Look = 0,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Look];

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
        /// The function `tell`: `tell`
        fn tell(
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
                0 => Box::pin(async move { Functions::tell(&self.0, &cx, input).await }),
                1 => {
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

        /// Where `Look` can lead, with its output.
        #[derive(Debug)]
        pub enum LookNext {
            /// To `Look`.
            Look(Value),
        }

        /// Runs the state state `Look` (time_outs.sm4c.json:18:15) alone.
        pub fn look(engine: &impl StateEngine, input: Value) -> StateRun<'_, LookNext> {
            run_state(
                engine,
                &MACHINE,
                node::LOOK,
                input,
                |exit| match exit {
                    (Some(node::LOOK), output) => Ok(LookNext::Look(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const LOOK: NodeId = NodeId(0);
        pub(super) const LOOK_2: NodeId = NodeId(1);
        pub(super) const TIMEOUT: NodeId = NodeId(2);
        pub(super) const TIMEOUT_2: NodeId = NodeId(3);
        pub(super) const TIMEOUT_3: NodeId = NodeId(4);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "time_outs",
        source: "time_outs.sm4c.json",
        hash: 7573111233311394796,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::LOOK,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 5] = [
        LOOK_ROW,
        LOOK_2_ROW,
        TIMEOUT_ROW,
        TIMEOUT_2_ROW,
        TIMEOUT_3_ROW,
    ];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Time-outs",
        version: "1.0",
        description: None,
        timeout_millis: Some(129600000),
        on_timeout: Some(node::TIMEOUT),
        expressions: ExpressionLimits::USUAL,
        events: &[
            EventRow {
                name: "Late",
                source: None,
                kind: Some("order.late"),
                correlation: &[],
            },
        ],
        nodes: &[
            LOOK_EXTRA,
            LOOK_2_EXTRA,
            TIMEOUT_EXTRA,
            TIMEOUT_2_EXTRA,
            TIMEOUT_3_EXTRA,
        ],
        handled: not_handled,
        matches: always,
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::LOOK => flow(look_enter()),
            node::LOOK_2 => flow(look_2_enter()),
            node::TIMEOUT => flow(timeout_enter(data)),
            node::TIMEOUT_2 => flow(timeout_2_enter(cx)),
            node::TIMEOUT_3 => flow(timeout_3_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::LOOK => look_done(),
            node::LOOK_2 => look_2_done(),
            node::TIMEOUT => timeout_done(),
            node::TIMEOUT_2 => timeout_2_done(data, result),
            node::TIMEOUT_3 => timeout_3_done(data, result),
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

    /// The row of `Look`.
    const LOOK_ROW: Node = Node {
        state: "Look",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "tell",
                resource: "tell",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (18, 15),
        transitions: &[
            Transition {
                to: Some(node::LOOK_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 15300516748740409986,
            input: 5350911094137893821,
            limits: 17992238571817784283,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Look` has.
    const LOOK_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "tell",
            null_after: Some(500),
            detached: false,
        }),
    };

    /// Enter action of `Look`: invokeFunction.
    fn look_enter() -> Next {
        Ok(Step::Task(Value::Object(Object::Static(&[]))))
    }

    /// The result of an action of `Look`.
    fn look_done() -> Next {
        Ok(Step::Goto(node::LOOK_2))
    }

    /// The row of `Look`.
    const LOOK_2_ROW: Node = Node {
        state: "Look",
        state_kind: StateKind::State,
        kind: Kind::Await,
        source: (18, 15),
        transitions: &[
            Transition {
                to: Some(node::LOOK),
                cause: Cause::Timer,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 15430712950462841690,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Look` has.
    const LOOK_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Await(AwaitRow {
            transitions: &[],
            timeout: Some(600000),
        }),
    };

    /// Wait for events of `Look`.
    fn look_2_enter() -> Next {
        Ok(Step::Await)
    }

    /// What `Look` has waited for.
    fn look_2_done() -> Next {
        Ok(Step::Goto(node::LOOK))
    }

    /// The row of `timeout`.
    const TIMEOUT_ROW: Node = Node {
        state: "timeout",
        state_kind: StateKind::State,
        kind: Kind::Fork(&[node::TIMEOUT_2, node::TIMEOUT_3]),
        source: (4, 3),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 1,
        print: Print {
            call: 7687138383739700987,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10313100423235260671,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `timeout` has.
    const TIMEOUT_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
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

    /// Action of the machine's time-out: sequence.
    fn timeout_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of an action of `timeout`.
    fn timeout_done() -> Next {
        Ok(Step::End)
    }

    /// The row of `timeout`.
    const TIMEOUT_2_ROW: Node = Node {
        state: "timeout",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "send_event",
                resource: "event",
                form: Form::Event,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (4, 3),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 2,
        print: Print {
            call: 16727917642252822240,
            input: 5153953320587529919,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `timeout` has.
    const TIMEOUT_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "sendEvent",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "Late",
            null_after: None,
            detached: false,
        }),
    };

    /// Action within an action of `timeout`: sendEvent.
    fn timeout_2_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("name", Value::String(Text::new_static("Late"))),
                    ("type", Value::String(Text::new_static("order.late"))),
                    ("source", Value::Null),
                    (
                        "data",
                        {
                            let jq_cx = &jq_at(cx);
                            timeout_2_input::taking::the_only(
                                jq_cx,
                                timeout_2_input::run(jq_cx, &cx.global),
                            )
                        }
                            .map_err(lost)?,
                    ),
                    ("contextAttributes", Value::Object(Object::Static(&[]))),
                ]),
            ),
        )
    }

    /// The result of an action of `timeout`.
    fn timeout_2_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `timeout`.
    const TIMEOUT_3_ROW: Node = Node {
        state: "timeout",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "tell",
                resource: "tell",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (4, 3),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 3,
        print: Print {
            call: 8679989670314307240,
            input: 5350911094137893821,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `timeout` has.
    const TIMEOUT_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: None,
            kind: "invokeFunction",
        }),
        handlers: &[],
        work: Work::Call(CallRow {
            name: "tell",
            null_after: None,
            detached: true,
        }),
    };

    /// Action within an action of `timeout`: invokeFunction.
    fn timeout_3_enter() -> Next {
        Ok(Step::Task(Value::Object(Object::Static(&[]))))
    }

    /// The result of an action of `timeout`.
    fn timeout_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }
    use queries::timeout_2_input;

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
        /// `{ order }`
        pub(super) mod timeout_2_input {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "order")?;
                object(cx, [("order", value_1.clone())])
            }
        }
    }
}
