/// Machine `waits` (waits.asl.json): Seed, Wait State: the four forms
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
pub mod waits {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `wait_ten_seconds` (waits.asl.json:5:5): Wait.
        WaitTenSeconds = 0,
        /// `wait_until` (waits.asl.json:6:5): Wait.
        WaitUntil = 1,
        /// `wait_until_expiry` (waits.asl.json:7:5): Wait.
        WaitUntilExpiry = 2,
        /// `wait_as_told` (waits.asl.json:8:5): Wait.
        WaitAsTold = 3,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::WaitTenSeconds,
            Self::WaitUntil,
            Self::WaitUntilExpiry,
            Self::WaitAsTold,
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

        /// Where `wait_ten_seconds` can lead, with its output.
        #[derive(Debug)]
        pub enum WaitTenSecondsNext {
            /// To `wait_until`.
            WaitUntil(Value),
        }

        /// Runs the Wait state `wait_ten_seconds` (waits.asl.json:5:5) alone.
        pub fn wait_ten_seconds(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WaitTenSecondsNext> {
            run_state(
                engine,
                &MACHINE,
                node::WAIT_TEN_SECONDS,
                input,
                |exit| match exit {
                    (Some(node::WAIT_UNTIL), output) => {
                        Ok(WaitTenSecondsNext::WaitUntil(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `wait_until` can lead, with its output.
        #[derive(Debug)]
        pub enum WaitUntilNext {
            /// To `wait_until_expiry`.
            WaitUntilExpiry(Value),
        }

        /// Runs the Wait state `wait_until` (waits.asl.json:6:5) alone.
        pub fn wait_until(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WaitUntilNext> {
            run_state(
                engine,
                &MACHINE,
                node::WAIT_UNTIL,
                input,
                |exit| match exit {
                    (Some(node::WAIT_UNTIL_EXPIRY), output) => {
                        Ok(WaitUntilNext::WaitUntilExpiry(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `wait_until_expiry` can lead, with its output.
        #[derive(Debug)]
        pub enum WaitUntilExpiryNext {
            /// To `wait_as_told`.
            WaitAsTold(Value),
        }

        /// Runs the Wait state `wait_until_expiry` (waits.asl.json:7:5) alone.
        pub fn wait_until_expiry(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WaitUntilExpiryNext> {
            run_state(
                engine,
                &MACHINE,
                node::WAIT_UNTIL_EXPIRY,
                input,
                |exit| match exit {
                    (Some(node::WAIT_AS_TOLD), output) => {
                        Ok(WaitUntilExpiryNext::WaitAsTold(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `wait_as_told` can lead, with its output.
        #[derive(Debug)]
        pub enum WaitAsToldNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Wait state `wait_as_told` (waits.asl.json:8:5) alone.
        pub fn wait_as_told(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WaitAsToldNext> {
            run_state(
                engine,
                &MACHINE,
                node::WAIT_AS_TOLD,
                input,
                |exit| match exit {
                    (None, output) => Ok(WaitAsToldNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const WAIT_TEN_SECONDS: NodeId = NodeId(0);
        pub(super) const WAIT_UNTIL: NodeId = NodeId(1);
        pub(super) const WAIT_UNTIL_EXPIRY: NodeId = NodeId(2);
        pub(super) const WAIT_AS_TOLD: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "waits",
        source: "waits.asl.json",
        hash: 15967523489013889424,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::WAIT_TEN_SECONDS,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 4] = [
        WAIT_TEN_SECONDS_ROW,
        WAIT_UNTIL_ROW,
        WAIT_UNTIL_EXPIRY_ROW,
        WAIT_AS_TOLD_ROW,
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::WAIT_TEN_SECONDS => flow(wait_ten_seconds_enter()),
            node::WAIT_UNTIL => flow(wait_until_enter(cx)),
            node::WAIT_UNTIL_EXPIRY => flow(wait_until_expiry_enter(data, cx)),
            node::WAIT_AS_TOLD => flow(wait_as_told_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, _result: Value) -> Next {
        match node {
            node::WAIT_TEN_SECONDS => wait_ten_seconds_done(),
            node::WAIT_UNTIL => wait_until_done(),
            node::WAIT_UNTIL_EXPIRY => wait_until_expiry_done(),
            node::WAIT_AS_TOLD => wait_as_told_done(data),
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

    /// The row of `wait_ten_seconds`.
    const WAIT_TEN_SECONDS_ROW: Node = Node {
        state: "wait_ten_seconds",
        state_kind: StateKind::Wait,
        kind: Kind::Invoke(Effect::Wait),
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::WAIT_UNTIL),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 8208406177590177769,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `wait_ten_seconds` (waits.asl.json:5:5): Wait.
    fn wait_ten_seconds_enter() -> Next {
        Ok(Step::Wait(Wait::For(10000)))
    }

    /// The wait of `wait_ten_seconds` is over.
    fn wait_ten_seconds_done() -> Next {
        Ok(Step::Goto(node::WAIT_UNTIL))
    }

    /// The row of `wait_until`.
    const WAIT_UNTIL_ROW: Node = Node {
        state: "wait_until",
        state_kind: StateKind::Wait,
        kind: Kind::Invoke(Effect::Wait),
        source: (6, 5),
        transitions: &[
            Transition {
                to: Some(node::WAIT_UNTIL_EXPIRY),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 3752487605824075391,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `wait_until` (waits.asl.json:6:5): Wait.
    fn wait_until_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Wait(
                until(
                    Moment {
                        seconds: 1457920740,
                        nanoseconds: 0,
                    },
                    cx,
                )?,
            ),
        )
    }

    /// The wait of `wait_until` is over.
    fn wait_until_done() -> Next {
        Ok(Step::Goto(node::WAIT_UNTIL_EXPIRY))
    }

    /// The row of `wait_until_expiry`.
    const WAIT_UNTIL_EXPIRY_ROW: Node = Node {
        state: "wait_until_expiry",
        state_kind: StateKind::Wait,
        kind: Kind::Invoke(Effect::Wait),
        source: (7, 5),
        transitions: &[
            Transition {
                to: Some(node::WAIT_AS_TOLD),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 6493620552696047809,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `wait_until_expiry` (waits.asl.json:7:5): Wait.
    fn wait_until_expiry_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(Step::Wait(timestamp(data.at(["expirydate"]), "$.expirydate", cx)?))
    }

    /// The wait of `wait_until_expiry` is over.
    fn wait_until_expiry_done() -> Next {
        Ok(Step::Goto(node::WAIT_AS_TOLD))
    }

    /// The row of `wait_as_told`.
    const WAIT_AS_TOLD_ROW: Node = Node {
        state: "wait_as_told",
        state_kind: StateKind::Wait,
        kind: Kind::Invoke(Effect::Wait),
        source: (8, 5),
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
            call: 18386785741907375496,
            input: 7527443373146063706,
            limits: 14695981039346656037,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `wait_as_told` (waits.asl.json:8:5): Wait.
    fn wait_as_told_enter(data: &Value) -> Next {
        let input = found(data.at(["told"]), "$.told", &[Seg::Key("told")], data)?;
        Ok(Step::Wait(seconds(input.at(["seconds"]), "$.seconds")?))
    }

    /// The wait of `wait_as_told` is over.
    fn wait_as_told_done(data: &mut Value) -> Next {
        *data = found(data.at(["told"]), "$.told", &[Seg::Key("told")], data)?.clone();
        Ok(Step::End)
    }
}
