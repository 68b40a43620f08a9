//! `machine ADDRESS QUEUE`: a worker for a machine of three tasks in a row. It runs until it is
//! killed.

use std::error::Error;

use asl_runtime::{TaskContext, TaskError, Value, asl_machine};
use asl_temporal::{Machines, Options};

asl_machine!("order.asl.json", default_task_timeout = 60);

struct Shop;

impl order::Tasks for Shop {
    async fn reserve(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }

    async fn charge(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, queue] = arguments.as_slice() else {
        return Err("usage: machine ADDRESS QUEUE".into());
    };
    let options = Options::default().task_queue(queue);
    Machines::new().options(options).register(order::machine(Shop)).serve(address).await?;
    Ok(())
}
