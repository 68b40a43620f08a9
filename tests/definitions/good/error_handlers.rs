/// Machine `error_handlers` (error_handlers.sm4c.json)
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
pub mod error_handlers {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Fetch` (error_handlers.sm4c.json:12:15): state.
        Fetch = 0,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Fetch];

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
        /// The function `fetch`: `fetch`
        fn fetch(
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
                0 => Box::pin(async move { Functions::fetch(&self.0, &cx, input).await }),
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

        /// Where `Fetch` can lead, with its output.
        #[derive(Debug)]
        pub enum FetchNext {
            /// To the end.
            End(Value),
        }

        /// Runs the state state `Fetch` (error_handlers.sm4c.json:12:15) alone.
        pub fn fetch(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, FetchNext> {
            run_state(
                engine,
                &MACHINE,
                node::FETCH,
                input,
                |exit| match exit {
                    (None, output) => Ok(FetchNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const FETCH: NodeId = NodeId(0);
        pub(super) const FETCH_2: NodeId = NodeId(1);
        pub(super) const FETCH_3: NodeId = NodeId(2);
        pub(super) const FETCH_4: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "error_handlers",
        source: "error_handlers.sm4c.json",
        hash: 12049288951918538709,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::FETCH,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 4] = [FETCH_ROW, FETCH_2_ROW, FETCH_3_ROW, FETCH_4_ROW];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Error handlers",
        version: "1.0",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[],
        nodes: &[FETCH_EXTRA, FETCH_2_EXTRA, FETCH_3_EXTRA, FETCH_4_EXTRA],
        handled,
        matches: always,
    };

    /// Finds the first of a node's error handlers that is meant, and merges the error as it says.
    fn handled(
        node: NodeId,
        cx: &mut Cx<'_>,
        error: &Value,
    ) -> Result<Option<u32>, Failed> {
        match node {
            node::FETCH => fetch_handled(cx, error),
            node::FETCH_3 => fetch_3_handled(cx, error),
            _ => Ok(None),
        }
    }

    /// The error handlers of an action of `Fetch`.
    fn fetch_handled(cx: &mut Cx<'_>, error: &Value) -> Result<Option<u32>, Failed> {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                fetch_handler::taking::some(
                    jq_cx,
                    fetch_handler::run(jq_cx, global, error),
                )
            },
        )?;
        Ok(Some(0))
    }

    /// The error handlers of an action of `Fetch`.
    fn fetch_3_handled(cx: &mut Cx<'_>, error: &Value) -> Result<Option<u32>, Failed> {
        if {
            let jq_cx = &jq_at(cx);
            fetch_3_error::taking::is_true(fetch_3_error::run(jq_cx, error))
        }
            .map_err(lost)?
        {
            return Ok(Some(0));
        }
        if {
            let jq_cx = &jq_at(cx);
            fetch_3_error_2::taking::is_true(fetch_3_error_2::run(jq_cx, error))
        }
            .map_err(lost)?
        {
            merge(
                cx,
                |jq, global| {
                    let jq_cx = jq;
                    fetch_3_handler::taking::some(
                        jq_cx,
                        fetch_3_handler::run(jq_cx, global, error),
                    )
                },
            )?;
            return Ok(Some(1));
        }
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                fetch_3_handler_2::taking::some(
                    jq_cx,
                    fetch_3_handler_2::run(jq_cx, global, error),
                )
            },
        )?;
        Ok(Some(2))
    }

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::FETCH => flow(fetch_enter(data)),
            node::FETCH_2 => flow(fetch_2_enter()),
            node::FETCH_3 => flow(fetch_3_enter()),
            node::FETCH_4 => flow(fetch_4_enter(data, cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::FETCH => fetch_done(cx, result),
            node::FETCH_3 => fetch_3_done(data, result),
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

    /// The row of `Fetch`.
    const FETCH_ROW: Node = Node {
        state: "Fetch",
        state_kind: StateKind::State,
        kind: Kind::Fork(&[node::FETCH_3, node::FETCH_4]),
        source: (12, 15),
        transitions: &[
            Transition {
                to: Some(node::FETCH_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 7842665098862777548,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 15015724492678409335,
            errors: 3030830533408777217,
        },
    };

    /// What else a node of `Fetch` has.
    const FETCH_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "sequence",
        }),
        handlers: &[
            HandlerRow {
                retry: Some(RetryRow {
                    max_attempts: 5,
                    delay: Some(5000),
                    max_delay: None,
                    increment: Some(1000),
                    multiplier: None,
                    jitter: Some(Jitter::Millis(200)),
                }),
            },
        ],
        work: Work::Fork(ForkRow {
            join: Join::All,
            window: 1,
            keys: &["first", "second"],
        }),
    };

    /// Enter action of `Fetch`: sequence.
    fn fetch_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of an action of `Fetch`.
    fn fetch_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                fetch_merge::taking::some(
                    jq_cx,
                    fetch_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::FETCH_2))
    }

    /// The row of `Fetch`.
    const FETCH_2_ROW: Node = Node {
        state: "Fetch",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (12, 15),
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

    /// What else a node of `Fetch` has.
    const FETCH_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Fetch`.
    fn fetch_2_enter() -> Next {
        Ok(Step::End)
    }

    /// The row of `Fetch`.
    const FETCH_3_ROW: Node = Node {
        state: "Fetch",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "fetch",
                resource: "fetch",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (12, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 1,
        print: Print {
            call: 1034899608973407767,
            input: 5350911094137893821,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 18192242064360049771,
        },
    };

    /// What else a node of `Fetch` has.
    const FETCH_3_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("first"),
            kind: "invokeFunction",
        }),
        handlers: &[
            HandlerRow {
                retry: Some(RetryRow {
                    max_attempts: 3,
                    delay: Some(1000),
                    max_delay: Some(10000),
                    increment: None,
                    multiplier: Some(2.0),
                    jitter: Some(Jitter::Fraction(0.5)),
                }),
            },
            HandlerRow {
                retry: Some(RetryRow {
                    max_attempts: 1,
                    delay: None,
                    max_delay: None,
                    increment: None,
                    multiplier: None,
                    jitter: None,
                }),
            },
            HandlerRow { retry: None },
        ],
        work: Work::Call(CallRow {
            name: "fetch",
            null_after: None,
            detached: false,
        }),
    };

    /// Action within an action of `Fetch`: `first` invokeFunction.
    fn fetch_3_enter() -> Next {
        Ok(Step::Task(Value::Object(Object::Static(&[]))))
    }

    /// The result of an action of `Fetch`.
    fn fetch_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `Fetch`.
    const FETCH_4_ROW: Node = Node {
        state: "Fetch",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (12, 15),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 2,
        print: Print {
            call: 17120853241879369116,
            input: 998620626634991498,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Fetch` has.
    const FETCH_4_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: Some(ActionRow {
            name: Some("second"),
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Action within an action of `Fetch`: `second` injectData.
    fn fetch_4_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = {
            let jq_cx = &jq_at(cx);
            fetch_4_value::taking::the_only(jq_cx, fetch_4_value::run(jq_cx, &cx.global))
        }
            .map_err(lost)?;
        Ok(Step::End)
    }
    use queries::{
        fetch_merge, fetch_handler, fetch_3_error, fetch_3_error_2, fetch_3_handler,
        fetch_3_handler_2, fetch_4_value,
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
        /// `.result = $value`
        pub(super) mod fetch_merge {
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
                    "result",
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

        /// `.outer = $value.ClassName`
        pub(super) mod fetch_handler {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let value_2 = field(value_1, "ClassName")?.clone();
                let mut document_3: Value = input;
                let here_4 = &mut document_3;
                if paths::field(
                    cx,
                    here_4,
                    "outer",
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

        /// `.Message | test("busy")`
        pub(super) mod fetch_3_error {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "Message")?;
                native::match_impl(
                    cx,
                    value_1,
                    &Value::String(Text::new_static("busy")),
                    &Value::Null,
                    &Value::Bool(true),
                )
            }
        }

        /// `.ClassName == "Timeout"`
        pub(super) mod fetch_3_error_2 {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(
                    Value::Bool(
                        equal(
                            cx,
                            field(input, "ClassName")?,
                            &Value::String(Text::new_static("Timeout")),
                        )?,
                    ),
                )
            }
        }

        /// `.timeouts += 1`
        pub(super) mod fetch_3_handler {
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
                    "timeouts",
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

        /// `.errors += [$value.Message]`
        pub(super) mod fetch_3_handler_2 {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(
                cx: &Cx,
                input: Value,
                value_1: &Value,
            ) -> Result<Value, Exit> {
                let value_2 = array(
                    cx,
                    Vec::from([field(value_1, "Message")?.clone()]),
                )?;
                let mut document_3: Value = input;
                let here_4 = &mut document_3;
                if paths::field(
                    cx,
                    here_4,
                    "errors",
                    |part_5: &mut Value| {
                        let old_6 = take(part_5);
                        *part_5 = add_to(cx, old_6, &value_2)?;
                        Ok::<_, Exit>(paths::Fate::Stays)
                    },
                )? == paths::Fate::Goes
                {
                    document_3 = Value::Null;
                }
                paths::sound(document_3)
            }
        }

        /// `.list | map(1 / .)`
        pub(super) mod fetch_4_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "list")?;
                let mut items_2: Vec<Value> = Vec::new();
                for item_3 in iterate(value_1)? {
                    cx.spend(1)?;
                    collect(cx, &mut items_2, divide(cx, &Value::Int(1), item_3)?)?;
                }
                collected(cx, items_2)
            }
        }
    }
}
