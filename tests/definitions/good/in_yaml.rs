/// Machine `in_yaml` (in_yaml.sm4c.yaml)
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
pub mod in_yaml {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Greet` (in_yaml.sm4c.yaml:6:11).
        Greet,
        /// `Done` (in_yaml.sm4c.yaml:22:11).
        Done,
    }
    state_methods! {
        State of MACHINE : [State::Greet, State::Done]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {
        /// The function `greet`: `greet`
        fn greet(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Functions : greet(Value) -> Value;
    }

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Functions::greet(&self.0, &cx, input).await }),
                _ => no_such_task(&MACHINE, id),
            }
        }
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
    pub fn machine(functions: impl Functions) -> Compiled {
        Compiled::new(&MACHINE, Numbered(functions))
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the state `Greet` alone.
        /// Its output goes to `Done`.
        pub fn greet(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::GREET, input).leads_to(node::DONE)
        }

        /// Runs the state `Done` alone.
        /// Its output is that of the end.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DONE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const GREET: NodeId = NodeId(0);
        pub(super) const DONE: NodeId = NodeId(1);
        pub(super) const GREET_2: NodeId = NodeId(2);
        pub(super) const GREET_3: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "in_yaml",
        source: "in_yaml.sm4c.yaml",
        hash: 0x2e56b51fe488b2a6,
        profile: Profile::Spec,
        start: node::GREET,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::sm4c("Greet", (6, 11), Kind::Eval)
            .calls(0, "greet", "greet")
            .form(Form::Rest)
            .named("greet")
            .entry()
            .action("invokeFunction")
            .next(node::GREET_2),
        Node::sm4c("Done", (22, 11), Kind::End).entry(),
        Node::sm4c("Greet", (6, 11), Kind::Branch)
            .rules(&[node::DONE])
            .default(node::GREET_3),
        Node::sm4c("Greet", (6, 11), Kind::Await).timer(60000, node::DONE),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "In YAML",
        version: "1.0",
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::GREET => flow(greet_enter(cx)),
            node::DONE => flow(done_enter()),
            node::GREET_2 => flow(greet_2_enter(cx)),
            node::GREET_3 => flow(greet_3_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::GREET => greet_done(cx, result),
            node::GREET_3 => greet_3_done(),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Enter action of `Greet`: invokeFunction.
    fn greet_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Task(object([("name", one(cx, |jq| greet_input(jq, &cx.global))?)])))
    }

    fn greet_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| greet_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::GREET) })
    }

    /// State: `Done` (in_yaml.sm4c.yaml:22:11).
    fn done_enter() -> Next {
        Ok(Step::End)
    }

    /// Conditional transitions of `Greet`.
    fn greet_2_enter(cx: &Cx<'_>) -> Next {
        if holds(cx, |jq| greet_2_condition::run(jq, &cx.global))? {
            return take(const { to_rule(&NODES, node::GREET_2, 0) });
        }
        take(const { to_default(&NODES, node::GREET_2) })
    }

    /// Wait for events of `Greet`.
    fn greet_3_enter() -> Next {
        Ok(Step::Await)
    }

    fn greet_3_done() -> Next {
        take(const { to_timer(&NODES, node::GREET_3) })
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::{greet_input, greet_merge, greet_2_condition};

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `.person.name`
        pub(super) fn greet_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(field(input, "person")?, "name")?.clone())
        }

        /// `.greeting = $value`
        pub(super) fn greet_merge(
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
                "greeting",
                |part_5: &mut Value| {
                    *part_5 = value_2.clone();
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_3 = Value::Null;
            }
            check_depth(&document_3)?;
            Ok(document_3)
        }

        /// `.greeting ..`
        pub(super) mod greet_2_condition {
            use ::asl_runtime::__private::jq::*;

            static CONSTANT_0: native::Pattern = native::Pattern::new(
                Value::String(Text::new_static("^Hello")),
                Value::Null,
            );
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "greeting")?;
                Ok(Value::Bool(CONSTANT_0.is_in(cx, value_1)?))
            }
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0xb25f993f49da2a5f, 0x5ce5347688004b63, 0xe73b4732f0e70233, 0xbfe50b816b08f479,
        0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0x99128ab4d6a74d38, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xe3db1d1f64fc3d23,
        0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325,
    ];
}
