/// Machine `distributed_map` (distributed_map.asl.json): Reads orders from a file, in batches, and writes what became of them; then looks at some of the data's own
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
pub mod distributed_map {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Each order` (distributed_map.asl.json:5:5): Map.
        EachOrder,
        /// `Bill` (distributed_map.asl.json:24:21): Task.
        Bill,
        /// `Each sample` (distributed_map.asl.json:35:5): Map.
        EachSample,
        /// `Look` (distributed_map.asl.json:43:21): Pass.
        Look,
    }
    state_methods! {
        State of MACHINE : [State::EachOrder, State::Bill, State::EachSample,
        State::Look]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:Bill`
        ///
        /// Called by:
        /// - `Bill` (distributed_map.asl.json:24:21)
        fn bill(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : bill(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::bill(&self.0, &cx, input).await }),
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

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Map state `Each order` alone, with its catchers.
        /// Its output goes to `Each sample`.
        pub fn each_order(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::EACH_ORDER, input)
                .leads_to(node::EACH_SAMPLE)
        }

        /// Runs the Task state `Bill` alone.
        /// Its output is that of the end.
        pub fn bill(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::BILL, input).ends()
        }

        /// Runs the Map state `Each sample` alone.
        /// Its output is that of the end.
        pub fn each_sample(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::EACH_SAMPLE, input).ends()
        }

        /// Runs the Pass state `Look` alone.
        /// Its output is that of the end.
        pub fn look(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LOOK, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const EACH_ORDER: NodeId = NodeId(0);
        pub(super) const BILL: NodeId = NodeId(1);
        pub(super) const EACH_SAMPLE: NodeId = NodeId(2);
        pub(super) const LOOK: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "distributed_map",
        source: "distributed_map.asl.json",
        hash: 0x5fe1a471ebcdd637,
        uses: Uses::NONE.context().runs(),
        start: node::EACH_ORDER,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: iteration,
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::map("Each order", (5, 5))
            .body(node::BILL, Some(40))
            .selects_items()
            .distributed(RunRow {
                label: "Orders",
                reader: Some(StoreRow {
                    resource: "arn:aws:states:::s3:getObject",
                    config: &EACH_ORDER_READER_CONFIG_VALUE,
                    access: open_items,
                }),
                writer: Some(StoreRow {
                    resource: "arn:aws:states:::s3:putObject",
                    config: &EACH_ORDER_WRITER_CONFIG_VALUE,
                    access: write_results,
                }),
            })
            .next(node::EACH_SAMPLE)
            .catch(&[Catcher(&["States.ItemReaderFailed"], node::EACH_SAMPLE)]),
        Node::task("Bill", (24, 21))
            .calls(0, "bill", "arn:aws:lambda:us-east-1:123456789012:function:Bill")
            .end()
            .scope(1),
        Node::map("Each sample", (35, 5))
            .body(node::LOOK, None)
            .distributed(RunRow {
                label: "Each sample",
                reader: None,
                writer: None,
            })
            .end(),
        Node::pass("Look", (43, 21)).end().scope(2),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::EACH_ORDER => flow(each_order_enter(data)),
            node::BILL => flow(bill_enter(data)),
            node::EACH_SAMPLE => flow(each_sample_enter(data)),
            node::LOOK => flow(look_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::EACH_ORDER => each_order_done(data, result),
            node::BILL => bill_done(data, result),
            node::EACH_SAMPLE => each_sample_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Passes a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        _data: &mut Value,
        _cx: &mut Cx<'_>,
        _error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::EACH_ORDER, 0) => each_order_caught_0(),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Makes the input of an iteration of a Map.
    fn iteration(
        node: NodeId,
        _data: &Value,
        cx: &mut Cx<'_>,
        _item: &Item,
    ) -> Result<Value, Failed> {
        match node {
            node::EACH_ORDER => each_order_item(cx),
            _ => no_such_item(&MACHINE, node),
        }
    }

    static EACH_ORDER_READER_CONFIG_1: [Value; 2] = [
        Value::String(Text::new_static("id")),
        Value::String(Text::new_static("amount")),
    ];

    static EACH_ORDER_READER_CONFIG: [Entry; 4] = [
        (Text::new_static("InputType"), Value::String(Text::new_static("CSV"))),
        (
            Text::new_static("CSVHeaderLocation"),
            Value::String(Text::new_static("GIVEN")),
        ),
        (
            Text::new_static("CSVHeaders"),
            Value::Array(Array::Static(&EACH_ORDER_READER_CONFIG_1)),
        ),
        (Text::new_static("MaxItemsPath"), Value::String(Text::new_static("$.most"))),
    ];

    /// Configuration of `Each order`.
    static EACH_ORDER_READER_CONFIG_VALUE: Value = Value::Object(
        Object::Static(&EACH_ORDER_READER_CONFIG),
    );

    static EACH_ORDER_WRITER_CONFIG: [Entry; 2] = [
        (Text::new_static("Transformation"), Value::String(Text::new_static("COMPACT"))),
        (Text::new_static("OutputType"), Value::String(Text::new_static("JSONL"))),
    ];

    /// Configuration of `Each order`.
    static EACH_ORDER_WRITER_CONFIG_VALUE: Value = Value::Object(
        Object::Static(&EACH_ORDER_WRITER_CONFIG),
    );

    /// Map: `Each order` (distributed_map.asl.json:5:5).
    fn each_order_enter(data: &Value) -> Next {
        let run = || -> Result<Run, Failed> {
            Ok(Run {
                tolerated_count: None,
                tolerated_percentage: Some(0.5),
                batch: Some(Batch {
                    items: Some(10),
                    bytes: Some(
                        positive(
                            found(
                                data.at(["bytes"]),
                                "$.bytes",
                                &[Seg::Key("bytes")],
                                data,
                            )?,
                            "MaxInputBytesPerBatch",
                            "$.bytes",
                        )?,
                    ),
                    input: object([
                        (
                            "day",
                            member(data.at(["day"]), "$.day", "day.$", data)?.clone(),
                        ),
                    ]),
                }),
                reader: object([
                    (
                        "Bucket",
                        member(data.at(["bucket"]), "$.bucket", "Bucket.$", data)?
                            .clone(),
                    ),
                    ("Key", Value::String(Text::new_static("orders.csv"))),
                ]),
                max_items: Some(
                    integer(
                        found(data.at(["most"]), "$.most", &[Seg::Key("most")], data)?,
                        "MaxItemsPath",
                        "$.most",
                    )?,
                ),
                writer: object([
                    (
                        "Bucket",
                        member(data.at(["bucket"]), "$.bucket", "Bucket.$", data)?
                            .clone(),
                    ),
                    ("Prefix", Value::String(Text::new_static("billed"))),
                ]),
            })
        };
        Ok(Step::ForEach(distribute(Value::Null, 40, run())))
    }

    fn each_order_done(data: &mut Value, result: Value) -> Next {
        put(data, "written", result)?;
        take(const { to_next(&NODES, node::EACH_ORDER) })
    }

    fn each_order_caught_0() -> Next {
        take(const { to_caught(&NODES, node::EACH_ORDER, 0) })
    }

    fn each_order_item(cx: &Cx<'_>) -> Result<Value, Failed> {
        Ok(
            object([
                (
                    "order",
                    item_value(cx)
                        .map_or_else(
                            || member(
                                None,
                                "$$.Map.Item.Value",
                                "order.$",
                                &context(cx, &MACHINE, node::EACH_ORDER),
                            ),
                            Ok,
                        )?
                        .clone(),
                ),
                (
                    "number",
                    item_index(cx)
                        .map_or_else(
                            || member(
                                None,
                                "$$.Map.Item.Index",
                                "number.$",
                                &context(cx, &MACHINE, node::EACH_ORDER),
                            ),
                            Ok,
                        )?,
                ),
            ]),
        )
    }

    /// Task: `Bill` (distributed_map.asl.json:24:21).
    fn bill_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn bill_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::BILL) })
    }

    /// Map: `Each sample` (distributed_map.asl.json:35:5).
    fn each_sample_enter(data: &Value) -> Next {
        let run = || -> Result<Run, Failed> {
            Ok(Run {
                tolerated_count: Some(
                    not_negative(
                        found(data.at(["bad"]), "$.bad", &[Seg::Key("bad")], data)?,
                        "ToleratedFailureCount",
                        "$.bad",
                    )?,
                ),
                tolerated_percentage: None,
                batch: None,
                reader: Value::Null,
                max_items: None,
                writer: Value::Null,
            })
        };
        Ok(
            Step::ForEach(
                distribute(
                    items_or_members(
                            found(
                                data.at(["samples"]),
                                "$.samples",
                                &[Seg::Key("samples")],
                                data,
                            )?,
                            "$.samples",
                        )?
                        .clone(),
                    window(
                        found(
                            data.at(["hands"]),
                            "$.hands",
                            &[Seg::Key("hands")],
                            data,
                        )?,
                        "$.hands",
                    )?,
                    run(),
                ),
            ),
        )
    }

    fn each_sample_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::EACH_SAMPLE) })
    }

    /// Pass: `Look` (distributed_map.asl.json:43:21).
    fn look_enter() -> Next {
        take(const { to_next(&NODES, node::LOOK) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0x95f1c23d14f8b675, 0xc7166e660bc31375, 0x527c79c3b81d8e6d, 0x169d9d2036a72316,
        0x154caaede2b25486, 0x4ab81d10a39c03c6, 0x5c2afc672ebe065c, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xf4b2436ccd25fa5b, 0xd89f7dd11b018c31,
        0xb1dde1c93ca3e053, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
    ];
}
