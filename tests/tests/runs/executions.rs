//! Typed executions of the durable store and typed work of activities.
#![expect(clippy::expect_used, reason = "tests")]

use std::path::PathBuf;
use std::time::Duration;

use asl_durable::{CallError, Durable, Options, Start, Started, State};
use asl_runtime::error::TYPE_MISMATCH;
use asl_runtime::services::Services;
use asl_runtime::{Event, Failure, RunOptions, TaskContext, TaskError, Value, asl_machine, json};
use serde::{Deserialize, Serialize};

asl_machine! {
    "definitions/typed.asl.json",
    name = checkout,
    input = Order, output = Confirmation,
    substitute = { "Carrier": "Parcels" },
}
// Any input, or none.
asl_machine!("definitions/good/hello_world.asl.json", name = greeted, output = String);
asl_machine!("definitions/services/approval.asl.json", input = Request, output = Approval);

#[derive(Serialize, Clone)]
struct Order {
    id: u64,
    payment: u32,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Confirmation {
    id: u64,
    receipt: u32,
    parcel: String,
}

#[derive(Serialize, Deserialize)]
struct Request {
    amount: u32,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Approval {
    approved: bool,
}

struct Shop;

impl checkout::Tasks for Shop {
    async fn charge_card(&self, _: &TaskContext, payment: Value) -> Result<Value, TaskError> {
        // A receipt that does not fit the output's type.
        Ok(if payment == json!(13) { json!("thirteen") } else { payment })
    }

    async fn parcels(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("P-1"))
    }
}

impl greeted::Tasks for Shop {
    async fn hello_world(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(json!(input.to_json_string()))
    }
}

impl approval::Tasks for Shop {}

/// A store in a directory that is removed afterwards.
struct Store {
    durable: Durable,
    directory: PathBuf,
}

impl Store {
    async fn open(name: &str) -> Self {
        let name = format!("asl-executions-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let machines = [checkout::machine(Shop).untyped(), greeted::machine(Shop).untyped()];
        let durable = Durable::open(&directory, machines, Options::default()).await;
        Self { durable: durable.expect("it can be opened"), directory }
    }

    async fn close(self) {
        self.durable.close(Duration::from_secs(10)).await.expect("it was open");
        std::fs::remove_dir_all(self.directory).expect("it is there");
    }
}

fn order(id: u64, payment: u32) -> Order {
    Order { id, payment }
}

fn mismatch(failure: &Failure) -> &str {
    assert_eq!(failure.error(), Some(TYPE_MISMATCH));
    failure.cause().expect("a cause")
}

#[tokio::test]
async fn a_store_starts_and_ends_executions_with_types() {
    let store = Store::open("typed").await;
    let orders = store.durable.executions(checkout::TYPED);
    let Started { id, name, is_new, .. } =
        orders.start("order-7", order(7, 20)).await.expect("it starts");
    assert!(is_new && id == "checkout:order-7" && name == "order-7");
    assert_eq!(orders.id("order-7"), id);
    let confirmed = Confirmation { id: 7, receipt: 20, parcel: "P-1".to_owned() };
    assert_eq!(orders.wait("order-7").await.expect("it is there"), Ok(confirmed));
    let by_id = orders.wait(id).await.expect_err("it is no name").to_string();
    assert_eq!(
        by_id,
        "no execution has the id `checkout:checkout:order-7`; `Executions` take its name, `order-7`"
    );

    // The same values are the same execution, also without types.
    let again = json!({"id": 7, "payment": 20});
    let again = store.durable.start("checkout", "order-7", again).await.expect("it exists");
    assert!(!again.is_new);
    let other = orders.clone().start("order-7", order(8, 20)).await;
    assert!(matches!(other, Err(CallError::NameTaken { .. })), "{other:?}");

    let unnamed = orders.start("", order(8, 20)).await.expect("it starts");
    let confirmed = orders.wait(unnamed.name).await.expect("the store made the name");
    assert_eq!(confirmed.map(|confirmed| confirmed.id), Ok(8));

    let request = || orders.request(order(9, 1)).expect("a value").id("nine");
    let started = orders.store().start_with(request().name("order-9")).await.expect("it starts");
    let again = orders.store().start_with(request()).await.expect("it exists");
    let names = (started.name.as_str(), again.name.as_str(), again.id.as_str(), again.is_new);
    assert_eq!(names, ("order-9", "order-9", "nine", false));

    let greetings = store.durable.executions(greeted::TYPED);
    assert_eq!(greetings.run("none", ()).await.expect("it starts").as_deref(), Ok("{}"));
    store.close().await;
}

#[tokio::test]
async fn a_store_refuses_values_that_do_not_fit() {
    let store = Store::open("misfit").await;
    let orders = store.durable.executions(checkout::TYPED);
    let refused = orders.start("large", order(u64::MAX, 1)).await;
    let Err(CallError::TypeMismatch(failure)) = refused else { panic!("{refused:?}") };
    let cause = mismatch(&failure);
    assert!(
        cause.starts_with(
            "the input of the machine does not fit its type `runs::executions::Order`"
        )
    );
    let unknown = store.durable.describe("checkout:large").await;
    assert!(matches!(unknown, Err(CallError::UnknownExecution { .. })), "{unknown:?}");

    let misfit = orders.run("thirteen", order(1, 13)).await.expect("it starts");
    let cause = mismatch(&misfit.expect_err("the receipt is no number")).to_owned();
    let type_and_place = "does not fit its type `runs::executions::Confirmation`: invalid type: string \
                          \"thirteen\", expected u32 at $.receipt";
    assert!(cause.ends_with(type_and_place), "{cause}");

    let start = Start::new("greeted", ()).name("ada").id("checkout:ada");
    store.durable.start_with(start).await.expect("it starts");
    let other = orders.wait("ada").await.expect_err("another machine");
    let text = "the execution `checkout:ada` is of machine `greeted`, not of `checkout`";
    assert_eq!(other.to_string(), text);
    store.close().await;
}

#[tokio::test]
async fn typed_executions_are_described_cancelled_and_redriven_by_name() {
    let store = Store::open("by-name").await;
    let orders = store.durable.executions(checkout::TYPED);
    let failed = orders.run("thirteen", order(1, 13)).await.expect("it starts");
    assert!(failed.is_err());
    let told = orders.describe("thirteen").await.expect("it is there").summary;
    assert_eq!((told.id.as_str(), told.state), ("checkout:thirteen", State::Succeeded));
    let history = orders.history("thirteen").await.expect("it is kept");
    assert!(history["events"].as_array().is_some_and(|events| !events.is_empty()));
    let over = orders.cancel("thirteen", "Stop", "").await.expect_err("it has ended");
    assert!(matches!(over, CallError::Ended { .. }), "{over:?}");
    let done = orders.redrive("thirteen").await.expect_err("it succeeded");
    assert!(matches!(done, CallError::Redrive { .. }), "{done:?}");
    let event = Event::named("paid");
    let over = orders.send("thirteen", event).await.expect_err("it has ended");
    assert!(matches!(over, CallError::Ended { .. }), "{over:?}");
    store.close().await;
}

#[tokio::test]
async fn workers_read_the_input_of_an_activity_with_its_type() {
    let services = Services::new();
    let worker = services.clone();
    let worker = tokio::spawn(async move {
        let work = worker.next_activity("Approval", "w").await;
        let misfit = work.read_input::<Vec<u8>>().expect_err("it is an object");
        let request: Request = work.read_input().expect("it fits");
        work.success(json!({"approved": request.amount < 100})).await.expect("it waits");
        misfit
    });
    let options = RunOptions::default().services(services);
    let approved = approval::machine(Shop).run_with(Request { amount: 7 }, options).await;
    assert_eq!(approved, Ok(Approval { approved: true }));
    let misfit = worker.await.expect("no panic");
    assert_eq!(misfit.error(), TYPE_MISMATCH);
    assert!(misfit.cause().is_some_and(|cause| cause.contains("activity:Approval` does not fit")));
}
