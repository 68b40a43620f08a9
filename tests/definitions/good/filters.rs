/// Machine `filters` (filters.asl.json): Filters and lists of members in each field that takes a path
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
pub mod filters {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Each field` (filters.asl.json:5:5): Parallel.
        EachField,
        /// `Cheap` (filters.asl.json:11:13): Pass.
        Cheap,
        /// `Shown` (filters.asl.json:16:23): Succeed.
        Shown,
        /// `Listed` (filters.asl.json:21:13): Pass.
        Listed,
        /// `Which` (filters.asl.json:35:13): Choice.
        Which,
        /// `Text` (filters.asl.json:40:13): Pass.
        Text,
        /// `No text` (filters.asl.json:41:13): Pass.
        NoText,
    }
    state_methods! {
        State of MACHINE : [State::EachField, State::Cheap, State::Shown, State::Listed,
        State::Which, State::Text, State::NoText]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {}
    shared_tasks! {
        Tasks :
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
    pub fn machine(_tasks: impl Tasks) -> Compiled {
        Compiled::without_tasks(&MACHINE)
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Parallel state `Each field` alone.
        /// Its output is that of the end.
        pub fn each_field(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::EACH_FIELD, input).ends()
        }

        /// Runs the Pass state `Cheap` alone.
        /// Its output is that of the end.
        pub fn cheap(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::CHEAP, input).ends()
        }

        /// Runs the Succeed state `Shown` alone.
        /// Its output is that of the end.
        pub fn shown(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SHOWN, input).ends()
        }

        /// Runs the Pass state `Listed` alone.
        /// Its output is that of the end.
        pub fn listed(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LISTED, input).ends()
        }

        /// Where `Which` can lead, with its output.
        #[derive(Debug)]
        pub enum WhichNext {
            Text(Value),
            NoText(Value),
        }

        /// Runs the Choice state `Which` alone.
        pub fn which(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, WhichNext> {
            run_state(engine, &MACHINE, node::WHICH, input)
                .exit(node::TEXT, WhichNext::Text)
                .exit(node::NO_TEXT, WhichNext::NoText)
        }

        /// Runs the Pass state `Text` alone.
        /// Its output is that of the end.
        pub fn text(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TEXT, input).ends()
        }

        /// Runs the Pass state `No text` alone.
        /// Its output is that of the end.
        pub fn no_text(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NO_TEXT, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const EACH_FIELD: NodeId = NodeId(0);
        pub(super) const CHEAP: NodeId = NodeId(1);
        pub(super) const SHOWN: NodeId = NodeId(2);
        pub(super) const LISTED: NodeId = NodeId(3);
        pub(super) const WHICH: NodeId = NodeId(4);
        pub(super) const TEXT: NodeId = NodeId(5);
        pub(super) const NO_TEXT: NodeId = NodeId(6);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "filters",
        source: "filters.asl.json",
        hash: 0x420a6be4192caf6e,
        start: node::EACH_FIELD,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 7] = [
        Node::parallel("Each field", (5, 5))
            .branches(&[node::CHEAP, node::SHOWN, node::LISTED, node::WHICH])
            .end(),
        Node::pass("Cheap", (11, 13)).end().scope(1),
        Node::succeed("Shown", (16, 23)).scope(2),
        Node::pass("Listed", (21, 13)).end().scope(3),
        Node::choice("Which", (35, 13))
            .rules(&[node::TEXT])
            .default(node::NO_TEXT)
            .scope(4),
        Node::pass("Text", (40, 13)).end().scope(4),
        Node::pass("No text", (41, 13)).end().scope(4),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::EACH_FIELD => flow(each_field_enter(data)),
            node::CHEAP => flow(cheap_enter(data)),
            node::SHOWN => flow(shown_enter(data)),
            node::LISTED => flow(listed_enter(data)),
            node::WHICH => flow(which_enter(data)),
            node::TEXT => flow(text_enter(data)),
            node::NO_TEXT => flow(no_text_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::EACH_FIELD => each_field_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Parallel: `Each field` (filters.asl.json:5:5).
    fn each_field_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn each_field_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::EACH_FIELD) })
    }

    /// Pass: `Cheap` (filters.asl.json:11:13).
    fn cheap_enter(data: &mut Value) -> Next {
        *data = gather(
            "$.store.book[?(@.price < 10 && @.isbn)].title",
            |search| {
                if let Some(node_0) = data.at(["store", "book"]) {
                    for node_1 in search.objects(node_0) {
                        if !(search
                            .compares(
                                node_1.at(["price"]),
                                Order::LessThan,
                                Some(&Value::Int(10)),
                            ) && node_1.at(["isbn"]).is_some())
                        {
                            continue;
                        }
                        if let Some(node_2) = node_1.at(["title"]) {
                            search.hit(node_2);
                        }
                    }
                }
            },
        )?;
        take(const { to_next(&NODES, node::CHEAP) })
    }

    /// Succeed: `Shown` (filters.asl.json:16:23).
    fn shown_enter(data: &mut Value) -> Next {
        *data = found(
            data
                .at(["store", "bicycle"])
                .and_then(|node| members(node, ["color", "price"])),
            "$.store.bicycle['color','price']",
            &[Seg::Key("store"), Seg::Key("bicycle"), Seg::Key("color','price")],
            data,
        )?;
        Ok(Step::End)
    }

    /// Pass: `Listed` (filters.asl.json:21:13).
    fn listed_enter(data: &mut Value) -> Next {
        *data = shallow(
            object([
                (
                    "red",
                    gather(
                        "$..[?(@.color == 'red')].price",
                        |search| {
                            for node_0 in search.objects_below(data) {
                                if !search
                                    .compares(
                                        node_0.at(["color"]),
                                        Order::Equals,
                                        Some(&Value::String(Text::new_static("red"))),
                                    )
                                {
                                    continue;
                                }
                                if let Some(node_1) = node_0.at(["price"]) {
                                    search.hit(node_1);
                                }
                            }
                        },
                    )?,
                ),
                (
                    "not fiction",
                    gather(
                        "$.store.book[?(!(@.category == 'fiction') || @.price > 20)]['title','isbn']",
                        |search| {
                            if let Some(node_0) = data.at(["store", "book"]) {
                                for node_1 in search.objects(node_0) {
                                    if !(!search
                                        .compares(
                                            node_1.at(["category"]),
                                            Order::Equals,
                                            Some(&Value::String(Text::new_static("fiction"))),
                                        )
                                        || search
                                            .compares(
                                                node_1.at(["price"]),
                                                Order::GreaterThan,
                                                Some(&Value::Int(20)),
                                            ))
                                    {
                                        continue;
                                    }
                                    if let Some(node_2) = search
                                        .members(node_1, ["title", "isbn"])
                                    {
                                        search.hit(&node_2);
                                    }
                                }
                            }
                        },
                    )?,
                ),
                (
                    "bicycle",
                    member(
                        data
                            .at(["store", "bicycle"])
                            .and_then(|node| members(node, ["price", "gears"])),
                        "$.store.bicycle['price','gears']",
                        "bicycle.$",
                        data,
                    )?,
                ),
            ]),
        )?;
        take(const { to_next(&NODES, node::LISTED) })
    }

    /// Choice: `Which` (filters.asl.json:35:13).
    fn which_enter(data: &Value) -> Next {
        if string_is(
            &gather(
                "$.store.book[?(@.price > 10)]",
                |search| {
                    if let Some(node_0) = data.at(["store", "book"]) {
                        for node_1 in search.objects(node_0) {
                            if search
                                .compares(
                                    node_1.at(["price"]),
                                    Order::GreaterThan,
                                    Some(&Value::Int(10)),
                                )
                            {
                                search.hit(node_1);
                            }
                        }
                    }
                },
            )?,
            Order::Equals,
            "",
        ) {
            return take(const { to_rule(&NODES, node::WHICH, 0) });
        }
        take(const { to_default(&NODES, node::WHICH) })
    }

    /// Pass: `Text` (filters.asl.json:40:13).
    fn text_enter(data: &mut Value) -> Next {
        *data = Value::String(Text::new_static("text"));
        take(const { to_next(&NODES, node::TEXT) })
    }

    /// Pass: `No text` (filters.asl.json:41:13).
    fn no_text_enter(data: &mut Value) -> Next {
        *data = Value::String(Text::new_static("no text"));
        take(const { to_next(&NODES, node::NO_TEXT) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 35] = [
        0x553ed08ee7a3d6c5, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xed997d5035d0959c, 0x9eaa98ae94b494b0, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcadbd6115519f064, 0xcbf29ce484222325, 0xed997d5035d0959c,
        0x38fcdc782dc1a263, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xa79e42c8e24bc14e, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0x2ff4cbc7a614b39a, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xadd2c804f54f1d85, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
    ];
}
