//! Tasks that several machines and the program share, and machines with the types of their input
//! and output.
#![allow(clippy::expect_used, reason = "a test may")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use asl_runtime::engine::simulation::Simulation;
use asl_runtime::error::{Status, TYPE_MISMATCH};
use asl_runtime::history::History;
use asl_runtime::services::Services;
use asl_runtime::{
    Compiled, Event, RunOptions, TaskContext, TaskError, TypedMachine, Value, asl_machine, json,
};
use serde::{Deserialize, Serialize};

asl_machine! {
    "definitions/typed.asl.json",
    name = checkout,
    input = Order, output = Confirmation,
    tasks = { charge_card: fn(Payment) -> u32 },
    substitute = { "Carrier": "Parcels" },
}

// Types for one end only.
asl_machine!("definitions/good/hello_world.asl.json", name = greeted, output = String);
asl_machine!("definitions/good/hello_world.asl.json", name = greeting, input = Name);

asl_machine!("definitions/services/approval.asl.json");
asl_machine! {
    "definitions/sm4c/shop.sm4c.json",
    name = parcels,
    input = Parcel, output = Shipped,
}

#[derive(Serialize, Clone)]
struct Order {
    id: u64,
    payment: Paid,
}

#[derive(Serialize, Clone)]
struct Paid {
    card: String,
    amount: u32,
}

#[derive(Deserialize)]
struct Payment {
    amount: u32,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Confirmation {
    id: u64,
    receipt: u32,
    parcel: String,
}

#[derive(Serialize)]
struct Parcel {
    id: u64,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Shipped {
    charged: u32,
}

#[derive(Serialize)]
struct Name {
    name: &'static str,
}

/// Counts its calls.
#[derive(Default)]
struct Shop {
    calls: AtomicU32,
}

impl Shop {
    const fn new() -> Self {
        Self { calls: AtomicU32::new(0) }
    }

    fn count(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn calls(&self) -> u32 {
        self.calls.load(Ordering::Relaxed)
    }
}

impl checkout::Tasks for Shop {
    async fn charge_card(&self, _: &TaskContext, payment: Payment) -> Result<u32, TaskError> {
        self.count();
        Ok(payment.amount)
    }

    async fn parcels(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(format!("call {}", self.count())))
    }
}

impl greeted::Tasks for Shop {
    async fn hello_world(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.count();
        Ok(json!(input.to_json_string()))
    }
}

impl greeting::Tasks for Shop {
    async fn hello_world(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.count();
        Ok(input)
    }
}

impl approval::Tasks for Shop {
    // The method of the trait would ask the run's services.
    async fn approval(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.count();
        Ok(json!("approved"))
    }
}

impl parcels::Functions for Shop {
    async fn tell_stock(&self, _: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        Ok(arguments)
    }

    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(self.count()))
    }

    async fn send_event(&self, _: &TaskContext, _: Event) -> Result<(), TaskError> {
        self.count();
        Ok(())
    }
}

fn order(id: u64) -> Order {
    Order { id, payment: Paid { card: "4711".to_owned(), amount: 20 } }
}

fn confirmation(id: u64, parcel: &str) -> Confirmation {
    Confirmation { id, receipt: 20, parcel: parcel.to_owned() }
}

#[tokio::test]
async fn machines_and_the_program_share_tasks_in_an_arc() {
    let shop = Arc::new(Shop::default());
    let machine = checkout::machine(Arc::clone(&shop));
    let output = machine.run(order(1)).await;
    assert_eq!(output, Ok(confirmation(1, "call 2")));
    let output = greeted::run(Arc::clone(&shop), ()).await;
    assert_eq!(output.as_deref(), Ok("{}"));
    assert_eq!(shop.calls(), 3);
}

#[tokio::test]
async fn machines_share_tasks_by_reference() {
    static SHOP: Shop = Shop::new();
    assert_eq!(greeting::run(&SHOP, Name { name: "Ada" }).await, Ok(json!({ "name": "Ada" })));
    assert_eq!(checkout::run(&SHOP, order(2)).await, Ok(confirmation(2, "call 3")));
    assert_eq!(SHOP.calls(), 3);
}

#[tokio::test]
async fn a_shared_implementor_keeps_its_own_methods_in_place_of_defaults() {
    let shop = Arc::new(Shop::default());
    assert_eq!(approval::run(Arc::clone(&shop), ()).await, Ok(json!("approved")));
    assert_eq!(shop.calls(), 1);
}

#[tokio::test]
async fn functions_and_events_of_sm4c_are_shared() {
    let shop = Arc::new(Shop::default());
    let (_handle, run) = parcels::start(Arc::clone(&shop), Parcel { id: 7 }, RunOptions::default());
    assert_eq!(run.await, Ok(Shipped { charged: 1 }));
    assert_eq!(shop.calls(), 2);
}

#[tokio::test]
async fn a_typed_machine_is_cloned_and_runs_by_reference() {
    let machine = checkout::machine(Shop::default());
    let first = order(1);
    assert_eq!(machine.run(&first).await, Ok(confirmation(1, "call 2")));
    let history = History::default();
    let options = RunOptions::default().history(history.clone());
    // Runs do not borrow: they can be spawned.
    let run = tokio::spawn(machine.clone().run_with(&first, options));
    drop((machine, first));
    assert_eq!(run.await.expect("no panic"), Ok(confirmation(1, "call 4")));
    assert_eq!(history.events().len(), 12);
}

#[tokio::test]
async fn a_machine_with_a_typed_output_alone_takes_any_input_or_none() {
    let machine: TypedMachine<asl_runtime::RunInput, String> = greeted::machine(Shop::new());
    assert_eq!(machine.run(()).await.as_deref(), Ok("{}"));
    assert_eq!(machine.run(json!([1])).await.as_deref(), Ok("[1]"));
    assert_eq!(machine.run(None).await.as_deref(), Ok("{}"));
}

#[tokio::test]
async fn a_typed_machine_starts_with_a_handle() {
    let machine = checkout::machine(Shop::new());
    let (handle, run) = machine.start(order(1), RunOptions::default());
    let (cancelled, result) = tokio::join!(handle.cancel("Stop", ""), run);
    cancelled.expect("it has not ended");
    assert_eq!(result.expect_err("it was cancelled").status(), Status::Aborted);
}

#[tokio::test]
async fn an_input_that_is_no_value_starts_nothing() {
    let machine = checkout::machine(Shop::new());
    let (handle, run) = machine.start(order(u64::MAX), RunOptions::default());
    let failure = run.await.expect_err("ids end at i64::MAX");
    assert_eq!(failure.error(), Some(TYPE_MISMATCH));
    let cause = failure.cause().expect("a cause");
    assert!(
        cause.starts_with("the input of the machine does not fit its type `runs::sharing::Order`")
    );
    assert!(handle.cancel("Stop", "").await.is_err());
    let largest = order(u64::MAX);
    let by_reference = machine.run(&largest).await.expect_err("the same");
    assert_eq!(by_reference.cause(), Some(cause));
}

#[tokio::test]
async fn typed_machines_are_machines_of_every_engine() {
    let shop = Arc::new(Shop::default());
    let machine = checkout::machine(Arc::clone(&shop));
    let services = Services::new();
    services.register("checkout", machine.clone());
    services.register("greeted", greeted::machine(Arc::clone(&shop)));

    let simulated =
        Simulation::new().run_tasks(&machine, json!({ "id": 3, "payment": { "amount": 5 } }));
    assert_eq!(simulated.result.as_ref().map(|output| output.at(["receipt"])), Ok(Some(&json!(5))));
    let next = checkout::states::charge(&machine, json!({ "payment": { "amount": 6 } })).await;
    assert!(matches!(next, Ok(checkout::states::ChargeNext::Ship(_))), "{next:?}");
    let all: [Compiled; 2] = [machine.untyped(), approval::machine(shop)];
    assert_eq!(all.map(|compiled| compiled.machine().name), ["checkout", "approval"]);
}
