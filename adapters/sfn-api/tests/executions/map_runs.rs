//! Operations of Map Runs.

use serde_json::{Value, json};

use crate::shop::{PARCELS, Served};

/// Starts a Map over parcels. Returns the ARNs of the execution and its Map Run.
async fn start(served: &Served, parcels: &[&str]) -> (String, String) {
    let input = json!({"parcels": parcels}).to_string();
    let start = json!({"stateMachineArn": PARCELS, "input": input});
    let started = served.call("StartExecution", start).await;
    let execution = started["executionArn"].as_str().unwrap().to_owned();
    let listed = served.call("ListMapRuns", json!({"executionArn": execution})).await;
    let run = &listed["mapRuns"][0];
    assert_eq!(
        (&run["executionArn"], &run["stateMachineArn"]),
        (&json!(execution), &json!(PARCELS))
    );
    (execution, run["mapRunArn"].as_str().unwrap().to_owned())
}

fn counts(described: &Value, of: &str) -> [u64; 6] {
    ["total", "pending", "running", "succeeded", "failed", "aborted"]
        .map(|count| described[of][count].as_u64().unwrap())
}

/// The description of a Map Run once this many of its items succeeded.
async fn describe(served: &Served, run: &str, succeeded: u64) -> Value {
    loop {
        let described = served.call("DescribeMapRun", json!({"mapRunArn": run})).await;
        if described["itemCounts"]["succeeded"] == succeeded {
            return described;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_map_run_is_listed_and_described_while_it_runs_and_after_its_end() {
    let served = Served::new().await;
    let (execution, run) = start(&served, &["a", "slow", "b", "broken", "slow", "c"]).await;
    assert!(run.starts_with("arn:aws:states:us-east-1:123456789012:mapRun:parcels/Each:"), "{run}");
    let running = describe(&served, &run, 2).await;
    assert_eq!(running["status"], "RUNNING");
    assert_eq!(
        (&running["maxConcurrency"], &running["toleratedFailureCount"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(running["executionArn"], json!(execution));
    assert!(running.get("stopDate").is_none());
    // With room for more, the last parcel is weighed, too.
    let update = json!({"mapRunArn": run, "maxConcurrency": 3});
    assert_eq!(served.call("UpdateMapRun", update).await, json!({}));
    let running = describe(&served, &run, 3).await;
    assert_eq!(running["maxConcurrency"], 3);
    assert_eq!(counts(&running, "itemCounts"), [6, 0, 2, 3, 1, 0]);
    assert_eq!(counts(&running, "executionCounts"), [6, 0, 2, 3, 1, 0]);
    served.call("StopExecution", json!({"executionArn": execution})).await;
    let stopped = describe(&served, &run, 3).await;
    assert_eq!(stopped["status"], "ABORTED");
    assert_eq!(counts(&stopped, "itemCounts"), [6, 0, 0, 3, 1, 2]);
    assert!(stopped["stopDate"].as_f64().unwrap() >= stopped["startDate"].as_f64().unwrap());
    let fault = served.fault("UpdateMapRun", json!({"mapRunArn": run, "maxConcurrency": 1})).await;
    assert_eq!(fault.kind(), "ValidationException");
    served.call("RedriveExecution", json!({"executionArn": execution})).await;
    let redriven = describe(&served, &run, 3).await;
    assert_eq!((&redriven["status"], &redriven["redriveCount"]), (&json!("RUNNING"), &json!(1)));
    served.close().await;
}

#[tokio::test]
async fn a_map_run_that_succeeds_or_fails_keeps_its_counts() {
    let served = Served::new().await;
    let (execution, run) = start(&served, &["a", "broken"]).await;
    assert_eq!(served.end(&execution).await["status"], "SUCCEEDED");
    let described = describe(&served, &run, 1).await;
    assert_eq!(described["status"], "SUCCEEDED");
    assert_eq!(counts(&described, "itemCounts"), [2, 0, 0, 1, 1, 0]);
    let (execution, run) = start(&served, &["slow", "broken", "broken", "never"]).await;
    assert_eq!(served.end(&execution).await["status"], "FAILED");
    let described = describe(&served, &run, 0).await;
    assert_eq!(described["status"], "FAILED");
    assert_eq!(counts(&described, "itemCounts"), [4, 1, 0, 0, 2, 1]);
    assert_eq!(counts(&described, "executionCounts"), [4, 1, 0, 0, 2, 1]);
    let fault = served.fault("ListExecutions", json!({"mapRunArn": run})).await;
    assert_eq!(fault.kind(), "ValidationException");
    let missing = json!({"mapRunArn": run.replace("Each:", "Each:0")});
    assert_eq!(served.fault("DescribeMapRun", missing).await.kind(), "ResourceNotFound");
    served.close().await;
}
