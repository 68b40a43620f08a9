//! Executions that start executions.

use asl_swf::{ChildOptions, DeciderOptions};
use serde_json::{Value, json};

use super::nested;
use super::story::Story;

const TEXT: &str = "order-7.run-1.Text#1";

fn story() -> Story {
    Story::new(&nested::MACHINE, &json!({"order": {"id": 7}}))
}

fn output(decisions: &Value) -> Value {
    let end = decisions.as_array().unwrap().last().unwrap();
    let result = &end["completeWorkflowExecutionDecisionAttributes"]["result"];
    serde_json::from_str(result.as_str().unwrap_or_else(|| panic!("{decisions}"))).unwrap()
}

/// Up to the child that is waited for with documents as text.
fn second() -> Story {
    let mut story = story();
    assert_eq!(story.answer(), ["StartChildWorkflowExecution audit-7"]);
    story.child("audit-7", "Started", json!({}));
    assert_eq!(
        story.answer(),
        [format!("StartChildWorkflowExecution {TEXT}"), "StartTimer Text#1^time 500".into()]
    );
    story
}

#[test]
fn a_child_is_started_with_a_name_of_its_own() {
    let options = ChildOptions::default().version("4").tags(vec!["t".into()]);
    let options = DeciderOptions::default().children([("Audit".into(), options)]);
    let mut story = Story::with(&nested::MACHINE, &json!({"order": {}}), options);
    let expected = json!([{
        "decisionType": "StartChildWorkflowExecution",
        "startChildWorkflowExecutionDecisionAttributes": {
            "workflowType": {"name": "Audit", "version": "4"},
            "workflowId": "audit-7",
            "input": "{\"what\":\"start\"}",
            "tagList": ["t"],
            "lambdaRole": "arn:aws:iam::123456789012:role/swf",
        },
    }]);
    assert_eq!(story.decide(), expected);
}

#[test]
fn three_forms_of_children_answer_as_in_process() {
    let mut story = second();
    story.child(TEXT, "Started", json!({}));
    assert_eq!(story.answer(), [""; 0]);
    story.child(TEXT, "Completed", json!({"result": "{\"parcel\":1}"}));
    let data = "order-7.run-1.Data#2";
    assert_eq!(
        story.answer(),
        [
            "CancelTimer Text#1^time".to_owned(),
            format!("StartChildWorkflowExecution {data}"),
            "StartTimer Data#2^time 60".into()
        ]
    );
    story.child(data, "Started", json!({}));
    story.child(data, "Completed", json!({"result": "[2]"}));
    let output = output(&story.decide());
    assert_eq!(output["data"], json!({"output": [2], "status": "SUCCEEDED"}));
    let arn = "arn:aws:states:us-east-1:123456789012:execution:Audit:audit-7";
    assert_eq!(output["start"], json!({"ExecutionArn": arn, "StartDate": 1_767_225_600_060_i64}));
    let text = json!({
        "ExecutionArn": "arn:aws:states:us-east-1:123456789012:execution:Ship:run-1-Text-1",
        "Input": "{\"id\":7}",
        "InputDetails": {"Included": true},
        "Name": "run-1-Text-1",
        "Output": "{\"parcel\":1}",
        "OutputDetails": {"Included": true},
        "StartDate": 1_767_225_600_120_i64,
        "StateMachineArn": "arn:aws:states:us-east-1:123456789012:stateMachine:Ship",
        "Status": "SUCCEEDED",
        "StopDate": 1_767_225_600_160_i64,
    });
    assert_eq!(output["text"], text);
}

/// The parent's error when the child that it waits for ends in this way.
fn caught(what: &str, fields: Value) -> Value {
    let mut story = second();
    story.child(TEXT, "Started", json!({}));
    story.child(TEXT, what, fields);
    story.answer();
    let data = "order-7.run-1.Data#2";
    story.child(data, "Started", json!({}));
    story.child(data, "Completed", json!({}));
    output(&story.decide())["error"].clone()
}

#[test]
fn the_end_of_a_child_is_reported_as_its_description() {
    let ends = [
        ("Failed", json!({"reason": "Lost", "details": "in the post"}), "FAILED"),
        ("TimedOut", json!({}), "TIMED_OUT"),
        ("Canceled", json!({"details": "by hand"}), "ABORTED"),
        ("Terminated", json!({}), "ABORTED"),
    ];
    for (what, fields, status) in ends {
        let error = caught(what, fields);
        assert_eq!(error["Error"], "States.TaskFailed");
        let cause: Value = serde_json::from_str(error["Cause"].as_str().unwrap()).unwrap();
        assert_eq!(
            (cause["Status"].as_str(), cause["Name"].as_str()),
            (Some(status), Some("run-1-Text-1"))
        );
        assert_eq!(what == "Failed", cause["Error"] == "Lost" && cause["Cause"] == "in the post");
    }
}

#[test]
fn a_child_that_is_not_started_fails_as_aws_says_it() {
    for (cause, error) in [
        ("WORKFLOW_TYPE_DOES_NOT_EXIST", "StepFunctions.StateMachineDoesNotExistException"),
        ("WORKFLOW_ALREADY_RUNNING", "StepFunctions.ExecutionAlreadyExistsException"),
        ("OPEN_CHILDREN_LIMIT_EXCEEDED", "StepFunctions.ExecutionLimitExceededException"),
        ("OPERATION_NOT_PERMITTED", "States.Permissions"),
    ] {
        let mut story = story();
        story.try_decide().unwrap();
        story.complete_task();
        let fields = json!({"workflowId": "audit-7", "workflowType": {"name": "Audit", "version": "1.0"}, "initiatedEventId": 0});
        story.refused("StartChildWorkflowExecutionFailed", fields, cause);
        let failed = &story.decide()[0]["failWorkflowExecutionDecisionAttributes"];
        assert_eq!(failed["reason"], error);
    }
    // The same after it was initiated.
    let mut story = story();
    story.answer();
    let fields = json!({"workflowId": "audit-7", "workflowType": {"name": "Audit", "version": "1.0"}, "initiatedEventId": 5});
    story.refused("StartChildWorkflowExecutionFailed", fields, "WORKFLOW_ALREADY_RUNNING");
    assert!(
        story.answer()[0]
            .starts_with("FailWorkflowExecution StepFunctions.ExecutionAlreadyExistsException: ")
    );
}

#[test]
fn a_child_that_takes_too_long_is_cancelled() {
    let mut story = second();
    story.child(TEXT, "Started", json!({}));
    story.pass(500_000);
    story.fired("Text#1^time");
    let decisions = story.decide();
    let expected = json!({
        "decisionType": "RequestCancelExternalWorkflowExecution",
        "requestCancelExternalWorkflowExecutionDecisionAttributes": {"workflowId": TEXT, "runId": "child-run"},
    });
    assert_eq!(decisions[0], expected);
}

#[test]
fn a_child_is_cancelled_after_its_delayed_start() {
    let mut story = second();
    story.pass(500_000);
    story.fired("Text#1^time");
    let cancel = format!("RequestCancelExternalWorkflowExecution {TEXT}");
    assert_eq!(story.answer()[0], cancel);
    let fields = json!({"workflowId": TEXT, "initiatedEventId": story.opened(TEXT)});
    story.refused(
        "RequestCancelExternalWorkflowExecutionFailed",
        fields,
        "UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION",
    );
    assert_eq!(story.answer(), [""; 0]);
    story.child(TEXT, "Started", json!({}));
    assert_eq!(story.answer(), [cancel]);
    story.child(TEXT, "Canceled", json!({}));
    assert_eq!(story.answer(), [""; 0]);
}

#[test]
fn an_end_that_raced_the_cancellation_of_a_child_is_decided_again() {
    let mut story = second();
    story.child(TEXT, "Started", json!({}));
    story.pass(500_000);
    story.fired("Text#1^time");
    story.answer();
    let (data, cancelled) = ("order-7.run-1.Data#2", story.opened(TEXT));
    story.child(data, "Started", json!({}));
    story.child(data, "Completed", json!({"result": "1"}));
    let end = story.decide();
    // The service has informed the child meanwhile: it does not end, and there was no answer.
    let fields = json!({"workflowExecution": {"workflowId": TEXT, "runId": "child-run"}, "initiatedEventId": cancelled});
    story.push(super::story::attributes("ExternalWorkflowExecutionCancelRequested", fields));
    story.complete_task();
    assert_eq!(story.decide(), end);
}
