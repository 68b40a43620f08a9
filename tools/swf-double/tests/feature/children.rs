//! Children, and what their parents hear of them.

use std::time::Duration;

use asl_swf::model::decision::StartChildWorkflowExecution;
use asl_swf::model::{ChildPolicy, Decision, WorkflowExecution};
use asl_swf::service::TerminateWorkflowExecution;
use asl_swf_double::{Double, Options};
use serde_json::json;

use super::support::*;

/// An execution that has started the child `c`.
fn with_child() -> (Double, WorkflowExecution, WorkflowExecution) {
    let (double, run) = started();
    double.register("Child", "1").unwrap();
    decide(&double, [child("c")]);
    let child = double.runs("c").remove(0);
    (double, run, child)
}

fn decide_child(double: &Double, decision: Decision) {
    let task = double.decision("Child").unwrap();
    double.decide(&task, vec![decision]).unwrap();
}

#[test]
fn parent_and_child_know_each_other() {
    let (double, run, child) = with_child();
    let expected = [
        "StartChildWorkflowExecutionInitiated",
        "ChildWorkflowExecutionStarted",
        "DecisionTaskScheduled",
    ];
    assert_eq!(last_types(&double, &run, 3), expected);
    let started = last(&double, &child, "WorkflowExecutionStarted");
    assert_eq!(started["parentWorkflowExecution"], json!({"workflowId": "w", "runId": run.run_id}));
    assert_eq!(
        started["parentInitiatedEventId"],
        json!(last_id(&double, &run, "StartChildWorkflowExecutionInitiated"))
    );
    assert_eq!(
        double.describe_workflow_execution("test", &run).unwrap().open_child_workflow_executions,
        1
    );
}

#[test]
fn the_parent_hears_of_each_end() {
    for (end, event) in [
        (complete(), "ChildWorkflowExecutionCompleted"),
        (fail(), "ChildWorkflowExecutionFailed"),
        (cancel(), "ChildWorkflowExecutionCanceled"),
    ] {
        let (double, run, child) = with_child();
        decide_child(&double, end);
        let heard = last(&double, &run, event);
        assert_eq!(
            heard["initiatedEventId"],
            json!(last_id(&double, &run, "StartChildWorkflowExecutionInitiated"))
        );
        assert_eq!(
            heard["startedEventId"],
            json!(last_id(&double, &run, "ChildWorkflowExecutionStarted"))
        );
        assert_eq!(heard["workflowExecution"]["runId"], json!(child.run_id));
        assert!(
            double
                .describe_workflow_execution("test", &run)
                .unwrap()
                .open_child_workflow_executions
                == 0
        );
    }
    let (double, run, _) = with_child();
    double.terminate("c").unwrap();
    assert_eq!(count(&double, &run, "ChildWorkflowExecutionTerminated"), 1);
}

#[test]
fn the_parent_hears_that_its_child_timed_out() {
    let (double, run) = started();
    double.register("Child", "1").unwrap();
    let timeout = Some(asl_swf::model::Timeout::Seconds(5));
    let short = StartChildWorkflowExecution {
        execution_start_to_close_timeout: timeout,
        ..start_child("c")
    };
    decide(&double, [Decision::StartChildWorkflowExecution(short)]);
    double.advance(Duration::from_secs(5));
    assert_eq!(
        last(&double, &run, "ChildWorkflowExecutionTimedOut")["timeoutType"],
        "START_TO_CLOSE"
    );
}

#[test]
fn a_child_that_goes_on_in_a_new_run_stays_a_child() {
    let (double, run, _) = with_child();
    decide_child(&double, continue_as_new());
    let second = double.runs("c").remove(1);
    assert_eq!(
        last(&double, &second, "WorkflowExecutionStarted")["parentWorkflowExecution"]["workflowId"],
        "w"
    );
    decide_child(&double, complete());
    assert_eq!(
        last(&double, &run, "ChildWorkflowExecutionCompleted")["workflowExecution"]["runId"],
        json!(second.run_id)
    );
    assert_eq!(count(&double, &run, "ChildWorkflowExecutionStarted"), 1);
}

#[test]
fn a_workflow_id_that_runs_already_is_a_failure_behind_the_initiation() {
    let (double, run) = started();
    double.register("Child", "1").unwrap();
    double.start("Child", "1", "c", "").unwrap();
    decide(&double, [child("c")]);
    let failed = last(&double, &run, "StartChildWorkflowExecutionFailed");
    assert_eq!(failed["cause"], "WORKFLOW_ALREADY_RUNNING");
    assert_eq!(
        failed["initiatedEventId"],
        json!(last_id(&double, &run, "StartChildWorkflowExecutionInitiated"))
    );
    assert_eq!(
        double.describe_workflow_execution("test", &run).unwrap().open_child_workflow_executions,
        0
    );
}

#[test]
fn children_of_a_terminated_parent_meet_its_policy() {
    for (policy, event) in [
        (ChildPolicy::Terminate, Some("WorkflowExecutionTerminated")),
        (ChildPolicy::RequestCancel, Some("WorkflowExecutionCancelRequested")),
        (ChildPolicy::Abandon, None),
    ] {
        let (double, run, child) = with_child();
        double
            .terminate_workflow_execution(TerminateWorkflowExecution {
                domain: "test".into(),
                workflow_id: "w".into(),
                child_policy: Some(policy.clone()),
                ..Default::default()
            })
            .unwrap();
        assert_eq!(
            last(&double, &run, "WorkflowExecutionTerminated")["childPolicy"],
            json!(policy)
        );
        match event {
            Some(event) => {
                assert_eq!(last(&double, &child, event)["cause"], "CHILD_POLICY_APPLIED");
            }
            None => assert_eq!(types(&double, &child).len(), 2),
        }
    }
}

#[test]
fn children_of_a_completed_parent_go_on() {
    let (double, run, child) = with_child();
    decide(&double, [complete()]);
    decide_child(&double, complete());
    assert_eq!(status(&double, &child).as_deref(), Some("COMPLETED"));
    assert_eq!(last_types(&double, &run, 1), ["WorkflowExecutionCompleted"]);
}

#[test]
fn news_of_children_may_take_time() {
    let (double, run) =
        started_with(Options { delivery: Duration::from_secs(3), ..Options::default() });
    double.register("Child", "1").unwrap();
    decide(&double, [child("c")]);
    assert_eq!(last_types(&double, &run, 1), ["StartChildWorkflowExecutionInitiated"]);
    assert!(double.runs("c").is_empty());
    double.advance(Duration::from_secs(3));
    assert!(waits_for_decision(&double, &run));
    decide_child(&double, complete());
    assert_eq!(count(&double, &run, "ChildWorkflowExecutionCompleted"), 0);
    double.advance(Duration::from_secs(3));
    assert_eq!(count(&double, &run, "ChildWorkflowExecutionCompleted"), 1);
}
