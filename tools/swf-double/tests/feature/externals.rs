//! Signals and requests to cancel from one execution to another.

use serde_json::json;

use super::support::*;

#[test]
fn a_signal_arrives_with_its_sender() {
    let (double, run) = started();
    double.register("Other", "1").unwrap();
    let other = double.start("Other", "1", "o", "").unwrap();
    decide(&double, [signal("o")]);
    let initiated = last_id(&double, &run, "SignalExternalWorkflowExecutionInitiated");
    let expected = json!({"signalName": "Ring", "input": "1", "externalInitiatedEventId": initiated,
        "externalWorkflowExecution": {"workflowId": "w", "runId": run.run_id}});
    assert_eq!(last(&double, &other, "WorkflowExecutionSignaled"), expected);
    let expected = json!({"initiatedEventId": initiated, "workflowExecution": {"workflowId": "o", "runId": other.run_id}});
    assert_eq!(last(&double, &run, "ExternalWorkflowExecutionSignaled"), expected);
    assert!(waits_for_decision(&double, &run));
}

#[test]
fn a_request_to_cancel_arrives_with_its_sender() {
    let (double, run) = started();
    double.register("Other", "1").unwrap();
    let other = double.start("Other", "1", "o", "").unwrap();
    decide(&double, [cancel_external("o")]);
    let initiated = last_id(&double, &run, "RequestCancelExternalWorkflowExecutionInitiated");
    let requested = last(&double, &other, "WorkflowExecutionCancelRequested");
    assert_eq!(
        (
            &requested["externalInitiatedEventId"],
            &requested["externalWorkflowExecution"]["workflowId"]
        ),
        (&json!(initiated), &json!("w"))
    );
    assert_eq!(
        last(&double, &run, "ExternalWorkflowExecutionCancelRequested")["initiatedEventId"],
        json!(initiated)
    );
}

#[test]
fn an_execution_may_signal_itself() {
    let (double, run) = started();
    decide(&double, [signal("w")]);
    let expected = [
        "SignalExternalWorkflowExecutionInitiated",
        "WorkflowExecutionSignaled",
        "DecisionTaskScheduled",
        "ExternalWorkflowExecutionSignaled",
    ];
    assert_eq!(last_types(&double, &run, 4), expected);
}
