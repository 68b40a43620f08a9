/// Machine `nested_actions` (nested_actions.sm4c.json)
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
pub mod nested_actions {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Survey` (nested_actions.sm4c.json:7:15).
        Survey,
    }
    state_methods! {
        State of MACHINE : [State::Survey]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {
        /// The function `ask`: `ask`
        fn ask(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Functions : ask(Value) -> Value;
    }

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Functions::ask(&self.0, &cx, input).await }),
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

        /// Runs the state `Survey` alone.
        /// Its output is that of the end.
        pub fn survey(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SURVEY, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const SURVEY: NodeId = NodeId(0);
        pub(super) const SURVEY_2: NodeId = NodeId(1);
        pub(super) const SURVEY_3: NodeId = NodeId(2);
        pub(super) const SURVEY_4: NodeId = NodeId(3);
        pub(super) const SURVEY_5: NodeId = NodeId(4);
        pub(super) const SURVEY_6: NodeId = NodeId(5);
        pub(super) const SURVEY_7: NodeId = NodeId(6);
        pub(super) const SURVEY_8: NodeId = NodeId(7);
        pub(super) const SURVEY_9: NodeId = NodeId(8);
        pub(super) const SURVEY_10: NodeId = NodeId(9);
        pub(super) const SURVEY_11: NodeId = NodeId(10);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "nested_actions",
        source: "nested_actions.sm4c.json",
        hash: 0xe3505be39f06573e,
        profile: Profile::Spec,
        start: node::SURVEY,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 11] = [
        Node::sm4c("Survey", (7, 15), Kind::Eval).entry().next(node::SURVEY_2),
        Node::sm4c("Survey", (7, 15), Kind::Eval)
            .body(node::SURVEY_4, Some(3))
            .children(Join::Settled, 3)
            .action("forEach")
            .next(node::SURVEY_3),
        Node::sm4c("Survey", (7, 15), Kind::End),
        Node::sm4c("Survey", (7, 15), Kind::Eval)
            .branches(&[node::SURVEY_5, node::SURVEY_6])
            .children(Join::All, 1)
            .keys(&["greeting", "answers"])
            .action("sequence")
            .end()
            .scope(1),
        Node::sm4c("Survey", (7, 15), Kind::Eval)
            .named_action("injectData", "greeting")
            .end()
            .scope(2),
        Node::sm4c("Survey", (7, 15), Kind::Eval)
            .branches(&[node::SURVEY_7, node::SURVEY_8, node::SURVEY_9])
            .children(Join::Count(2), 0)
            .keys(&["mail", "phone", "2"])
            .named_action("parallel", "answers")
            .end()
            .scope(3),
        Node::sm4c("Survey", (7, 15), Kind::Eval)
            .calls(0, "ask", "ask")
            .form(Form::Rest)
            .named("ask")
            .named_action("invokeFunction", "mail")
            .end()
            .scope(4),
        Node::sm4c("Survey", (7, 15), Kind::Eval)
            .calls(0, "ask", "ask")
            .form(Form::Rest)
            .named("ask")
            .named_action("invokeFunction", "phone")
            .end()
            .scope(5),
        Node::sm4c("Survey", (7, 15), Kind::Eval)
            .branches(&[node::SURVEY_10, node::SURVEY_11])
            .children(Join::First, 0)
            .keys(&["0", "1"])
            .action("parallel")
            .end()
            .scope(6),
        Node::sm4c("Survey", (7, 15), Kind::WAIT).action("delay").end().scope(7),
        Node::sm4c("Survey", (7, 15), Kind::Eval).action("injectData").end().scope(8),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Nested actions",
        version: "1.0",
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::SURVEY => flow(survey_enter(data, cx)),
            node::SURVEY_2 => flow(survey_2_enter(data, cx)),
            node::SURVEY_3 => flow(survey_3_enter()),
            node::SURVEY_4 => flow(survey_4_enter(data)),
            node::SURVEY_5 => flow(survey_5_enter(data, cx)),
            node::SURVEY_6 => flow(survey_6_enter(data)),
            node::SURVEY_7 => flow(survey_7_enter(data, cx)),
            node::SURVEY_8 => flow(survey_8_enter(data, cx)),
            node::SURVEY_9 => flow(survey_9_enter(data)),
            node::SURVEY_10 => flow(survey_10_enter()),
            node::SURVEY_11 => flow(survey_11_enter(data, cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::SURVEY_2 => survey_2_done(cx, result),
            node::SURVEY_4 => survey_4_done(data, result),
            node::SURVEY_6 => survey_6_done(data, result),
            node::SURVEY_7 => survey_7_done(data, result),
            node::SURVEY_8 => survey_8_done(data, result),
            node::SURVEY_9 => survey_9_done(data, result),
            node::SURVEY_10 => survey_10_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// State: `Survey` (nested_actions.sm4c.json:7:15).
    fn survey_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = one(cx, |jq| survey_filter(jq, &cx.global))?;
        take(const { to_next(&NODES, node::SURVEY) })
    }

    /// Enter action of `Survey`: forEach.
    fn survey_2_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(Step::ForEach(iterate(elements(one(cx, |jq| survey_2_items(jq, data))?)?, 3)))
    }

    fn survey_2_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| survey_2_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::SURVEY_2) })
    }

    /// End of `Survey`.
    fn survey_3_enter() -> Next {
        Ok(Step::End)
    }

    /// Action within an action of `Survey`: sequence.
    fn survey_4_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn survey_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SURVEY_4) })
    }

    /// Action within an action of `Survey`: `greeting` injectData.
    fn survey_5_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = one(cx, |jq| survey_5_value(jq, data))?;
        take(const { to_next(&NODES, node::SURVEY_5) })
    }

    /// Action within an action of `Survey`: `answers` parallel.
    fn survey_6_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn survey_6_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SURVEY_6) })
    }

    /// Action within an action of `Survey`: `mail` invokeFunction.
    fn survey_7_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("by", Value::String(Text::new_static("mail"))),
                    ("who", one(cx, |jq| survey_7_input(jq, data))?),
                ]),
            ),
        )
    }

    fn survey_7_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SURVEY_7) })
    }

    /// Action within an action of `Survey`: `phone` invokeFunction.
    fn survey_8_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("by", Value::String(Text::new_static("phone"))),
                    ("who", one(cx, |jq| survey_7_input(jq, data))?),
                ]),
            ),
        )
    }

    fn survey_8_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SURVEY_8) })
    }

    /// Action within an action of `Survey`: parallel.
    fn survey_9_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn survey_9_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SURVEY_9) })
    }

    /// Action within an action of `Survey`: delay.
    fn survey_10_enter() -> Next {
        Ok(Step::Wait(Wait::For(86400000)))
    }

    fn survey_10_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SURVEY_10) })
    }

    /// Action within an action of `Survey`: injectData.
    fn survey_11_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = one(cx, |jq| survey_11_value(jq, data))?;
        take(const { to_next(&NODES, node::SURVEY_11) })
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::{
        survey_filter, survey_2_items, survey_2_merge, survey_5_value, survey_7_input,
        survey_11_value,
    };

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `{ people, topic: (.topic // "weather") }`
        pub(super) fn survey_filter(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let value_1 = field(input, "people")?;
            let value_3 = field(input, "topic")?;
            let value_2 = if is_true(value_3) {
                value_3.clone()
            } else {
                Value::String(Text::new_static("weather"))
            };
            object(cx, [("people", value_1.clone()), ("topic", value_2)])
        }

        /// `.people`
        pub(super) fn survey_2_items(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "people")?.clone())
        }

        /// `.answers = [$value[].answers]`
        pub(super) fn survey_2_merge(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let mut items_2: Vec<Value> = Vec::new();
            for item_3 in iterate(value_1)? {
                cx.spend(1)?;
                collect(cx, &mut items_2, field(item_3, "answers")?.clone())?;
            }
            let value_4 = collected(cx, items_2)?;
            let mut document_5: Value = input;
            let here_6 = &mut document_5;
            if paths::field(
                cx,
                here_6,
                "answers",
                |part_7: &mut Value| {
                    *part_7 = value_4.clone();
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_5 = Value::Null;
            }
            check_depth(&document_5)?;
            Ok(document_5)
        }

        /// `"Hello \(.name)"`
        pub(super) fn survey_5_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let value_1 = field(input, "name")?;
            interpolated(cx, &["Hello ", ""], &[value_1])
        }

        /// `.name`
        pub(super) fn survey_7_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "name")?.clone())
        }

        /// `.default`
        pub(super) fn survey_11_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "default")?.clone())
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 55] = [
        0xed997d5035d0959c, 0x24ae300bcd323caf, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xd08f9dd719ef5428, 0xd9901cd65c97717b, 0xcbf29ce484222325,
        0x5a8333240d4e9860, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0x4e09e00941f65dfb,
        0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x32852dc12636735e, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xf160e2d0141a933c, 0x8fa76e2ff546af11, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xfb898536ba2d235f, 0x8c2663c8e4c94ac8,
        0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xfb898536ba2d235f,
        0xf7078da56f200b19, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0xb38bff5d0aff483d, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0x8c1bd06da347a542, 0xfb509fda24553297, 0xcbf29ce484222325,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x6885bf3eb2f627bf,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
    ];
}
