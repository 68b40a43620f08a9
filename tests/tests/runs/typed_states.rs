//! State functions that take and return the user's types, with variables, a context object and
//! events.

use asl_runtime::engine::simulation::Simulation;
use asl_runtime::error::TYPE_MISMATCH;
use asl_runtime::{Event, StateRun, TaskContext, TaskError, Value, asl_machine, json};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Order {
    id: String,
    total: i64,
}

#[derive(Deserialize)]
pub(crate) struct Charge {
    order: String,
    cents: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Payment {
    order: String,
    cents: i64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Parcel {
    parcel: u32,
    of: Payment,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Label {
    parcel: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Printed {
    tracking: String,
}

asl_machine! {
    pub(crate) "definitions/typed_states.asl.json",
    name = shop,
    input = Order, output = Printed,
    tasks = {
        check: fn(Order) -> Order,
        charge: fn(Charge) -> Payment,
        charge_again: fn(Charge) -> Payment,
        ship: fn(Payment) -> Parcel,
        weigh: fn(Parcel) -> u32,
        print: fn(Label) -> Printed,
    },
}

/// Types with the traits that machines need, and none for state functions.
mod bare {
    use serde::{Deserialize, Serialize};

    #[derive(Deserialize)]
    pub(crate) struct Read {}

    #[derive(Serialize)]
    pub(crate) struct Written {}
}

asl_machine! {
    "definitions/typed_states.asl.json",
    name = bare_shop,
    input = bare::Written, output = bare::Read,
    tasks = {
        check: fn(bare::Read) -> bare::Written,
        charge: fn(bare::Read) -> bare::Written,
        ship: fn(bare::Read) -> bare::Written,
        print: fn(bare::Read) -> bare::Written,
    },
}

asl_machine! {
    "definitions/typed_states.asl.json",
    name = of_values,
    input = Value, output = asl_runtime::Value,
    tasks = { charge: fn(Value) -> Value },
}

asl_machine!("definitions/state_context.asl.json", name = told, input = Vec<u64>);

struct NoTasks;

impl told::Tasks for NoTasks {}

use shop::states::{self, ChargeNext, DecideNext};

struct Shop;

impl shop::Tasks for Shop {
    async fn check(&self, _: &TaskContext, order: Order) -> Result<Order, TaskError> {
        Ok(Order { id: order.id.to_uppercase(), ..order })
    }

    async fn charge(&self, _: &TaskContext, charge: Charge) -> Result<Payment, TaskError> {
        match charge.cents {
            13 => Err(TaskError::new("CardDeclined", "unlucky")),
            14 => Err(TaskError::new("Busy", "later")),
            cents => Ok(Payment { order: charge.order, cents }),
        }
    }

    async fn charge_again(&self, cx: &TaskContext, charge: Charge) -> Result<Payment, TaskError> {
        self.charge(cx, charge).await
    }

    async fn ship(&self, _: &TaskContext, of: Payment) -> Result<Parcel, TaskError> {
        Ok(Parcel { parcel: 7, of })
    }

    async fn weigh(&self, _: &TaskContext, parcel: Parcel) -> Result<u32, TaskError> {
        Ok(parcel.parcel)
    }

    async fn print(&self, _: &TaskContext, label: Label) -> Result<Printed, TaskError> {
        Ok(Printed { tracking: format!("P{}", label.parcel) })
    }
}

fn order(total: i64) -> Order {
    Order { id: "a-1".to_owned(), total }
}

#[tokio::test]
async fn whole_values_of_types_go_from_state_to_state() {
    let machine = shop::machine(Shop);
    let checked: Order = states::check(&machine, order(5)).await.expect("checked");
    assert_eq!(checked.id, "A-1");
    let DecideNext::Charge(to_charge) = states::decide(&machine, &checked).await.expect("it is")
    else {
        panic!("there is something to pay")
    };
    assert_eq!(to_charge, checked);
    let run: StateRun<'_, ChargeNext> = states::charge(&machine, to_charge);
    let ChargeNext::Ship(paid) = run.await.expect("paid") else { panic!("the card is good") };
    assert_eq!(paid, Payment { order: "A-1".to_owned(), cents: 5 });
    // Two tasks that return the same type lead to `Ship`.
    assert_eq!(states::charge_again(&machine, checked).await.as_ref(), Ok(&paid));
    // The payload of a Lambda function is that of its envelope.
    let sent: Parcel = states::ship(&machine, &paid).await.expect("sent");
    assert_eq!(sent, Parcel { parcel: 7, of: paid.clone() });
    // A branch takes the data of its Parallel, and the output of that is discarded.
    assert_eq!(states::weigh(&machine, &sent).await, Ok(7));
    assert_eq!(states::both(&machine, sent).await, Ok(Parcel { parcel: 7, of: paid }));
    let printed = states::print(&machine, Label { parcel: 7 }).await.expect("printed");
    assert_eq!(printed, Printed { tracking: "P7".to_owned() });
}

#[tokio::test]
async fn other_data_are_values() {
    let engine = Simulation::new().engine(&shop::machine(Shop));
    let declined = states::charge(&engine, order(13)).await.expect("it is caught");
    let ChargeNext::Declined(data) = declined else { panic!("declined: {declined:?}") };
    assert_eq!(data["error"]["Cause"], json!("unlucky"));
    // This catcher drops the error, so the data are the order.
    let busy = states::charge(&engine, order(14)).await.expect("it is caught");
    assert_eq!(format!("{busy:?}"), r#"Free(Order { id: "a-1", total: 14 })"#);
    // Both an order and the same order after a Choice lead here.
    let free = states::free(&engine, order(0)).await.expect("the end");
    assert_eq!(free, Printed { tracking: "none".to_owned() });
    let label: Value = states::loop_(&engine, json!({ "parcel": 3 })).await.expect("a template");
    assert_eq!(states::print(&engine, label).await.expect("printed").tracking, "P3");
}

#[tokio::test]
async fn data_that_do_not_fit_name_state_and_type() {
    let machine = shop::machine(Shop);
    let failure = states::decide(&machine, json!({ "total": 1 })).await.expect_err("no `id`");
    assert_eq!(failure.error(), Some(TYPE_MISMATCH));
    assert_eq!(
        failure.to_string(),
        "Asl.TypeMismatch in Decide (tests/definitions/typed_states.asl.json:10:5): the output of \
         state `Decide` to `Charge` does not fit its type `runs::typed_states::Order`: missing \
         field `id`"
    );
    let failure = told::states::set(&told::machine(NoTasks), vec![u64::MAX]).await;
    let failure = failure.expect_err("the largest integer is 2^63 - 1");
    let text = "the input of state `Set` does not fit its type `alloc::vec::Vec<u64>`: ";
    assert!(failure.cause().is_some_and(|cause| cause.starts_with(text)), "{failure}");
    let place = failure.occurrence().expect("a place").to_string();
    assert!(place.starts_with("Set (tests/definitions/state_context.asl.json:5:5"), "{place}");
}

#[tokio::test]
async fn values_are_values_where_a_type_is_one() {
    let machine = of_values::machine(Any);
    let checked = of_values::states::check(&machine, json!({ "id": 1, "total": 2 })).await;
    let next = of_values::states::charge(&machine, checked.expect("checked")).await;
    let of_values::states::ChargeNext::Ship(paid) = next.expect("paid") else {
        panic!("the card is good")
    };
    assert_eq!(paid, json!({ "order": 1, "cents": 2 }));
}

/// Its input is its output.
struct Any;

impl of_values::Tasks for Any {
    async fn check(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }

    async fn charge(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }

    async fn charge_again(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }

    async fn ship(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }

    async fn weigh(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }

    async fn print(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

#[tokio::test]
async fn variables_and_context_object_are_those_that_are_given() {
    let context = json!({
        "Execution": {
            "Id": "run-7", "Name": "seven", "Input": [9],
            "StartTime": "2026-01-02T03:04:05.678Z",
        },
        "StateMachine": { "Id": "machine-1" },
        "State": { "Name": "another" },
        "Map": { "Item": { "Index": 4, "Value": "tea" } },
    });
    let numbered = json!({
        "rate": 3, "index": 4, "item": "tea", "order": 9, "id": "run-7", "name": "seven",
        "started": "2026-01-02T03:04:05.678Z", "machine": "machine-1", "state": "Number",
    });
    let machine = told::machine(NoTasks);
    let number = |engine| {
        let run = told::states::number(engine, json!(5));
        run.variables(json!({ "rate": 3 })).context(context.clone())
    };
    assert_eq!(number(&machine).await, Ok(numbered.clone()));
    let restored = Simulation::new().crash_every_step().engine(&machine);
    let run = told::states::each(&restored, vec![5]).variables(json!({ "rate": 3 }));
    let output = run.context(context.clone()).await.expect("all iterations");
    assert_eq!((&output[0]["index"], &output[0]["item"]), (&json!(0), &json!(5)));
    assert_eq!((&output[0]["rate"], &output[0]["order"]), (&json!(3), &json!(9)));
}

#[tokio::test]
async fn a_start_that_does_not_fit_is_a_failure() {
    let machine = told::machine(NoTasks);
    let fail = async |run: StateRun<'_, Vec<u64>>| {
        run.await.expect_err("it is refused").cause().map(str::to_owned)
    };
    let set = || told::states::set(&machine, vec![1]);
    let cause = |text: &str| Some(format!("{text} with which the state was started must be"));
    let starts = [
        (set().variables(json!([1])), "the variables", "an object of values by name"),
        (set().context(json!("run-7")), "the context object", "an object"),
        (
            set().context(json!({ "Execution": { "StartTime": "today" } })),
            "`Execution.StartTime` of the context object",
            "a timestamp",
        ),
        (
            set().context(json!({ "Map": { "Item": { "Index": -1 } } })),
            "`Map.Item.Index` of the context object",
            "the index of an item",
        ),
    ];
    for (run, what, wanted) in starts {
        assert_eq!(fail(run).await, cause(what).map(|text| format!("{text} {wanted}")));
    }
    let refused = fail(set().event(Event::named("paid"))).await;
    let text = "the event `paid` was refused: the machine is in a language without events";
    assert_eq!(refused.as_deref(), Some(text));
}
