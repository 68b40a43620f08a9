/// Machine `integrations` (integrations.asl.json): Limits, credentials and back-off of today's edition.
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
pub mod integrations {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Ask` (integrations.asl.json:5:5): Task.
        Ask = 0,
        /// `Pack` (integrations.asl.json:32:5): Task.
        Pack = 1,
        /// `Train` (integrations.asl.json:40:5): Task.
        Train = 2,
        /// `Sub` (integrations.asl.json:45:5): Task.
        Sub = 3,
        /// `Lost` (integrations.asl.json:50:5): Fail.
        Lost = 4,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[
            Self::Ask,
            Self::Pack,
            Self::Train,
            Self::Sub,
            Self::Lost,
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
        /// `arn:aws:states:::sqs:sendMessage.waitForTaskToken`
        fn send_message_wait_for_task_token(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:states:us-east-1:123456789012:activity:Pack`, by default performed by the services of the run
        fn pack(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send {
            serve(cx, input)
        }

        /// `arn:aws:states:::sagemaker:createTrainingJob.sync`
        fn create_training_job_sync(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:states:::states:startExecution.sync:2`, by default performed by the services of the run
        fn task_2(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send {
            serve(cx, input)
        }
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
                        Tasks::send_message_wait_for_task_token(&self.0, &cx, input)
                            .await
                    })
                }
                1 => Box::pin(async move { Tasks::pack(&self.0, &cx, input).await }),
                2 => {
                    Box::pin(async move {
                        Tasks::create_training_job_sync(&self.0, &cx, input).await
                    })
                }
                3 => Box::pin(async move { Tasks::task_2(&self.0, &cx, input).await }),
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

        /// Where `Ask` can lead, with its output.
        #[derive(Debug)]
        pub enum AskNext {
            /// To `Pack`.
            Pack(Value),
        }

        /// Runs the Task state `Ask` (integrations.asl.json:5:5) alone, with its retriers.
        pub fn ask(engine: &impl StateEngine, input: Value) -> StateRun<'_, AskNext> {
            run_state(
                engine,
                &MACHINE,
                node::ASK,
                input,
                |exit| match exit {
                    (Some(node::PACK), output) => Ok(AskNext::Pack(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Pack` can lead, with its output.
        #[derive(Debug)]
        pub enum PackNext {
            /// To `Train`.
            Train(Value),
        }

        /// Runs the Task state `Pack` (integrations.asl.json:32:5) alone.
        pub fn pack(engine: &impl StateEngine, input: Value) -> StateRun<'_, PackNext> {
            run_state(
                engine,
                &MACHINE,
                node::PACK,
                input,
                |exit| match exit {
                    (Some(node::TRAIN), output) => Ok(PackNext::Train(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Train` can lead, with its output.
        #[derive(Debug)]
        pub enum TrainNext {
            /// To `Sub`.
            Sub(Value),
        }

        /// Runs the Task state `Train` (integrations.asl.json:40:5) alone.
        pub fn train(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, TrainNext> {
            run_state(
                engine,
                &MACHINE,
                node::TRAIN,
                input,
                |exit| match exit {
                    (Some(node::SUB), output) => Ok(TrainNext::Sub(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Sub` can lead, with its output.
        #[derive(Debug)]
        pub enum SubNext {
            /// To `Lost`.
            Lost(Value),
        }

        /// Runs the Task state `Sub` (integrations.asl.json:45:5) alone.
        pub fn sub(engine: &impl StateEngine, input: Value) -> StateRun<'_, SubNext> {
            run_state(
                engine,
                &MACHINE,
                node::SUB,
                input,
                |exit| match exit {
                    (Some(node::LOST), output) => Ok(SubNext::Lost(output)),
                    (exit, _) => no_such_exit(&MACHINE, exit),
                },
            )
        }

        /// Where `Lost` can lead, with its output.
        #[derive(Debug)]
        pub enum LostNext {}

        /// Runs the Fail state `Lost` (integrations.asl.json:50:5) alone.
        pub fn lost(engine: &impl StateEngine, input: Value) -> StateRun<'_, LostNext> {
            run_state(
                engine,
                &MACHINE,
                node::LOST,
                input,
                |exit| no_such_exit(&MACHINE, exit.0),
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const ASK: NodeId = NodeId(0);
        pub(super) const PACK: NodeId = NodeId(1);
        pub(super) const TRAIN: NodeId = NodeId(2);
        pub(super) const SUB: NodeId = NodeId(3);
        pub(super) const LOST: NodeId = NodeId(4);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "integrations",
        source: "integrations.asl.json",
        hash: 5545394603240004917,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: true,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::ASK,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 5] = [ASK_ROW, PACK_ROW, TRAIN_ROW, SUB_ROW, LOST_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::ASK => flow(ask_enter(data, cx)),
            node::PACK => flow(pack_enter(data)),
            node::TRAIN => flow(train_enter(data)),
            node::SUB => flow(sub_enter(data)),
            node::LOST => flow(lost_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::ASK => ask_done(data, result),
            node::PACK => pack_done(data, result),
            node::TRAIN => train_done(data, result),
            node::SUB => sub_done(data, result),
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

    /// The row of `Ask`.
    const ASK_ROW: Node = Node {
        state: "Ask",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 0,
                method: "send_message_wait_for_task_token",
                resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
                form: Form::Token,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (5, 5),
        transitions: &[
            Transition {
                to: Some(node::PACK),
                cause: Cause::Next,
            },
        ],
        retry: &[
            Retrier {
                errors: &["States.Timeout"],
                interval_seconds: 1,
                max_attempts: 3,
                backoff_rate: 2.0,
                max_delay_seconds: Some(60),
                jitter: true,
            },
        ],
        catch: &[],
        scope: 0,
        print: Print {
            call: 9263352527799209457,
            input: 815829697474225092,
            limits: 13756504523905281742,
            output: 15295135486313703993,
            errors: 14695981039346656037,
        },
    };

    /// State `Ask` (integrations.asl.json:5:5): Task.
    fn ask_enter(data: &Value, cx: &Cx<'_>) -> Next {
        let whole_context = &task_context(cx, &MACHINE, node::ASK);
        let input = found(data.at(["order"]), "$.order", &[Seg::Key("order")], data)?;
        Ok(
            Step::Call(
                Box::new(Call {
                    timeout_seconds: Some(
                        task_seconds(
                            found(
                                input.at(["limits", "time"]),
                                "$.limits.time",
                                &[Seg::Key("limits"), Seg::Key("time")],
                                input,
                            )?,
                            "TimeoutSeconds",
                            "$.limits.time",
                        )?,
                    ),
                    heartbeat_seconds: Some(
                        task_seconds(
                            found(
                                input.at(["limits", "beat"]),
                                "$.limits.beat",
                                &[Seg::Key("limits"), Seg::Key("beat")],
                                input,
                            )?,
                            "HeartbeatSeconds",
                            "$.limits.beat",
                        )?,
                    ),
                    credentials: Some(
                        object([
                            (
                                "RoleArn",
                                member(input.at(["role"]), "$.role", "RoleArn.$", input)?
                                    .clone(),
                            ),
                        ]),
                    ),
                    input: object([
                        ("QueueUrl", Value::String(Text::new_static("orders"))),
                        (
                            "MessageBody",
                            object([
                                (
                                    "Token",
                                    member(
                                            whole_context.at(["Task", "Token"]),
                                            "$$.Task.Token",
                                            "Token.$",
                                            whole_context,
                                        )?
                                        .clone(),
                                ),
                            ]),
                        ),
                    ]),
                }),
            ),
        )
    }

    /// The result of `Ask`.
    fn ask_done(data: &mut Value, result: Value) -> Next {
        put(data, "answer", result)?;
        Ok(Step::Goto(node::PACK))
    }

    /// The row of `Pack`.
    const PACK_ROW: Node = Node {
        state: "Pack",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 1,
                method: "pack",
                resource: "arn:aws:states:us-east-1:123456789012:activity:Pack",
                form: Form::Activity,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (32, 5),
        transitions: &[
            Transition {
                to: Some(node::TRAIN),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 17089130624937574161,
            input: 1169729163508637053,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    static PACK_CREDENTIALS: [Entry; 1] = [
        (
            Text::new_static("RoleArn"),
            Value::String(Text::new_static("arn:aws:iam::123456789012:role/packer")),
        ),
    ];

    /// State `Pack` (integrations.asl.json:32:5): Task.
    fn pack_enter(data: &Value) -> Next {
        Ok(
            Step::Call(
                Box::new(Call {
                    timeout_seconds: None,
                    heartbeat_seconds: None,
                    credentials: Some(Value::Object(Object::Static(&PACK_CREDENTIALS))),
                    input: data.clone(),
                }),
            ),
        )
    }

    /// The result of `Pack`.
    fn pack_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::TRAIN))
    }

    /// The row of `Train`.
    const TRAIN_ROW: Node = Node {
        state: "Train",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 2,
                method: "create_training_job_sync",
                resource: "arn:aws:states:::sagemaker:createTrainingJob.sync",
                form: Form::Sync,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (40, 5),
        transitions: &[
            Transition {
                to: Some(node::SUB),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 7711985768481657585,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Train` (integrations.asl.json:40:5): Task.
    fn train_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Train`.
    fn train_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::SUB))
    }

    /// The row of `Sub`.
    const SUB_ROW: Node = Node {
        state: "Sub",
        state_kind: StateKind::Task,
        kind: Kind::Invoke(
            Effect::Task(TaskRow {
                task: 3,
                method: "task_2",
                resource: "arn:aws:states:::states:startExecution.sync:2",
                form: Form::Sync2,
                timeout_seconds: 99999999,
                timeout_given: false,
                heartbeat_seconds: None,
            }),
        ),
        source: (45, 5),
        transitions: &[
            Transition {
                to: Some(node::LOST),
                cause: Cause::Next,
            },
        ],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 5497278798017286294,
            input: 10107704537495948010,
            limits: 10741509384712309509,
            output: 10311855609557071990,
            errors: 14695981039346656037,
        },
    };

    /// State `Sub` (integrations.asl.json:45:5): Task.
    fn sub_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    /// The result of `Sub`.
    fn sub_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        Ok(Step::Goto(node::LOST))
    }

    /// The row of `Lost`.
    const LOST_ROW: Node = Node {
        state: "Lost",
        state_kind: StateKind::Fail,
        kind: Kind::Fail,
        source: (50, 5),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 4158295003408949567,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// State `Lost` (integrations.asl.json:50:5): Fail.
    fn lost_enter(data: &Value) -> Next {
        Err(
            fail_with(
                Some(member(data.at(["error"]), "$.error", "ErrorPath", data)?.clone()),
                Some(Value::String(Text::new_static("Lost"))),
            ),
        )
    }
}
