/// Machine `map` (map.asl.json): Prices of all items, then the parts of each parcel
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
pub mod map {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Price each` (map.asl.json:5:5): Map.
        PriceEach,
        /// `Price` (map.asl.json:14:21): Task.
        Price,
        /// `Each parcel` (map.asl.json:21:5): Map.
        EachParcel,
        /// `Each part` (map.asl.json:28:11): Map.
        EachPart,
        /// `Pack` (map.asl.json:30:58): Pass.
        Pack,
        /// `Done` (map.asl.json:39:5): Succeed.
        Done,
    }
    state_methods! {
        State of MACHINE : [State::PriceEach, State::Price, State::EachParcel,
        State::EachPart, State::Pack, State::Done]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:Price`
        ///
        /// Called by:
        /// - `Price` (map.asl.json:14:21)
        fn price(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : price(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::price(&self.0, &cx, input).await }),
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
        /// `Busy`
        pub const BUSY: &str = "Busy";
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `Busy`.
        Busy(Failure),
        /// `States.Runtime`.
        StatesRuntime(Failure),
        /// `States.TaskFailed`.
        StatesTaskFailed(Failure),
        /// `States.Timeout`.
        StatesTimeout(Failure),
        /// An error with another name, or with none.
        Other(Failure),
    }
    error_methods! {
        Error : Busy = "Busy", StatesRuntime = "States.Runtime", StatesTaskFailed =
        "States.TaskFailed", StatesTimeout = "States.Timeout",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `Price each` can lead, with its output.
        #[derive(Debug)]
        pub enum PriceEachNext {
            EachParcel(Value),
            Done(Value),
        }

        /// Runs the Map state `Price each` alone, with its retriers and catchers.
        pub fn price_each(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, PriceEachNext> {
            run_state(engine, &MACHINE, node::PRICE_EACH, input)
                .exit(node::EACH_PARCEL, PriceEachNext::EachParcel)
                .exit(node::DONE, PriceEachNext::Done)
        }

        /// Runs the Task state `Price` alone.
        /// Its output is that of the end.
        pub fn price(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PRICE, input).ends()
        }

        /// Runs the Map state `Each parcel` alone.
        /// Its output goes to `Done`.
        pub fn each_parcel(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::EACH_PARCEL, input).leads_to(node::DONE)
        }

        /// Runs the Map state `Each part` alone.
        /// Its output is that of the end.
        pub fn each_part(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::EACH_PART, input).ends()
        }

        /// Runs the Pass state `Pack` alone.
        /// Its output is that of the end.
        pub fn pack(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PACK, input).ends()
        }

        /// Runs the Succeed state `Done` alone.
        /// Its output is that of the end.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DONE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const PRICE_EACH: NodeId = NodeId(0);
        pub(super) const PRICE: NodeId = NodeId(1);
        pub(super) const EACH_PARCEL: NodeId = NodeId(2);
        pub(super) const EACH_PART: NodeId = NodeId(3);
        pub(super) const PACK: NodeId = NodeId(4);
        pub(super) const DONE: NodeId = NodeId(5);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "map",
        source: "map.asl.json",
        hash: 0x1374527c2571dd56,
        start: node::PRICE_EACH,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: iteration,
        ..Machine::EMPTY
    };

    static NODES: [Node; 6] = [
        Node::map("Price each", (5, 5))
            .body(node::PRICE, Some(40))
            .selects_items()
            .next(node::EACH_PARCEL)
            .retry(
                &[
                    Retrier {
                        errors: &["Busy"],
                        ..Retrier::DEFAULT
                    },
                ],
            )
            .catch(&[Catcher(&["States.ALL"], node::DONE)]),
        Node::task("Price", (14, 21))
            .calls(0, "price", "arn:aws:lambda:us-east-1:123456789012:function:Price")
            .end()
            .scope(1),
        Node::map("Each parcel", (21, 5)).body(node::EACH_PART, None).next(node::DONE),
        Node::map("Each part", (28, 11)).body(node::PACK, Some(0)).end().scope(2),
        Node::pass("Pack", (30, 58)).end().scope(3),
        Node::succeed("Done", (39, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::PRICE_EACH => flow(price_each_enter(data)),
            node::PRICE => flow(price_enter(data)),
            node::EACH_PARCEL => flow(each_parcel_enter(data)),
            node::EACH_PART => flow(each_part_enter(data)),
            node::PACK => flow(pack_enter()),
            node::DONE => flow(done_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::PRICE_EACH => price_each_done(data, result),
            node::PRICE => price_done(data, result),
            node::EACH_PARCEL => each_parcel_done(),
            node::EACH_PART => each_part_done(data, result),
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
            (node::PRICE_EACH, 0) => price_each_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Makes the input of an iteration of a Map.
    fn iteration(
        node: NodeId,
        data: &Value,
        _cx: &mut Cx<'_>,
        _item: &Item,
    ) -> Result<Value, Failed> {
        match node {
            node::PRICE_EACH => price_each_item(data),
            _ => no_such_item(&MACHINE, node),
        }
    }

    /// Map: `Price each` (map.asl.json:5:5).
    fn price_each_enter(data: &Value) -> Next {
        let input = found(data.at(["order"]), "$.order", &[Seg::Key("order")], data)?;
        Ok(
            Step::ForEach(
                iterate(
                    items(
                            found(
                                input.at(["items"]),
                                "$.items",
                                &[Seg::Key("items")],
                                input,
                            )?,
                            "$.items",
                        )?
                        .clone(),
                    40,
                ),
            ),
        )
    }

    fn price_each_done(data: &mut Value, result: Value) -> Next {
        put(data, "prices", result)?;
        take(const { to_next(&NODES, node::PRICE_EACH) })
    }

    fn price_each_caught_0(data: &mut Value, error: Value) -> Next {
        put(data, "error", error)?;
        take(const { to_caught(&NODES, node::PRICE_EACH, 0) })
    }

    fn price_each_item(data: &Value) -> Result<Value, Failed> {
        let input = found(data.at(["order"]), "$.order", &[Seg::Key("order")], data)?;
        Ok(
            object([
                (
                    "customer",
                    member(input.at(["customer"]), "$.customer", "customer.$", input)?
                        .clone(),
                ),
                ("currency", Value::String(Text::new_static("EUR"))),
            ]),
        )
    }

    /// Task: `Price` (map.asl.json:14:21).
    fn price_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn price_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::PRICE) })
    }

    /// Map: `Each parcel` (map.asl.json:21:5).
    fn each_parcel_enter(data: &Value) -> Next {
        Ok(
            Step::ForEach(
                iterate(
                    items(
                            found(
                                data.at(["parcels"]),
                                "$.parcels",
                                &[Seg::Key("parcels")],
                                data,
                            )?,
                            "$.parcels",
                        )?
                        .clone(),
                    window(
                        found(
                            data.at(["limits", "parcels"]),
                            "$.limits.parcels",
                            &[Seg::Key("limits"), Seg::Key("parcels")],
                            data,
                        )?,
                        "$.limits.parcels",
                    )?,
                ),
            ),
        )
    }

    fn each_parcel_done() -> Next {
        take(const { to_next(&NODES, node::EACH_PARCEL) })
    }

    /// Map: `Each part` (map.asl.json:28:11).
    fn each_part_enter(data: &Value) -> Next {
        Ok(Step::ForEach(iterate(items(data, "$")?.clone(), 0)))
    }

    fn each_part_done(data: &mut Value, result: Value) -> Next {
        let raw = &result;
        let selected = shallow(object([("parts", raw.clone())]))?;
        *data = selected;
        take(const { to_next(&NODES, node::EACH_PART) })
    }

    /// Pass: `Pack` (map.asl.json:30:58).
    fn pack_enter() -> Next {
        take(const { to_next(&NODES, node::PACK) })
    }

    /// Succeed: `Done` (map.asl.json:39:5).
    fn done_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 30] = [
        0x63a4775c90c21ab9, 0xb7d0ad1a781911b8, 0xcbf29ce484222325, 0xf800e8a374ddbe89,
        0x37b0677bbf432244, 0xf6f28a033d4b0640, 0x5c2afc672ebe065c, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x63a4775c90c21ab9, 0x591e854a2384965d,
        0xcbf29ce484222325, 0x8f1f7e319bde50ff, 0xcbf29ce484222325, 0x63a4775c90c21ab9,
        0x48bf214b9c077172, 0xcbf29ce484222325, 0xb4d1ee40371053ff, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
