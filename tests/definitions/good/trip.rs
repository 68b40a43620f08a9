/// Machine `trip` (trip.asl.json): Books a trip. Functions are named in all forms; one call waits for its task token.
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
pub mod trip {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Reserve flight` (trip.asl.json:5:5): Task.
        ReserveFlight,
        /// `Reserve hotel` (trip.asl.json:19:5): Task.
        ///
        /// - `Arguments/Payload/to`: `$states.input.trip.to`
        /// - `Output`: `$merge([$states.input, { 'hotel': $states.result.Payload.room, 'version': $states.result.ExecutedVersion }])`
        ReserveHotel,
        /// `Ask` (trip.asl.json:27:5): Task.
        Ask,
        /// `Record` (trip.asl.json:35:5): Task.
        Record,
        /// `Cancel` (trip.asl.json:42:5): Task.
        Cancel,
    }
    state_methods! {
        State of MACHINE : [State::ReserveFlight, State::ReserveHotel, State::Ask,
        State::Record, State::Cancel]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// The Lambda function `Trips-ReserveFlight1A2B3C4D-XpK9wQ2mN4Ab`: takes its payload, and returns its answer
        ///
        /// Called by:
        /// - `Reserve flight` (trip.asl.json:5:5) with `$.trip`, time-out 30 s, retried up to 2 times for `Lambda.TooManyRequestsException`
        fn trips_reserve_flight(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// The Lambda function `${HotelFunction}`: takes its payload, and returns its answer
        ///
        /// Called by:
        /// - `Reserve hotel` (trip.asl.json:19:5) with `{"to": "{% $states.input.trip.to %}"}`
        fn hotel_function(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// The Lambda function `ask-user`: takes its payload, and returns its answer
        ///
        /// Called by:
        /// - `Ask` (trip.asl.json:27:5) with `{"token.$": "$$.Task.Token"}`, time-out 600 s
        fn ask_user(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:states:::dynamodb:putItem` for `Bookings`
        ///
        /// Request: `{ "Item": { …: object }, "TableName": string, "ConditionExpression"?: string, "ConditionalOperator"?: string, "Expected"?: { …: object }, "ExpressionAttributeNames"?: { …: string }, "ExpressionAttributeValues"?: { …: object }, "ReturnConsumedCapacity"?: string, … }`
        ///
        /// Result: `{ "Attributes"?: { …: object }, "ConsumedCapacity"?: { "CapacityUnits"?: any, "GlobalSecondaryIndexes"?: object, "LocalSecondaryIndexes"?: object, … }, "ItemCollectionMetrics"?: { "ItemCollectionKey"?: object, "SizeEstimateRangeGB"?: [any, …] }, "SdkHttpMetadata"?: any, "SdkResponseMetadata"?: any }`
        ///
        /// Called by:
        /// - `Record` (trip.asl.json:35:5) with `{"TableName": "Bookings", "Item": {"to": {"S.$": "$.trip.to"}}}`
        fn put_item_bookings(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// The Lambda function `CancelTrip`: takes its payload, and returns its answer
        ///
        /// Called by:
        /// - `Cancel` (trip.asl.json:42:5)
        fn cancel_trip(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : trips_reserve_flight(Value) -> Value; hotel_function(Value) -> Value;
        ask_user(Value) -> Value; put_item_bookings(Value) -> Value; cancel_trip(Value)
        -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => {
                    Box::pin(async move {
                        let (cx, input) = payload(cx, input);
                        Ok(
                            envelope(
                                &cx,
                                Tasks::trips_reserve_flight(&self.0, &cx, input).await?,
                            ),
                        )
                    })
                }
                1 => {
                    Box::pin(async move {
                        let (cx, input) = payload(cx, input);
                        Ok(
                            envelope(
                                &cx,
                                Tasks::hotel_function(&self.0, &cx, input).await?,
                            ),
                        )
                    })
                }
                2 => {
                    Box::pin(async move {
                        let (cx, input) = payload(cx, input);
                        Ok(envelope(&cx, Tasks::ask_user(&self.0, &cx, input).await?))
                    })
                }
                3 => {
                    Box::pin(async move {
                        Tasks::put_item_bookings(&self.0, &cx, input).await
                    })
                }
                4 => {
                    Box::pin(async move {
                        let (cx, input) = payload(cx, input);
                        Ok(envelope(&cx, Tasks::cancel_trip(&self.0, &cx, input).await?))
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

    /// The error names in the definition's retriers, catchers and Fail states.
    pub mod errors {
        /// `Lambda.TooManyRequestsException`
        pub const LAMBDA_TOO_MANY_REQUESTS_EXCEPTION: &str = "Lambda.TooManyRequestsException";

        /// `NoSeats`
        pub const NO_SEATS: &str = "NoSeats";
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `Lambda.TooManyRequestsException`.
        LambdaTooManyRequestsException(Failure),
        /// `NoSeats`.
        NoSeats(Failure),
        /// `States.Runtime`.
        StatesRuntime(Failure),
        /// `States.TaskFailed`.
        StatesTaskFailed(Failure),
        /// `States.Timeout`.
        StatesTimeout(Failure),
        /// `States.QueryEvaluationError`.
        StatesQueryEvaluationError(Failure),
        /// An error with another name, or with none.
        Other(Failure),
    }
    error_methods! {
        Error : LambdaTooManyRequestsException = "Lambda.TooManyRequestsException",
        NoSeats = "NoSeats", StatesRuntime = "States.Runtime", StatesTaskFailed =
        "States.TaskFailed", StatesTimeout = "States.Timeout", StatesQueryEvaluationError
        = "States.QueryEvaluationError",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `Reserve flight` can lead, with its output.
        #[derive(Debug)]
        pub enum ReserveFlightNext {
            ReserveHotel(Value),
            Cancel(Value),
        }

        /// Runs the Task state `Reserve flight` alone, with its retriers and catchers.
        pub fn reserve_flight(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ReserveFlightNext> {
            run_state(engine, &MACHINE, node::RESERVE_FLIGHT, input)
                .exit(node::RESERVE_HOTEL, ReserveFlightNext::ReserveHotel)
                .exit(node::CANCEL, ReserveFlightNext::Cancel)
        }

        /// Runs the Task state `Reserve hotel` alone.
        /// Its output goes to `Ask`.
        pub fn reserve_hotel(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::RESERVE_HOTEL, input).leads_to(node::ASK)
        }

        /// Runs the Task state `Ask` alone.
        /// Its output goes to `Record`.
        pub fn ask(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::ASK, input).leads_to(node::RECORD)
        }

        /// Runs the Task state `Record` alone.
        /// Its output is that of the end.
        pub fn record(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::RECORD, input).ends()
        }

        /// Runs the Task state `Cancel` alone.
        /// Its output is that of the end.
        pub fn cancel(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::CANCEL, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const RESERVE_FLIGHT: NodeId = NodeId(0);
        pub(super) const RESERVE_HOTEL: NodeId = NodeId(1);
        pub(super) const ASK: NodeId = NodeId(2);
        pub(super) const RECORD: NodeId = NodeId(3);
        pub(super) const CANCEL: NodeId = NodeId(4);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "trip",
        source: "trip.asl.json",
        hash: 0x89047c08d28b9192,
        uses: Uses::NONE.context(),
        start: node::RESERVE_FLIGHT,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        ..Machine::EMPTY
    };

    static NODES: [Node; 5] = [
        Node::task("Reserve flight", (5, 5))
            .calls(0, "trips_reserve_flight", "arn:aws:states:::lambda:invoke")
            .timeout(30)
            .next(node::RESERVE_HOTEL)
            .retry(
                &[
                    Retrier {
                        errors: &["Lambda.TooManyRequestsException"],
                        max_attempts: 2,
                        ..Retrier::DEFAULT
                    },
                ],
            )
            .catch(&[Catcher(&["NoSeats"], node::CANCEL)]),
        Node::task("Reserve hotel", (19, 5))
            .calls(1, "hotel_function", "arn:aws:states:::lambda:invoke")
            .next(node::ASK),
        Node::task("Ask", (27, 5))
            .calls(2, "ask_user", "arn:aws:states:::lambda:invoke.waitForTaskToken")
            .form(Form::Token)
            .timeout(600)
            .next(node::RECORD),
        Node::task("Record", (35, 5))
            .calls(3, "put_item_bookings", "arn:aws:states:::dynamodb:putItem")
            .end(),
        Node::task("Cancel", (42, 5))
            .calls(4, "cancel_trip", "arn:aws:states:::lambda:invoke")
            .end(),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::RESERVE_FLIGHT => flow(reserve_flight_enter(data)),
            node::RESERVE_HOTEL => flow(reserve_hotel_enter(data, cx)),
            node::ASK => flow(ask_enter(cx)),
            node::RECORD => flow(record_enter(data)),
            node::CANCEL => flow(cancel_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::RESERVE_FLIGHT => reserve_flight_done(data, result),
            node::RESERVE_HOTEL => reserve_hotel_done(data, cx, result),
            node::ASK => ask_done(data, result),
            node::RECORD => record_done(),
            node::CANCEL => cancel_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Passes a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        _cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::RESERVE_FLIGHT, 0) => reserve_flight_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Task: `Reserve flight` (trip.asl.json:5:5).
    fn reserve_flight_enter(data: &Value) -> Next {
        Ok(
            Step::Task(
                object([
                    (
                        "FunctionName",
                        Value::String(
                            Text::new_static(
                                "arn:aws:lambda:eu-west-1:123456789012:function:Trips-ReserveFlight1A2B3C4D-XpK9wQ2mN4Ab",
                            ),
                        ),
                    ),
                    (
                        "Payload",
                        member(data.at(["trip"]), "$.trip", "Payload.$", data)?.clone(),
                    ),
                ]),
            ),
        )
    }

    fn reserve_flight_done(data: &mut Value, result: Value) -> Next {
        let raw = &result;
        let selected = object([
            (
                "seat",
                member(raw.at(["Payload", "seat"]), "$.Payload.seat", "seat.$", raw)?
                    .clone(),
            ),
            (
                "status",
                member(raw.at(["StatusCode"]), "$.StatusCode", "status.$", raw)?.clone(),
            ),
        ]);
        put(data, "flight", selected)?;
        take(const { to_next(&NODES, node::RESERVE_FLIGHT) })
    }

    fn reserve_flight_caught_0(data: &mut Value, error: Value) -> Next {
        *data = error;
        take(const { to_caught(&NODES, node::RESERVE_FLIGHT, 0) })
    }

    /// Task: `Reserve hotel` (trip.asl.json:19:5).
    fn reserve_hotel_enter(data: &Value, cx: &Cx<'_>) -> Next {
        let runs = evaluate::runs(cx);
        Ok(
            Step::Task(
                object([
                    (
                        "FunctionName",
                        Value::String(Text::new_static("${HotelFunction}:live")),
                    ),
                    ("Qualifier", Value::String(Text::new_static("7"))),
                    (
                        "Payload",
                        object([
                            (
                                "to",
                                evaluate::value(
                                    cx,
                                    &expressions::RESERVE_HOTEL_ARGUMENTS_PAYLOAD_TO,
                                    evaluate::names(
                                        runs.begin(),
                                        evaluate::given(data),
                                        ["trip", "to"],
                                        &mut evaluate::none(),
                                    ),
                                )?,
                            ),
                        ]),
                    ),
                ]),
            ),
        )
    }

    fn reserve_hotel_done(data: &mut Value, cx: &Cx<'_>, result: Value) -> Next {
        let runs = evaluate::runs(cx);
        let raw = &result;
        let selected = shallow(
            evaluate::value(
                cx,
                &expressions::RESERVE_HOTEL_OUTPUT,
                expressions::reserve_hotel_output(
                    runs.begin(),
                    evaluate::given(data),
                    evaluate::given(raw),
                ),
            )?,
        )?;
        *data = selected;
        take(const { to_next(&NODES, node::RESERVE_HOTEL) })
    }

    /// Task: `Ask` (trip.asl.json:27:5).
    fn ask_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("FunctionName", Value::String(Text::new_static("ask-user"))),
                    ("Payload", object([("token", task_token(cx))])),
                ]),
            ),
        )
    }

    fn ask_done(data: &mut Value, result: Value) -> Next {
        put(data, "answer", result)?;
        take(const { to_next(&NODES, node::ASK) })
    }

    /// Task: `Record` (trip.asl.json:35:5).
    fn record_enter(data: &Value) -> Next {
        Ok(
            Step::Task(
                object([
                    ("TableName", Value::String(Text::new_static("Bookings"))),
                    (
                        "Item",
                        object([
                            (
                                "to",
                                object([
                                    (
                                        "S",
                                        member(data.at(["trip", "to"]), "$.trip.to", "S.$", data)?
                                            .clone(),
                                    ),
                                ]),
                            ),
                        ]),
                    ),
                ]),
            ),
        )
    }

    fn record_done() -> Next {
        take(const { to_next(&NODES, node::RECORD) })
    }

    static CANCEL_PARAMETERS: [Entry; 2] = [
        (
            Text::new_static("FunctionName"),
            Value::String(Text::new_static("CancelTrip")),
        ),
        (Text::new_static("InvocationType"), Value::String(Text::new_static("Event"))),
    ];

    /// Task: `Cancel` (trip.asl.json:42:5).
    fn cancel_enter() -> Next {
        Ok(Step::Task(Value::Object(Object::Static(&CANCEL_PARAMETERS))))
    }

    fn cancel_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::CANCEL) })
    }
    needs_jsonata!("expressions in JSONata need the feature `jsonata` of asl-runtime");

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod expressions {
        use ::asl_runtime::__private::jsonata::*;

        /// `Arguments/Payload/to` of `Reserve hotel` (trip.asl.json:23:100).
        pub(super) const RESERVE_HOTEL_ARGUMENTS_PAYLOAD_TO: Field = Field::new(
            "Arguments/Payload/to",
            "$states.input.trip.to",
        );

        /// `Output` of `Reserve hotel` (trip.asl.json:24:17).
        pub(super) const RESERVE_HOTEL_OUTPUT: Field = Field::new(
            "Output",
            "$merge([$states.input, { 'hotel': $states.result.Payload.room, 'version': $states.result.ExecutedVersion }])",
        );
        pub(super) fn reserve_hotel_output(
            cx: &Cx,
            given_0: View<'_>,
            given_1: View<'_>,
        ) -> Outcome {
            let context = View::Undefined;
            call::native(
                cx,
                &functions::MERGE,
                context,
                [
                    Item::view(
                        &construct::array(
                            cx,
                            Vec::from([
                                Part::Items(given_0.to_item()),
                                Part::Items({
                                    let mut entries = group::Entries::new(cx, 2)?;
                                    entries
                                        .add(
                                            "hotel",
                                            path::view_names(
                                                cx,
                                                given_1,
                                                ["Payload", "room"],
                                                &mut Made::none(),
                                            )?,
                                        );
                                    entries
                                        .add(
                                            "version",
                                            path::view_names(
                                                cx,
                                                given_1,
                                                ["ExecutedVersion"],
                                                &mut Made::none(),
                                            )?,
                                        );
                                    entries.finish()?
                                }),
                            ]),
                        )?,
                    ),
                ],
            )
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 25] = [
        0xfe61ca531e95e5e5, 0xc447e4f85e9f8e8d, 0x234de078859ee87e, 0x17ac0a03d052e67a,
        0x4ff2b20669ea0ff7, 0xfe61ca531e95e5e5, 0x47b4b045c069035e, 0xe73b4732f0e70233,
        0xd268c9e50b00ea42, 0xcbf29ce484222325, 0x6d56c2ac000e6f62, 0x01e2d29c8449d309,
        0xb2019e08e220b927, 0xd4433cb00d332a39, 0xcbf29ce484222325, 0x98dce98614365e84,
        0x6f70dcd691a886e9, 0xe73b4732f0e70233, 0x8f1f7e319bde50ff, 0xcbf29ce484222325,
        0xfe61ca531e95e5e5, 0x85ea6fc138be6795, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325,
    ];
}
