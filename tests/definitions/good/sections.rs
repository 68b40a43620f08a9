/// Machine `sections` (sections.sm4c.json)
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
pub mod sections {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Pay` (sections.sm4c.json:9:15): state.
        Pay = 0,
        /// `Done` (sections.sm4c.json:20:15): state.
        Done = 1,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::Pay, Self::Done];

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
        /// The function `charge`: `charge`
        fn charge(
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
                0 => {
                    Box::pin(async move { Functions::charge(&self.0, &cx, input).await })
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

        /// Where `Pay` can lead, with its output.
        #[derive(Debug)]
        pub enum PayNext {
            /// To `Done`.
            Done(Value),
        }

        /// Runs the state state `Pay` (sections.sm4c.json:9:15) alone.
        pub fn pay(engine: &impl StateEngine, input: Value) -> StateRun<'_, PayNext> {
            run_state(
                engine,
                &MACHINE,
                node::PAY,
                input,
                |exit| match exit {
                    (Some(node::DONE), output) => Ok(PayNext::Done(output)),
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

        /// Runs the state state `Done` (sections.sm4c.json:20:15) alone.
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
        pub(super) const PAY: NodeId = NodeId(0);
        pub(super) const DONE: NodeId = NodeId(1);
        pub(super) const PAY_2: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "sections",
        source: "sections.sm4c.json",
        hash: 11123063254647761952,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::PAY,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 3] = [PAY_ROW, DONE_ROW, PAY_2_ROW];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Sections",
        version: "1.0",
        description: None,
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[
            EventRow {
                name: "Paid",
                source: None,
                kind: Some("order.paid"),
                correlation: &[],
            },
        ],
        nodes: &[PAY_EXTRA, DONE_EXTRA, PAY_2_EXTRA],
        handled,
        matches: always,
    };

    /// Finds the first of a node's error handlers that is meant, and merges the error as it says.
    fn handled(
        node: NodeId,
        _cx: &mut Cx<'_>,
        _error: &Value,
    ) -> Result<Option<u32>, Failed> {
        match node {
            node::PAY => pay_handled(),
            _ => Ok(None),
        }
    }

    /// The error handlers of an action of `Pay`.
    fn pay_handled() -> Result<Option<u32>, Failed> {
        Ok(Some(0))
    }

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::PAY => flow(pay_enter(cx)),
            node::DONE => flow(done_enter()),
            node::PAY_2 => flow(pay_2_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::PAY => pay_done(),
            node::PAY_2 => pay_2_done(result),
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

    /// The row of `Pay`.
    const PAY_ROW: Node = Node {
        state: "Pay",
        state_kind: StateKind::State,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "charge",
                resource: "charge",
                form: Form::Rest,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (9, 15),
        transitions: &[
            Transition {
                to: Some(node::PAY_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 10877327765054770279,
            input: 13194265817887027234,
            limits: 10741509384712309509,
            output: 10313100423235260671,
            errors: 10918389825083564333,
        },
    };

    /// What else a node of `Pay` has.
    const PAY_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "invokeFunction",
        }),
        handlers: &[
            HandlerRow {
                retry: Some(RetryRow {
                    max_attempts: 2,
                    delay: Some(1000),
                    max_delay: None,
                    increment: None,
                    multiplier: None,
                    jitter: None,
                }),
            },
        ],
        work: Work::Call(CallRow {
            name: "charge",
            null_after: None,
            detached: false,
        }),
    };

    /// Enter action of `Pay`: invokeFunction.
    fn pay_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    (
                        "amount",
                        {
                            let jq_cx = &jq_at(cx);
                            pay_input::taking::the_only(
                                jq_cx,
                                pay_input::run(jq_cx, &cx.global),
                            )
                        }
                            .map_err(lost)?,
                    ),
                ]),
            ),
        )
    }

    /// The result of an action of `Pay`.
    fn pay_done() -> Next {
        Ok(Step::Goto(node::PAY_2))
    }

    /// The row of `Done`.
    const DONE_ROW: Node = Node {
        state: "Done",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (20, 15),
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

    /// The row of `Pay`.
    const PAY_2_ROW: Node = Node {
        state: "Pay",
        state_kind: StateKind::State,
        kind: Kind::Await,
        source: (9, 15),
        transitions: &[
            Transition {
                to: Some(node::DONE),
                cause: Cause::Event(0),
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 6737926172930226067,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Pay` has.
    const PAY_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Await(AwaitRow {
            transitions: &[
                &[
                    GroupRow {
                        events: &[0],
                        has_condition: false,
                    },
                ],
            ],
            timeout: None,
        }),
    };

    /// Wait for events of `Pay`.
    fn pay_2_enter() -> Next {
        Ok(Step::Await)
    }

    /// What `Pay` has waited for.
    fn pay_2_done(result: Value) -> Next {
        match fired(&result) {
            Some(0) => Ok(Step::Goto(node::DONE)),
            _ => no_such_node(&MACHINE, node::PAY_2),
        }
    }
    use queries::pay_input;

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
        pub(super) mod pay_input {
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
    }
}
