/// Machine `jsonata` (jsonata.asl.json): An order in JSONata, the default language of new machines.
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
pub mod jsonata {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `Price` (jsonata.asl.json:6:5): Pass.
        ///
        /// - `Assign/total`: `$sum($states.input.items.(price * count))`
        /// - `Output/customer`: `$states.input.customer`
        /// - `Output/items`: `$states.input.items`
        /// - `Output/at`: `$states.context.Execution.StartTime`
        Price,
        /// `Large?` (jsonata.asl.json:16:5): Choice.
        ///
        /// - `Choices[0]/Condition`: `$total > 1000`
        /// - `Choices[0]/Assign/discount`: `$round($total / 10)`
        Large,
        /// `Charge` (jsonata.asl.json:28:5): Task.
        ///
        /// - `Arguments/customer`: `$states.input.customer`
        /// - `Arguments/amount`: `$total - $discount`
        /// - `TimeoutSeconds`: `$total > 100 ? 60 : 10`
        /// - `Catch[0]/Output/reason`: `$states.errorOutput.Cause`
        /// - `Output`: `$merge([$states.input, {'receipt': $states.result.id}])`
        Charge,
        /// `Pack` (jsonata.asl.json:44:5): Map.
        ///
        /// - `Items`: `$states.input.items[count > 0]`
        /// - `ItemSelector/name`: `$states.context.Map.Item.Value.name`
        /// - `ItemSelector/place`: `$states.context.Map.Item.Index + 1`
        /// - `Output/receipt`: `$states.input.receipt`
        /// - `Output/labels`: `$states.result`
        Pack,
        /// `Label` (jsonata.asl.json:54:11): Pass.
        ///
        /// - `Output`: `$states.input.place & ': ' & $states.input.name`
        Label,
        /// `Refused` (jsonata.asl.json:64:5): Fail.
        ///
        /// - `Cause`: `'The bank said: ' & $states.input.reason`
        Refused,
        /// `Done` (jsonata.asl.json:69:5): Succeed.
        Done,
    }
    state_methods! {
        State of MACHINE : [State::Price, State::Large, State::Charge, State::Pack,
        State::Label, State::Refused, State::Done]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:eu-west-1:123456789012:function:charge`
        ///
        /// Called by:
        /// - `Charge` (jsonata.asl.json:28:5) with `{"customer": "{% $states.input.customer %}", "amount": "{% $total - $discount %}"}`, time-out `"{% $total > 100 ? 60 : 10 %}"` seconds, retried up to 3 times for `Bank.Busy`
        fn charge(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : charge(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => Box::pin(async move { Tasks::charge(&self.0, &cx, input).await }),
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

    /// The error names in the definition's retriers, catchers and Fail states.
    pub mod errors {
        /// `Bank.Busy`
        pub const BANK_BUSY: &str = "Bank.Busy";

        /// `Order.Refused`
        pub const ORDER_REFUSED: &str = "Order.Refused";
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `Bank.Busy`.
        BankBusy(Failure),
        /// `Order.Refused`.
        OrderRefused(Failure),
        /// `States.Runtime`.
        StatesRuntime(Failure),
        /// `States.TaskFailed`.
        StatesTaskFailed(Failure),
        /// `States.Timeout`.
        StatesTimeout(Failure),
        /// `States.QueryEvaluationError`.
        StatesQueryEvaluationError(Failure),
        /// An error with another name, or with none.
        Other(Failure),
    }
    error_methods! {
        Error : BankBusy = "Bank.Busy", OrderRefused = "Order.Refused", StatesRuntime =
        "States.Runtime", StatesTaskFailed = "States.TaskFailed", StatesTimeout =
        "States.Timeout", StatesQueryEvaluationError = "States.QueryEvaluationError",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Pass state `Price` alone.
        /// Its output goes to `Large?`.
        pub fn price(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PRICE, input).leads_to(node::LARGE)
        }

        /// Runs the Choice state `Large?` alone.
        /// Its output goes to `Charge`.
        pub fn large(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LARGE, input).leads_to(node::CHARGE)
        }

        /// Where `Charge` can lead, with its output.
        #[derive(Debug)]
        pub enum ChargeNext {
            Pack(Value),
            Refused(Value),
        }

        /// Runs the Task state `Charge` alone, with its retriers and catchers.
        pub fn charge(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, ChargeNext> {
            run_state(engine, &MACHINE, node::CHARGE, input)
                .exit(node::PACK, ChargeNext::Pack)
                .exit(node::REFUSED, ChargeNext::Refused)
        }

        /// Runs the Map state `Pack` alone.
        /// Its output goes to `Done`.
        pub fn pack(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::PACK, input).leads_to(node::DONE)
        }

        /// Runs the Pass state `Label` alone.
        /// Its output is that of the end.
        pub fn label(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LABEL, input).ends()
        }

        /// Where `Refused` can lead, with its output.
        #[derive(Debug)]
        pub enum RefusedNext {}

        /// Runs the Fail state `Refused` alone.
        pub fn refused(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, RefusedNext> {
            run_state(engine, &MACHINE, node::REFUSED, input)
        }

        /// Runs the Succeed state `Done` alone.
        /// Its output is that of the end.
        pub fn done(engine: &impl StateEngine, input: Value) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::DONE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const PRICE: NodeId = NodeId(0);
        pub(super) const LARGE: NodeId = NodeId(1);
        pub(super) const CHARGE: NodeId = NodeId(2);
        pub(super) const PACK: NodeId = NodeId(3);
        pub(super) const LABEL: NodeId = NodeId(4);
        pub(super) const REFUSED: NodeId = NodeId(5);
        pub(super) const DONE: NodeId = NodeId(6);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "jsonata",
        source: "jsonata.asl.json",
        hash: 0x2bb91d374f463453,
        uses: Uses::NONE.context().variables(),
        start: node::PRICE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: iteration,
        ..Machine::EMPTY
    };

    static NODES: [Node; 7] = [
        Node::pass("Price", (6, 5)).next(node::LARGE),
        Node::choice("Large?", (16, 5)).rules(&[node::CHARGE]).default(node::CHARGE),
        Node::task("Charge", (28, 5))
            .calls(0, "charge", "arn:aws:lambda:eu-west-1:123456789012:function:charge")
            .next(node::PACK)
            .retry(
                &[
                    Retrier {
                        errors: &["Bank.Busy"],
                        ..Retrier::DEFAULT
                    },
                ],
            )
            .catch(&[Catcher(&["States.ALL"], node::REFUSED)]),
        Node::map("Pack", (44, 5))
            .body(node::LABEL, Some(0))
            .selects_items()
            .next(node::DONE),
        Node::pass("Label", (54, 11)).end().scope(1),
        Node::fail("Refused", (64, 5)),
        Node::succeed("Done", (69, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
        match node {
            node::PRICE => flow(price_enter(data, cx)),
            node::LARGE => flow(large_enter(cx)),
            node::CHARGE => flow(charge_enter(data, cx)),
            node::PACK => flow(pack_enter(data, cx)),
            node::LABEL => flow(label_enter(data, cx)),
            node::REFUSED => flow(refused_enter(data, cx)),
            node::DONE => flow(done_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::CHARGE => charge_done(data, cx, result),
            node::PACK => pack_done(data, cx, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Passes a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::CHARGE, 0) => charge_caught_0(data, cx, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Makes the input of an iteration of a Map.
    fn iteration(
        node: NodeId,
        _data: &Value,
        cx: &mut Cx<'_>,
        _item: &Item,
    ) -> Result<Value, Failed> {
        match node {
            node::PACK => pack_item(cx),
            _ => no_such_item(&MACHINE, node),
        }
    }

    /// Pass: `Price` (jsonata.asl.json:6:5).
    fn price_enter(data: &mut Value, cx: &mut Cx<'_>) -> Next {
        let runs = evaluate::runs(cx);
        let variables = object([
            (
                "total",
                evaluate::value(
                    cx,
                    &expressions::PRICE_ASSIGN_TOTAL,
                    expressions::price_assign_total(runs.begin(), evaluate::given(data)),
                )?,
            ),
        ]);
        let selected = shallow(
            object([
                (
                    "customer",
                    evaluate::value(
                        cx,
                        &expressions::PRICE_OUTPUT_CUSTOMER,
                        evaluate::names(
                            runs.begin(),
                            evaluate::given(data),
                            ["customer"],
                            &mut evaluate::none(),
                        ),
                    )?,
                ),
                (
                    "items",
                    evaluate::value(
                        cx,
                        &expressions::PRICE_OUTPUT_ITEMS,
                        evaluate::names(
                            runs.begin(),
                            evaluate::given(data),
                            ["items"],
                            &mut evaluate::none(),
                        ),
                    )?,
                ),
                (
                    "at",
                    evaluate::value(
                        cx,
                        &expressions::PRICE_OUTPUT_AT,
                        Ok(evaluate::given(&start_time(cx))),
                    )?,
                ),
            ]),
        )?;
        *data = selected;
        assign(cx, variables)?;
        take(const { to_next(&NODES, node::PRICE) })
    }

    /// Choice: `Large?` (jsonata.asl.json:16:5).
    fn large_enter(cx: &mut Cx<'_>) -> Next {
        let runs = evaluate::runs(cx);
        if evaluate::condition(
            cx,
            &expressions::LARGE_CHOICES_0_CONDITION,
            expressions::large_choices_0_condition(
                runs.begin(),
                evaluate::variable(cx, "total"),
            ),
        )? {
            let variables = object([
                (
                    "discount",
                    evaluate::value(
                        cx,
                        &expressions::LARGE_CHOICES_0_ASSIGN_DISCOUNT,
                        expressions::large_choices_0_assign_discount(
                            runs.begin(),
                            evaluate::variable(cx, "total"),
                        ),
                    )?,
                ),
            ]);
            assign(cx, variables)?;
            return take(const { to_rule(&NODES, node::LARGE, 0) });
        }
        let variables = object([("discount", Value::Int(0))]);
        assign(cx, variables)?;
        take(const { to_default(&NODES, node::LARGE) })
    }

    /// Task: `Charge` (jsonata.asl.json:28:5).
    fn charge_enter(data: &Value, cx: &Cx<'_>) -> Next {
        let runs = evaluate::runs(cx);
        Ok(
            Step::Call(
                Box::new(Call {
                    timeout_seconds: Some(
                        evaluate::task_seconds(
                            cx,
                            &expressions::CHARGE_TIMEOUT_SECONDS,
                            expressions::charge_timeout_seconds(
                                runs.begin(),
                                evaluate::variable(cx, "total"),
                            ),
                        )?,
                    ),
                    heartbeat_seconds: None,
                    credentials: None,
                    input: object([
                        (
                            "customer",
                            evaluate::value(
                                cx,
                                &expressions::CHARGE_ARGUMENTS_CUSTOMER,
                                evaluate::names(
                                    runs.begin(),
                                    evaluate::given(data),
                                    ["customer"],
                                    &mut evaluate::none(),
                                ),
                            )?,
                        ),
                        (
                            "amount",
                            evaluate::value(
                                cx,
                                &expressions::CHARGE_ARGUMENTS_AMOUNT,
                                expressions::charge_arguments_amount(
                                    runs.begin(),
                                    evaluate::variable(cx, "total"),
                                    evaluate::variable(cx, "discount"),
                                ),
                            )?,
                        ),
                    ]),
                }),
            ),
        )
    }

    fn charge_done(data: &mut Value, cx: &Cx<'_>, result: Value) -> Next {
        let runs = evaluate::runs(cx);
        let raw = &result;
        let selected = shallow(
            evaluate::value(
                cx,
                &expressions::CHARGE_OUTPUT,
                expressions::charge_output(
                    runs.begin(),
                    evaluate::given(data),
                    evaluate::given(raw),
                ),
            )?,
        )?;
        *data = selected;
        take(const { to_next(&NODES, node::CHARGE) })
    }

    fn charge_caught_0(data: &mut Value, cx: &Cx<'_>, error: Value) -> Next {
        let runs = evaluate::runs(cx);
        *data = shallow(
            object([
                (
                    "reason",
                    evaluate::value(
                        cx,
                        &expressions::CHARGE_CATCH_0_OUTPUT_REASON,
                        evaluate::names(
                            runs.begin(),
                            evaluate::given(&error),
                            ["Cause"],
                            &mut evaluate::none(),
                        ),
                    )?,
                ),
            ]),
        )?;
        take(const { to_caught(&NODES, node::CHARGE, 0) })
    }

    /// Map: `Pack` (jsonata.asl.json:44:5).
    fn pack_enter(data: &Value, cx: &Cx<'_>) -> Next {
        let runs = evaluate::runs(cx);
        Ok(
            Step::ForEach(
                iterate(
                    evaluate::items(
                        cx,
                        &expressions::PACK_ITEMS,
                        expressions::pack_items(runs.begin(), evaluate::given(data)),
                    )?,
                    0,
                ),
            ),
        )
    }

    fn pack_done(data: &mut Value, cx: &Cx<'_>, result: Value) -> Next {
        let runs = evaluate::runs(cx);
        let raw = &result;
        let selected = shallow(
            object([
                (
                    "receipt",
                    evaluate::value(
                        cx,
                        &expressions::PACK_OUTPUT_RECEIPT,
                        evaluate::names(
                            runs.begin(),
                            evaluate::given(data),
                            ["receipt"],
                            &mut evaluate::none(),
                        ),
                    )?,
                ),
                (
                    "labels",
                    evaluate::value(
                        cx,
                        &expressions::PACK_OUTPUT_LABELS,
                        Ok(evaluate::given(raw)),
                    )?,
                ),
            ]),
        )?;
        *data = selected;
        take(const { to_next(&NODES, node::PACK) })
    }

    fn pack_item(cx: &Cx<'_>) -> Result<Value, Failed> {
        let runs = evaluate::runs(cx);
        Ok(
            object([
                (
                    "name",
                    evaluate::value(
                        cx,
                        &expressions::PACK_ITEM_SELECTOR_NAME,
                        evaluate::names(
                            runs.begin(),
                            evaluate::perhaps(item_value(cx)),
                            ["name"],
                            &mut evaluate::none(),
                        ),
                    )?,
                ),
                (
                    "place",
                    evaluate::value(
                        cx,
                        &expressions::PACK_ITEM_SELECTOR_PLACE,
                        expressions::pack_item_selector_place(
                            runs.begin(),
                            evaluate::perhaps(item_index(cx).as_ref()),
                        ),
                    )?,
                ),
            ]),
        )
    }

    /// Pass: `Label` (jsonata.asl.json:54:11).
    fn label_enter(data: &mut Value, cx: &Cx<'_>) -> Next {
        let runs = evaluate::runs(cx);
        let selected = shallow(
            evaluate::value(
                cx,
                &expressions::LABEL_OUTPUT,
                expressions::label_output(runs.begin(), evaluate::given(data)),
            )?,
        )?;
        *data = selected;
        take(const { to_next(&NODES, node::LABEL) })
    }

    /// Fail: `Refused` (jsonata.asl.json:64:5).
    fn refused_enter(data: &Value, cx: &Cx<'_>) -> Next {
        let runs = evaluate::runs(cx);
        Err(
            fail_with(
                Some(Value::String(Text::new_static("Order.Refused"))),
                Some(
                    evaluate::text(
                        cx,
                        &expressions::REFUSED_CAUSE,
                        expressions::refused_cause(runs.begin(), evaluate::given(data)),
                    )?,
                ),
            ),
        )
    }

    /// Succeed: `Done` (jsonata.asl.json:69:5).
    fn done_enter() -> Next {
        Ok(Step::End)
    }
    needs_jsonata!("expressions in JSONata need the feature `jsonata` of asl-runtime");

    /// The expressions.
    #[allow(unused, clippy::all, reason = "the code does all that the program does")]
    mod expressions {
        use ::asl_runtime::__private::jsonata::*;

        /// `Assign/total` of `Price` (jsonata.asl.json:8:28).
        pub(super) const PRICE_ASSIGN_TOTAL: Field = Field::new(
            "Assign/total",
            "$sum($states.input.items.(price * count))",
        );
        pub(super) fn price_assign_total(
            cx: &Cx,
            given_0: View<'_>,
        ) -> Result<Option<f64>, Fault> {
            {
                let mut total = functions::Total::default();
                for context in path::each(given_0) {
                    cx.spend(1)?;
                    for context in path::each(
                        path::view_name(cx, context, "items", &mut Made::none())?,
                    ) {
                        cx.spend(1)?;
                        total
                            .add_number(
                                operators::multiply(
                                    path::view_names(
                                        cx,
                                        context,
                                        ["price"],
                                        &mut Made::none(),
                                    )?,
                                    path::view_names(cx, context, ["count"], &mut Made::none())?,
                                )?,
                            );
                    }
                }
                let has_value = total.has_value();
                total.sum(has_value)
            }
        }

        /// `Output/customer` of `Price` (jsonata.asl.json:10:21).
        pub(super) const PRICE_OUTPUT_CUSTOMER: Field = Field::new(
            "Output/customer",
            "$states.input.customer",
        );

        /// `Output/items` of `Price` (jsonata.asl.json:11:18).
        pub(super) const PRICE_OUTPUT_ITEMS: Field = Field::new(
            "Output/items",
            "$states.input.items",
        );

        /// `Output/at` of `Price` (jsonata.asl.json:12:15).
        pub(super) const PRICE_OUTPUT_AT: Field = Field::new(
            "Output/at",
            "$states.context.Execution.StartTime",
        );

        /// `Choices[0]/Condition` of `Large?` (jsonata.asl.json:20:24).
        pub(super) const LARGE_CHOICES_0_CONDITION: Field = Field::new(
            "Choices[0]/Condition",
            "$total > 1000",
        );
        pub(super) fn large_choices_0_condition(
            cx: &Cx,
            given_0: View<'_>,
        ) -> Result<Option<bool>, Fault> {
            operators::greater(cx, given_0, 1000.0)
        }

        /// `Choices[0]/Assign/discount` of `Large?` (jsonata.asl.json:21:35).
        pub(super) const LARGE_CHOICES_0_ASSIGN_DISCOUNT: Field = Field::new(
            "Choices[0]/Assign/discount",
            "$round($total / 10)",
        );
        pub(super) fn large_choices_0_assign_discount(
            cx: &Cx,
            given_0: View<'_>,
        ) -> Outcome {
            let context = View::Undefined;
            call::native(
                cx,
                &functions::ROUND,
                context,
                [Item::view(&Item::from(operators::divide(given_0, 10.0)?))],
            )
        }

        /// `TimeoutSeconds` of `Charge` (jsonata.asl.json:32:25).
        pub(super) const CHARGE_TIMEOUT_SECONDS: Field = Field::new(
            "TimeoutSeconds",
            "$total > 100 ? 60 : 10",
        );
        pub(super) fn charge_timeout_seconds(
            cx: &Cx,
            given_0: View<'_>,
        ) -> Result<f64, Fault> {
            if (operators::greater(cx, given_0, 100.0)? == Some(true)) {
                Ok(60.0)
            } else {
                Ok(10.0)
            }
        }

        /// `Arguments/customer` of `Charge` (jsonata.asl.json:31:34).
        pub(super) const CHARGE_ARGUMENTS_CUSTOMER: Field = Field::new(
            "Arguments/customer",
            "$states.input.customer",
        );

        /// `Arguments/amount` of `Charge` (jsonata.asl.json:31:76).
        pub(super) const CHARGE_ARGUMENTS_AMOUNT: Field = Field::new(
            "Arguments/amount",
            "$total - $discount",
        );
        pub(super) fn charge_arguments_amount(
            cx: &Cx,
            given_0: View<'_>,
            given_1: View<'_>,
        ) -> Result<Option<f64>, Fault> {
            operators::subtract(given_0, given_1)
        }

        /// `Output` of `Charge` (jsonata.asl.json:41:17).
        pub(super) const CHARGE_OUTPUT: Field = Field::new(
            "Output",
            "$merge([$states.input, {'receipt': $states.result.id}])",
        );
        pub(super) fn charge_output(
            cx: &Cx,
            given_0: View<'_>,
            given_1: View<'_>,
        ) -> Outcome {
            let context = View::Undefined;
            call::native(
                cx,
                &functions::MERGE,
                context,
                [
                    Item::view(
                        &construct::array(
                            cx,
                            Vec::from([
                                Part::Items(given_0.to_item()),
                                Part::Items({
                                    let mut entries = group::Entries::new(cx, 1)?;
                                    entries
                                        .add(
                                            "receipt",
                                            path::view_names(cx, given_1, ["id"], &mut Made::none())?,
                                        );
                                    entries.finish()?
                                }),
                            ]),
                        )?,
                    ),
                ],
            )
        }

        /// `Catch[0]/Output/reason` of `Charge` (jsonata.asl.json:37:33).
        pub(super) const CHARGE_CATCH_0_OUTPUT_REASON: Field = Field::new(
            "Catch[0]/Output/reason",
            "$states.errorOutput.Cause",
        );

        /// `Items` of `Pack` (jsonata.asl.json:46:16).
        pub(super) const PACK_ITEMS: Field = Field::new(
            "Items",
            "$states.input.items[count > 0]",
        );
        pub(super) fn pack_items(cx: &Cx, given_0: View<'_>) -> Outcome {
            {
                let mut results = path::Sequence::default();
                for context in path::each(given_0) {
                    cx.spend(1)?;
                    for context in path::each_tested(
                        path::view_name(cx, context, "items", &mut Made::none())?,
                    ) {
                        cx.spend(1)?;
                        if (operators::greater(
                            cx,
                            path::view_names(cx, context, ["count"], &mut Made::none())?,
                            0.0,
                        )? == Some(true))
                        {
                            results.push(cx, context)?;
                        }
                    }
                }
                results.finish()
            }
        }

        /// `Output/receipt` of `Pack` (jsonata.asl.json:61:30).
        pub(super) const PACK_OUTPUT_RECEIPT: Field = Field::new(
            "Output/receipt",
            "$states.input.receipt",
        );

        /// `Output/labels` of `Pack` (jsonata.asl.json:61:71).
        pub(super) const PACK_OUTPUT_LABELS: Field = Field::new(
            "Output/labels",
            "$states.result",
        );

        /// `ItemSelector/name` of `Pack` (jsonata.asl.json:48:17).
        pub(super) const PACK_ITEM_SELECTOR_NAME: Field = Field::new(
            "ItemSelector/name",
            "$states.context.Map.Item.Value.name",
        );

        /// `ItemSelector/place` of `Pack` (jsonata.asl.json:49:18).
        pub(super) const PACK_ITEM_SELECTOR_PLACE: Field = Field::new(
            "ItemSelector/place",
            "$states.context.Map.Item.Index + 1",
        );
        pub(super) fn pack_item_selector_place(
            cx: &Cx,
            given_0: View<'_>,
        ) -> Result<Option<f64>, Fault> {
            operators::add(given_0, 1.0)
        }

        /// `Output` of `Label` (jsonata.asl.json:56:23).
        pub(super) const LABEL_OUTPUT: Field = Field::new(
            "Output",
            "$states.input.place & ': ' & $states.input.name",
        );
        pub(super) fn label_output(cx: &Cx, given_0: View<'_>) -> Outcome {
            Ok({
                let mut joined = operators::Joined::default();
                joined
                    .begin(
                        cx,
                        path::view_names(cx, given_0, ["place"], &mut Made::none())?,
                        ": ",
                    )?;
                joined
                    .add(
                        cx,
                        path::view_names(cx, given_0, ["name"], &mut Made::none())?,
                    )?;
                joined.finish()
            })
        }

        /// `Cause` of `Refused` (jsonata.asl.json:67:16).
        pub(super) const REFUSED_CAUSE: Field = Field::new(
            "Cause",
            "'The bank said: ' & $states.input.reason",
        );
        pub(super) fn refused_cause(cx: &Cx, given_0: View<'_>) -> Outcome {
            Ok({
                let mut joined = operators::Joined::default();
                joined
                    .begin(
                        cx,
                        "The bank said: ",
                        path::view_names(cx, given_0, ["reason"], &mut Made::none())?,
                    )?;
                joined.finish()
            })
        }
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 35] = [
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0xb212974c16c3335a,
        0xcbf29ce484222325, 0xb2800d92a64f0a59, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
        0xab18145d59aa8f92, 0xcbf29ce484222325, 0x5252f4acee105f75, 0x6fd6e3b5992b5b17,
        0x555bd5bed1fc0848, 0x077f949ac57abf22, 0x5408d0793d890135, 0x63a4775c90c21ab9,
        0x1773aab02c65d72a, 0xcbf29ce484222325, 0x7ad7e6e205ebb6d5, 0xcbf29ce484222325,
        0xed997d5035d0959c, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0xb11c55e619652307,
        0xcbf29ce484222325, 0x64d956e9467ea981, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0x75d9aeefec16f2d5, 0xcbf29ce484222325, 0xc2f00318f053500a, 0xcbd430b97b7d76c2,
        0xcbf29ce484222325, 0xab18145d59aa8f92, 0xcbf29ce484222325,
    ];
}
