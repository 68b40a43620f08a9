/// Machine `templates` (templates.asl.json): Payload templates on their way into and out of a task
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
pub mod templates {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Reserve` (templates.asl.json:5:5): Task.
        Reserve,
    }
    state_methods! {
        State of MACHINE : [State::Reserve]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `urn:shop:reserve`
        ///
        /// Called by:
        /// - `Reserve` (templates.asl.json:5:5) with `{"lines.$": "$.lines", "first": {"sku.$": "$.lines[0].sku", "all.$": "$.lines[*].sku"}, "fixed": {"warehouse": "eu-1", "shelves": [1, 2]}, "pair": [{"who.$": "$.who"}, "just me"]}`
        fn reserve(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : reserve(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::reserve(&self.0, &cx, input).await }),
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

        /// Runs the Task state `Reserve` alone.
        /// Its output is that of the end.
        pub fn reserve(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::RESERVE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const RESERVE: NodeId = NodeId(0);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "templates",
        source: "templates.asl.json",
        hash: 0xf96d6d13cc819c4a,
        start: node::RESERVE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        ..Machine::EMPTY
    };

    static NODES: [Node; 1] = [
        Node::task("Reserve", (5, 5)).calls(0, "reserve", "urn:shop:reserve").end(),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::RESERVE => flow(reserve_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::RESERVE => reserve_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    static RESERVE_PARAMETERS_1: [Value; 2] = [Value::Int(1), Value::Int(2)];

    static RESERVE_PARAMETERS: [Entry; 2] = [
        (Text::new_static("warehouse"), Value::String(Text::new_static("eu-1"))),
        (Text::new_static("shelves"), Value::Array(Array::Static(&RESERVE_PARAMETERS_1))),
    ];

    /// Task: `Reserve` (templates.asl.json:5:5).
    fn reserve_enter(data: &Value) -> Next {
        let input = found(data.at(["work"]), "$.work", &[Seg::Key("work")], data)?;
        Ok(
            Step::Task(
                object([
                    (
                        "lines",
                        member(input.at(["lines"]), "$.lines", "lines.$", input)?.clone(),
                    ),
                    (
                        "first",
                        object([
                            (
                                "sku",
                                member(
                                        input
                                            .at(["lines"])
                                            .and_then(|node| item(node, 0))
                                            .and_then(|node| node.at(["sku"])),
                                        "$.lines[0].sku",
                                        "sku.$",
                                        input,
                                    )?
                                    .clone(),
                            ),
                            (
                                "all",
                                gather(
                                    "$.lines[*].sku",
                                    |search| {
                                        if let Some(node_0) = input.at(["lines"]) {
                                            for node_1 in search.children(node_0) {
                                                if let Some(node_2) = node_1.at(["sku"]) {
                                                    search.hit(node_2);
                                                }
                                            }
                                        }
                                    },
                                )?,
                            ),
                        ]),
                    ),
                    ("fixed", Value::Object(Object::Static(&RESERVE_PARAMETERS))),
                    (
                        "pair",
                        array([
                            object([
                                (
                                    "who",
                                    member(input.at(["who"]), "$.who", "who.$", input)?.clone(),
                                ),
                            ]),
                            Value::String(Text::new_static("just me")),
                        ]),
                    ),
                ]),
            ),
        )
    }

    fn reserve_done(data: &mut Value, result: Value) -> Next {
        let raw = &result;
        let selected = object([
            ("id", member(raw.at(["id"]), "$.id", "id.$", raw)?.clone()),
            ("kind", Value::String(Text::new_static("reservation"))),
        ]);
        put(data, "reservation", selected)?;
        *data = found(
                data.at(["reservation"]),
                "$.reservation",
                &[Seg::Key("reservation")],
                data,
            )?
            .clone();
        take(const { to_next(&NODES, node::RESERVE) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 5] = [
        0x37776d620ed57985, 0xd3b65a9e4e6b91bb, 0xe73b4732f0e70233, 0xa8b03b8769213e6f,
        0xcbf29ce484222325,
    ];
}
