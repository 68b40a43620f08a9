//! Activities and reports on tasks.

use serde_json::{Value, json};

use super::machines::find;
use super::session::{Session, lists, member};
use crate::Problem;

/// The activity of the machine `one_activity`. Servers accept it in the account of its name only.
const ACTIVITY: &str = "arn:aws:states:us-east-1:123456789012:activity:pack";

/// Creates an activity, takes its work, reports on it, and deletes the activity.
pub(super) async fn call(session: &mut Session) -> Result<(), Problem> {
    let created = session
        .succeeds(
            "CreateActivity",
            json!({"name": "pack"}),
            &[("activityArn", &|output| member(output, "activityArn").ends_with(":pack"))],
        )
        .await?;
    let activity = match member(&created, "activityArn") {
        "" => ACTIVITY.to_owned(),
        arn => arn.to_owned(),
    };
    let named = json!({"activityArn": activity});
    session
        .succeeds(
            "DescribeActivity",
            named.clone(),
            &[("name", &|output| member(output, "name") == "pack")],
        )
        .await?;
    let is_listed = |output: &Value| lists(output, "activities", "activityArn", &activity);
    session.succeeds("ListActivities", json!({}), &[("the activity", &is_listed)]).await?;
    let machine = find(session, "one_activity").await?;
    succeed(session, &machine, &activity).await?;
    fail(session, &machine, &activity).await?;
    session
        .fails(
            "SendTaskSuccess",
            json!({"taskToken": "unknown", "output": "1"}),
            "InvalidToken",
            "a token that is none",
        )
        .await?;
    session.succeeds("DeleteActivity", named.clone(), &[]).await?;
    let situation = "an activity that was deleted";
    session.fails("DescribeActivity", named, "ActivityDoesNotExist", situation).await
}

/// An execution, and the token of its work.
async fn take(
    session: &mut Session,
    machine: &str,
    activity: &str,
    name: &str,
) -> Result<(String, String), Problem> {
    let start = json!({"stateMachineArn": machine, "name": name, "input": "{\"n\":7}"});
    let started = session.succeeds("StartExecution", start, &[]).await?;
    let work = session
        .succeeds(
            "GetActivityTask",
            json!({"activityArn": activity, "workerName": "table"}),
            &[
                ("a token", &|output| !member(output, "taskToken").is_empty()),
                ("input of the state", &|output| {
                    serde_json::from_str(member(output, "input"))
                        .is_ok_and(|input: Value| input == json!({"n": 7}))
                }),
            ],
        )
        .await?;
    Ok((member(&started, "executionArn").to_owned(), member(&work, "taskToken").to_owned()))
}

async fn succeed(session: &mut Session, machine: &str, activity: &str) -> Result<(), Problem> {
    let (execution, token) = take(session, machine, activity, "packed").await?;
    session.succeeds("SendTaskHeartbeat", json!({"taskToken": token}), &[]).await?;
    let not_json = json!({"taskToken": token, "output": "{"});
    session
        .fails("SendTaskSuccess", not_json, "InvalidOutput", "an output that is no JSON")
        .await?;
    let report = json!({"taskToken": token, "output": "\"done\""});
    session.succeeds("SendTaskSuccess", report.clone(), &[]).await?;
    let ended = session.wait(&execution, "SUCCEEDED").await?;
    // The answer has no members: what the execution did tells if the report arrived.
    let arrived = member(&ended, "output") == "\"done\"";
    let situation = "a second report, or the output did not arrive";
    let kind = if arrived { "TaskTimedOut" } else { "" };
    session.fails("SendTaskSuccess", report, kind, situation).await
}

async fn fail(session: &mut Session, machine: &str, activity: &str) -> Result<(), Problem> {
    let (execution, token) = take(session, machine, activity, "torn").await?;
    let report = json!({"taskToken": token, "error": "Torn", "cause": "the box"});
    session.succeeds("SendTaskFailure", report.clone(), &[]).await?;
    let ended = session.wait(&execution, "FAILED").await?;
    let arrived = member(&ended, "error") == "Torn";
    let kind = if arrived { "TaskTimedOut" } else { "" };
    let situation = "a second report, or the error did not arrive";
    session.fails("SendTaskFailure", report, kind, situation).await
}
