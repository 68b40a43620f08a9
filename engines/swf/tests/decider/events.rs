//! SM4C: signals as events, events as signals, subflows, and detached calls.

use asl_swf::model::ActivityTaskTimeoutType;
use asl_swf::{DeciderOptions, EventTarget};
use serde_json::{Value, json};

use super::story::Story;
use super::{approval, late, notice};

fn options(target: EventTarget) -> DeciderOptions {
    DeciderOptions::default().event_target(target)
}

fn approval(target: EventTarget) -> Story {
    Story::with(&approval::MACHINE, &json!({"order": 7, "customer": "customer-1"}), options(target))
}

/// Nothing that was signalled may be lost, whenever that was.
fn approved(story: &mut Story) {
    let first = story.answer();
    assert_eq!(first, ["ScheduleActivityTask Begin#0", "StartTimer Begin#1 3600"]);
    story.signal("note", &json!({"text": "soon"}));
    assert_eq!(story.answer(), [""; 0]);
    story.signal(
        "approved",
        &json!({
            "specversion": "1.0", "id": "1", "source": "office", "type": "order.approved", "subject": "approved",
            "data": {"by": "Ada"},
        }),
    );
    assert_eq!(
        story.answer(),
        ["CancelTimer Begin#1", "StartChildWorkflowExecution order-7.run-1.Ship#2"]
    );
}

#[test]
fn signals_are_events_and_subflows_are_children() {
    let mut story = approval(EventTarget::Attribute("customer".into()));
    approved(&mut story);
    let child = "order-7.run-1.Ship#2";
    story.child(child, "Started", json!({}));
    story.child(child, "Completed", json!({"result": "\"parcel-1\""}));
    let decisions = story.decide();
    let sent = &decisions[0]["signalExternalWorkflowExecutionDecisionAttributes"];
    assert_eq!(
        (&sent["workflowId"], &sent["signalName"]),
        (&json!("customer-1"), &json!("shipped"))
    );
    let event: Value = serde_json::from_str(sent["input"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&event["subject"], &event["data"]),
        (&json!("shipped"), &json!({"parcel": "parcel-1"}))
    );
    assert_eq!((&event["source"], &event["type"]), (&json!("warehouse"), &json!("order.shipped")));
}

fn shipped(target: EventTarget) -> Story {
    let mut story = approval(target);
    approved(&mut story);
    story.child("order-7.run-1.Ship#2", "Started", json!({}));
    story.child("order-7.run-1.Ship#2", "Completed", json!({"result": "1"}));
    story
}

#[test]
fn the_end_waits_for_detached_calls() {
    let mut story = shipped(EventTarget::Workflow("stock".into()));
    assert_eq!(story.answer(), ["SignalExternalWorkflowExecution stock"]);
    let initiated = story.task.events.len();
    story.push(super::story::attributes(
        "ExternalWorkflowExecutionSignaled",
        json!({"initiatedEventId": initiated, "workflowExecution": {"workflowId": "stock", "runId": "r"}}),
    ));
    // The call of the log is still under way: the machine has ended, the execution not.
    assert_eq!(story.answer(), [""; 0]);
    story.failed("Begin#0", "Full", "no room");
    let end = r#"{"customer":"customer-1","order":7,"note":{"text":"soon"},"by":"Ada","parcel":1}"#;
    assert_eq!(story.answer(), [format!("CompleteWorkflowExecution {end}")]);
}

#[test]
fn a_cancel_request_does_not_wait_for_them() {
    let mut story = approval(EventTarget::Activity);
    story.answer();
    story.request_cancel();
    assert_eq!(story.answer(), ["CancelTimer Begin#1", "CancelWorkflowExecution"]);
}

#[test]
fn an_activity_hands_events_on_where_no_execution_takes_them() {
    let mut story = shipped(EventTarget::Activity);
    let decided = story.try_decide().unwrap();
    let json = super::story::json(&decided.decisions);
    let sent = &json[0]["scheduleActivityTaskDecisionAttributes"];
    assert_eq!(sent["activityType"]["name"], "event");
    let input: Value = serde_json::from_str(sent["input"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&input["name"], &input["contextAttributes"]),
        (&json!("shipped"), &json!({"customer": "customer-1"}))
    );
}

#[test]
fn the_result_of_an_event_is_null_whatever_its_activity_answers() {
    for answer in [json!({"sns": "message-1"}), json!("message-1"), json!(null)] {
        let mut story =
            Story::with(&notice::MACHINE, &json!({"id": 7}), options(EventTarget::Activity));
        assert_eq!(story.answer(), ["ScheduleActivityTask Tell#0"]);
        story.done("Tell#0", &answer);
        assert_eq!(
            story.answer(),
            [r#"CompleteWorkflowExecution {"id":7,"sent":[null]}"#],
            "{answer}"
        );
    }
}

#[test]
fn an_event_without_a_target_is_the_error_of_its_state() {
    let targets = [
        (EventTarget::Parent, "the execution has no parent that an event could go to"),
        (
            EventTarget::Attribute("nobody".into()),
            "the event has no context attribute `nobody` with a workflow id",
        ),
    ];
    for (target, cause) in targets {
        let mut story = shipped(target);
        story.done("Begin#0", &json!(null));
        assert_eq!(story.answer(), [format!("FailWorkflowExecution UnknownTarget: {cause}")]);
    }
    // The service would refuse all of an answer with an id that it does not take.
    let mut story = Story::with(
        &approval::MACHINE,
        &json!({"customer": "a:b"}),
        options(EventTarget::Attribute("customer".into())),
    );
    approved(&mut story);
    story.child("order-7.run-1.Ship#2", "Started", json!({}));
    story.child("order-7.run-1.Ship#2", "Completed", json!({"result": "1"}));
    story.done("Begin#0", &json!(null));
    assert!(story.answer()[0].starts_with("FailWorkflowExecution UnknownTarget: "));
}

#[test]
fn a_signal_that_could_not_be_sent_is_the_error_of_its_state() {
    let mut story = shipped(EventTarget::Workflow("stock".into()));
    story.answer();
    let initiated = story.task.events.len();
    let fields = json!({"workflowId": "stock", "initiatedEventId": initiated});
    story.refused(
        "SignalExternalWorkflowExecutionFailed",
        fields,
        "UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION",
    );
    story.done("Begin#0", &json!(null));
    let cause = "Amazon SWF did not start the signal `shipped` to `stock`: UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION";
    assert_eq!(
        story.answer(),
        [format!("FailWorkflowExecution UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION: {cause}")]
    );
}

#[test]
fn signals_that_came_before_the_machine_began_are_events_too() {
    let mut story = approval(EventTarget::Activity);
    story.signal("approved", &json!({"by": "Eve"}));
    story.signal("note", &json!("first"));
    let decisions = story.answer();
    // The timer never started: its purpose is over.
    assert_eq!(
        decisions,
        ["ScheduleActivityTask Begin#0", "StartChildWorkflowExecution order-7.run-1.Ship#2"]
    );
}

#[test]
fn the_time_of_a_wait_for_events_is_a_timer() {
    let mut story = approval(EventTarget::Activity);
    story.answer();
    story.signal("note", &json!(1));
    story.pass(3_600_000);
    story.fired("Begin#1");
    story.done("Begin#0", &json!(null));
    assert_eq!(
        story.answer(),
        [r#"CompleteWorkflowExecution {"customer":"customer-1","order":7}"#]
    );
}

#[test]
fn a_subflow_fails_with_its_own_error() {
    let child = "order-7.run-1.Ship#2";
    let ends = [
        ("Failed", json!({"reason": "Lost", "details": "in the post"}), "Lost: in the post"),
        ("TimedOut", json!({}), "States.Timeout: "),
        ("Terminated", json!({}), ": aborted"),
    ];
    for (what, fields, expected) in ends {
        let mut story = approval(EventTarget::Activity);
        approved(&mut story);
        story.child(child, "Started", json!({}));
        story.child(child, what, fields);
        story.done("Begin#0", &json!(null));
        assert_eq!(story.answer(), [format!("FailWorkflowExecution {expected}")]);
    }
}

#[test]
fn a_call_that_takes_too_long_is_null_and_a_machine_runs_its_last_action() {
    let mut story = Story::new(&late::MACHINE, &json!({"order": 7}));
    let work = &story.decide()[0]["scheduleActivityTaskDecisionAttributes"];
    assert_eq!(
        (&work["startToCloseTimeout"], &work["scheduleToCloseTimeout"]),
        (&json!("600"), &json!("600"))
    );
    story.task.events.truncate(1);
    assert_eq!(story.answer(), ["ScheduleActivityTask Work#0", "StartTimer TimeoutSeconds 3600"]);
    story.timed_out("Work#0", ActivityTaskTimeoutType::ScheduleToClose);
    assert_eq!(story.answer(), ["StartTimer Rest#2 86400"]);
    story.pass(3_600_000);
    story.fired("TimeoutSeconds");
    let last = story.answer();
    assert_eq!(last.len(), 2, "{last:?}");
    assert_eq!(last[0], "CancelTimer Rest#2");
    let activity = last[1].strip_prefix("ScheduleActivityTask ").unwrap().to_owned();
    story.done(&activity, &json!("told"));
    assert_eq!(story.answer(), ["CompleteWorkflowExecution null"]);
}
