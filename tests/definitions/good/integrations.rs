/// Machine `integrations` (integrations.asl.json): Limits, credentials and back-off of today's edition.
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
    missing_docs,
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
        Ask,
        /// `Pack` (integrations.asl.json:32:5): Task.
        Pack,
        /// `Train` (integrations.asl.json:40:5): Task.
        Train,
        /// `Sub` (integrations.asl.json:45:5): Task.
        Sub,
        /// `Lost` (integrations.asl.json:50:5): Fail.
        Lost,
    }
    state_methods! {
        State of MACHINE : [State::Ask, State::Pack, State::Train, State::Sub,
        State::Lost]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:states:::sqs:sendMessage.waitForTaskToken` for `orders`
        ///
        /// Request: `{ "MessageBody": string, "QueueUrl": string, "DelaySeconds"?: number, "MessageAttributes"?: { …: object }, "MessageDeduplicationId"?: string, "MessageGroupId"?: string, "MessageSystemAttributes"?: { …: object } }`
        ///
        /// Called by:
        /// - `Ask` (integrations.asl.json:5:5) with `{"QueueUrl": "orders", "MessageBody": {"Token.$": "$$.Task.Token"}}`, time-out `$.limits.time` seconds, heartbeat `$.limits.beat` seconds, retried up to 3 times for `States.Timeout`
        fn send_message_orders(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:states:us-east-1:123456789012:activity:Pack`, by default performed by the services of the run
        ///
        /// Called by:
        /// - `Pack` (integrations.asl.json:32:5)
        fn pack(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send {
            serve(cx, input)
        }

        /// `arn:aws:states:::sagemaker:createTrainingJob.sync`
        ///
        /// Request: `{ "OutputDataConfig": { "S3OutputPath": string, "CompressionType"?: string, "KmsKeyId"?: string }, "RoleArn": string, "TrainingJobName": string, "AlgorithmSpecification"?: { "TrainingInputMode": string, "AlgorithmName"?: string, "ContainerArguments"?: [string, …], … }, "CheckpointConfig"?: { "S3Uri": string, "LocalPath"?: string }, "DebugHookConfig"?: { "S3OutputPath": string, "CollectionConfigurations"?: [object, …], "HookParameters"?: object, … }, "DebugRuleConfigurations"?: [object, …], "EnableInterContainerTrafficEncryption"?: boolean, … }`
        ///
        /// Result: `{ "AlgorithmSpecification"?: { "AlgorithmName"?: any, "ContainerArguments"?: [any, …], "ContainerEntrypoint"?: [any, …], … }, "AutoMLJobArn"?: any, "BillableTimeInSeconds"?: number, "BillableTokenCount"?: number, "CheckpointConfig"?: { "LocalPath"?: any, "S3Uri"?: any }, "CreationTime"?: any, "DebugHookConfig"?: { "CollectionConfigurations"?: [object, …], "HookParameters"?: object, "LocalPath"?: any, … }, "DebugRuleConfigurations"?: [object, …], … }`
        ///
        /// Called by:
        /// - `Train` (integrations.asl.json:40:5)
        fn create_training_job_sync(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:states:::states:startExecution.sync:2`, by default performed by the services of the run
        ///
        /// Request: `{ "StateMachineArn": string, "Input"?: string, "Name"?: string, "TraceHeader"?: string }`
        ///
        /// Result: `{ "Cause"?: any, "Error"?: any, "ExecutionArn"?: any, "Input"?: any, "InputDetails"?: { "Included"?: boolean }, "MapRunArn"?: any, "Name"?: any, "Output"?: any, … }`
        ///
        /// Called by:
        /// - `Sub` (integrations.asl.json:45:5)
        fn start_execution_sync_2(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send {
            serve(cx, input)
        }
    }
    shared_tasks! {
        Tasks : send_message_orders(Value) -> Value; pack(Value) -> Value;
        create_training_job_sync(Value) -> Value; start_execution_sync_2(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => {
                    Box::pin(async move {
                        Tasks::send_message_orders(&self.0, &cx, input).await
                    })
                }
                1 => Box::pin(async move { Tasks::pack(&self.0, &cx, input).await }),
                2 => {
                    Box::pin(async move {
                        Tasks::create_training_job_sync(&self.0, &cx, input).await
                    })
                }
                3 => {
                    Box::pin(async move {
                        Tasks::start_execution_sync_2(&self.0, &cx, input).await
                    })
                }
                _ => no_such_task(&MACHINE, id),
            }
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(tasks: impl Tasks, input: impl Into<RunInput>) -> Running {
        machine(tasks).into_run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `States.Timeout`.
        StatesTimeout(Failure),
        /// `States.Runtime`.
        StatesRuntime(Failure),
        /// `States.TaskFailed`.
        StatesTaskFailed(Failure),
        /// An error with another name, or with none.
        Other(Failure),
    }
    error_methods! {
        Error : StatesTimeout = "States.Timeout", StatesRuntime = "States.Runtime",
        StatesTaskFailed = "States.TaskFailed",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Task state `Ask` alone, with its retriers.
        /// Its output goes to `Pack`.
        pub fn ask(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::ASK, input).leads_to(node::PACK)
        }

        /// Runs the Task state `Pack` alone.
        /// Its output goes to `Train`.
        pub fn pack(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PACK, input).leads_to(node::TRAIN)
        }

        /// Runs the Task state `Train` alone.
        /// Its output goes to `Sub`.
        pub fn train(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TRAIN, input).leads_to(node::SUB)
        }

        /// Runs the Task state `Sub` alone.
        /// Its output goes to `Lost`.
        pub fn sub(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SUB, input).leads_to(node::LOST)
        }

        /// Where `Lost` can lead, with its output.
        #[derive(Debug)]
        pub enum LostNext {}

        /// Runs the Fail state `Lost` alone.
        pub fn lost(engine: &impl StateEngine, input: Value) -> StateRun<'_, LostNext> {
            run_state(engine, &MACHINE, node::LOST, input)
        }
    }

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
        hash: 0x4cf53302c97d1d35,
        uses: Uses::NONE.context(),
        start: node::ASK,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 5] = [
        Node::task("Ask", (5, 5))
            .calls(
                0,
                "send_message_orders",
                "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
            )
            .form(Form::Token)
            .next(node::PACK)
            .retry(
                &[
                    Retrier {
                        errors: &["States.Timeout"],
                        max_delay_seconds: Some(60),
                        jitter: true,
                        ..Retrier::DEFAULT
                    },
                ],
            ),
        Node::task("Pack", (32, 5))
            .calls(1, "pack", "arn:aws:states:us-east-1:123456789012:activity:Pack")
            .form(Form::Activity)
            .next(node::TRAIN),
        Node::task("Train", (40, 5))
            .calls(
                2,
                "create_training_job_sync",
                "arn:aws:states:::sagemaker:createTrainingJob.sync",
            )
            .form(Form::Sync)
            .next(node::SUB),
        Node::task("Sub", (45, 5))
            .calls(
                3,
                "start_execution_sync_2",
                "arn:aws:states:::states:startExecution.sync:2",
            )
            .form(Form::Sync2)
            .next(node::LOST),
        Node::fail("Lost", (50, 5)),
    ];

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

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::ASK => ask_done(data, result),
            node::PACK => pack_done(data, result),
            node::TRAIN => train_done(data, result),
            node::SUB => sub_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `Ask` (integrations.asl.json:5:5).
    fn ask_enter(data: &Value, cx: &Cx<'_>) -> Next {
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
                        ("MessageBody", object([("Token", task_token(cx))])),
                    ]),
                }),
            ),
        )
    }

    fn ask_done(data: &mut Value, result: Value) -> Next {
        put(data, "answer", result)?;
        take(const { to_next(&NODES, node::ASK) })
    }

    static PACK_CREDENTIALS: [Entry; 1] = [
        (
            Text::new_static("RoleArn"),
            Value::String(Text::new_static("arn:aws:iam::123456789012:role/packer")),
        ),
    ];

    /// Task: `Pack` (integrations.asl.json:32:5).
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

    fn pack_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::PACK) })
    }

    /// Task: `Train` (integrations.asl.json:40:5).
    fn train_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn train_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::TRAIN) })
    }

    /// Task: `Sub` (integrations.asl.json:45:5).
    fn sub_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn sub_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SUB) })
    }

    /// Fail: `Lost` (integrations.asl.json:50:5).
    fn lost_enter(data: &Value) -> Next {
        Err(
            fail_with(
                Some(member(data.at(["error"]), "$.error", "ErrorPath", data)?.clone()),
                Some(Value::String(Text::new_static("Lost"))),
            ),
        )
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 25] = [
        0x559b38e9a1ae80b5, 0xcdedbdf397269ce4, 0xf72a01ef28943ea8, 0xd4433cb00d332a39,
        0xcbf29ce484222325, 0x3cd87770fe3e9fd5, 0x0d38a0408a8763bd, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x1dd1e60cdbcb55b5, 0x5c2afc672ebe065c,
        0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x8653de15a298c7c2,
        0x5c2afc672ebe065c, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0x39b53b462578e13f, 0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0xcbf29ce484222325,
    ];
}
