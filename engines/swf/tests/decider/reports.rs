//! Tasks that end by a report, and functions that Amazon SWF itself calls.

use asl_swf::{DeciderOptions, Secret};
use serde_json::{Value, json};

use super::story::{Story, attributes};
use super::tokens;

/// A machine whose job has been taken, and the token that goes with it.
fn asked(options: DeciderOptions) -> (Story, String) {
    let mut story = Story::with(&tokens::MACHINE, &json!({"sku": "tea"}), options);
    let decisions = story.decide();
    let ask = &decisions[0]["scheduleActivityTaskDecisionAttributes"];
    assert_eq!(ask["activityType"]["name"], "sqs.sendMessage.waitForTaskToken");
    let limits = ["scheduleToCloseTimeout", "startToCloseTimeout", "heartbeatTimeout"]
        .map(|key| ask[key].as_str().unwrap());
    assert_eq!(limits, ["3600", "3600", "NONE"]);
    let input: Value = serde_json::from_str(ask["input"].as_str().unwrap()).unwrap();
    let token = input["MessageBody"]["token"].as_str().unwrap().to_owned();
    story.task.events.truncate(1);
    let asked =
        ["ScheduleActivityTask Ask#0", "StartTimer Ask#0^time 3600", "StartTimer Ask#0^silence 60"];
    assert_eq!(story.answer(), asked);
    (story, token)
}

fn taken(options: DeciderOptions) -> (Story, String) {
    let (mut story, token) = asked(options);
    story.done("Ask#0", &json!({"MessageId": "m-1"}));
    assert_eq!(story.answer(), [""; 0]);
    (story, token)
}

const CANCELS: [&str; 2] = ["CancelTimer Ask#0^time", "CancelTimer Ask#0^silence"];

#[test]
fn a_report_by_token_ends_the_task() {
    let (mut story, token) = taken(DeciderOptions::default());
    story.signal("SendTaskSuccess", &json!({"taskToken": token, "output": "{\"price\": 3}"}));
    assert_eq!(story.answer(), [CANCELS[0], CANCELS[1], "ScheduleActivityTask Call#1"]);
    // Without the option a Lambda function is an activity like others.
    story.done("Call#1", &json!({"Payload": 4}));
    assert_eq!(story.answer(), [r#"CompleteWorkflowExecution {"Payload":4}"#]);
}

#[test]
fn a_report_that_comes_before_the_job_is_taken_is_kept() {
    let (mut story, token) = asked(DeciderOptions::default());
    story.signal("SendTaskSuccess", &json!({"taskToken": token, "output": {"price": 3}}));
    assert_eq!(story.answer(), [""; 0]);
    story.done("Ask#0", &json!({"MessageId": "m-1"}));
    assert_eq!(story.answer(), [CANCELS[0], CANCELS[1], "ScheduleActivityTask Call#1"]);
}

#[test]
fn tokens_are_made_of_the_secret() {
    let with = |secret: &str| DeciderOptions::default().secret(Secret::new(secret));
    let (_, public) = asked(DeciderOptions::default());
    let (mut story, token) = taken(with("one secret"));
    let (_, other) = asked(with("another secret"));
    assert!(token != public && token != other && public != other);
    for forged in [public, other] {
        story.signal("SendTaskSuccess", &json!({"taskToken": forged, "output": {"price": 0}}));
        assert_eq!(story.answer(), [""; 0]);
    }
    story.signal("SendTaskSuccess", &json!({"taskToken": token, "output": {"price": 3}}));
    assert_eq!(story.answer(), [CANCELS[0], CANCELS[1], "ScheduleActivityTask Call#1"]);
}

#[test]
fn a_failure_by_token_is_the_task_s() {
    let (mut story, token) = taken(DeciderOptions::default());
    story
        .signal("SendTaskFailure", &json!({"taskToken": token, "error": "TooDear", "cause": "no"}));
    assert_eq!(story.answer(), [CANCELS[0], CANCELS[1], "FailWorkflowExecution TooDear: no"]);
}

#[test]
fn silence_is_noticed_and_a_heartbeat_is_heard() {
    let (mut story, token) = taken(DeciderOptions::default());
    story.pass(40_000);
    story.signal("SendTaskHeartbeat", &json!({"taskToken": token}));
    assert_eq!(story.answer(), [""; 0]);
    story.pass(20_000);
    story.fired("Ask#0^silence");
    let again = story.answer();
    assert_eq!(again, ["StartTimer Ask#0^silence 40"]);
    story.pass(40_000);
    story.fired("Ask#0^silence");
    assert_eq!(story.answer(), [CANCELS[0], "FailWorkflowExecution Silence: nobody lives there"]);
}

#[test]
fn the_time_of_a_token_runs_out() {
    let (mut story, token) = taken(DeciderOptions::default());
    story.pass(3_600_000);
    story.fired("Ask#0^time");
    story.signal("SendTaskSuccess", &json!({"taskToken": token, "output": 1}));
    assert_eq!(story.answer(), [CANCELS[1], "FailWorkflowExecution States.Timeout: "]);
}

#[test]
fn unexpected_reports_are_listed() {
    let (mut story, token) = taken(DeciderOptions::default());
    let forged =
        story.signal("SendTaskSuccess", &json!({"taskToken": format!("{token}0"), "output": 1}));
    let plain = story.signal("Hello", &json!({"taskToken": token}));
    let decided = story.try_decide().unwrap();
    assert_eq!((decided.ignored, decided.decisions.len()), (vec![forged, plain], 0));
    assert_eq!(decided.states, ["Ask"]);
}

fn lambda() -> DeciderOptions {
    DeciderOptions::default().lambda(true)
}

fn called() -> Story {
    let (mut story, token) = taken(lambda());
    story.signal("SendTaskSuccess", &json!({"taskToken": token, "output": {"sku": "tea"}}));
    let decisions = story.decide();
    let expected = json!({
        "decisionType": "ScheduleLambdaFunction",
        "scheduleLambdaFunctionDecisionAttributes":
            {"id": "Call#1", "name": "Price", "input": "{\"sku\":\"tea\"}", "startToCloseTimeout": "30"},
    });
    assert_eq!(decisions[2], expected);
    story.task.events.truncate(story.task.events.len() - 2);
    assert_eq!(story.answer()[2..], ["ScheduleLambdaFunction Call#1"]);
    story
}

#[test]
fn amazon_swf_calls_functions_itself() {
    let mut story = called();
    let scheduled = story.opened("Call#1");
    let done = json!({"scheduledEventId": scheduled, "startedEventId": scheduled + 1, "result": "{\"price\":3}"});
    story.push(attributes("LambdaFunctionCompleted", done));
    let end = r#"CompleteWorkflowExecution {"Payload":{"price":3},"StatusCode":200}"#;
    assert_eq!(story.answer(), [end]);
}

#[test]
fn functions_fail_in_five_ways() {
    let error = |event_type: &str, fields: Value| {
        let mut story = called();
        let mut fields = fields;
        fields["scheduledEventId"] = story.opened("Call#1").into();
        fields["startedEventId"] = 0.into();
        story.push(attributes(event_type, fields));
        let decisions = story.decide();
        let end = decisions.as_array().unwrap().last().unwrap();
        let result = end["completeWorkflowExecutionDecisionAttributes"]["result"].as_str().unwrap();
        serde_json::from_str::<Value>(result).unwrap()["error"].clone()
    };
    let details = r#"{"errorMessage":"no","errorType":"TooDear"}"#;
    let failed =
        error("LambdaFunctionFailed", json!({"reason": "UnhandledError", "details": details}));
    assert_eq!(failed, json!({"Error": "TooDear", "Cause": details}));
    let failed = error("LambdaFunctionFailed", json!({"reason": "Broken", "details": "plain"}));
    assert_eq!(failed, json!({"Error": "Broken", "Cause": "plain"}));
    let failed = error("LambdaFunctionTimedOut", json!({"timeoutType": "START_TO_CLOSE"}));
    assert_eq!(failed, json!({"Error": "States.Timeout", "Cause": ""}));
    let failed = error(
        "StartLambdaFunctionFailed",
        json!({"cause": "ASSUME_ROLE_FAILED", "message": "no role"}),
    );
    assert_eq!(failed, json!({"Error": "ASSUME_ROLE_FAILED", "Cause": "no role"}));
}

#[test]
fn a_function_that_is_not_scheduled_fails_with_the_cause() {
    let (mut story, token) = taken(lambda());
    story.signal("SendTaskSuccess", &json!({"taskToken": token, "output": {}}));
    let decided = story.try_decide().unwrap();
    story.take(&decided.decisions[..2]);
    let fields = json!({"id": "Call#1", "name": "Price"});
    story.refused("ScheduleLambdaFunctionFailed", fields, "LAMBDA_FUNCTION_CREATION_RATE_EXCEEDED");
    let decisions = story.decide();
    let result =
        decisions[0]["completeWorkflowExecutionDecisionAttributes"]["result"].as_str().unwrap();
    assert!(result.contains(r#""Error":"LAMBDA_FUNCTION_CREATION_RATE_EXCEEDED""#), "{result}");
}
