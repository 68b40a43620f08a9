//! A worker of Temporal's Rust SDK, with the same three activities.

use std::time::Duration;

use serde_json::{Value, json};
use temporalio_client::{Client, ClientOptions, Connection, ConnectionOptions, Url};
use temporalio_macros::{activities, workflow, workflow_methods};
use temporalio_sdk::activities::{ActivityContext, ActivityError};
use temporalio_sdk::{
    ActivityOptions, Runtime, Worker, WorkerOptions, WorkflowContext, WorkflowResult,
};

/// Activities that take no time.
struct Steps;

#[activities]
impl Steps {
    #[activity]
    async fn first(_: ActivityContext, _: Value) -> Result<Value, ActivityError> {
        Ok(json!(1))
    }

    #[activity]
    async fn second(_: ActivityContext, _: Value) -> Result<Value, ActivityError> {
        Ok(json!(2))
    }

    #[activity]
    async fn third(_: ActivityContext, _: Value) -> Result<Value, ActivityError> {
        Ok(json!(3))
    }
}

#[workflow]
#[derive(Default)]
struct Three;

#[workflow_methods]
impl Three {
    /// Each activity gets the document with the results of those before it, as in the machine.
    #[run(name = "three")]
    async fn run(ctx: &mut WorkflowContext<Self>, mut input: Value) -> WorkflowResult<Value> {
        let limits = || ActivityOptions::start_to_close_timeout(Duration::from_secs(60));
        input["first"] = ctx.execute_activity(Steps::first, input.clone(), limits()).await?;
        input["second"] = ctx.execute_activity(Steps::second, input.clone(), limits()).await?;
        input["third"] = ctx.execute_activity(Steps::third, input.clone(), limits()).await?;
        Ok(input)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = std::env::args().nth(1).ok_or("an address is missing")?;
    let runtime = Runtime::from_current_tokio(Default::default())?;
    let server: Url = server.parse()?;
    let connection = Connection::connect(ConnectionOptions::new(server).build()).await?;
    let client = Client::new(connection, ClientOptions::new("default").build())?;
    let options =
        WorkerOptions::new("sdk").register_workflow::<Three>()?.register_activities(Steps).build();
    Worker::new(&runtime, client, options)?.run().await?;
    Ok(())
}
