/// Machine `error_handlers` (error_handlers.sm4c.json)
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
pub mod error_handlers {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Fetch` (error_handlers.sm4c.json:12:15).
        Fetch,
    }
    state_methods! {
        State of MACHINE : [State::Fetch]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {
        /// The function `fetch`: `fetch`
        fn fetch(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Functions : fetch(Value) -> Value;
    }

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Functions::fetch(&self.0, &cx, input).await }),
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

        /// Runs the state `Fetch` alone.
        /// Its output is that of the end.
        pub fn fetch(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::FETCH, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const FETCH: NodeId = NodeId(0);
        pub(super) const FETCH_2: NodeId = NodeId(1);
        pub(super) const FETCH_3: NodeId = NodeId(2);
        pub(super) const FETCH_4: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "error_handlers",
        source: "error_handlers.sm4c.json",
        hash: 0xa737ac763f24afd5,
        profile: Profile::Spec,
        start: node::FETCH,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::sm4c("Fetch", (12, 15), Kind::Eval)
            .branches(&[node::FETCH_3, node::FETCH_4])
            .children(Join::All, 1)
            .keys(&["first", "second"])
            .entry()
            .action("sequence")
            .handlers(
                &[
                    HandlerRow {
                        retry: Some(RetryRow {
                            max_attempts: 5,
                            delay: Some(5000),
                            increment: Some(1000),
                            jitter: Some(Jitter::Millis(200)),
                            ..RetryRow::NONE
                        }),
                    },
                ],
            )
            .next(node::FETCH_2),
        Node::sm4c("Fetch", (12, 15), Kind::End),
        Node::sm4c("Fetch", (12, 15), Kind::Eval)
            .calls(0, "fetch", "fetch")
            .form(Form::Rest)
            .named("fetch")
            .named_action("invokeFunction", "first")
            .handlers(
                &[
                    HandlerRow {
                        retry: Some(RetryRow {
                            max_attempts: 3,
                            delay: Some(1000),
                            max_delay: Some(10000),
                            multiplier: Some(2.0),
                            jitter: Some(Jitter::Fraction(0.5)),
                            ..RetryRow::NONE
                        }),
                    },
                    HandlerRow {
                        retry: Some(RetryRow {
                            max_attempts: 1,
                            ..RetryRow::NONE
                        }),
                    },
                    HandlerRow { retry: None },
                ],
            )
            .end()
            .scope(1),
        Node::sm4c("Fetch", (12, 15), Kind::Eval)
            .named_action("injectData", "second")
            .end()
            .scope(2),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Error handlers",
        version: "1.0",
        handled,
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::FETCH => flow(fetch_enter(data)),
            node::FETCH_2 => flow(fetch_2_enter()),
            node::FETCH_3 => flow(fetch_3_enter()),
            node::FETCH_4 => flow(fetch_4_enter(data, cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::FETCH => fetch_done(cx, result),
            node::FETCH_3 => fetch_3_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Finds the first error handler of a node that takes an error, and merges the error.
    fn handled(
        node: NodeId,
        cx: &mut Cx<'_>,
        error: &Value,
    ) -> Result<Option<u32>, Failed> {
        match node {
            node::FETCH => fetch_handled(cx, error),
            node::FETCH_3 => fetch_3_handled(cx, error),
            _ => Ok(None),
        }
    }

    /// Enter action of `Fetch`: sequence.
    fn fetch_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn fetch_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| fetch_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::FETCH) })
    }

    fn fetch_handled(cx: &mut Cx<'_>, error: &Value) -> Result<Option<u32>, Failed> {
        merge(cx, |jq, global| fetch_handler(jq, global, error))?;
        Ok(Some(0))
    }

    /// End of `Fetch`.
    fn fetch_2_enter() -> Next {
        Ok(Step::End)
    }

    /// Action within an action of `Fetch`: `first` invokeFunction.
    fn fetch_3_enter() -> Next {
        Ok(Step::Task(Value::Object(Object::Static(&[]))))
    }

    fn fetch_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::FETCH_3) })
    }

    fn fetch_3_handled(cx: &mut Cx<'_>, error: &Value) -> Result<Option<u32>, Failed> {
        if holds(cx, |jq| fetch_3_error::run(jq, error))? {
            return Ok(Some(0));
        }
        if holds(cx, |jq| fetch_3_error_2(jq, error))? {
            merge(cx, |jq, global| fetch_3_handler(jq, global, error))?;
            return Ok(Some(1));
        }
        merge(cx, |jq, global| fetch_3_handler_2(jq, global, error))?;
        Ok(Some(2))
    }

    /// Action within an action of `Fetch`: `second` injectData.
    fn fetch_4_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = one(cx, |jq| fetch_4_value(jq, &cx.global))?;
        take(const { to_next(&NODES, node::FETCH_4) })
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::{
        fetch_merge, fetch_handler, fetch_3_error, fetch_3_error_2, fetch_3_handler,
        fetch_3_handler_2, fetch_4_value,
    };

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `.result = $value`
        pub(super) fn fetch_merge(
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

        /// `.outer = $value.ClassName`
        pub(super) fn fetch_handler(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let value_2 = field(value_1, "ClassName")?.clone();
            let mut document_3: Value = input;
            let here_4 = &mut document_3;
            if paths::field(
                cx,
                here_4,
                "outer",
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

        /// `.Message | test("busy")`
        pub(super) mod fetch_3_error {
            use ::asl_runtime::__private::jq::*;

            static CONSTANT_0: native::Pattern = native::Pattern::new(
                Value::String(Text::new_static("busy")),
                Value::Null,
            );
            pub(in super::super) fn run(cx: &Cx, input: &Value) -> Result<Value, Exit> {
                let value_1 = field(input, "Message")?;
                Ok(Value::Bool(CONSTANT_0.is_in(cx, value_1)?))
            }
        }

        /// `.ClassName == "Timeout"`
        pub(super) fn fetch_3_error_2(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(
                Value::Bool(
                    equal(
                        cx,
                        field(input, "ClassName")?,
                        &Value::String(Text::new_static("Timeout")),
                    )?,
                ),
            )
        }

        /// `.timeouts += 1`
        pub(super) fn fetch_3_handler(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let mut document_2: Value = input;
            let here_3 = &mut document_2;
            if paths::field(
                cx,
                here_3,
                "timeouts",
                |part_4: &mut Value| {
                    grow(cx, part_4, &Value::Int(1))?;
                    Ok::<_, Exit>(paths::Fate::Stays)
                },
            )? == paths::Fate::Goes
            {
                document_2 = Value::Null;
            }
            check_depth(&document_2)?;
            Ok(cx.finish(document_2))
        }

        /// `.errors += [$value.Message]`
        pub(super) fn fetch_3_handler_2(
            cx: &Cx,
            input: Value,
            value_1: &Value,
        ) -> Result<Value, Exit> {
            let value_2 = array(cx, Vec::from([field(value_1, "Message")?.clone()]))?;
            let mut document_3: Value = input;
            let here_4 = &mut document_3;
            if paths::field(
                cx,
                here_4,
                "errors",
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

        /// `.list | map(1 / .)`
        pub(super) fn fetch_4_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let value_1 = field(input, "list")?;
            let mut items_2: Vec<Value> = Vec::new();
            for item_3 in iterate(value_1)? {
                cx.spend(1)?;
                collect(cx, &mut items_2, divide(cx, &Value::Int(1), item_3)?)?;
            }
            Ok(cx.finish(collected(cx, items_2)?))
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0x2b2bdfd39bf537ef, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0xd06291de8f3aac77,
        0x2a0fac4fe63ce401, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xa0a88085176aec73, 0xb2287276dee1d039,
        0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xfc77d3c55a198c6b, 0xed997d5035d0959c,
        0x0ddbd02b43f4e78a, 0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
    ];
}
