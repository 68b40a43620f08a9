//! The program of `main.rs`, with the machine of the build script.

use asl_runtime::{TaskContext, TaskError, Value, include_machine, json};

include_machine!("built");

struct Shop;

impl built::Tasks for Shop {
    async fn charge_card(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order["total"].clone())
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order["address"].clone())
    }
}

#[tokio::main]
async fn main() -> Result<(), asl_runtime::Failure> {
    println!("{}", built::run(Shop, json!({ "total": 1250, "address": "Kiel" })).await?);
    Ok(())
}
