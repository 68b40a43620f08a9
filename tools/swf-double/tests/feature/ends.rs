//! The ends of executions.

use std::time::Duration;

use asl_swf::service::SwfErrorKind;
use asl_swf_double::{Limits, Options};
use serde_json::json;

use super::support::*;

#[test]
fn each_closing_decision_has_its_event() {
    for (decision, event, expected) in [
        (
            complete(),
            "WorkflowExecutionCompleted",
            json!({"result": "7", "decisionTaskCompletedEventId": 4}),
        ),
        (
            fail(),
            "WorkflowExecutionFailed",
            json!({"reason": "Broken", "details": "in two", "decisionTaskCompletedEventId": 4}),
        ),
        (
            cancel(),
            "WorkflowExecutionCanceled",
            json!({"details": "as asked", "decisionTaskCompletedEventId": 4}),
        ),
    ] {
        let (double, run) = started();
        decide(&double, [decision]);
        assert_eq!(last(&double, &run, event), expected);
        assert_eq!(double.signal("w", "Late", "").unwrap_err().kind(), SwfErrorKind::Unknown);
        assert!(double.start("Work", "1", "w", "").is_ok());
    }
}

#[test]
fn an_execution_goes_on_in_a_new_run() {
    let (double, run) = started();
    decide(&double, [timer("t", 5), continue_as_new()]);
    let continued = last(&double, &run, "WorkflowExecutionContinuedAsNew");
    let runs = double.runs("w");
    assert_eq!(runs.len(), 2);
    assert_eq!(continued["newExecutionRunId"], json!(runs[1].run_id));
    let started = last(&double, &runs[1], "WorkflowExecutionStarted");
    assert_eq!(
        (&started["continuedExecutionRunId"], &started["input"]),
        (&json!(run.run_id), &json!("next"))
    );
    double.advance(Duration::from_secs(10));
    assert_eq!(last_types(&double, &run, 1), ["WorkflowExecutionContinuedAsNew"]);
    double.signal("w", "Ring", "").unwrap();
    assert_eq!(count(&double, &runs[1], "WorkflowExecutionSignaled"), 1);
    decide(&double, [complete()]);
    assert_eq!(status(&double, &runs[1]).as_deref(), Some("COMPLETED"));
}

#[test]
fn an_execution_times_out() {
    let (double, run) = started();
    let task = double.decision("Work").unwrap();
    double.advance(Duration::from_secs(86_400));
    assert_eq!(
        last(&double, &run, "WorkflowExecutionTimedOut"),
        json!({"timeoutType": "START_TO_CLOSE", "childPolicy": "TERMINATE"})
    );
    assert_eq!(double.decide(&task, vec![complete()]).unwrap_err().kind(), SwfErrorKind::Unknown);
    assert!(double.decision("Work").unwrap().is_empty());
}

#[test]
fn an_execution_is_terminated_and_asked_to_cancel_itself() {
    let (double, run) = started();
    double.request_cancel("w").unwrap();
    assert_eq!(
        last(&double, &run, "WorkflowExecutionCancelRequested"),
        json!({"externalInitiatedEventId": 0})
    );
    assert!(double.describe_workflow_execution("test", &run).unwrap().cancel_requested);
    double.terminate("w").unwrap();
    let expected = json!({"childPolicy": "TERMINATE", "cause": "OPERATOR_INITIATED"});
    assert_eq!(last(&double, &run, "WorkflowExecutionTerminated"), expected);
    assert_eq!(double.terminate("w").unwrap_err().kind(), SwfErrorKind::Unknown);
}

#[test]
fn a_run_with_too_many_events_is_terminated() {
    let limits = Limits { events: 50, ..Limits::default() };
    let (double, run) = started_with(Options { limits, ..Options::default() });
    for number in 0..100 {
        if double.signal("w", &number.to_string(), "").is_err() {
            break;
        }
    }
    assert_eq!(types(&double, &run).len(), 51);
    assert_eq!(last(&double, &run, "WorkflowExecutionTerminated")["cause"], "EVENT_LIMIT_EXCEEDED");
}
