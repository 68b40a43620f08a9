//! Lambda functions.

use std::time::Duration;

use asl_swf::model::{WorkflowExecution, WorkflowType};
use asl_swf::service::{StartWorkflowExecution, SwfErrorKind};
use asl_swf_double::{Double, LambdaAnswer};
use serde_json::json;

use super::support::*;

/// A double with an execution that may call Lambda functions.
fn with_role() -> (Double, WorkflowExecution) {
    let double = Double::new();
    double.register("Work", "1").unwrap();
    let request = StartWorkflowExecution {
        domain: "test".into(),
        workflow_id: "w".into(),
        workflow_type: WorkflowType::new("Work", "1"),
        lambda_role: Some("a role".into()),
        ..Default::default()
    };
    let run_id = double.start_workflow_execution(request).unwrap();
    (double, WorkflowExecution { workflow_id: "w".into(), run_id })
}

#[test]
fn a_function_answers_and_fails() {
    let (double, run) = with_role();
    double.on_lambda(|call| match call.id.as_str() {
        "good" => LambdaAnswer::Result(format!(
            "{}({})",
            call.name,
            call.input.as_deref().unwrap_or_default()
        )),
        _ => LambdaAnswer::Failed { reason: "Broken".into(), details: "{}".into() },
    });
    decide(&double, [lambda("good")]);
    assert_eq!(
        last_types(&double, &run, 4),
        [
            "LambdaFunctionScheduled",
            "LambdaFunctionStarted",
            "LambdaFunctionCompleted",
            "DecisionTaskScheduled"
        ]
    );
    assert_eq!(last(&double, &run, "LambdaFunctionCompleted")["result"], "price(2)");
    decide(&double, [lambda("bad")]);
    assert_eq!(last(&double, &run, "LambdaFunctionFailed")["reason"], "Broken");
}

#[test]
fn a_function_answers_later_or_is_held_or_times_out() {
    let (double, run) = with_role();
    double.on_lambda(|call| match call.id.as_str() {
        "later" => {
            LambdaAnswer::Later(Duration::from_secs(5), Box::new(LambdaAnswer::Result("1".into())))
        }
        _ => LambdaAnswer::Held,
    });
    decide(&double, [lambda("later"), lambda("held"), lambda("lost")]);
    double.advance(Duration::from_secs(5));
    assert_eq!(count(&double, &run, "LambdaFunctionCompleted"), 1);
    double.answer_lambda("w", "held", LambdaAnswer::Result("2".into())).unwrap();
    assert_eq!(count(&double, &run, "LambdaFunctionCompleted"), 2);
    double.advance(Duration::from_secs(895));
    assert_eq!(last(&double, &run, "LambdaFunctionTimedOut")["timeoutType"], "START_TO_CLOSE");
    let late = double.answer_lambda("w", "lost", LambdaAnswer::Held).unwrap_err();
    assert_eq!(late.kind(), SwfErrorKind::Unknown);
}

#[test]
fn without_a_role_nothing_is_called() {
    let (double, run) = started();
    decide(&double, [lambda("l")]);
    let failed = last(&double, &run, "StartLambdaFunctionFailed");
    assert_eq!(
        (&failed["cause"], &failed["scheduledEventId"]),
        (&json!("ASSUME_ROLE_FAILED"), &json!(5))
    );
    assert!(waits_for_decision(&double, &run));
}
