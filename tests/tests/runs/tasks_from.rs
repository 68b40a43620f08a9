//! Machines and versions of machines that call the tasks of another one (`tasks_from`).
#![expect(clippy::expect_used, reason = "tests")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::error::TYPE_MISMATCH;
use asl_runtime::{Compiled, RunOptions, TaskContext, TaskError, Value, asl_machine, json};
use serde::{Deserialize, Serialize};

mod v1 {
    super::asl_machine! {
        pub "definitions/versions/v1/order.asl.json",
        input = super::Order,
        tasks = { charge_card: fn(super::Order) -> u32 },
    }
}

mod v2 {
    super::asl_machine! {
        pub "definitions/versions/v2/order.asl.json",
        input = super::Order, output = super::Shipped,
        tasks_from = crate::tasks_from::v1::order,
    }
}

mod v3 {
    super::asl_machine! {
        pub "definitions/versions/v3/order.asl.json",
        input = super::Order,
        tasks_from = super::v1::order,
        own_tasks = [gift_wrap, ship],
    }
}

#[derive(Serialize, Deserialize, Clone)]
struct Order {
    amount: u32,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Shipped {
    parcel: String,
}

/// Counts its calls.
#[derive(Default)]
struct Shop {
    calls: AtomicU32,
}

impl v1::order::Tasks for Shop {
    async fn charge_card(&self, _: &TaskContext, order: Order) -> Result<u32, TaskError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Ok(order.amount)
    }

    async fn approval(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("approved"))
    }

    async fn ship(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
        let receipt = order.at(["charged", "receipt"]).cloned().unwrap_or_default();
        Ok(json!(format!("parcel for {receipt}")))
    }
}

impl v3::order::Tasks for Shop {
    async fn gift_wrap(&self, _: &TaskContext, receipt: Value) -> Result<Value, TaskError> {
        Ok(json!({"wrapped": receipt}))
    }

    async fn ship(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        let services = cx.services().expect("the run has services").clone();
        let token = cx.token();
        tokio::spawn(async move { services.success(&token, json!("shipped")).await });
        Ok(Value::Null)
    }
}

fn order(amount: u32) -> Order {
    Order { amount }
}

#[tokio::test]
async fn a_version_with_the_same_tasks_needs_no_implementation() {
    let shop = Arc::new(Shop::default());
    let first = v1::order::machine(Arc::clone(&shop)).run(order(7)).await.expect("it ends");
    assert_eq!(first.at(["parcel"]), Some(&json!("parcel for 7")));
    let second = v2::order::machine(Arc::clone(&shop)).run(order(8)).await;
    assert_eq!(second, Ok(Shipped { parcel: "parcel for 8".to_owned() }));
    assert_eq!(shop.calls.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn methods_that_differ_are_of_the_version_alone() {
    let options = RunOptions::default().services(asl_runtime::services::Services::new());
    let output = v3::order::machine(Arc::new(Shop::default())).run_with(order(9), options).await;
    assert_eq!(output, Ok(json!("shipped")));
}

#[tokio::test]
async fn types_are_those_of_the_other_machine() {
    let machine = v2::order::machine(Shop::default()).untyped();
    let failure = machine.run(json!({"amount": "much"})).await.expect_err("it is no number");
    assert_eq!(failure.error(), Some(TYPE_MISMATCH));
    let cause = failure.cause().expect("a cause");
    assert!(cause.starts_with("the input of task `charge_card` does not fit"), "{cause}");
    assert!(cause.ends_with("at $.amount"), "{cause}");
}

#[tokio::test]
async fn a_store_runs_both_versions_with_one_shop() {
    let name = format!("asl-tasks-from-{}", std::process::id());
    let directory: PathBuf = std::env::temp_dir().join(name);
    let shop = Arc::new(Shop::default());
    let machines: [Compiled; 2] = [
        v1::order::machine(Arc::clone(&shop)).into(),
        v2::order::machine(Arc::clone(&shop)).into(),
    ];
    let store = Durable::open(&directory, machines, Options::default()).await.expect("it opens");
    let old = store.executions(v1::order::TYPED);
    let new = store.executions(v2::order::TYPED);
    let started = old.start("old", order(1)).await.expect("it starts");
    let shipped = new.run("new", order(2)).await.expect("it starts");
    assert_eq!(shipped, Ok(Shipped { parcel: "parcel for 2".to_owned() }));

    // An execution of the old version has the output of the old version, whoever waits for it.
    let output = old.wait(started.name.clone()).await.expect("it is there").expect("it succeeds");
    assert_eq!(output.at(["approval"]), Some(&json!("approved")));
    let shipped = new.wait(started.name).await.expect("the same machine");
    assert_eq!(shipped, Ok(Shipped { parcel: "parcel for 1".to_owned() }));
    let version = store.describe(started.id).await.expect("it is there").summary.version;
    assert_eq!(version, v1::order::MACHINE.version());
    store.close(Duration::from_secs(10)).await.expect("it is open");
    std::fs::remove_dir_all(directory).expect("it is there");
}
