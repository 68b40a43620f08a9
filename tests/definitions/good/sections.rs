/// Machine `sections` (sections.sm4c.json)
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
pub mod sections {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Pay` (sections.sm4c.json:9:15).
        Pay,
        /// `Done` (sections.sm4c.json:20:15).
        Done,
    }
    state_methods! {
        State of MACHINE : [State::Pay, State::Done]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {
        /// The function `charge`: `charge`
        fn charge(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Functions : charge(Value) -> Value;
    }

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => {
                    Box::pin(async move { Functions::charge(&self.0, &cx, input).await })
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

        /// Runs the state `Pay` alone.
        /// Its output goes to `Done`.
        pub fn pay(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PAY, input).leads_to(node::DONE)
        }

        /// Runs the state `Done` alone.
        /// Its output is that of the end.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DONE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const PAY: NodeId = NodeId(0);
        pub(super) const DONE: NodeId = NodeId(1);
        pub(super) const PAY_2: NodeId = NodeId(2);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "sections",
        source: "sections.sm4c.json",
        hash: 0x9a5d0f18fb7aec20,
        profile: Profile::Spec,
        start: node::PAY,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 3] = [
        Node::sm4c("Pay", (9, 15), Kind::Eval)
            .calls(0, "charge", "charge")
            .form(Form::Rest)
            .named("charge")
            .entry()
            .action("invokeFunction")
            .handlers(
                &[
                    HandlerRow {
                        retry: Some(RetryRow {
                            max_attempts: 2,
                            delay: Some(1000),
                            ..RetryRow::NONE
                        }),
                    },
                ],
            )
            .next(node::PAY_2),
        Node::sm4c("Done", (20, 15), Kind::End).entry(),
        Node::sm4c("Pay", (9, 15), Kind::Await)
            .events(
                &[
                    &[
                        GroupRow {
                            events: &[0],
                            has_condition: false,
                        },
                    ],
                ],
                &[node::DONE],
            ),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Sections",
        version: "1.0",
        events: &[
            EventRow {
                name: "Paid",
                source: None,
                kind: Some("order.paid"),
                correlation: &[],
            },
        ],
        handled,
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::PAY => flow(pay_enter(cx)),
            node::DONE => flow(done_enter()),
            node::PAY_2 => flow(pay_2_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, _data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::PAY => pay_done(),
            node::PAY_2 => pay_2_done(result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Finds the first error handler of a node that takes an error, and merges the error.
    fn handled(
        node: NodeId,
        _cx: &mut Cx<'_>,
        _error: &Value,
    ) -> Result<Option<u32>, Failed> {
        match node {
            node::PAY => pay_handled(),
            _ => Ok(None),
        }
    }

    /// Enter action of `Pay`: invokeFunction.
    fn pay_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Task(object([("amount", one(cx, |jq| pay_input(jq, &cx.global))?)])))
    }

    fn pay_done() -> Next {
        take(const { to_next(&NODES, node::PAY) })
    }

    fn pay_handled() -> Result<Option<u32>, Failed> {
        Ok(Some(0))
    }

    /// State: `Done` (sections.sm4c.json:20:15).
    fn done_enter() -> Next {
        Ok(Step::End)
    }

    /// Wait for events of `Pay`.
    fn pay_2_enter() -> Next {
        Ok(Step::Await)
    }

    fn pay_2_done(result: Value) -> Next {
        match fired(&result) {
            Some(0) => take(const { to_event(&NODES, node::PAY_2, 0) }),
            _ => no_such_node(&MACHINE, node::PAY_2),
        }
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::pay_input;

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `[.items[].price] | add`
        pub(super) fn pay_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let mut sum_1 = Sum::default();
            for item_2 in iterate(field(input, "items")?)? {
                cx.spend(1)?;
                sum_1.add(cx, field(item_2, "price")?)?;
            }
            Ok(cx.finish(sum_1.total(cx)?))
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 15] = [
        0x4a9eefec59d6e543, 0x48f7a9bee72eb44c, 0xe73b4732f0e70233, 0x8f1f7e319bde50ff,
        0x9785e9b2a358612d, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0x0cd5448d5b6e86bb, 0xcbf29ce484222325,
        0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325,
    ];
}
