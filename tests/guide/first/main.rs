//! The program of README.md. `cargo xtask package` builds it from the packages.

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("machines/order.asl.json"); // makes `mod order`; the path begins at the package's root

struct Shop;

impl order::Tasks for Shop {
    // One method for each function that the definition calls.
    async fn charge_card(&self, cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        let cents = order["total"].as_u64().ok_or("an order needs a total")?; // `?`: any error
        Ok(json!({ "key": cx.idempotency_key(), "cents": cents }))
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(json!({ "to": order["address"] }))
    }
}

#[tokio::main]
async fn main() -> Result<(), asl_runtime::Failure> {
    let output = order::run(Shop, json!({ "total": 1250, "address": "Kiel" })).await?;
    println!("{output}");
    Ok(())
}
