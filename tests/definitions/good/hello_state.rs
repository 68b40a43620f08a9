/// Machine `hello_state` (hello_state.sm4c.json): Inject Hello World
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
pub mod hello_state {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Hello State` (hello_state.sm4c.json:8:15).
        HelloState,
    }
    state_methods! {
        State of MACHINE : [State::HelloState]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {}
    shared_tasks! {
        Functions :
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(functions: impl Functions, input: impl Into<RunInput>) -> Running {
        machine(functions).into_run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(functions).run_with(input, options)
    }

    /// As [`run_with`], with a handle that events can be sent to:
    /// `handle.send(event).await`.
    pub fn start(
        functions: impl Functions,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> (Handle, Running) {
        machine(functions).start(input, options)
    }

    /// The machine with its functions: what every engine takes.
    pub fn machine(_functions: impl Functions) -> Compiled {
        Compiled::without_tasks(&MACHINE)
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the state `Hello State` alone.
        /// Its output is that of the end.
        pub fn hello_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::HELLO_STATE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const HELLO_STATE: NodeId = NodeId(0);
        pub(super) const HELLO_STATE_2: NodeId = NodeId(1);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "hello_state",
        source: "hello_state.sm4c.json",
        hash: 0x54f6dc7d7d61cbf2,
        profile: Profile::Spec,
        start: node::HELLO_STATE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 2] = [
        Node::sm4c("Hello State", (8, 15), Kind::Eval)
            .entry()
            .action("injectData")
            .next(node::HELLO_STATE_2),
        Node::sm4c("Hello State", (8, 15), Kind::End),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Hello World Workflow",
        version: "1.0",
        description: Some("Inject Hello World"),
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::HELLO_STATE => flow(hello_state_enter(cx)),
            node::HELLO_STATE_2 => flow(hello_state_2_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::HELLO_STATE => hello_state_done(cx, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Enter action of `Hello State`: injectData.
    fn hello_state_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| hello_state_value(jq, &cx.global))?))
    }

    fn hello_state_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| hello_state_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::HELLO_STATE) })
    }

    /// End of `Hello State`.
    fn hello_state_2_enter() -> Next {
        Ok(Step::End)
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::{hello_state_value, hello_state_merge};

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `"Hello World!"`
        pub(super) fn hello_state_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(Value::String(Text::new_static("Hello World!")))
        }

        /// `.result += $value`
        pub(super) fn hello_state_merge(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let value_2 = value_1.clone();
            let mut document_3: Value = input;
            let here_4 = &mut document_3;
            if paths::field(
                cx,
                here_4,
                "result",
                |part_5: &mut Value| {
                    grow(cx, part_5, &value_2)?;
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_3 = Value::Null;
            }
            check_depth(&document_3)?;
            Ok(cx.finish(document_3))
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 10] = [
        0xed997d5035d0959c, 0xe440af67209214c6, 0xcbf29ce484222325, 0x4fd691908c94038c,
        0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
