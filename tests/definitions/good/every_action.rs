/// Machine `every_action` (every_action.sm4c.json)
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
pub mod every_action {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Count` (every_action.sm4c.json:12:15).
        Count,
        /// `Charge` (every_action.sm4c.json:19:15).
        Charge,
        /// `Take` (every_action.sm4c.json:31:15).
        Take,
        /// `Pack` (every_action.sm4c.json:42:15).
        Pack,
        /// `Ship` (every_action.sm4c.json:55:15).
        Ship,
    }
    state_methods! {
        State of MACHINE : [State::Count, State::Charge, State::Take, State::Pack,
        State::Ship]
    }

    /// The functions of this machine, and the way its events take into the world.
    pub trait Functions: Send + Sync + 'static {
        /// The function `Charge card`: `charge`
        fn charge_card(
            &self,
            cx: &TaskContext,
            arguments: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// The function `getStock`: `stock`
        fn get_stock(
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
        Functions : charge_card(Value) -> Value; get_stock(Value) -> Value;
        send_event(Event) -> ();
    }

    /// The functions by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Functions> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => {
                    Box::pin(async move {
                        Functions::charge_card(&self.0, &cx, input).await
                    })
                }
                1 => {
                    Box::pin(async move {
                        Functions::get_stock(&self.0, &cx, input).await
                    })
                }
                2 => Box::pin(async move { serve(&cx, input).await }),
                3 => Box::pin(async move { serve(&cx, input).await }),
                4 => {
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

        /// Runs the state `Count` alone.
        /// Its output goes to `Charge`.
        pub fn count(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::COUNT, input).leads_to(node::CHARGE)
        }

        /// Runs the state `Charge` alone.
        /// Its output goes to `Take`.
        pub fn charge(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::CHARGE, input).leads_to(node::TAKE)
        }

        /// Runs the state `Take` alone.
        /// Its output goes to `Pack`.
        pub fn take(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::TAKE, input).leads_to(node::PACK)
        }

        /// Runs the state `Pack` alone.
        /// Its output goes to `Ship`.
        pub fn pack(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PACK, input).leads_to(node::SHIP)
        }

        /// Runs the state `Ship` alone.
        /// Its output is that of the end.
        pub fn ship(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::SHIP, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const COUNT: NodeId = NodeId(0);
        pub(super) const CHARGE: NodeId = NodeId(1);
        pub(super) const TAKE: NodeId = NodeId(2);
        pub(super) const PACK: NodeId = NodeId(3);
        pub(super) const SHIP: NodeId = NodeId(4);
        pub(super) const TAKE_2: NodeId = NodeId(5);
        pub(super) const PACK_2: NodeId = NodeId(6);
        pub(super) const PACK_3: NodeId = NodeId(7);
        pub(super) const PACK_4: NodeId = NodeId(8);
        pub(super) const SHIP_2: NodeId = NodeId(9);
        pub(super) const SHIP_3: NodeId = NodeId(10);
        pub(super) const SHIP_4: NodeId = NodeId(11);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "every_action",
        source: "every_action.sm4c.json",
        hash: 0xc73983e3e85a9a1a,
        profile: Profile::Spec,
        start: node::COUNT,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        sm4c: Some(&SM4C),
        ..Machine::EMPTY
    };

    static NODES: [Node; 12] = [
        Node::sm4c("Count", (12, 15), Kind::Eval)
            .entry()
            .action("invokeFunction")
            .next(node::CHARGE),
        Node::sm4c("Charge", (19, 15), Kind::Eval)
            .calls(0, "charge_card", "charge")
            .form(Form::Rest)
            .named("Charge card")
            .null_after(30000)
            .entry()
            .action("invokeFunction")
            .next(node::TAKE),
        Node::sm4c("Take", (31, 15), Kind::Eval)
            .body(node::TAKE_2, Some(2))
            .children(Join::Settled, 2)
            .entry()
            .action("forEach")
            .next(node::PACK),
        Node::sm4c("Pack", (42, 15), Kind::Eval)
            .branches(&[node::PACK_2, node::PACK_3, node::PACK_4])
            .children(Join::Settled, 0)
            .keys(&["label", "1", "notice"])
            .entry()
            .action("parallel")
            .next(node::SHIP),
        Node::sm4c("Ship", (55, 15), Kind::Eval)
            .branches(&[node::SHIP_3, node::SHIP_4])
            .children(Join::All, 1)
            .keys(&["0", "1"])
            .entry()
            .action("sequence")
            .next(node::SHIP_2),
        Node::sm4c("Take", (31, 15), Kind::Eval)
            .calls(1, "get_stock", "stock")
            .form(Form::Rpc)
            .named("getStock")
            .action("invokeFunction")
            .end()
            .scope(1),
        Node::sm4c("Pack", (42, 15), Kind::Eval)
            .named_action("injectData", "label")
            .end()
            .scope(2),
        Node::sm4c("Pack", (42, 15), Kind::Eval)
            .calls(2, "packing", "Packing")
            .form(Form::Subflow)
            .named("Packing")
            .action("invokeSubflow")
            .end()
            .scope(3),
        Node::sm4c("Pack", (42, 15), Kind::Eval)
            .calls(3, "notice", "Notice")
            .form(Form::Subflow)
            .named("Notice")
            .detached()
            .named_action("invokeSubflow", "notice")
            .end()
            .scope(4),
        Node::sm4c("Ship", (55, 15), Kind::End),
        Node::sm4c("Ship", (55, 15), Kind::WAIT).action("delay").end().scope(5),
        Node::sm4c("Ship", (55, 15), Kind::Eval)
            .calls(4, "send_event", "event")
            .form(Form::Event)
            .named("Shipped")
            .action("sendEvent")
            .end()
            .scope(6),
    ];

    /// The parts of machines in SM4C only.
    static SM4C: Sm4cRow = Sm4cRow {
        name: "Every action",
        version: "1.0",
        events: &[
            EventRow {
                name: "Shipped",
                source: Some("shop"),
                kind: Some("order.shipped"),
                correlation: &[],
            },
        ],
        ..Sm4cRow::EMPTY
    };

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::COUNT => flow(count_enter(cx)),
            node::CHARGE => flow(charge_enter(cx)),
            node::TAKE => flow(take_enter(cx)),
            node::PACK => flow(pack_enter(cx)),
            node::SHIP => flow(ship_enter(data)),
            node::TAKE_2 => flow(take_2_enter(data, cx)),
            node::PACK_2 => flow(pack_2_enter(data, cx)),
            node::PACK_3 => flow(pack_3_enter(data, cx)),
            node::PACK_4 => flow(pack_4_enter(data)),
            node::SHIP_2 => flow(ship_2_enter()),
            node::SHIP_3 => flow(ship_3_enter()),
            node::SHIP_4 => flow(ship_4_enter(cx)),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::COUNT => count_done(cx, result),
            node::CHARGE => charge_done(cx, result),
            node::TAKE => take_done(cx, result),
            node::PACK => pack_done(cx, result),
            node::SHIP => ship_done(),
            node::TAKE_2 => take_2_done(data, result),
            node::PACK_3 => pack_3_done(data, result),
            node::PACK_4 => pack_4_done(data, result),
            node::SHIP_3 => ship_3_done(data, result),
            node::SHIP_4 => ship_4_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Enter action of `Count`: invokeFunction.
    fn count_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Done(one(cx, |jq| count_value(jq, &cx.global))?))
    }

    fn count_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| count_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::COUNT) })
    }

    static CHARGE_PARAMETERS: [Value; 3] = [
        Value::String(Text::new_static("a")),
        Value::Int(1),
        Value::Null,
    ];

    /// Enter action of `Charge`: invokeFunction.
    fn charge_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("card", one(cx, |jq| charge_input(jq, &cx.global))?),
                    ("amount", one(cx, |jq| charge_input_2(jq, &cx.global))?),
                    ("currency", Value::String(Text::new_static("EUR"))),
                    ("tags", Value::Array(Array::Static(&CHARGE_PARAMETERS))),
                ]),
            ),
        )
    }

    fn charge_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| charge_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::CHARGE) })
    }

    /// Enter action of `Take`: forEach.
    fn take_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::ForEach(
                iterate(elements(one(cx, |jq| take_items(jq, &cx.global))?)?, 2),
            ),
        )
    }

    fn take_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| take_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::TAKE) })
    }

    /// Enter action of `Pack`: parallel.
    fn pack_enter(cx: &Cx<'_>) -> Next {
        Ok(Step::Fork(one(cx, |jq| pack_input(jq, &cx.global))?))
    }

    fn pack_done(cx: &mut Cx<'_>, result: Value) -> Next {
        merge(cx, |jq, global| pack_merge(jq, global, &result))?;
        take(const { to_next(&NODES, node::PACK) })
    }

    /// Enter action of `Ship`: sequence.
    fn ship_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn ship_done() -> Next {
        take(const { to_next(&NODES, node::SHIP) })
    }

    /// Action within an action of `Take`: invokeFunction.
    fn take_2_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(Step::Task(object([("item", one(cx, |jq| take_2_input(jq, data))?)])))
    }

    fn take_2_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::TAKE_2) })
    }

    /// Action within an action of `Pack`: `label` injectData.
    fn pack_2_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        *data = one(cx, |jq| pack_2_value(jq, data))?;
        take(const { to_next(&NODES, node::PACK_2) })
    }

    /// Action within an action of `Pack`: invokeSubflow.
    fn pack_3_enter(data: &Value, cx: &Cx<'_>) -> Next {
        Ok(Step::Task(object([("items", one(cx, |jq| take_items(jq, data))?)])))
    }

    fn pack_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::PACK_3) })
    }

    /// Action within an action of `Pack`: `notice` invokeSubflow.
    fn pack_4_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn pack_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::PACK_4) })
    }

    /// End of `Ship`.
    fn ship_2_enter() -> Next {
        Ok(Step::End)
    }

    /// Action within an action of `Ship`: delay.
    fn ship_3_enter() -> Next {
        Ok(Step::Wait(Wait::For(10000)))
    }

    fn ship_3_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SHIP_3) })
    }

    /// Action within an action of `Ship`: sendEvent.
    fn ship_4_enter(cx: &Cx<'_>) -> Next {
        Ok(
            Step::Task(
                object([
                    ("name", Value::String(Text::new_static("Shipped"))),
                    ("type", Value::String(Text::new_static("order.shipped"))),
                    ("source", Value::String(Text::new_static("shop"))),
                    ("data", one(cx, |jq| ship_4_input(jq, &cx.global))?),
                    (
                        "contextAttributes",
                        object([
                            ("order", one(cx, |jq| take_2_input(jq, &cx.global))?),
                            ("stage", Value::String(Text::new_static("test"))),
                        ]),
                    ),
                ]),
            ),
        )
    }

    fn ship_4_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::SHIP_4) })
    }
    needs_jq!("expressions in jq need the feature `jq` of asl-runtime");
    use queries::{
        count_value, count_merge, charge_input, charge_input_2, charge_merge, take_items,
        take_merge, pack_input, pack_merge, take_2_input, pack_2_value, ship_4_input,
    };

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod queries {
        use ::asl_runtime::__private::jq::*;

        /// `[.items[].price] | add`
        pub(super) fn count_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let mut sum_1 = Sum::default();
            for item_2 in iterate(field(input, "items")?)? {
                cx.spend(1)?;
                sum_1.add(cx, field(item_2, "price")?)?;
            }
            Ok(cx.finish(sum_1.total(cx)?))
        }

        /// `.total = $value`
        pub(super) fn count_merge(
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
                "total",
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

        /// `.card`
        pub(super) fn charge_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "card")?.clone())
        }

        /// `.total`
        pub(super) fn charge_input_2(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "total")?.clone())
        }

        /// `.receipt = $value`
        pub(super) fn charge_merge(
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
                "receipt",
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

        /// `.items`
        pub(super) fn take_items(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "items")?.clone())
        }

        /// `.stock = $value`
        pub(super) fn take_merge(
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
                "stock",
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

        /// `.`
        pub(super) fn pack_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(input.clone())
        }

        /// `.packed = $value`
        pub(super) fn pack_merge(
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
                "packed",
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

        /// `.id`
        pub(super) fn take_2_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(input, "id")?.clone())
        }

        /// `{ to: .address, total }`
        pub(super) fn pack_2_value(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            let value_1 = field(input, "address")?;
            let value_2 = field(input, "total")?;
            object(cx, [("to", value_1.clone()), ("total", value_2.clone())])
        }

        /// `.packed.label`
        pub(super) fn ship_4_input(cx: &Cx, input: &Value) -> Result<Value, Exit> {
            Ok(field(field(input, "packed")?, "label")?.clone())
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 60] = [
        0xed997d5035d0959c, 0x01aab0614fa9a177, 0xcbf29ce484222325, 0x909a7f5d66a2b30a,
        0xcbf29ce484222325, 0x92354aaeff6ee81e, 0x364486aacd713ec0, 0x5c6b33da60cbda17,
        0x933592c93b494fd4, 0xcbf29ce484222325, 0xd08f9dd719ef5428, 0x411388af4949a069,
        0xcbf29ce484222325, 0x8f8e2c356e30d506, 0xcbf29ce484222325, 0xd02bb7b5ed58252b,
        0x03c8f8efa131accf, 0xcbf29ce484222325, 0x4f9b6a1dd6f57dce, 0xcbf29ce484222325,
        0x06ad80b76013c9c2, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0x8f1f7e319bde50ff,
        0xcbf29ce484222325, 0x67228c406fd4dd5e, 0xd25bf48e7c595a4b, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xed997d5035d0959c, 0x32ad7aef6787e243,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x195754ed8b884725,
        0x5ca5c4dc84bd4929, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
        0x8c704f9fd69e3925, 0x5c2afc672ebe065c, 0x251331b5c17f2a6f, 0x8f1b120ad6c4b876,
        0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xb8b75bbbfd541bed, 0xfb509fda24553297,
        0xcbf29ce484222325, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xb5291ec48bcfaa64,
        0x3fe00dd7338121ae, 0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325,
    ];
}
