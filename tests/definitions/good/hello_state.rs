/// Machine `hello_state` (hello_state.sm4c.json): Inject Hello World
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
pub mod hello_state {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Hello State` (hello_state.sm4c.json:8:15): state.
        HelloState = 0,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::HelloState];

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
    pub trait Functions: Send + Sync + 'static {}

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
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

        /// Where `Hello State` can lead, with its output.
        #[derive(Debug)]
        pub enum HelloStateNext {
            /// To the end.
            End(Value),
        }

        /// Runs the state state `Hello State` (hello_state.sm4c.json:8:15) alone.
        pub fn hello_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, HelloStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::HELLO_STATE,
                input,
                |exit| match exit {
                    (None, output) => Ok(HelloStateNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const HELLO_STATE: NodeId = NodeId(0);
        pub(super) const HELLO_STATE_2: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "hello_state",
        source: "hello_state.sm4c.json",
        hash: 6122323174989351922,
        profile: Profile::Spec,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::HELLO_STATE,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: Some(&SM4C),
    };

    static NODES: [Node; 2] = [HELLO_STATE_ROW, HELLO_STATE_2_ROW];

    /// What only machines in SM4C have.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Hello World Workflow",
        version: "1.0",
        description: Some("Inject Hello World"),
        timeout_millis: None,
        on_timeout: None,
        expressions: ExpressionLimits::USUAL,
        events: &[],
        nodes: &[HELLO_STATE_EXTRA, HELLO_STATE_2_EXTRA],
        handled: not_handled,
        matches: always,
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::HELLO_STATE => flow(hello_state_enter(cx)),
            node::HELLO_STATE_2 => flow(hello_state_2_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::HELLO_STATE => hello_state_done(cx, result),
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

    /// The row of `Hello State`.
    const HELLO_STATE_ROW: Node = Node {
        state: "Hello State",
        state_kind: StateKind::State,
        kind: Kind::Eval,
        source: (8, 15),
        transitions: &[
            Transition {
                to: Some(node::HELLO_STATE_2),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17120853241879369116,
            input: 16447338696619988166,
            limits: 14695981039346656037,
            output: 5752945624032215948,
            errors: 14695981039346656037,
        },
    };

    /// What else a node of `Hello State` has.
    const HELLO_STATE_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: true,
        action: Some(ActionRow {
            name: None,
            kind: "injectData",
        }),
        handlers: &[],
        work: Work::Plain,
    };

    /// Enter action of `Hello State`: injectData.
    fn hello_state_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Done(
                {
                    let jq_cx = &jq_at(cx);
                    hello_state_value::taking::the_only(
                        jq_cx,
                        hello_state_value::run(jq_cx, &cx.global),
                    )
                }
                    .map_err(lost)?,
            ),
        )
    }

    /// The result of an action of `Hello State`.
    fn hello_state_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(
            cx,
            |jq, global| {
                let jq_cx = jq;
                hello_state_merge::taking::some(
                    jq_cx,
                    hello_state_merge::run(jq_cx, global, &result),
                )
            },
        )?;
        Ok(Step::Goto(node::HELLO_STATE_2))
    }

    /// The row of `Hello State`.
    const HELLO_STATE_2_ROW: Node = Node {
        state: "Hello State",
        state_kind: StateKind::State,
        kind: Kind::End,
        source: (8, 15),
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

    /// What else a node of `Hello State` has.
    const HELLO_STATE_2_EXTRA: Sm4cNode = Sm4cNode {
        is_entry: false,
        action: None,
        handlers: &[],
        work: Work::Plain,
    };

    /// State `Hello State`.
    fn hello_state_2_enter() -> Next {
        Ok(Step::End)
    }
    use queries::{hello_state_value, hello_state_merge};

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
        /// `"Hello World!"`
        pub(super) mod hello_state_value {
            use ::asl_runtime::__private::jq::*;
            pub(in super::super) use ::asl_runtime::__private::jq::taking;

            /// The program.
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                Ok(Value::String(Text::new_static("Hello World!")))
            }
        }

        /// `.result += $value`
        pub(super) mod hello_state_merge {
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
    }
}
