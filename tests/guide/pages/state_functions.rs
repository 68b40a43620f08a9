//! The code of `docs/guide/state-functions.md`.

use asl_runtime::{Compiled, Failure, TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::Simulation;

asl_machine!("machines/order.asl.json");
asl_machine!("machines/price.asl.json");

use order::states::{ChargeCardNext, charge_card, ship};

struct Shop;

impl order::Tasks for Shop {
    async fn charge_card(&self, cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        if order["card"] == "empty" {
            return Err(TaskError::new("CardDeclined", "no money"));
        }
        if cx.attempt() == 0 {
            return Err(TaskError::named("GatewayBusy"));
        }
        Ok(json!("R-1"))
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        assert_eq!(order["approved"], true);
        Ok(json!("P-1"))
    }
}

/// Charges as the definition says, and ships after a check that is not in it.
async fn sell(machine: &Compiled, order: Value) -> Result<Value, Failure> {
    match charge_card(machine, order).await? {
        ChargeCardNext::Ship(mut paid) => {
            paid.insert("approved", true);
            ship(machine, paid).await
        }
        ChargeCardNext::Declined(error) => Ok(json!({ "declined": error["Cause"] })),
    }
}

async fn priced(machine: &Compiled, order: Value) -> Result<Value, Failure> {
    let run = price::states::add_tax(machine, order)
        .variables(json!({ "rate": 19 })) // as earlier states assign them
        .context(json!({ "Execution": { "Id": "order-7", "Input": { "country": "DE" } } }));
    run.await
}

#[tokio::test]
async fn a_state_alone_has_variables_and_context() {
    let priced = priced(&price::machine(Taxes), json!({ "cents": 100 })).await;
    let taxed = json!({ "cents": 100, "rate": 19, "country": "DE", "order": "order-7" });
    assert_eq!(priced, Ok(taxed));
}

struct Taxes;

impl price::Tasks for Taxes {}

#[tokio::test(start_paused = true)]
async fn an_order_is_sold_state_by_state() {
    let machine = order::machine(Shop);
    let sold = sell(&machine, json!({ "total": 1250 })).await.expect("it is shipped");
    assert_eq!((&sold["receipt"], &sold["parcel"]), (&json!("R-1"), &json!("P-1")));
    let declined = sell(&machine, json!({ "card": "empty" })).await.expect("a catcher takes it");
    assert_eq!(declined, json!({ "declined": "no money" }));
}

#[tokio::test]
async fn a_busy_gateway_is_tried_again() {
    let engine = Simulation::new().engine(&order::machine(Shop));
    let next = charge_card(&engine, json!({ "total": 1250 })).await.expect("the retry succeeds");
    assert!(matches!(next, ChargeCardNext::Ship(_))); // the second before the retry is virtual
}
