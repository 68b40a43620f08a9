//! `bare ADDRESS QUEUE`: a worker as one writes it by hand with Temporal's SDK, for a workflow of three
//! activities in a row. It runs until it is killed.

use std::error::Error;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use temporalio_client::{Client, ClientOptions, Connection, ConnectionOptions, RetryPolicy, Url};
use temporalio_macros::{activities, workflow, workflow_methods};
use temporalio_sdk::activities::{ActivityContext, ActivityError};
use temporalio_sdk::runtime::RuntimeOptions;
use temporalio_sdk::{
    ActivityOptions, Runtime, Worker, WorkerOptions, WorkflowContext, WorkflowResult,
};

#[derive(Clone, Serialize, Deserialize)]
pub struct Order {
    items: Vec<String>,
    amount: u32,
}

pub struct Shop;

#[activities]
impl Shop {
    #[activity]
    pub async fn reserve(_cx: ActivityContext, order: Order) -> Result<Order, ActivityError> {
        Ok(order)
    }

    #[activity]
    pub async fn charge(_cx: ActivityContext, order: Order) -> Result<Order, ActivityError> {
        Ok(order)
    }

    #[activity]
    pub async fn ship(_cx: ActivityContext, order: Order) -> Result<Order, ActivityError> {
        Ok(order)
    }
}

#[workflow]
#[derive(Default)]
pub struct Process;

#[workflow_methods]
impl Process {
    #[run(name = "order")]
    pub async fn run(cx: &mut WorkflowContext<Self>, order: Order) -> WorkflowResult<Order> {
        let order = cx.execute_activity(Shop::reserve, order, options()).await?;
        let order = cx.execute_activity(Shop::charge, order, options()).await?;
        Ok(cx.execute_activity(Shop::ship, order, options()).await?)
    }
}

/// The settings that a task of a machine has.
fn options() -> ActivityOptions {
    ActivityOptions::with_start_to_close_timeout(Duration::from_secs(60))
        .heartbeat_timeout(Duration::from_secs(30))
        .retry_policy(RetryPolicy::builder().maximum_attempts(1).build())
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, queue] = arguments.as_slice() else {
        return Err("usage: bare ADDRESS QUEUE".into());
    };
    let url: Url = address.parse()?;
    let connection = Connection::connect(ConnectionOptions::new(url).build()).await?;
    let client = Client::new(connection, ClientOptions::new("default").build())?;
    // As our worker does, it does not report that it lives.
    let silent = RuntimeOptions::builder().heartbeat_interval(None).build()?;
    let runtime = Runtime::from_current_tokio(silent)?;
    let options = WorkerOptions::new(queue.clone())
        .register_workflow::<Process>()?
        .register_activities(Shop)
        .build();
    Worker::new(&runtime, client, options)?.run().await?;
    Ok(())
}
