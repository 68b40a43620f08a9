//! Amazon SWF's JSON, read and written back.

use asl_swf::model::decision::ScheduleActivityTask;
use asl_swf::model::{
    ActivityTask, ActivityType, ChildPolicy, Decision, DecisionTask, Event, EventAttributes,
    StartTimerFailedCause, TaskList, Timeout, Timestamp,
};
use serde_json::{Value, json};

/// Each type of event once, with all fields that the API has.
const EVENTS: &str = include_str!("events.json");
/// Each type of decision once, with all fields that the API has.
const DECISIONS: &str = include_str!("decisions.json");

/// The answer of the Developer Guide's example: the latest event comes first.
const TASK: &str = r#"{"events": [
    {"decisionTaskStartedEventAttributes": {"identity": "Decider01", "scheduledEventId": 2},
     "eventId": 3, "eventTimestamp": 1326593394.566, "eventType": "DecisionTaskStarted"},
    {"decisionTaskScheduledEventAttributes": {"startToCloseTimeout": "600", "taskList": {"name": "specialTaskList"}},
     "eventId": 2, "eventTimestamp": 1326592619.474, "eventType": "DecisionTaskScheduled"},
    {"eventId": 1, "eventTimestamp": 1326592619.474, "eventType": "WorkflowExecutionStarted",
     "workflowExecutionStartedEventAttributes": {"childPolicy": "TERMINATE", "executionStartToCloseTimeout": "3600",
      "input": "data-used-decider-for-first-task", "parentInitiatedEventId": 0,
      "tagList": ["music purchase", "digital", "ricoh-the-dog"], "taskList": {"name": "specialTaskList"},
      "taskStartToCloseTimeout": "600", "workflowType": {"name": "customerOrderWorkflow", "version": "1.0"}}}]}"#;

#[test]
fn every_type_of_event_is_read_and_written_with_all_its_fields() {
    let events: Vec<Event> = serde_json::from_str(EVENTS).unwrap();
    let types: Vec<_> = events.iter().map(|event| event.attributes.event_type()).collect();
    assert_eq!(types, EventAttributes::TYPES);
    assert_eq!(types.len(), 54);
    assert!(!events.iter().any(|event| matches!(event.attributes, EventAttributes::Unknown(_))));
    let written = serde_json::to_value(&events).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(EVENTS).unwrap());
}

#[test]
fn every_type_of_decision_is_read_and_written_with_all_its_fields() {
    let decisions: Vec<Decision> = serde_json::from_str(DECISIONS).unwrap();
    let types: Vec<_> = decisions.iter().map(Decision::decision_type).collect();
    assert_eq!(types, Decision::TYPES);
    assert_eq!(types.len(), 13);
    assert_eq!(decisions.iter().filter(|decision| decision.closes()).count(), 4);
    let written = serde_json::to_value(&decisions).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(DECISIONS).unwrap());
}

#[test]
fn the_history_of_the_developer_guide_is_read_and_written_back() {
    let task: DecisionTask = serde_json::from_str(TASK).unwrap();
    assert_eq!(task.events.iter().map(|event| event.event_id).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(task.events[0].event_timestamp, Timestamp::from_millis(1_326_593_394_566));
    let EventAttributes::WorkflowExecutionStarted(started) = &task.events[2].attributes else {
        panic!("{task:?}")
    };
    assert_eq!(started.child_policy, ChildPolicy::Terminate);
    assert_eq!(started.execution_start_to_close_timeout, Some(Timeout::Seconds(3600)));
    assert_eq!(started.tag_list, ["music purchase", "digital", "ricoh-the-dog"]);
    let written = serde_json::to_value(&task).unwrap();
    assert_eq!(written["events"], serde_json::from_str::<Value>(TASK).unwrap()["events"]);
}

#[test]
fn the_decision_of_the_developer_guide_is_written() {
    let decision = Decision::ScheduleActivityTask(ScheduleActivityTask {
        activity_type: ActivityType::new("ScheduleChargeCreditCardActivity", "1.1"),
        activity_id: "3e2e6e55-e7c4-beef-feed-aa815722b7be".into(),
        control: Some("OPTIONAL_DATA_FOR_DECIDER".into()),
        input: Some("4321-0001-0002-1234: 0212 : 234".into()),
        schedule_to_close_timeout: Some(Timeout::Seconds(360)),
        schedule_to_start_timeout: Some(Timeout::Seconds(60)),
        start_to_close_timeout: Some(Timeout::Seconds(300)),
        heartbeat_timeout: Some(Timeout::Seconds(60)),
        task_list: Some(TaskList::new("CC_TASKS")),
        task_priority: None,
    });
    let expected = json!({"decisionType": "ScheduleActivityTask", "scheduleActivityTaskDecisionAttributes": {
        "control": "OPTIONAL_DATA_FOR_DECIDER",
        "activityType": {"name": "ScheduleChargeCreditCardActivity", "version": "1.1"},
        "activityId": "3e2e6e55-e7c4-beef-feed-aa815722b7be", "scheduleToCloseTimeout": "360", "taskList": {"name": "CC_TASKS"},
        "scheduleToStartTimeout": "60", "startToCloseTimeout": "300", "heartbeatTimeout": "60",
        "input": "4321-0001-0002-1234: 0212 : 234"}});
    assert_eq!(serde_json::to_value(&decision).unwrap(), expected);
}

#[test]
fn the_developer_guides_spelling_of_a_cancellation_is_read_and_the_apis_is_written() {
    let guide = r#"{"decisionType": "CancelWorkflowExecution", "CancelWorkflowExecutionAttributes": {"Details": "Customer canceled order"}}"#;
    let decision: Decision = serde_json::from_str(guide).unwrap();
    let expected = json!({"decisionType": "CancelWorkflowExecution",
        "cancelWorkflowExecutionDecisionAttributes": {"details": "Customer canceled order"}});
    assert_eq!(serde_json::to_value(&decision).unwrap(), expected);
}

#[test]
fn an_answer_without_a_task_is_empty() {
    assert!(
        serde_json::from_str::<DecisionTask>(
            r#"{"previousStartedEventId": 0, "startedEventId": 0}"#
        )
        .unwrap()
        .is_empty()
    );
    assert!(
        serde_json::from_str::<ActivityTask>(r#"{"taskToken": "", "startedEventId": 0}"#)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn unknown_fields_are_passed_over_and_unknown_words_and_types_are_kept() {
    let text = r#"{"eventId": 4, "eventTimestamp": 12, "eventType": "StartTimerFailed", "extra": 1, "timerFiredEventAttributes": null,
        "startTimerFailedEventAttributes": {"timerId": "a", "cause": "NEW_CAUSE", "decisionTaskCompletedEventId": 3, "more": []}}"#;
    let event: Event = serde_json::from_str(text).unwrap();
    let EventAttributes::StartTimerFailed(failed) = &event.attributes else { panic!("{event:?}") };
    assert_eq!(failed.cause, StartTimerFailedCause::Other("NEW_CAUSE".into()));
    assert_eq!(
        serde_json::to_value(&event).unwrap()["startTimerFailedEventAttributes"]["cause"],
        "NEW_CAUSE"
    );

    let text = json!({"eventId": 5, "eventTimestamp": 12.5, "eventType": "TimerCancelled", "timerCancelledEventAttributes": {"timerId": "a"}});
    let event: Event = serde_json::from_value(text.clone()).unwrap();
    assert_eq!(event.attributes.event_type(), "TimerCancelled");
    assert_eq!(serde_json::to_value(&event).unwrap(), text);
}

/// The error of reading an event.
fn fault(text: &str) -> String {
    serde_json::from_str::<Event>(text)
        .map_or_else(|error| error.to_string(), |event| format!("{event:?}"))
}

#[test]
fn faults_of_events_name_the_event() {
    let other = r#"{"eventId": 7, "eventTimestamp": 1, "eventType": "TimerFired", "timerStartedEventAttributes": {}}"#;
    assert_eq!(
        fault(other),
        "event 7, `TimerFired`, has no `timerFiredEventAttributes`, but `timerStartedEventAttributes`"
    );
    let none = r#"{"eventId": 7, "eventTimestamp": 1, "eventType": "TimerFired"}"#;
    assert_eq!(fault(none), "event 7, `TimerFired`, has no `timerFiredEventAttributes`");
    let partial = r#"{"eventId": 7, "eventTimestamp": 1, "eventType": "TimerFired", "timerFiredEventAttributes": {}}"#;
    assert_eq!(
        fault(partial),
        "event 7, `TimerFired`, has `timerFiredEventAttributes` with a fault: missing field `timerId`"
    );
    assert_eq!(
        fault(r#"{"eventId": 7, "eventType": "TimerFired"}"#),
        "event 7 has no `eventTimestamp`"
    );
    assert_eq!(fault("{}"), "an event has no `eventId`");
    let decision = r#"{"decisionType": "StartTimer", "startTimerDecisionAttributes": {"timerId": "a", "startToFireTimeout": "-1"}}"#;
    let error = serde_json::from_str::<Decision>(decision).unwrap_err().to_string();
    assert!(error.contains("`StartTimer`") && error.contains("whole seconds as text"), "{error}");
}

#[test]
fn timestamps_keep_their_milliseconds() {
    for (text, milliseconds) in [
        ("1326593394.566", 1_326_593_394_566),
        ("0.001", 1),
        ("1326592619", 1_326_592_619_000),
        ("1.326592619474E9", 1_326_592_619_474),
        ("-0.5", -500),
        ("\"2012-01-15T03:09:54.566+01:00\"", 1_326_593_394_566),
    ] {
        let time: Timestamp = serde_json::from_str(text).unwrap();
        assert_eq!(time.as_millis(), milliseconds, "{text}");
        assert_eq!(
            serde_json::from_str::<Timestamp>(&serde_json::to_string(&time).unwrap()).unwrap(),
            time
        );
    }
    for milliseconds in (1_700_000_000_000..1_700_000_100_000).step_by(7) {
        let text = serde_json::to_string(&Timestamp::from_millis(milliseconds)).unwrap();
        assert_eq!(
            serde_json::from_str::<Timestamp>(&text).unwrap().as_millis(),
            milliseconds,
            "{text}"
        );
    }
    for text in ["1e300", "\"yesterday\"", "true", "9223372036854775807"] {
        assert!(serde_json::from_str::<Timestamp>(text).is_err(), "{text}");
    }
}
