/// Machine `customer_info` (customer_info.asl.json): Seed, Parallel State: LookupCustomerInfo
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
pub mod customer_info {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `LookupCustomerInfo` (customer_info.asl.json:5:5): Parallel.
        LookupCustomerInfo = 0,
        /// `LookupAddress` (customer_info.asl.json:12:13): Task.
        LookupAddress = 1,
        /// `LookupPhone` (customer_info.asl.json:22:13): Task.
        LookupPhone = 2,
        /// `NextState` (customer_info.asl.json:33:5): Succeed.
        NextState = 3,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::LookupCustomerInfo,
            Self::LookupAddress,
            Self::LookupPhone,
            Self::NextState,
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
        /// `arn:aws:lambda:us-east-1:123456789012:function:AddressFinder`
        fn address_finder(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:lambda:us-east-1:123456789012:function:PhoneFinder`
        fn phone_finder(
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
                0 => {
                    Box::pin(async move {
                        Tasks::address_finder(&self.0, &cx, input).await
                    })
                }
                1 => {
                    Box::pin(async move {
                        Tasks::phone_finder(&self.0, &cx, input).await
                    })
                }
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

        /// Where `LookupCustomerInfo` can lead, with its output.
        #[derive(Debug)]
        pub enum LookupCustomerInfoNext {
            /// To `NextState`.
            NextState(Value),
        }

        /// Runs the Parallel state `LookupCustomerInfo` (customer_info.asl.json:5:5) alone, with its catchers.
        pub fn lookup_customer_info(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, LookupCustomerInfoNext> {
            run_state(
                engine,
                &MACHINE,
                node::LOOKUP_CUSTOMER_INFO,
                input,
                |exit| match exit {
                    (Some(node::NEXT_STATE), output) => {
                        Ok(LookupCustomerInfoNext::NextState(output))
                    }
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `LookupAddress` can lead, with its output.
        #[derive(Debug)]
        pub enum LookupAddressNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Task state `LookupAddress` (customer_info.asl.json:12:13) alone.
        pub fn lookup_address(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, LookupAddressNext> {
            run_state(
                engine,
                &MACHINE,
                node::LOOKUP_ADDRESS,
                input,
                |exit| match exit {
                    (None, output) => Ok(LookupAddressNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `LookupPhone` can lead, with its output.
        #[derive(Debug)]
        pub enum LookupPhoneNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Task state `LookupPhone` (customer_info.asl.json:22:13) alone.
        pub fn lookup_phone(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, LookupPhoneNext> {
            run_state(
                engine,
                &MACHINE,
                node::LOOKUP_PHONE,
                input,
                |exit| match exit {
                    (None, output) => Ok(LookupPhoneNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `NextState` can lead, with its output.
        #[derive(Debug)]
        pub enum NextStateNext {
            /// To the end.
            End(Value),
        }

        /// Runs the Succeed state `NextState` (customer_info.asl.json:33:5) alone.
        pub fn next_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, NextStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::NEXT_STATE,
                input,
                |exit| match exit {
                    (None, output) => Ok(NextStateNext::End(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const LOOKUP_CUSTOMER_INFO: NodeId = NodeId(0);
        pub(super) const LOOKUP_ADDRESS: NodeId = NodeId(1);
        pub(super) const LOOKUP_PHONE: NodeId = NodeId(2);
        pub(super) const NEXT_STATE: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "customer_info",
        source: "customer_info.asl.json",
        hash: 4438826439170226115,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::LOOKUP_CUSTOMER_INFO,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 4] = [
        LOOKUP_CUSTOMER_INFO_ROW,
        LOOKUP_ADDRESS_ROW,
        LOOKUP_PHONE_ROW,
        NEXT_STATE_ROW,
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::LOOKUP_CUSTOMER_INFO => flow(lookup_customer_info_enter(data)),
            node::LOOKUP_ADDRESS => flow(lookup_address_enter(data)),
            node::LOOKUP_PHONE => flow(lookup_phone_enter(data)),
            node::NEXT_STATE => flow(next_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::LOOKUP_CUSTOMER_INFO => lookup_customer_info_done(data, result),
            node::LOOKUP_ADDRESS => lookup_address_done(data, result),
            node::LOOKUP_PHONE => lookup_phone_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Hands a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        _cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::LOOKUP_CUSTOMER_INFO, 0) => lookup_customer_info_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// The row of `LookupCustomerInfo`.
    const LOOKUP_CUSTOMER_INFO_ROW: Node = Node {
        state: "LookupCustomerInfo",
        state_kind: StateKind::Parallel,
        kind: Kind::Fork(&[node::LOOKUP_ADDRESS, node::LOOKUP_PHONE]),
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::NEXT_STATE),
                cause: Cause::Next,
            },
            Transition {
                to: Some(node::NEXT_STATE),
                cause: Cause::Catch(0),
            },
        ],
        retry: &[],
        catch: &[Catcher { errors: &["States.ALL"] }],
        scope: 0,
        print: Print {
            call: 17516093613837295026,
            input: 10351363420791942929,
            limits: 14695981039346656037,
            output: 13743453664163198387,
            errors: 4012821049174598212,
        },
    };

    /// State `LookupCustomerInfo` (customer_info.asl.json:5:5): Parallel.
    fn lookup_customer_info_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    /// The result of `LookupCustomerInfo`.
    fn lookup_customer_info_done(data: &mut Value, result: Value) -> Next {
        put(data, "found", result)?;
        Ok(Step::Goto(node::NEXT_STATE))
    }

    /// Catcher 1 of `LookupCustomerInfo`.
    fn lookup_customer_info_caught_0(data: &mut Value, error: Value) -> Next {
        put(data, "error", error)?;
        Ok(Step::Goto(node::NEXT_STATE))
    }

    /// The row of `LookupAddress`.
    const LOOKUP_ADDRESS_ROW: Node = Node {
        state: "LookupAddress",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "address_finder",
                resource: "arn:aws:lambda:us-east-1:123456789012:function:AddressFinder",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (12, 13),
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
            call: 11054943562166998447,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `LookupAddress` (customer_info.asl.json:12:13): Task.
    fn lookup_address_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `LookupAddress`.
    fn lookup_address_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `LookupPhone`.
    const LOOKUP_PHONE_ROW: Node = Node {
        state: "LookupPhone",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "phone_finder",
                resource: "arn:aws:lambda:us-east-1:123456789012:function:PhoneFinder",
                form: Form::Answer,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (22, 13),
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
            call: 2014910731901676591,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `LookupPhone` (customer_info.asl.json:22:13): Task.
    fn lookup_phone_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `LookupPhone`.
    fn lookup_phone_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::End)
    }

    /// The row of `NextState`.
    const NEXT_STATE_ROW: Node = Node {
        state: "NextState",
        state_kind: StateKind::Succeed,
        kind: Kind::End,
        source: (33, 5),
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

    /// State `NextState` (customer_info.asl.json:33:5): Succeed.
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }
}
