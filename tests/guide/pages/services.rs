//! Activities and machines that start machines.

use asl_runtime::services::Services;
use asl_runtime::{RunOptions, TaskError, Value, asl_machine, json};

use crate::{Shop, Tested, order};

asl_machine!("machines/booking.asl.json");

/// The generated methods for activities and for starting executions are enough.
struct Nothing;

impl booking::Tasks for Nothing {}

fn decide(input: &Value) -> Result<Value, String> {
    match input["order"]["total"].as_u64() {
        Some(total) if total < 5_000 => Ok(json!({ "by": "worker-1" })),
        _ => Err("too much".to_owned()),
    }
}

#[tokio::test]
async fn a_worker_approves_and_a_child_is_started() -> Tested {
    let input = json!({ "order": { "total": 1250, "address": "Kiel" } });
    let services = Services::new();

    // Machines that `states:startExecution` finds, by ARN or by name alone.
    services.register("Order", order::machine(Shop));

    // A worker, anywhere in the process.
    let worker = services.clone();
    tokio::spawn(async move {
        loop {
            let work = worker.next_activity("Approval", "worker-1").await;
            let reported = match decide(work.input()) {
                Ok(output) => work.success(output).await,
                Err(error) => work.failure(TaskError::new("Refused", error)).await,
            };
            reported.ok(); // the task may have ended already
        }
    });

    let options = RunOptions::default().services(services.clone());
    let output = booking::run_with(Nothing, input, options).await?;
    services.wait_for_children().await; // children that no parent waits for

    assert_eq!(output["parcel"]["to"], "Kiel");
    Ok(())
}

#[expect(dead_code, reason = "the token is that of a running task")]
async fn report(services: &Services, token: &str) -> Tested {
    // The receiver of the token of a `.waitForTaskToken` task.
    services.success(token, json!({ "paid": true })).await?;
    Ok(())
}
