/// Machine `variables` (variables.asl.json): The context object and variables, wherever they may stand
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
pub mod variables {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Begin` (variables.asl.json:5:5): Pass.
        Begin,
        /// `Work` (variables.asl.json:16:5): Task.
        Work,
        /// `Cool` (variables.asl.json:30:5): Wait.
        Cool,
        /// `Pick` (variables.asl.json:36:5): Choice.
        Pick,
        /// `Sort` (variables.asl.json:48:5): Choice.
        Sort,
        /// `Fan` (variables.asl.json:55:5): Parallel.
        Fan,
        /// `Inner` (variables.asl.json:61:13): Pass.
        Inner,
        /// `Told` (variables.asl.json:62:13): Pass.
        Told,
        /// `End` (variables.asl.json:71:5): Pass.
        End,
    }
    state_methods! {
        State of MACHINE : [State::Begin, State::Work, State::Cool, State::Pick,
        State::Sort, State::Fan, State::Inner, State::Told, State::End]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:Work`
        ///
        /// Called by:
        /// - `Work` (variables.asl.json:16:5) with `{"id.$": "$.id", "tries.$": "$tries", "retries.$": "$$.State.RetryCount"}`
        fn work(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : work(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::work(&self.0, &cx, input).await }),
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

        /// Runs the Pass state `Begin` alone.
        /// Its output goes to `Work`.
        pub fn begin(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::BEGIN, input).leads_to(node::WORK)
        }

        /// Where `Work` can lead, with its output.
        #[derive(Debug)]
        pub enum WorkNext {
            Pick(Value),
            Cool(Value),
            Fan(Value),
        }

        /// Runs the Task state `Work` alone, with its catchers.
        pub fn work(engine: &impl StateEngine, input: Value) -> StateRun<'_, WorkNext> {
            run_state(engine, &MACHINE, node::WORK, input)
                .exit(node::PICK, WorkNext::Pick)
                .exit(node::COOL, WorkNext::Cool)
                .exit(node::FAN, WorkNext::Fan)
        }

        /// Runs the Wait state `Cool` alone.
        /// Its output goes to `Work`.
        pub fn cool(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::COOL, input).leads_to(node::WORK)
        }

        /// Where `Pick` can lead, with its output.
        #[derive(Debug)]
        pub enum PickNext {
            Fan(Value),
            Sort(Value),
        }

        /// Runs the Choice state `Pick` alone.
        pub fn pick(engine: &impl StateEngine, input: Value) -> StateRun<'_, PickNext> {
            run_state(engine, &MACHINE, node::PICK, input)
                .exit(node::FAN, PickNext::Fan)
                .exit(node::SORT, PickNext::Sort)
        }

        /// Runs the Choice state `Sort` alone.
        /// Its output goes to `Fan`.
        pub fn sort(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SORT, input).leads_to(node::FAN)
        }

        /// Runs the Parallel state `Fan` alone.
        /// Its output goes to `End`.
        pub fn fan(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::FAN, input).leads_to(node::END)
        }

        /// Runs the Pass state `Inner` alone.
        /// Its output goes to `Told`.
        pub fn inner(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::INNER, input).leads_to(node::TOLD)
        }

        /// Runs the Pass state `Told` alone.
        /// Its output is that of the end.
        pub fn told(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TOLD, input).ends()
        }

        /// Runs the Pass state `End` alone.
        /// Its output is that of the end.
        pub fn end(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::END, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const BEGIN: NodeId = NodeId(0);
        pub(super) const WORK: NodeId = NodeId(1);
        pub(super) const COOL: NodeId = NodeId(2);
        pub(super) const PICK: NodeId = NodeId(3);
        pub(super) const SORT: NodeId = NodeId(4);
        pub(super) const FAN: NodeId = NodeId(5);
        pub(super) const INNER: NodeId = NodeId(6);
        pub(super) const TOLD: NodeId = NodeId(7);
        pub(super) const END: NodeId = NodeId(8);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "variables",
        source: "variables.asl.json",
        hash: 0xec4019e87d7e748e,
        uses: Uses::NONE.context().variables(),
        start: node::BEGIN,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        ..Machine::EMPTY
    };

    static NODES: [Node; 9] = [
        Node::pass("Begin", (5, 5)).next(node::WORK),
        Node::task("Work", (16, 5))
            .calls(0, "work", "arn:aws:lambda:us-east-1:123456789012:function:Work")
            .next(node::PICK)
            .catch(
                &[Catcher(&["Busy"], node::COOL), Catcher(&["States.ALL"], node::FAN)],
            ),
        Node::wait("Cool", (30, 5)).next(node::WORK),
        Node::choice("Pick", (36, 5))
            .rules(&[node::FAN, node::FAN, node::FAN])
            .default(node::SORT),
        Node::choice("Sort", (48, 5)).rules(&[node::FAN]).default(node::FAN),
        Node::parallel("Fan", (55, 5)).branches(&[node::INNER]).next(node::END),
        Node::pass("Inner", (61, 13)).next(node::TOLD).scope(1),
        Node::pass("Told", (62, 13)).end().scope(1),
        Node::pass("End", (71, 5)).end(),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::BEGIN => flow(begin_enter(data, cx)),
            node::WORK => flow(work_enter(cx)),
            node::COOL => flow(cool_enter(cx)),
            node::PICK => flow(pick_enter(data, cx)),
            node::SORT => flow(sort_enter(cx)),
            node::FAN => flow(fan_enter(data)),
            node::INNER => flow(inner_enter(data, cx)),
            node::TOLD => flow(told_enter(data, cx)),
            node::END => flow(end_enter(data, cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::WORK => work_done(data, cx, result),
            node::COOL => cool_done(cx),
            node::FAN => fan_done(data, cx, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Passes a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::WORK, 0) => work_caught_0(cx, error),
            (node::WORK, 1) => work_caught_1(data, cx, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Pass: `Begin` (variables.asl.json:5:5).
    fn begin_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let result = object([
            (
                "order",
                execution_input(cx)
                    .at(["order"])
                    .map_or_else(
                        || member(
                            None,
                            "$$.Execution.Input.order",
                            "order.$",
                            &context(cx, &MACHINE, node::BEGIN),
                        ),
                        Ok,
                    )?
                    .clone(),
            ),
            ("state", Value::String(Text::new_static("Begin"))),
            ("run", execution_id(cx)),
            ("machine", Value::String(Text::new_static(MACHINE.name))),
        ]);
        let raw = &result;

        static BEGIN_ASSIGN: [Entry; 2] = [
            (Text::new_static("most"), Value::Int(3)),
            (Text::new_static("wait"), Value::Int(2)),
        ];
        let variables = object([
            ("order", member(raw.at(["order"]), "$.order", "order.$", raw)?.clone()),
            ("tries", Value::Int(0)),
            ("limits", Value::Object(Object::Static(&BEGIN_ASSIGN))),
            ("begun", entered_time(cx)),
        ]);
        *data = shallow(result)?;
        assign(cx, variables)?;
        take(const { to_next(&NODES, node::BEGIN) })
    }

    /// Task: `Work` (variables.asl.json:16:5).
    fn work_enter(cx: &Cx<'_>) -> Next {
        let input = assigned(cx, "order")?;
        Ok(
            Step::Task(
                object([
                    ("id", member(input.at(["id"]), "$.id", "id.$", input)?.clone()),
                    ("tries", assigned(cx, "tries")?.clone()),
                    ("retries", retry_count(cx)),
                ]),
            ),
        )
    }

    fn work_done(data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        let raw = &result;
        let variables = object([
            ("raw", raw.clone()),
            ("before", assigned(cx, "tries")?.clone()),
        ]);
        let raw = &result;
        let selected = object([
            ("done", member(raw.at(["done"]), "$.done", "done.$", raw)?.clone()),
            (
                "for",
                {
                    let root = assigned(cx, "order")?;
                    member(root.at(["id"]), "$order.id", "for.$", root)?
                }
                    .clone(),
            ),
            (
                "most",
                {
                    let root = assigned(cx, "limits")?;
                    member(root.at(["most"]), "$limits.most", "most.$", root)?
                }
                    .clone(),
            ),
        ]);
        put(data, "work", selected)?;
        assign(cx, variables)?;
        take(const { to_next(&NODES, node::WORK) })
    }

    fn work_caught_0(cx: &mut Cx<'_>, error: Value) -> Next {
        let raw = &error;
        let variables = object([
            ("error", member(raw.at(["Error"]), "$.Error", "error.$", raw)?.clone()),
            ("tries", Value::Int(1)),
        ]);
        assign(cx, variables)?;
        take(const { to_caught(&NODES, node::WORK, 0) })
    }

    fn work_caught_1(data: &mut Value, cx: &mut Cx<'_>, error: Value) -> Next {
        let raw = &error;
        let variables = object([("error", raw.clone())]);
        *data = error;
        assign(cx, variables)?;
        take(const { to_caught(&NODES, node::WORK, 1) })
    }

    /// Wait: `Cool` (variables.asl.json:30:5).
    fn cool_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Wait(seconds(assigned(cx, "limits")?.at(["wait"]), "$limits.wait")?))
    }

    fn cool_done(cx: &mut Cx<'_>) -> Next {
        let variables = object([("cooled", Value::Bool(true))]);
        assign(cx, variables)?;
        take(const { to_next(&NODES, node::COOL) })
    }

    fn pick_choice(data: &Value, cx: &mut Cx<'_>) -> Next {
        if numbers_are(
            assigned(cx, "tries")?,
            Order::GreaterThan,
            {
                let root = assigned(cx, "limits")?;
                variable(root.at(["most"]), "$limits.most")?
            },
        ) {
            return take(const { to_rule(&NODES, node::PICK, 0) });
        }
        if if_assigned(cx, "cooled").is_some() {
            let variables = object([
                ("picked", member(data.at(["for"]), "$.for", "picked.$", data)?.clone()),
                ("tries", Value::Int(7)),
            ]);
            assign(cx, variables)?;
            return take(const { to_rule(&NODES, node::PICK, 1) });
        }
        if string_is(
            execution_input(cx)
                .at(["order", "id"])
                .map_or_else(|| variable(None, "$$.Execution.Input.order.id"), Ok)?,
            Order::Equals,
            "o-1",
        ) {
            return take(const { to_rule(&NODES, node::PICK, 2) });
        }
        let variables = object([
            ("picked", Value::String(Text::new_static("by default"))),
        ]);
        assign(cx, variables)?;
        take(const { to_default(&NODES, node::PICK) })
    }

    /// Choice: `Pick` (variables.asl.json:36:5).
    fn pick_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let input = found(data.at(["work"]), "$.work", &[Seg::Key("work")], data)?
            .clone();
        let output = assigned(cx, "tries")?.clone();
        let next = pick_choice(&input, cx)?;
        *data = output;
        Ok(next)
    }

    /// Choice: `Sort` (variables.asl.json:48:5).
    fn sort_enter(cx: &mut Cx<'_>) -> Next {
        if string_is(assigned(cx, "picked")?, Order::Equals, "by default") {
            static SORT_ASSIGN: [Value; 2] = [Value::Int(1), Value::Int(2)];
            let variables = object([
                ("sorted", Value::Array(Array::Static(&SORT_ASSIGN))),
            ]);
            assign(cx, variables)?;
            return take(const { to_rule(&NODES, node::SORT, 0) });
        }
        take(const { to_default(&NODES, node::SORT) })
    }

    /// Parallel: `Fan` (variables.asl.json:55:5).
    fn fan_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn fan_done(data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        let raw = &result;
        let variables = object([
            (
                "all",
                gather(
                    "$[*].inner",
                    |search| {
                        for node_0 in search.children(raw) {
                            if let Some(node_1) = node_0.at(["inner"]) {
                                search.hit(node_1);
                            }
                        }
                    },
                )?,
            ),
        ]);
        *data = assigned(cx, "order")?.clone();
        assign(cx, variables)?;
        take(const { to_next(&NODES, node::FAN) })
    }

    static INNER_RESULT: [Entry; 1] = [(Text::new_static("seen"), Value::Int(1))];

    /// Pass: `Inner` (variables.asl.json:61:13).
    fn inner_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let raw = &Value::Object(Object::Static(&INNER_RESULT));
        let variables = object([
            ("inner", assigned(cx, "tries")?.clone()),
            ("one", member(raw.at(["seen"]), "$.seen", "one.$", raw)?.clone()),
        ]);
        *data = Value::Object(Object::Static(&INNER_RESULT));
        assign(cx, variables)?;
        take(const { to_next(&NODES, node::INNER) })
    }

    /// Pass: `Told` (variables.asl.json:62:13).
    fn told_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = shallow(
            object([
                ("inner", assigned(cx, "inner")?.clone()),
                ("one", assigned(cx, "one")?.clone()),
            ]),
        )?;
        take(const { to_next(&NODES, node::TOLD) })
    }

    /// Pass: `End` (variables.asl.json:71:5).
    fn end_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        let whole_context = &context(cx, &MACHINE, node::END);
        *data = shallow(
            object([
                ("all", assigned(cx, "all")?.clone()),
                ("tries", assigned(cx, "tries")?.clone()),
                (
                    "where",
                    member(
                            whole_context.at(["State"]),
                            "$$.State",
                            "where.$",
                            whole_context,
                        )?
                        .clone(),
                ),
                (
                    "picked",
                    {
                        let root = assigned(cx, "order")?;
                        member(root.at(["id"]), "$order.id", "picked.$", root)?
                    }
                        .clone(),
                ),
            ]),
        )?;
        take(const { to_next(&NODES, node::END) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 45] = [
        0xed997d5035d0959c, 0x5c8b6268043f5ec4, 0xcbf29ce484222325, 0xf54d3edfaf3d1972,
        0xcbf29ce484222325, 0x79fe21077b0e47d6, 0xb23b4a430e20accc, 0xe73b4732f0e70233,
        0x766a08a5a54b5d19, 0x4b06c804ec36ba36, 0x69623361d2e9bbf5, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x5cf23307de5e46e8, 0xcbf29ce484222325, 0xb18b987d5838a493,
        0x8e5a95f1f4baaeb5, 0xcbf29ce484222325, 0x78d80ab4dcb1ed99, 0xcbf29ce484222325,
        0xb76e4686317e5f8f, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0x553ecb8ee7a3ce46, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x4edd38a957328667, 0xcbf29ce484222325, 0xc2dcd5de95a1a1d4, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x40d1f87ad53eac70, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x81c3a35dcc54ef92, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x5d1e5e2afb7605cf, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325,
    ];
}
