//! Typed machines and cancelling.

use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::error::Status;
use asl_runtime::{RunOptions, TaskContext, TaskError, Value, json};
use serde::{Deserialize, Serialize};

use crate::{Tested, folder};

#[derive(Serialize, Deserialize)]
struct Order {
    total: u64,
}

#[derive(Serialize, Deserialize, Debug)]
struct Confirmation {
    receipt: Value,
}

mod typed {
    use super::{Confirmation, Order};

    asl_runtime::asl_machine!("machines/order.asl.json", input = Order, output = Confirmation);
    pub(super) use order::*;
}

mod untyped {
    asl_runtime::asl_machine!("machines/order.asl.json");
    pub(super) use order::*;
}

struct Shop {
    pause: Duration,
}

impl Shop {
    fn new() -> Self {
        Self { pause: Duration::from_secs(20) }
    }
}

impl typed::Tasks for Shop {
    async fn charge_card(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order["total"].clone())
    }

    async fn ship(&self, _cx: &TaskContext, _order: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}

impl untyped::Tasks for Shop {
    async fn charge_card(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        tokio::time::sleep(self.pause).await;
        Ok(order)
    }

    async fn ship(&self, _cx: &TaskContext, _order: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}

#[tokio::test]
async fn a_typed_machine_takes_and_gives_types() -> Tested {
    use typed as order;
    let shop = Shop::new();
    let order = Order { total: 1250 };

    let machine = order::machine(shop); // clone it into every handler
    let confirmation = machine.run(&order).await?;

    assert_eq!(confirmation.receipt, 1250);
    Ok(())
}

#[tokio::test]
async fn a_store_takes_and_gives_types() -> Tested {
    use typed as order;
    let directory = folder("running");
    let machines = [order::machine(Shop::new())];
    let store = Durable::open(&directory, machines, Options::default()).await?;
    let order = Order { total: 1250 };

    let orders = store.executions(order::TYPED); // a durable store; clone it into every handler
    orders.start("order-7", &order).await?;
    let confirmation = orders.wait("order-7").await??;

    assert_eq!(confirmation.receipt, 1250);
    store.close(Duration::from_secs(5)).await?;
    std::fs::remove_dir_all(directory)?;
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn an_execution_is_cancelled() -> Tested {
    use untyped as order;

    let (handle, run) = order::machine(Shop::new()).start(json!({"id": 7}), RunOptions::default());
    let running = tokio::spawn(run);

    handle.cancel("Operator.Stop", "maintenance").await?; // as AWS's StopExecution
    let failure = running.await?.expect_err("it was cancelled");
    assert_eq!(failure.status(), Status::Aborted);
    Ok(())
}
