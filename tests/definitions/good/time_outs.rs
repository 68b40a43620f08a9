/// Machine `time_outs` (time_outs.sm4c.json)
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
pub mod time_outs {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Look` (time_outs.sm4c.json:18:15).
        Look,
    }
    state_methods! {
        State of MACHINE : [State::Look]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {
        /// The function `tell`: `tell`
        fn tell(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// Sends an event of `sendEvent` to wherever it is to go.
        fn send_event(
            &self,
            cx: &TaskContext,
            event: Event,
        ) -> impl Future<Output = Result<(), TaskError>> + Send;
    }
    shared_tasks! {
        Functions : tell(Value) -> Value; send_event(Event) -> ();
    }

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Functions::tell(&self.0, &cx, input).await }),
                1 => {
                    Box::pin(async move {
                        Functions::send_event(&self.0, &cx, sent_event(&cx, &input))
                            .await?;
                        Ok(Value::Null)
                    })
                }
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

        /// Runs the state `Look` alone.
        /// Its output goes to `Look`.
        pub fn look(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LOOK, input).leads_to(node::LOOK)
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const LOOK: NodeId = NodeId(0);
        pub(super) const LOOK_2: NodeId = NodeId(1);
        pub(super) const TIMEOUT: NodeId = NodeId(2);
        pub(super) const TIMEOUT_2: NodeId = NodeId(3);
        pub(super) const TIMEOUT_3: NodeId = NodeId(4);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "time_outs",
        source: "time_outs.sm4c.json",
        hash: 0x6919188aea0bcbec,
        profile: Profile::Spec,
        start: node::LOOK,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 5] = [
        Node::sm4c("Look", (18, 15), Kind::Eval)
            .calls(0, "tell", "tell")
            .form(Form::Rest)
            .named("tell")
            .null_after(500)
            .entry()
            .action("invokeFunction")
            .next(node::LOOK_2),
        Node::sm4c("Look", (18, 15), Kind::Await).timer(600000, node::LOOK),
        Node::sm4c("timeout", (4, 3), Kind::Eval)
            .branches(&[node::TIMEOUT_2, node::TIMEOUT_3])
            .children(Join::All, 1)
            .keys(&["0", "1"])
            .action("sequence")
            .end()
            .scope(1),
        Node::sm4c("timeout", (4, 3), Kind::Eval)
            .calls(1, "send_event", "event")
            .form(Form::Event)
            .named("Late")
            .action("sendEvent")
            .end()
            .scope(2),
        Node::sm4c("timeout", (4, 3), Kind::Eval)
            .calls(0, "tell", "tell")
            .form(Form::Rest)
            .named("tell")
            .detached()
            .action("invokeFunction")
            .end()
            .scope(3),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Time-outs",
        version: "1.0",
        timeout_millis: Some(129600000),
        on_timeout: Some(node::TIMEOUT),
        events: &[
            EventRow {
                name: "Late",
                source: None,
                kind: Some("order.late"),
                correlation: &[],
            },
        ],
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::LOOK => flow(look_enter()),
            node::LOOK_2 => flow(look_2_enter()),
            node::TIMEOUT => flow(timeout_enter(data)),
            node::TIMEOUT_2 => flow(timeout_2_enter(cx)),
            node::TIMEOUT_3 => flow(timeout_3_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::LOOK => look_done(),
            node::LOOK_2 => look_2_done(),
            node::TIMEOUT => timeout_done(),
            node::TIMEOUT_2 => timeout_2_done(data, result),
            node::TIMEOUT_3 => timeout_3_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Enter action of `Look`: invokeFunction.
    fn look_enter() -> Next {
        Ok(Step::Task(Value::Object(Object::Static(&[]))))
    }

    fn look_done() -> Next {
        take(const { to_next(&NODES, node::LOOK) })
    }

    /// Wait for events of `Look`.
    fn look_2_enter() -> Next {
        Ok(Step::Await)
    }

    fn look_2_done() -> Next {
        take(const { to_timer(&NODES, node::LOOK_2) })
    }

    /// Action of the machine's time-out: sequence.
    fn timeout_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn timeout_done() -> Next {
        take(const { to_next(&NODES, node::TIMEOUT) })
    }

    /// Action within an action of `timeout`: sendEvent.
    fn timeout_2_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("name", Value::String(Text::new_static("Late"))),
                    ("type", Value::String(Text::new_static("order.late"))),
                    ("source", Value::Null),
                    ("data", one(cx, |jq| timeout_2_input(jq, &cx.global))?),
                    ("contextAttributes", Value::Object(Object::Static(&[]))),
                ]),
            ),
        )
    }

    fn timeout_2_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::TIMEOUT_2) })
    }

    /// Action within an action of `timeout`: invokeFunction.
    fn timeout_3_enter() -> Next {
        Ok(Step::Task(Value::Object(Object::Static(&[]))))
    }

    fn timeout_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::TIMEOUT_3) })
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::timeout_2_input;

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `{ order }`
        pub(super) fn timeout_2_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let value_1 = field(input, "order")?;
            object(cx, [("order", value_1.clone())])
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 25] = [
        0xd4565aead8963a82, 0xb2287276dee1d039, 0x6da78c162da15005, 0x8f1f7e319bde50ff,
        0xcbf29ce484222325, 0x298f8f58989bc749, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0xcbf29ce484222325, 0xcbf29ce484222325, 0x06ad80b76013c9c2, 0x8fa76e2ff546af11,
        0xcbf29ce484222325, 0x8f1f7e319bde50ff, 0xcbf29ce484222325, 0xb5291ec48bcfaa64,
        0x7e539d82424a9101, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0x7875849dd924eea8, 0xb2287276dee1d039, 0x251331b5c17f2a6f, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325,
    ];
}
