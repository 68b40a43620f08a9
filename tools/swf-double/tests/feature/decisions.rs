//! What decisions do, and each way in which they come to nothing.

use std::time::Duration;

use asl_swf::model::decision::ScheduleActivityTask;
use asl_swf::model::{ActivityType, Decision, WorkflowType};
use asl_swf::service::{RegisterActivityType, SwfErrorKind};
use asl_swf_double::{Limits, Options, Unhandled};
use serde_json::json;

use super::support::*;

/// The cause of the last event of this type, after which a decider is asked again.
fn cause(
    double: &asl_swf_double::Double,
    run: &asl_swf::model::WorkflowExecution,
    event_type: &str,
) -> String {
    assert!(waits_for_decision(double, run), "{:?}", types(double, run));
    last(double, run, event_type)["cause"].as_str().unwrap().to_owned()
}

#[test]
fn timers_fire_and_are_cancelled() {
    let (double, run) = started();
    decide(&double, [timer("a", 10), timer("b", 20), timer("zero", 0)]);
    assert_eq!(last(&double, &run, "TimerFired"), json!({"timerId": "zero", "startedEventId": 7}));
    decide(&double, [cancel_timer("a")]);
    assert_eq!(last_types(&double, &run, 1), ["TimerCanceled"]);
    double.advance(Duration::from_secs(30));
    assert_eq!(last(&double, &run, "TimerFired")["timerId"], "b");
    assert_eq!(count(&double, &run, "TimerFired"), 2);
}

#[test]
fn ids_that_are_in_use_or_unknown_are_failures() {
    let (double, run) = started();
    decide(&double, [timer("a", 10), timer("a", 10)]);
    assert_eq!(cause(&double, &run, "StartTimerFailed"), "TIMER_ID_ALREADY_IN_USE");
    decide(&double, [cancel_timer("b")]);
    assert_eq!(cause(&double, &run, "CancelTimerFailed"), "TIMER_ID_UNKNOWN");
    decide(&double, [activity("x"), activity("x")]);
    assert_eq!(cause(&double, &run, "ScheduleActivityTaskFailed"), "ACTIVITY_ID_ALREADY_IN_USE");
    decide(&double, [cancel_activity("y")]);
    assert_eq!(cause(&double, &run, "RequestCancelActivityTaskFailed"), "ACTIVITY_ID_UNKNOWN");
    decide(&double, [lambda("l"), lambda("l")]);
    assert_eq!(cause(&double, &run, "ScheduleLambdaFunctionFailed"), "ID_ALREADY_IN_USE");
    decide(&double, [signal("nobody")]);
    assert_eq!(
        cause(&double, &run, "SignalExternalWorkflowExecutionFailed"),
        "UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION"
    );
    decide(&double, [cancel_external("nobody")]);
    assert_eq!(
        cause(&double, &run, "RequestCancelExternalWorkflowExecutionFailed"),
        "UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION"
    );
    decide(&double, [child("c")]);
    assert_eq!(
        cause(&double, &run, "StartChildWorkflowExecutionFailed"),
        "WORKFLOW_TYPE_DOES_NOT_EXIST"
    );
}

#[test]
fn types_that_are_unknown_or_deprecated_or_lack_a_default_are_failures() {
    let (double, run) = started();
    let of = |name: &str| {
        Decision::ScheduleActivityTask(ScheduleActivityTask {
            activity_type: ActivityType::new(name, "1"),
            ..schedule("a")
        })
    };
    decide(&double, [of("Nothing")]);
    assert_eq!(cause(&double, &run, "ScheduleActivityTaskFailed"), "ACTIVITY_TYPE_DOES_NOT_EXIST");
    double.deprecate_activity_type("test", &ActivityType::new("Act", "1")).unwrap();
    decide(&double, [of("Act")]);
    assert_eq!(cause(&double, &run, "ScheduleActivityTaskFailed"), "ACTIVITY_TYPE_DEPRECATED");
    let bare = RegisterActivityType {
        domain: "test".into(),
        name: "Bare".into(),
        version: "1".into(),
        ..Default::default()
    };
    double.register_activity_type(bare).unwrap();
    let mut task =
        ScheduleActivityTask { activity_type: ActivityType::new("Bare", "1"), ..schedule("a") };
    let never = Some(asl_swf::model::Timeout::Unlimited);
    for expected in [
        "DEFAULT_TASK_LIST",
        "DEFAULT_SCHEDULE_TO_START_TIMEOUT",
        "DEFAULT_SCHEDULE_TO_CLOSE_TIMEOUT",
        "DEFAULT_START_TO_CLOSE_TIMEOUT",
        "DEFAULT_HEARTBEAT_TIMEOUT",
    ] {
        decide(&double, [Decision::ScheduleActivityTask(task.clone())]);
        assert_eq!(
            cause(&double, &run, "ScheduleActivityTaskFailed"),
            format!("{expected}_UNDEFINED")
        );
        match expected {
            "DEFAULT_TASK_LIST" => task.task_list = Some(asl_swf::model::TaskList::new("l")),
            "DEFAULT_SCHEDULE_TO_START_TIMEOUT" => task.schedule_to_start_timeout = never,
            "DEFAULT_SCHEDULE_TO_CLOSE_TIMEOUT" => task.schedule_to_close_timeout = never,
            "DEFAULT_START_TO_CLOSE_TIMEOUT" => task.start_to_close_timeout = never,
            _ => task.heartbeat_timeout = never,
        }
    }
    decide(&double, [Decision::ScheduleActivityTask(task)]);
    assert_eq!(last_types(&double, &run, 1), ["ActivityTaskScheduled"]);
}

#[test]
fn limits_of_open_things_are_failures() {
    let limits = Limits { activities: 1, timers: 1, children: 1, lambdas: 1, ..Limits::default() };
    let (double, run) = started_with(Options { limits, ..Options::default() });
    double.register("Child", "1").unwrap();
    for (first, second, event, expected) in [
        (
            activity("a"),
            activity("b"),
            "ScheduleActivityTaskFailed",
            "OPEN_ACTIVITIES_LIMIT_EXCEEDED",
        ),
        (timer("a", 9), timer("b", 9), "StartTimerFailed", "OPEN_TIMERS_LIMIT_EXCEEDED"),
        (
            lambda("a"),
            lambda("b"),
            "ScheduleLambdaFunctionFailed",
            "OPEN_LAMBDA_FUNCTIONS_LIMIT_EXCEEDED",
        ),
        (
            child("a"),
            child("b"),
            "StartChildWorkflowExecutionFailed",
            "OPEN_CHILDREN_LIMIT_EXCEEDED",
        ),
    ] {
        decide(&double, [first, second]);
        let cause = last(&double, &run, event)["cause"].clone();
        assert_eq!(cause, expected);
    }
    assert_eq!(
        Limits::default(),
        Limits {
            events: 25_000,
            activities: 1_000,
            timers: 1_000,
            children: 1_000,
            lambdas: 1_000,
            executions: 100_000,
            page: 1_000
        }
    );
}

#[test]
fn each_decision_can_be_refused_by_the_test() {
    let (double, run) = started();
    double.register("Child", "1").unwrap();
    for (decision, event) in [
        (activity("a"), "ScheduleActivityTaskFailed"),
        (cancel_activity("a"), "RequestCancelActivityTaskFailed"),
        (complete(), "CompleteWorkflowExecutionFailed"),
        (fail(), "FailWorkflowExecutionFailed"),
        (cancel(), "CancelWorkflowExecutionFailed"),
        (continue_as_new(), "ContinueAsNewWorkflowExecutionFailed"),
        (marker("m"), "RecordMarkerFailed"),
        (timer("t", 1), "StartTimerFailed"),
        (cancel_timer("t"), "CancelTimerFailed"),
        (signal("w"), "SignalExternalWorkflowExecutionFailed"),
        (cancel_external("w"), "RequestCancelExternalWorkflowExecutionFailed"),
        (child("c"), "StartChildWorkflowExecutionFailed"),
        (lambda("l"), "ScheduleLambdaFunctionFailed"),
    ] {
        double.refuse_decision(decision.decision_type(), "OPERATION_NOT_PERMITTED");
        decide(&double, [decision]);
        assert_eq!(cause(&double, &run, event), "OPERATION_NOT_PERMITTED");
    }
    assert_eq!(status(&double, &run), None);
}

#[test]
fn an_execution_is_not_closed_over_what_its_decider_has_not_seen() {
    for (decision, event) in [
        (complete(), "CompleteWorkflowExecutionFailed"),
        (fail(), "FailWorkflowExecutionFailed"),
        (cancel(), "CancelWorkflowExecutionFailed"),
        (continue_as_new(), "ContinueAsNewWorkflowExecutionFailed"),
    ] {
        let (double, run) = started();
        let task = double.decision("Work").unwrap();
        double.signal("w", "Late", "").unwrap();
        double.decide(&task, vec![marker("m"), decision.clone()]).unwrap();
        assert_eq!(cause(&double, &run, event), "UNHANDLED_DECISION");
        assert_eq!(
            last_types(&double, &run, 3),
            ["MarkerRecorded", event, "DecisionTaskScheduled"]
        );
        decide(&double, [decision]);
        assert!(status(&double, &run).is_some());
    }
}

#[test]
fn the_same_may_be_a_fault_that_leaves_the_task_open() {
    let (double, run) = started_with(Options { unhandled: Unhandled::Fault, ..Options::default() });
    let task = double.decision("Work").unwrap();
    double.signal("w", "Late", "").unwrap();
    assert_eq!(
        double.decide(&task, vec![marker("m"), complete()]).unwrap_err().kind(),
        SwfErrorKind::UnhandledDecision
    );
    assert_eq!(count(&double, &run, "MarkerRecorded"), 0);
    double.decide(&task, vec![]).unwrap();
    decide(&double, [complete()]);
    assert_eq!(status(&double, &run).as_deref(), Some("COMPLETED"));
}

#[test]
fn a_closing_decision_that_is_not_the_last_one_refuses_the_whole_answer() {
    let (double, run) = started();
    let task = double.decision("Work").unwrap();
    for decisions in [vec![complete(), marker("m")], vec![activity("a"), fail(), complete()]] {
        let error = double.decide(&task, decisions).unwrap_err();
        assert_eq!((error.kind(), error.code()), (SwfErrorKind::Refused, "ValidationException"));
    }
    assert_eq!(last_types(&double, &run, 1), ["DecisionTaskStarted"]);
    double.decide(&task, vec![activity("a"), complete()]).unwrap();
    assert_eq!(
        last_types(&double, &run, 2),
        ["ActivityTaskScheduled", "WorkflowExecutionCompleted"]
    );
}

#[test]
fn what_the_execution_context_said_last_is_described() {
    let (double, run) = started();
    let task_token = double.decision("Work").unwrap().task_token;
    let answer = asl_swf::service::RespondDecisionTaskCompleted {
        task_token,
        decisions: vec![activity("a"), timer("t", 9)],
        execution_context: Some("at Pay".into()),
        ..Default::default()
    };
    double.respond_decision_task_completed(answer).unwrap();
    let detail = double.describe_workflow_execution("test", &run).unwrap();
    assert_eq!(detail.latest_execution_context.as_deref(), Some("at Pay"));
    assert_eq!(
        (detail.open_activity_tasks, detail.open_timers, detail.open_decision_tasks),
        (1, 1, 0)
    );
    assert_eq!(detail.workflow_type, WorkflowType::new("Work", "1"));
}
