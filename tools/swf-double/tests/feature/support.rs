//! Decisions and histories in short.

use asl_swf::model::decision::{
    CancelTimer, CancelWorkflowExecution, CompleteWorkflowExecution,
    ContinueAsNewWorkflowExecution, FailWorkflowExecution, RecordMarker, RequestCancelActivityTask,
    RequestCancelExternalWorkflowExecution, ScheduleActivityTask, ScheduleLambdaFunction,
    SignalExternalWorkflowExecution, StartChildWorkflowExecution, StartTimer,
};
use asl_swf::model::{ActivityType, Decision, Timeout, WorkflowExecution, WorkflowType};
use asl_swf_double::{Double, Options};
use serde_json::Value;

/// A double with the workflow type `Work` and the activity type `Act`, and one execution of it that
/// waits for its first decision.
pub(crate) fn started() -> (Double, WorkflowExecution) {
    started_with(Options::default())
}

/// The same, with options.
pub(crate) fn started_with(options: Options) -> (Double, WorkflowExecution) {
    let double = Double::with(options);
    double.register("Work", "1").unwrap();
    double.register_activity("Act", "1").unwrap();
    let run = double.start("Work", "1", "w", "{}").unwrap();
    (double, run)
}

/// Decides the open decision task of `Work`.
pub(crate) fn decide(double: &Double, decisions: impl Into<Vec<Decision>>) {
    let task = double.decision("Work").unwrap();
    assert!(!task.is_empty(), "no decision task is there");
    double.decide(&task, decisions.into()).unwrap();
}

/// The types of all events.
pub(crate) fn types(double: &Double, run: &WorkflowExecution) -> Vec<String> {
    double
        .history(run)
        .unwrap()
        .iter()
        .map(|event| event.attributes.event_type().to_owned())
        .collect()
}

/// The types of the last events.
pub(crate) fn last_types(double: &Double, run: &WorkflowExecution, number: usize) -> Vec<String> {
    let types = types(double, run);
    types[types.len().saturating_sub(number)..].to_vec()
}

/// The attributes of the last event of a type, as JSON.
pub(crate) fn last(double: &Double, run: &WorkflowExecution, event_type: &str) -> Value {
    let events = double.history(run).unwrap();
    let event = events.iter().rev().find(|event| event.attributes.event_type() == event_type);
    let event = serde_json::to_value(
        event.unwrap_or_else(|| panic!("no {event_type} in {:?}", types(double, run))),
    )
    .unwrap();
    let key = format!("{}{}EventAttributes", event_type[..1].to_lowercase(), &event_type[1..]);
    event[key].clone()
}

/// How often an event of a type is there.
pub(crate) fn count(double: &Double, run: &WorkflowExecution, event_type: &str) -> usize {
    types(double, run).iter().filter(|other| *other == event_type).count()
}

/// How an execution has ended.
pub(crate) fn status(double: &Double, run: &WorkflowExecution) -> Option<String> {
    double.describe_workflow_execution("test", run).unwrap().close_status
}

/// The id of the last event of a type.
pub(crate) fn last_id(double: &Double, run: &WorkflowExecution, event_type: &str) -> i64 {
    let events = double.history(run).unwrap();
    events.iter().rev().find(|event| event.attributes.event_type() == event_type).unwrap().event_id
}

/// True if a decider is asked.
pub(crate) fn waits_for_decision(double: &Double, run: &WorkflowExecution) -> bool {
    double.describe_workflow_execution("test", run).unwrap().open_decision_tasks == 1
}

pub(crate) fn activity(id: &str) -> Decision {
    Decision::ScheduleActivityTask(schedule(id))
}

pub(crate) fn schedule(id: &str) -> ScheduleActivityTask {
    ScheduleActivityTask {
        activity_id: id.into(),
        activity_type: ActivityType::new("Act", "1"),
        input: Some("[1]".into()),
        ..Default::default()
    }
}

pub(crate) fn cancel_activity(id: &str) -> Decision {
    Decision::RequestCancelActivityTask(RequestCancelActivityTask { activity_id: id.into() })
}

pub(crate) fn timer(id: &str, seconds: u64) -> Decision {
    Decision::StartTimer(StartTimer {
        timer_id: id.into(),
        control: None,
        start_to_fire_timeout: Timeout::Seconds(seconds),
    })
}

pub(crate) fn cancel_timer(id: &str) -> Decision {
    Decision::CancelTimer(CancelTimer { timer_id: id.into() })
}

pub(crate) fn marker(name: &str) -> Decision {
    Decision::RecordMarker(RecordMarker { marker_name: name.into(), details: Some("note".into()) })
}

pub(crate) fn complete() -> Decision {
    Decision::CompleteWorkflowExecution(CompleteWorkflowExecution { result: Some("7".into()) })
}

pub(crate) fn fail() -> Decision {
    Decision::FailWorkflowExecution(FailWorkflowExecution {
        reason: Some("Broken".into()),
        details: Some("in two".into()),
    })
}

pub(crate) fn cancel() -> Decision {
    Decision::CancelWorkflowExecution(CancelWorkflowExecution { details: Some("as asked".into()) })
}

pub(crate) fn continue_as_new() -> Decision {
    Decision::ContinueAsNewWorkflowExecution(ContinueAsNewWorkflowExecution {
        input: Some("next".into()),
        ..Default::default()
    })
}

pub(crate) fn child(id: &str) -> Decision {
    Decision::StartChildWorkflowExecution(start_child(id))
}

pub(crate) fn start_child(id: &str) -> StartChildWorkflowExecution {
    StartChildWorkflowExecution {
        workflow_id: id.into(),
        workflow_type: WorkflowType::new("Child", "1"),
        input: Some("{}".into()),
        ..Default::default()
    }
}

pub(crate) fn signal(workflow_id: &str) -> Decision {
    Decision::SignalExternalWorkflowExecution(SignalExternalWorkflowExecution {
        workflow_id: workflow_id.into(),
        signal_name: "Ring".into(),
        input: Some("1".into()),
        ..Default::default()
    })
}

pub(crate) fn cancel_external(workflow_id: &str) -> Decision {
    let workflow_id = workflow_id.into();
    Decision::RequestCancelExternalWorkflowExecution(RequestCancelExternalWorkflowExecution {
        workflow_id,
        ..Default::default()
    })
}

pub(crate) fn lambda(id: &str) -> Decision {
    Decision::ScheduleLambdaFunction(ScheduleLambdaFunction {
        id: id.into(),
        name: "price".into(),
        input: Some("2".into()),
        ..Default::default()
    })
}
