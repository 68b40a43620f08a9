//! Ends of runs, and events that arrive at the same time.

use asl_swf::{DecideError, DeciderOptions, Markers};
use serde_json::json;

use super::story::{Story, attributes};
use super::{count, order, race};

fn counted() -> Story {
    let mut story = Story::new(&count::MACHINE, &json!({"n": 0, "most": 1}));
    assert_eq!(story.answer(), ["ScheduleActivityTask Step#0"]);
    story.done("Step#0", &json!(1));
    story
}

#[test]
fn a_cancel_request_cancels_open_operations_and_then_the_execution() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.answer();
    story.request_cancel();
    let cancels = [
        "RequestCancelActivityTask Fan#0.0.Slow#0",
        "RequestCancelActivityTask Fan#0.1.Risky#0",
        "CancelTimer Fan#0.2.Doze#0",
        "CancelWorkflowExecution",
    ];
    assert_eq!(story.answer(), cancels);
}

#[test]
fn a_cancel_request_before_the_first_decision_is_all_there_is() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.request_cancel();
    assert_eq!(story.answer(), ["CancelWorkflowExecution"]);
}

#[test]
fn what_came_while_the_run_was_being_ended_is_looked_at_and_then_it_ends() {
    let mut story = counted();
    story.try_decide().unwrap();
    let signal = story.signal("late", &json!(1));
    story.request_cancel();
    story.complete_task();
    story.refused("CompleteWorkflowExecutionFailed", json!({}), "UNHANDLED_DECISION");
    let decided = story.try_decide().unwrap();
    assert_eq!(decided.ignored, [signal]);
    story.take(&decided.decisions);
    let done = json!([{"decisionType": "CompleteWorkflowExecution",
        "completeWorkflowExecutionDecisionAttributes": {"result": r#"{"most":1,"n":1}"#}}]);
    assert_eq!(super::story::json(&decided.decisions), done);
}

#[test]
fn an_answer_of_nothing_in_place_of_the_end_takes_all_of_it_back() {
    // The reaction to `UnhandledDecision` that the service's documentation prescribes.
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.answer();
    story.request_cancel();
    let decided = story.try_decide().unwrap();
    story.signal("late", &json!(1));
    story.complete_task();
    let again = story.try_decide().unwrap();
    assert_eq!((&again.decisions, again.decisions.len()), (&decided.decisions, 4));
    // Operations that have ended meanwhile need no cancellation.
    story.complete_task();
    story.canceled("Fan#0.0.Slow#0");
    assert_eq!(story.answer().len(), 3);
    // With nothing that came between there is no reason for such an answer.
    let mut story = counted();
    story.begin_task();
    story.complete_task();
    story.begin_task();
    let error = story.decider.decide(&story.task).unwrap_err().to_string();
    assert!(error.contains("is not followed by that"), "{error}");
}

#[test]
fn failing_and_cancelling_are_decided_again_too() {
    let mut story = Story::new(&order::MACHINE, &json!({}));
    story.answer();
    story.failed("Charge#0", "Refused", "no money");
    story.try_decide().unwrap();
    story.signal("late", &json!(1));
    story.complete_task();
    story.refused("FailWorkflowExecutionFailed", json!({}), "UNHANDLED_DECISION");
    assert_eq!(story.answer(), ["FailWorkflowExecution Refused: no money"]);

    let mut story = Story::new(&order::MACHINE, &json!({}));
    story.request_cancel();
    story.try_decide().unwrap();
    story.signal("late", &json!(1));
    story.complete_task();
    story.refused("CancelWorkflowExecutionFailed", json!({}), "UNHANDLED_DECISION");
    assert_eq!(story.answer(), ["CancelWorkflowExecution"]);
}

#[test]
fn an_end_that_is_always_refused_is_an_error() {
    let mut story = counted();
    for _ in 0..4 {
        assert!(story.try_decide().is_ok());
        story.complete_task();
        story.refused("CompleteWorkflowExecutionFailed", json!({}), "OPERATION_NOT_PERMITTED");
    }
    let error = story.try_decide().unwrap_err();
    assert!(matches!(error, DecideError::CloseRefused { .. }));
    assert_eq!(
        error.to_string(),
        "Amazon SWF does not let the run end: event 23 (CompleteWorkflowExecutionFailed) says OPERATION_NOT_PERMITTED"
    );
}

#[test]
fn a_run_that_was_ended_from_outside_needs_nothing() {
    for (kind, fields) in [
        ("WorkflowExecutionTerminated", json!({"childPolicy": "TERMINATE"})),
        (
            "WorkflowExecutionTimedOut",
            json!({"childPolicy": "TERMINATE", "timeoutType": "START_TO_CLOSE"}),
        ),
    ] {
        let mut story = counted();
        story.push(attributes(kind, fields));
        assert!(story.decider.decide(&story.task).unwrap().decisions.is_empty());
    }
}

#[test]
fn payloads_that_are_too_long_are_errors_that_name_the_state() {
    let long = "x".repeat(32_768);
    let mut story = Story::new(&order::MACHINE, &json!({"text": long}));
    let error = story.try_decide().unwrap_err().to_string();
    let expected = "the input of state `Charge` has 32779 characters; Amazon SWF takes 32768. \
                    Pass a reference to the data, to an object in S3 for example";
    assert_eq!(error, expected);
    // It is characters that count, not bytes.
    let mut story = Story::new(&order::MACHINE, &json!({"text": "ä".repeat(32_757)}));
    assert!(story.try_decide().is_ok());

    let mut story = counted();
    story.task.events.truncate(5);
    story.done("Step#0", &json!(2));
    let mut story = Story::new(&count::MACHINE, &json!({"n": 0, "most": 1, "text": long}));
    story.answer();
    story.done("Step#0", &json!(1));
    let error = story.try_decide().unwrap_err();
    assert!(
        matches!(&error, DecideError::TooLarge { state, what: "output", .. } if state == "(the end)"),
        "{error}"
    );
}

#[test]
fn reasons_and_details_are_for_people_and_are_cut() {
    let mut story = Story::new(&order::MACHINE, &json!({}));
    story.answer();
    story.failed("Charge#0", &"E".repeat(300), &"c".repeat(40_000));
    let decisions = story.decide();
    let failed = &decisions[0]["failWorkflowExecutionDecisionAttributes"];
    let length = |key: &str| failed[key].as_str().unwrap().chars().count();
    assert!(length("reason") <= 256 && length("details") <= 32_768 && length("details") > 32_000);
}

#[test]
fn states_that_are_worth_seeing_leave_markers() {
    let options = |markers| DeciderOptions::default().markers(markers);
    let input = json!({"n": 0, "most": 2});
    let mut story =
        Story::with(&count::MACHINE, &input, options(Markers::States(vec!["Enough".into()])));
    assert_eq!(story.answer(), ["ScheduleActivityTask Step#0"]);
    story.done("Step#0", &json!(1));
    assert_eq!(story.answer(), ["RecordMarker Enough", "ScheduleActivityTask Step#2"]);
    story.done("Step#2", &json!(2));
    let mut plain = Story::new(&count::MACHINE, &input);
    plain.task = story.task.clone();
    assert_eq!(story.answer()[0], "RecordMarker Enough");
    // A decider that leaves no markers does not mind those of others, and one that looks does.
    assert_eq!(plain.answer(), [r#"CompleteWorkflowExecution {"most":2,"n":2}"#]);
    let mut all = Story::with(&count::MACHINE, &input, options(Markers::All));
    all.task = story.task.clone();
    assert!(
        all.decider.decide(&all.task).is_ok(),
        "markers that an older decider has not left are none missing"
    );
    let mut other =
        Story::with(&count::MACHINE, &input, options(Markers::States(vec!["Step".into()])));
    other.task = story.task.clone();
    let error = other.decider.decide(&other.task).unwrap_err().to_string();
    assert!(error.contains("event 11 (MarkerRecorded) is marker `Enough`"), "{error}");
}

#[test]
fn an_answer_that_could_not_be_taken_is_given_again() {
    let mut story = counted();
    story.try_decide().unwrap();
    let signal = story.signal("late", &json!(1));
    // The service has refused the end: the seed says to answer without decisions.
    story.complete_task();
    let decided = story.try_decide().unwrap();
    assert_eq!(decided.ignored, [signal]);
    story.take(&decided.decisions);
    let done = json!([{"decisionType": "CompleteWorkflowExecution",
        "completeWorkflowExecutionDecisionAttributes": {"result": r#"{"most":1,"n":1}"#}}]);
    assert_eq!(super::story::json(&decided.decisions), done);
}
