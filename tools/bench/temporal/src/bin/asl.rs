//! Our worker: a machine of three tasks.

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_temporal::{Machines, Options};

asl_machine!("../../../engines/postgres/tests/machines/three.asl.json", outside = true); // -> mod three

/// Tasks that take no time.
struct Steps;

impl three::Tasks for Steps {
    async fn first(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(1))
    }

    async fn second(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(2))
    }

    async fn third(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!(3))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = std::env::args().nth(1).ok_or("an address is missing")?;
    let options = Options::default().task_queue("asl").most_tasks(100);
    Machines::new().options(options).register(three::machine(Steps)).serve(server).await?;
    Ok(())
}
