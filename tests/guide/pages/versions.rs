//! Versions of a machine.
#![expect(clippy::indexing_slicing, reason = "the code of users, whose lints are others")]

use std::sync::Arc;

use asl_durable::{Durable, Options};
use asl_runtime::execution::{Input, Redrive, Snapshot, StartOptions};
use asl_runtime::{TaskContext, TaskError, Value};
use serde::{Deserialize, Serialize};

/// An order.
#[derive(Serialize, Deserialize)]
pub struct Order {
    total: u32,
}

/// A shipped order.
#[derive(Serialize, Deserialize)]
pub struct Shipped {
    cents: u32,
    wrapped: Option<Value>,
}

mod v1 {
    asl_runtime::asl_machine! {
        pub "machines/v1/order.asl.json",
        input = crate::Order, output = crate::Shipped,
        tasks = { charge_card: fn(crate::Order) -> u32 },
    }
}
mod v2 {
    asl_runtime::asl_machine! {
        pub "machines/v2/order.asl.json",
        input = crate::Order, output = crate::Shipped,
        tasks_from = crate::v1::order,
        own_tasks = [gift_wrap], // new in this version
    }
}

struct Shop;

impl v1::order::Tasks for Shop {
    async fn charge_card(&self, _cx: &TaskContext, order: Order) -> Result<u32, TaskError> {
        Ok(order.total)
    }

    async fn ship(&self, cx: &TaskContext, _order: Value) -> Result<Value, TaskError> {
        Ok(Value::from(cx.idempotency_key()))
    }
}

impl v2::order::Tasks for Shop {
    async fn gift_wrap(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order["total"].clone())
    }
}

#[tokio::test]
async fn both_versions_run_in_a_store() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::temp_dir().join(format!("asl-guide-versions-{}", std::process::id()));
    let order = Order { total: 1250 };

    let shop = Arc::new(Shop);
    let machines = [v1::order::machine(Arc::clone(&shop)), v2::order::machine(shop)];
    let store = Durable::open(&directory, machines, Options::default()).await?;
    let shipped = store.executions(v2::order::TYPED).run("order-7", &order).await??;

    assert_eq!((shipped.cents, shipped.wrapped), (1250, Some(Value::from(1250))));
    store.close(std::time::Duration::from_secs(5)).await?;
    std::fs::remove_dir_all(directory)?;
    Ok(())
}

use v1::order as old;
use v2::order as new;

#[test]
fn versions_are_compared() {
    let comparison = old::MACHINE.compare(&new::MACHINE); // of compiled machines
    assert!(!comparison.to_string().is_empty());
}

#[expect(dead_code, reason = "an engine of your own does this")]
fn moved(snapshot: Snapshot) -> Result<Snapshot, asl_runtime::execution::MigrateError> {
    let moved = snapshot.migrate(&old::MACHINE, &new::MACHINE)?; // of one execution
    Ok(moved)
}

#[expect(dead_code, reason = "an engine of your own does this")]
fn redriven(
    input: Value,
    options: StartOptions,
    inputs: &[(u64, Input)],
) -> Result<Input, asl_runtime::execution::RedriveError> {
    let redrive = Redrive::after_start(&old::MACHINE, input, options, inputs)?; // all inputs so far
    Ok(Input::Redrive(Box::new(redrive)))
}
