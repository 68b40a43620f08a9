//! Executions, their histories and their Map Runs.

use serde_json::{Value, json};

use super::machines::{ROLE, find};
use super::session::{Property, Session, count, lists, member};
use crate::Problem;
use crate::server::EXPRESS_PASS;

/// Starts, describes, lists, stops and redrives executions.
pub(super) async fn call(session: &mut Session) -> Result<(), Problem> {
    // The execution waits for a worker of this activity.
    session.succeeds("CreateActivity", json!({"name": "pack"}), &[]).await?;
    let waiting = find(session, "one_activity").await?;
    let start = json!({"stateMachineArn": waiting, "name": "waits", "input": "{\"n\":1}"});
    let has_arn = |output: &Value| member(output, "executionArn").ends_with(":waits");
    let arn_is_there: Property<'_> = ("ARN with the name", &has_arn);
    let started = session.succeeds("StartExecution", start.clone(), &[arn_is_there]).await?;
    let execution = member(&started, "executionArn").to_owned();
    // While it runs, the same name and input are the same execution.
    let same = |output: &Value| output.get("startDate") == started.get("startDate");
    session.succeeds("StartExecution", start, &[("the same execution again", &same)]).await?;
    let other = json!({"stateMachineArn": waiting, "name": "waits", "input": "{\"n\":2}"});
    let taken = "the name of another execution";
    session.fails("StartExecution", other, "ExecutionAlreadyExists", taken).await?;
    describe(session, &waiting, &execution).await?;
    let stop = json!({"executionArn": execution, "error": "Enough", "cause": "no time"});
    let stopped: Property<'_> =
        ("stopDate", &|output| output.get("stopDate").is_some_and(Value::is_number));
    session.succeeds("StopExecution", stop, &[stopped]).await?;
    let aborted = session.wait(&execution, "ABORTED").await?;
    let is_aborted = |_: &Value| member(&aborted, "error") == "Enough";
    let named = json!({"executionArn": execution});
    session.succeeds("DescribeExecution", named, &[("error of the stop", &is_aborted)]).await?;
    redrive(session).await?;
    jsonata(session).await?;
    sync(session).await
}

async fn describe(session: &mut Session, machine: &str, execution: &str) -> Result<(), Problem> {
    let named = json!({"executionArn": execution});
    session
        .succeeds(
            "DescribeExecution",
            named.clone(),
            &[
                ("RUNNING", &|output| member(output, "status") == "RUNNING"),
                ("input as it was sent", &|output| member(output, "input") == "{\"n\":1}"),
                ("ARN of the machine", &|output| member(output, "stateMachineArn") == machine),
            ],
        )
        .await?;
    session
        .succeeds(
            "DescribeStateMachineForExecution",
            named,
            &[("definition", &|output| !member(output, "definition").is_empty())],
        )
        .await?;
    let running = json!({"stateMachineArn": machine, "statusFilter": "RUNNING"});
    let is_listed = |output: &Value| lists(output, "executions", "executionArn", execution);
    session.succeeds("ListExecutions", running, &[("the execution", &is_listed)]).await?;
    let ended = json!({"stateMachineArn": machine, "statusFilter": "SUCCEEDED"});
    let is_filtered = |output: &Value| !lists(output, "executions", "executionArn", execution);
    session.succeeds("ListExecutions", ended, &[("the filter by status", &is_filtered)]).await?;
    Ok(())
}

/// A failed execution, its history, and its redrive.
async fn redrive(session: &mut Session) -> Result<(), Problem> {
    let machine = find(session, "then_fails").await?;
    let start = json!({"stateMachineArn": machine, "name": "fails", "input": "{}"});
    let started = session.succeeds("StartExecution", start, &[]).await?;
    let execution = member(&started, "executionArn").to_owned();
    session.wait(&execution, "FAILED").await?;
    let named = json!({"executionArn": execution});
    session
        .succeeds(
            "GetExecutionHistory",
            named.clone(),
            &[
                ("five events", &|output| count(output, "events") == 5),
                ("previousEventId", &|output| {
                    output.pointer("/events/2/previousEventId") == Some(&json!(2))
                }),
            ],
        )
        .await?;
    let backwards = json!({"executionArn": execution, "reverseOrder": true, "maxResults": 1});
    session
        .succeeds(
            "GetExecutionHistory",
            backwards,
            &[
                ("the last event first", &|output| {
                    output.pointer("/events/0/id") == Some(&json!(5))
                }),
                ("nextToken", &|output| !member(output, "nextToken").is_empty()),
            ],
        )
        .await?;
    let redriven: Property<'_> =
        ("redriveDate", &|output| output.get("redriveDate").is_some_and(Value::is_number));
    let answer = session.succeeds("RedriveExecution", named.clone(), &[redriven]).await?;
    if answer.is_null() {
        return Ok(());
    }
    session.wait(&execution, "FAILED").await?;
    let history = session.succeeds("GetExecutionHistory", named, &[]).await?;
    let events = history.get("events").and_then(Value::as_array).cloned().unwrap_or_default();
    let of_kind = |kind: &str| events.iter().filter(|event| member(event, "type") == kind).count();
    // A redrive continues at the state that failed, which is not entered again.
    let resumes = of_kind("ExecutionRedriven") == 1
        && of_kind("PassStateEntered") == 1
        && of_kind("ExecutionFailed") == 2;
    let resumed: Property<'_> =
        ("a second redrive after one that resumed the failed state", &|_| resumes);
    let again = json!({"executionArn": execution});
    session.succeeds("RedriveExecution", again, &[resumed]).await?;
    Ok(())
}

/// An expression in JSONata.
async fn jsonata(session: &mut Session) -> Result<(), Problem> {
    let machine = find(session, "jsonata_sum").await?;
    let start = json!({"stateMachineArn": machine, "input": "{\"prices\":[3,4]}"});
    let started = session.succeeds("StartExecution", start.clone(), &[]).await?;
    let ended = session.wait(member(&started, "executionArn"), "SUCCEEDED").await?;
    let is_sum = |_: &Value| {
        serde_json::from_str(member(&ended, "output"))
            .is_ok_and(|output: Value| output == json!({"sum": 7}))
    };
    session.succeeds("StartExecution", start, &[("output of JSONata", &is_sum)]).await?;
    Ok(())
}

async fn sync(session: &mut Session) -> Result<(), Problem> {
    let create = json!({
        "name": "express_pass", "definition": EXPRESS_PASS, "roleArn": ROLE, "type": "EXPRESS",
    });
    let created = session.succeeds("CreateStateMachine", create, &[]).await?;
    let machine = member(&created, "stateMachineArn");
    session
        .succeeds(
            "StartSyncExecution",
            json!({"stateMachineArn": machine, "input": "{}"}),
            &[
                ("SUCCEEDED", &|output| member(output, "status") == "SUCCEEDED"),
                ("output", &|output| member(output, "output").contains("passed")),
            ],
        )
        .await?;
    Ok(())
}

/// A distributed Map.
pub(super) async fn call_map_runs(session: &mut Session) -> Result<(), Problem> {
    let machine = find(session, "slow_items").await?;
    let start = json!({"stateMachineArn": machine, "name": "items", "input": "[1,2,3]"});
    let started = session.succeeds("StartExecution", start, &[]).await?;
    let execution = member(&started, "executionArn").to_owned();
    // The Map has begun when its run is listed.
    let mut run = String::new();
    for _ in 0..20 {
        let named = json!({"executionArn": execution});
        let listed = session.succeeds("ListMapRuns", named, &[]).await?;
        run = listed.pointer("/mapRuns/0/mapRunArn").and_then(Value::as_str).unwrap_or("").into();
        if !run.is_empty() || listed.is_null() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let is_listed = |_: &Value| !run.is_empty();
    let named = json!({"executionArn": execution});
    session.succeeds("ListMapRuns", named, &[("the run of the Map", &is_listed)]).await?;
    let named = json!({"mapRunArn": run});
    session
        .succeeds(
            "DescribeMapRun",
            named.clone(),
            &[
                ("RUNNING", &|output| member(output, "status") == "RUNNING"),
                ("counts of items", &|output| {
                    output.pointer("/itemCounts/total") == Some(&json!(3))
                }),
                ("maxConcurrency", &|output| output.get("maxConcurrency") == Some(&json!(2))),
            ],
        )
        .await?;
    session.succeeds("UpdateMapRun", json!({"mapRunArn": run, "maxConcurrency": 3}), &[]).await?;
    let updated: Property<'_> =
        ("the new maxConcurrency", &|output| output.get("maxConcurrency") == Some(&json!(3)));
    session.succeeds("DescribeMapRun", named, &[updated]).await?;
    Ok(())
}
