/// Machine `reference_paths` (reference_paths.asl.json): Seed, Reference Paths
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
pub mod reference_paths {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Look` (reference_paths.asl.json:5:5): Pass.
        Look,
        /// `Write` (reference_paths.asl.json:15:5): Pass.
        Write,
        /// `Write items` (reference_paths.asl.json:16:5): Pass.
        WriteItems,
        /// `Write weird` (reference_paths.asl.json:17:5): Pass.
        WriteWeird,
    }
    state_methods! {
        State of MACHINE : [State::Look, State::Write, State::WriteItems,
        State::WriteWeird]
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

        /// Runs the Pass state `Look` alone.
        /// Its output goes to `Write`.
        pub fn look(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LOOK, input).leads_to(node::WRITE)
        }

        /// Runs the Pass state `Write` alone.
        /// Its output goes to `Write items`.
        pub fn write(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::WRITE, input).leads_to(node::WRITE_ITEMS)
        }

        /// Runs the Pass state `Write items` alone.
        /// Its output goes to `Write weird`.
        pub fn write_items(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::WRITE_ITEMS, input)
                .leads_to(node::WRITE_WEIRD)
        }

        /// Runs the Pass state `Write weird` alone.
        /// Its output is that of the end.
        pub fn write_weird(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::WRITE_WEIRD, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const LOOK: NodeId = NodeId(0);
        pub(super) const WRITE: NodeId = NodeId(1);
        pub(super) const WRITE_ITEMS: NodeId = NodeId(2);
        pub(super) const WRITE_WEIRD: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "reference_paths",
        source: "reference_paths.asl.json",
        hash: 0x0764d88d46fe1eb4,
        start: node::LOOK,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::pass("Look", (5, 5)).next(node::WRITE),
        Node::pass("Write", (15, 5)).next(node::WRITE_ITEMS),
        Node::pass("Write items", (16, 5)).next(node::WRITE_WEIRD),
        Node::pass("Write weird", (17, 5)).end(),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::LOOK => flow(look_enter(data)),
            node::WRITE => flow(write_enter(data)),
            node::WRITE_ITEMS => flow(write_items_enter(data)),
            node::WRITE_WEIRD => flow(write_weird_enter(data)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Pass: `Look` (reference_paths.asl.json:5:5).
    fn look_enter(data: &mut Value) -> Next {
        let result = object([
            ("$.foo", member(data.at(["foo"]), "$.foo", "$.foo.$", data)?.clone()),
            ("$.bar", member(data.at(["bar"]), "$.bar", "$.bar.$", data)?.clone()),
            (
                "$.car.cdr",
                member(data.at(["car", "cdr"]), "$.car.cdr", "$.car.cdr.$", data)?
                    .clone(),
            ),
        ]);
        put(data, "looked", result)?;
        take(const { to_next(&NODES, node::LOOK) })
    }

    static WRITE_RESULT_2: [Value; 3] = [
        Value::Null,
        Value::Bool(true),
        Value::Float(
            -2500000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0,
        ),
    ];

    static WRITE_RESULT_1: [Entry; 1] = [
        (Text::new_static("deep"), Value::Array(Array::Static(&WRITE_RESULT_2))),
    ];

    static WRITE_RESULT: [Value; 4] = [
        Value::Int(1),
        Value::Object(Object::Static(&WRITE_RESULT_1)),
        Value::Object(Object::Static(&[])),
        Value::Array(Array::Static(&[])),
    ];

    /// Pass: `Write` (reference_paths.asl.json:15:5).
    fn write_enter(data: &mut Value) -> Next {
        put_at(
            data,
            &[Seg::Key("store"), Seg::Key("book")],
            Value::Array(Array::Static(&WRITE_RESULT)),
        )?;
        take(const { to_next(&NODES, node::WRITE) })
    }

    /// Pass: `Write items` (reference_paths.asl.json:16:5).
    fn write_items_enter(data: &mut Value) -> Next {
        put_at(
            data,
            &[Seg::Key("bar"), Seg::Index(1)],
            Value::String(Text::new_static("pretty")),
        )?;
        take(const { to_next(&NODES, node::WRITE_ITEMS) })
    }

    /// Pass: `Write weird` (reference_paths.asl.json:17:5).
    fn write_weird_enter(data: &mut Value) -> Next {
        put_at(
            data,
            &[Seg::Key("foo@bar"), Seg::Key("baz[["), Seg::Key("?pretty")],
            Value::String(Text::new_static("!")),
        )?;
        take(const { to_next(&NODES, node::WRITE_WEIRD) })
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0xed997d5035d0959c, 0xab7b80934add9e86, 0xcbf29ce484222325, 0x8c653e315836b421,
        0xcbf29ce484222325, 0xbbe44553ee9b5b30, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0xd19a5832e1976cfb, 0xcbf29ce484222325, 0xb5f04142758b0d5f, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0xd6e90348f03c2286, 0xcbf29ce484222325, 0x58e093eb76f05426,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x799ff55b4dd4641e, 0xcbf29ce484222325,
    ];
}
