//! Activity tasks and their four time-outs.

use std::time::Duration;

use asl_swf::model::{Decision, Timeout};
use asl_swf::service::{
    PollForActivityTask, RecordActivityTaskHeartbeat, RespondActivityTaskCanceled,
    RespondActivityTaskFailed, SwfErrorKind,
};
use serde_json::json;

use super::support::{
    activity, cancel_activity, decide, last, last_id, last_types, schedule, started,
    waits_for_decision,
};

fn heartbeat(token: &str, details: &str) -> RecordActivityTaskHeartbeat {
    RecordActivityTaskHeartbeat { task_token: token.into(), details: Some(details.into()) }
}

#[test]
fn a_task_is_scheduled_started_and_completed_once() {
    let (double, run) = started();
    decide(&double, [activity("a")]);
    assert_eq!(double.count_pending_activity_tasks("test", "Act"), 1);
    let request = PollForActivityTask {
        domain: "test".into(),
        task_list: "Act".into(),
        identity: Some("me".into()),
    };
    let task = double.poll_for_activity_task(request).unwrap();
    assert_eq!((task.activity_id.as_str(), task.input.as_deref()), ("a", Some("[1]")));
    assert_eq!(task.workflow_execution, run);
    assert!(double.activity("Act").unwrap().is_empty());
    double.complete_activity(&task, "\"done\"").unwrap();
    let late = double.complete_activity(&task, "\"again\"").unwrap_err();
    assert_eq!((late.kind(), late.code()), (SwfErrorKind::Unknown, "UnknownResourceFault"));

    let expected = [
        "DecisionTaskCompleted",
        "ActivityTaskScheduled",
        "ActivityTaskStarted",
        "ActivityTaskCompleted",
        "DecisionTaskScheduled",
    ];
    assert_eq!(last_types(&double, &run, 5), expected);
    let scheduled = last_id(&double, &run, "ActivityTaskScheduled");
    assert_eq!(
        last(&double, &run, "ActivityTaskStarted"),
        json!({"identity": "me", "scheduledEventId": scheduled})
    );
    let completed = json!({"result": "\"done\"", "scheduledEventId": scheduled, "startedEventId": scheduled + 1});
    assert_eq!(last(&double, &run, "ActivityTaskCompleted"), completed);
}

#[test]
fn a_task_fails_with_reason_and_details() {
    let (double, run) = started();
    decide(&double, [activity("a")]);
    let task_token = double.activity("Act").unwrap().task_token;
    double
        .respond_activity_task_failed(RespondActivityTaskFailed {
            task_token,
            reason: Some("Broken".into()),
            details: Some("why".into()),
        })
        .unwrap();
    let failed = last(&double, &run, "ActivityTaskFailed");
    assert_eq!((&failed["reason"], &failed["details"]), (&json!("Broken"), &json!("why")));
    assert!(waits_for_decision(&double, &run));
}

#[test]
fn tasks_of_higher_priority_are_handed_out_first() {
    let (double, _) = started();
    let with = |id: &str, priority: &str| {
        Decision::ScheduleActivityTask(asl_swf::model::decision::ScheduleActivityTask {
            task_priority: Some(priority.into()),
            ..schedule(id)
        })
    };
    decide(&double, [with("low", "-5"), activity("first"), with("high", "10"), activity("second")]);
    let order: Vec<_> = (0..4).map(|_| double.activity("Act").unwrap().activity_id).collect();
    assert_eq!(order, ["high", "first", "second", "low"]);
}

/// Schedules one task with the given time-out of ten seconds.
fn with_timeout(
    set: impl FnOnce(&mut asl_swf::model::decision::ScheduleActivityTask, Option<Timeout>),
) -> (asl_swf_double::Double, asl_swf::model::WorkflowExecution) {
    let (double, run) = started();
    let mut task = schedule("a");
    set(&mut task, Some(Timeout::Seconds(10)));
    decide(&double, [Decision::ScheduleActivityTask(task)]);
    (double, run)
}

#[test]
fn a_task_that_nobody_takes_times_out() {
    let (double, run) = with_timeout(|task, time| task.schedule_to_start_timeout = time);
    double.advance(Duration::from_millis(9_999));
    assert_eq!(last_types(&double, &run, 1), ["ActivityTaskScheduled"]);
    double.advance(Duration::from_millis(1));
    let timed_out = last(&double, &run, "ActivityTaskTimedOut");
    let scheduled = last_id(&double, &run, "ActivityTaskScheduled");
    assert_eq!(
        timed_out,
        json!({"timeoutType": "SCHEDULE_TO_START", "scheduledEventId": scheduled, "startedEventId": 0})
    );
    assert!(double.activity("Act").unwrap().is_empty());
}

#[test]
fn a_task_that_takes_too_long_times_out_and_its_worker_is_late() {
    let (double, run) = with_timeout(|task, time| task.start_to_close_timeout = time);
    double.advance(Duration::from_secs(60));
    let task = double.activity("Act").unwrap();
    double.record_activity_task_heartbeat(heartbeat(&task.task_token, "half")).unwrap();
    double.advance(Duration::from_secs(10));
    let timed_out = last(&double, &run, "ActivityTaskTimedOut");
    assert_eq!(
        (&timed_out["timeoutType"], &timed_out["details"]),
        (&json!("START_TO_CLOSE"), &json!("half"))
    );
    assert_eq!(double.complete_activity(&task, "1").unwrap_err().kind(), SwfErrorKind::Unknown);
    assert_eq!(
        double.record_activity_task_heartbeat(heartbeat(&task.task_token, "")).unwrap_err().kind(),
        SwfErrorKind::Unknown
    );
}

#[test]
fn a_task_times_out_in_all() {
    let (double, run) = with_timeout(|task, time| task.schedule_to_close_timeout = time);
    double.advance(Duration::from_secs(9));
    assert!(!double.activity("Act").unwrap().is_empty());
    double.advance(Duration::from_secs(1));
    assert_eq!(last(&double, &run, "ActivityTaskTimedOut")["timeoutType"], "SCHEDULE_TO_CLOSE");
}

#[test]
fn a_silent_worker_times_out_with_what_it_said_last() {
    let (double, run) = with_timeout(|task, time| task.heartbeat_timeout = time);
    let task = double.activity("Act").unwrap();
    for step in 0..5 {
        double.advance(Duration::from_secs(9));
        assert!(
            !double
                .record_activity_task_heartbeat(heartbeat(&task.task_token, &step.to_string()))
                .unwrap()
        );
    }
    assert_eq!(last_types(&double, &run, 1), ["ActivityTaskStarted"]);
    double.advance(Duration::from_secs(10));
    let timed_out = last(&double, &run, "ActivityTaskTimedOut");
    assert_eq!(
        (&timed_out["timeoutType"], &timed_out["details"]),
        (&json!("HEARTBEAT"), &json!("4"))
    );
}

#[test]
fn a_task_that_nobody_has_is_cancelled_at_once() {
    let (double, run) = started();
    decide(&double, [activity("a"), cancel_activity("a"), activity("b")]);
    let expected = [
        "ActivityTaskScheduled",
        "ActivityTaskCancelRequested",
        "ActivityTaskScheduled",
        "ActivityTaskCanceled",
        "DecisionTaskScheduled",
    ];
    assert_eq!(last_types(&double, &run, 5), expected);
    let canceled = last(&double, &run, "ActivityTaskCanceled");
    assert_eq!(
        (&canceled["startedEventId"], &canceled["latestCancelRequestedEventId"]),
        (&json!(0), &json!(6))
    );
    assert_eq!(double.activity("Act").unwrap().activity_id, "b");
}

#[test]
fn a_worker_hears_of_a_cancellation_with_its_heartbeat() {
    let (double, run) = started();
    decide(&double, [activity("a")]);
    let task_token = double.activity("Act").unwrap().task_token;
    double.signal("w", "Wake", "").unwrap();
    assert!(!double.record_activity_task_heartbeat(heartbeat(&task_token, "")).unwrap());
    decide(&double, [cancel_activity("a")]);
    assert!(double.record_activity_task_heartbeat(heartbeat(&task_token, "")).unwrap());
    double
        .respond_activity_task_canceled(RespondActivityTaskCanceled {
            task_token,
            details: Some("stopped".into()),
        })
        .unwrap();
    let requested = last_id(&double, &run, "ActivityTaskCancelRequested");
    let canceled = last(&double, &run, "ActivityTaskCanceled");
    assert_eq!(
        (&canceled["details"], &canceled["latestCancelRequestedEventId"]),
        (&json!("stopped"), &json!(requested))
    );
    assert!(waits_for_decision(&double, &run));
}

#[test]
fn a_closed_execution_takes_no_answers_of_workers() {
    let (double, run) = started();
    decide(&double, [activity("a"), activity("b")]);
    let task = double.activity("Act").unwrap();
    double.terminate("w").unwrap();
    assert_eq!(double.complete_activity(&task, "1").unwrap_err().kind(), SwfErrorKind::Unknown);
    assert!(double.activity("Act").unwrap().is_empty());
    assert_eq!(last_types(&double, &run, 1), ["WorkflowExecutionTerminated"]);
}
