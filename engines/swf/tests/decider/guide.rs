//! The examples of "Developing Deciders" and of the structure `Decision`, each decided by a
//! machine.

use std::collections::BTreeSet;

use asl_swf::model::{Decision, DecisionTask, Timeout};
use asl_swf::{ActivityLimits, ActivityOptions, DeciderOptions, EventTarget, Markers};
use serde_json::{Value, json};

use super::story::{Story, json as written};
use super::{approval, commerce, count, nested, order, race};

/// "In this example, the type of the most recent event indicates the workflow execution started
/// ..."
const POLLED: &str = r#"{ "events": [
    { "decisionTaskStartedEventAttributes": { "identity": "Decider01", "scheduledEventId": 2 },
      "eventId": 3, "eventTimestamp": 1326593394.566, "eventType": "DecisionTaskStarted" },
    { "decisionTaskScheduledEventAttributes": { "startToCloseTimeout": "600",
      "taskList": { "name": "specialTaskList" } },
      "eventId": 2, "eventTimestamp": 1326592619.474, "eventType": "DecisionTaskScheduled" },
    { "eventId": 1, "eventTimestamp": 1326592619.474, "eventType": "WorkflowExecutionStarted",
      "workflowExecutionStartedEventAttributes": { "childPolicy" : "TERMINATE",
      "executionStartToCloseTimeout" : "3600", "input" : "data-used-decider-for-first-task",
      "parentInitiatedEventId": 0, "tagList" : ["music purchase", "digital", "ricoh-the-dog"],
      "taskList": { "name": "specialTaskList" }, "taskStartToCloseTimeout": "600",
      "workflowType": { "name": "customerOrderWorkflow", "version": "1.0" } } } ] }"#;

/// "In the e-commerce example, when the decider responds with the set of decisions ..."
const RESPONDED: &str = r#"{ "taskToken" : "12342e17-80f6-FAKE-TASK-TOKEN32f0223", "decisions" : [
    { "decisionType" :"ScheduleActivityTask", "scheduleActivityTaskDecisionAttributes" : {
      "control" :"OPTIONAL_DATA_FOR_DECIDER",
      "activityType" : { "name" :"ScheduleChargeCreditCardActivity", "version" :"1.1" },
      "activityId" :"3e2e6e55-e7c4-beef-feed-aa815722b7be", "scheduleToCloseTimeout" :"360",
      "taskList" : { "name" :"CC_TASKS" }, "scheduleToStartTimeout" :"60",
      "startToCloseTimeout" :"300", "heartbeatTimeout" :"60",
      "input" : "4321-0001-0002-1234: 0212 : 234" } } ] }"#;

/// "The following example calls `RespondDecisionTaskCompleted` to specify that ... is canceled."
const CANCELED: &str = r#"{ "decisionType":"CancelWorkflowExecution",
    "CancelWorkflowExecutionAttributes":{ "Details": "Customer canceled order" } }"#;

/// JSON without the white space between its tokens, everything in its order.
fn compact(text: &str) -> String {
    let (mut compact, mut is_text) = (String::new(), false);
    for letter in text.chars() {
        is_text ^= letter == '"';
        if is_text || !letter.is_whitespace() {
            compact.push(letter);
        }
    }
    compact
}

/// The options of the guide's decider. Its decisions name neither list nor version but for the
/// charge.
fn options() -> DeciderOptions {
    let plain = || ActivityOptions::default().plain_text(true);
    let charge = plain()
        .version("1.1")
        .task_list("CC_TASKS")
        .control("OPTIONAL_DATA_FOR_DECIDER")
        .id("3e2e6e55-e7c4-beef-feed-aa815722b7be")
        .limits(ActivityLimits {
            schedule_to_close: Some(Timeout::Seconds(360)),
            schedule_to_start: Some(Timeout::Seconds(60)),
            ..ActivityLimits::default()
        });
    let arn = "arn:aws:swf:us-east-1:123456789012:task:";
    DeciderOptions::default()
        .workflow_name("customerOrderWorkflow")
        .activities([
            (format!("{arn}ScheduleVerifyOrderActivity").into(), plain()),
            (format!("{arn}ScheduleChargeCreditCardActivity").into(), charge),
        ])
        .cancel_details("Customer canceled order")
}

/// The guide's execution, at its first decision task.
fn started() -> Story {
    let mut story = Story::with(&commerce::MACHINE, &Value::Null, options());
    let mut task: DecisionTask = serde_json::from_str(POLLED).unwrap();
    task.events.reverse();
    story.now = task.events[2].event_timestamp.as_millis();
    (task.task_token, task.started_event_id) = ("token".into(), 3);
    story.task = task;
    story
}

/// Accepts the decisions for the started task, and ends the activity with this id in this way.
fn go_on(story: &mut Story, id: &str, result: &Value) {
    let decided = story.decider.decide(&story.task).unwrap();
    story.take(&decided.decisions);
    story.done(id, result);
    story.begin_task();
}

fn decided(story: &Story) -> Vec<Decision> {
    story.decider.decide(&story.task).unwrap().decisions
}

#[test]
fn the_history_of_the_guide_begins_with_the_first_activity() {
    let expected = json!([{"decisionType": "ScheduleActivityTask", "scheduleActivityTaskDecisionAttributes": {
        "activityType": {"name": "ScheduleVerifyOrderActivity", "version": "1.0"}, "activityId": "VerifyOrder#0",
        "input": "data-used-decider-for-first-task", "scheduleToCloseTimeout": "NONE", "scheduleToStartTimeout": "NONE",
        "startToCloseTimeout": "NONE", "heartbeatTimeout": "NONE"}}]);
    let decided = written(&decided(&started()));
    assert_eq!(decided, expected);
}

#[test]
fn the_answer_of_the_guide_is_decided_byte_for_byte() {
    let mut story = started();
    go_on(&mut story, "VerifyOrder#0", &json!({"card": "4321-0001-0002-1234: 0212 : 234"}));
    let decisions = serde_json::to_string(&decided(&story)).unwrap();
    let answer = format!(
        r#"{{"taskToken":"12342e17-80f6-FAKE-TASK-TOKEN32f0223","decisions":{decisions}}}"#
    );
    assert_eq!(answer, compact(RESPONDED));
}

#[test]
fn the_logic_of_the_guide_schedules_each_activity_after_the_one_before_and_closes() {
    let mut story = started();
    let card = "4321-0001-0002-1234: 0212 : 234";
    let mut types = Vec::new();
    for (id, result) in [
        ("VerifyOrder#0", json!({"card": card})),
        ("3e2e6e55-e7c4-beef-feed-aa815722b7be", json!("receipt")),
        ("CompleteShipOrder#2", json!("parcel")),
        ("RecordOrderCompletion#3", json!(true)),
    ] {
        let decisions = written(&decided(&story));
        assert_eq!(decisions.as_array().unwrap().len(), 1, "{decisions}");
        types.push(
            decisions[0]["scheduleActivityTaskDecisionAttributes"]["activityType"]["name"].clone(),
        );
        go_on(&mut story, id, &result);
    }
    let expected = [
        "ScheduleVerifyOrderActivity",
        "ScheduleChargeCreditCardActivity",
        "ScheduleCompleteShipOrderActivity",
        "ScheduleRecordOrderCompletion",
    ];
    assert_eq!(types, expected);
    let result = json!({"card": card, "receipt": "receipt", "parcel": "parcel", "recorded": true})
        .to_string();
    let end = written(&decided(&story));
    let closed: Value = serde_json::from_str(
        end[0]["completeWorkflowExecutionDecisionAttributes"]["result"].as_str().unwrap(),
    )
    .unwrap();
    assert_eq!(
        (end.as_array().unwrap().len(), closed),
        (1, serde_json::from_str(&result).unwrap())
    );
}

#[test]
fn the_cancellation_of_the_guide_is_decided_with_its_details() {
    let mut story = started();
    let decisions = decided(&story);
    story.take(&decisions);
    story.done("VerifyOrder#0", &json!({"card": "4321"}));
    story.request_cancel();
    story.begin_task();
    let decided = decided(&story);
    let guide: Decision = serde_json::from_str(CANCELED).unwrap();
    assert_eq!(decided, [guide]);
    // The guide's spelling of the key is none that the API has.
    let expected = r#"{"decisionType":"CancelWorkflowExecution","cancelWorkflowExecutionDecisionAttributes":{"details":"Customer canceled order"}}"#;
    assert_eq!(serde_json::to_string(&decided[0]).unwrap(), expected);
}

#[test]
fn a_signal_while_the_run_is_closing_is_dealt_with_before_it_closes() {
    let mut story = Story::new(&count::MACHINE, &json!({"n": 0, "most": 1}));
    story.answer();
    story.done("Step#0", &json!(1));
    story.try_decide().unwrap();
    let signal = story.signal("late", &json!(1));
    story.complete_task();
    story.refused("CompleteWorkflowExecutionFailed", json!({}), "UNHANDLED_DECISION");
    let decided = story.try_decide().unwrap();
    assert_eq!(decided.ignored, [signal]);
    assert_eq!(decided.decisions[0].decision_type(), "CompleteWorkflowExecution");
}

/// Adds the types of the decisions in SWF's spelling, with their attributes.
fn note(types: &mut BTreeSet<&'static str>, story: &mut Story) {
    let decided = story.try_decide().unwrap();
    for decision in &decided.decisions {
        let json = serde_json::to_value(decision).unwrap();
        let decision_type = decision.decision_type();
        let key = format!(
            "{}{}DecisionAttributes",
            decision_type[..1].to_lowercase(),
            &decision_type[1..]
        );
        assert_eq!(json["decisionType"], decision_type);
        assert!(json[&key].is_object() && json.as_object().unwrap().len() == 2, "{json}");
        types.insert(decision_type);
    }
    story.take(&decided.decisions);
}

#[test]
fn every_type_of_decision_is_decided_by_a_machine() {
    let mut types = BTreeSet::new();
    let marked = DeciderOptions::default().markers(Markers::All);
    let mut story = Story::with(&order::MACHINE, &json!({}), marked);
    note(&mut types, &mut story);
    story.request_cancel();
    note(&mut types, &mut story);

    let lambda = DeciderOptions::default().lambda(true);
    note(&mut types, &mut Story::with(&order::MACHINE, &json!({}), lambda));

    let mut story = Story::new(&race::MACHINE, &json!({}));
    note(&mut types, &mut story);
    story.failed("Fan#0.1.Risky#0", "Boom", "");
    note(&mut types, &mut story);

    let soon = DeciderOptions::default().continue_after(1);
    note(&mut types, &mut Story::with(&count::MACHINE, &json!({"n": 0, "most": 1}), soon));
    let mut story = Story::new(&count::MACHINE, &json!({"n": 0, "most": 1}));
    note(&mut types, &mut story);
    story.done("Step#0", &json!(1));
    note(&mut types, &mut story);
    let mut story = Story::new(&count::MACHINE, &json!({"n": 0, "most": 1}));
    note(&mut types, &mut story);
    story.failed("Step#0", "Boom", "");
    note(&mut types, &mut story);

    let mut story = Story::new(&nested::MACHINE, &json!({"order": {"id": 7}}));
    note(&mut types, &mut story);
    story.child("audit-7", "Started", json!({}));
    note(&mut types, &mut story);
    story.child("order-7.run-1.Text#1", "Started", json!({}));
    story.request_cancel();
    note(&mut types, &mut story);

    let signals = DeciderOptions::default().event_target(EventTarget::Workflow("stock".into()));
    let mut story = Story::with(&approval::MACHINE, &json!({"order": 7}), signals);
    note(&mut types, &mut story);
    story.signal("note", &json!({}));
    story.signal("approved", &json!({"by": "Ada"}));
    note(&mut types, &mut story);
    story.child("order-7.run-1.Ship#2", "Started", json!({}));
    story.child("order-7.run-1.Ship#2", "Completed", json!({"result": "1"}));
    note(&mut types, &mut story);

    assert_eq!(types, Decision::TYPES.iter().copied().collect());
}
