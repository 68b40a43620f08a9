//! Histories of other machines, and invalid histories.

use asl_swf::{DecideError, DeciderOptions, History};
use serde_json::json;

use super::story::{Story, attributes};
use super::{circle, count, order, race};

fn told(story: &Story) -> String {
    story.decider.decide(&story.task).unwrap_err().to_string()
}

fn fan() -> Story {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.answer();
    story.failed("Fan#0.1.Risky#0", "Boom", "");
    story.answer();
    story.begin_task();
    story
}

#[test]
fn a_history_may_be_the_other_way_round() {
    let mut story = fan();
    let decided = story.decider.decide(&story.task).unwrap();
    story.task.events.reverse();
    assert_eq!(story.decider.decide(&story.task).unwrap(), decided);
    assert_eq!(
        story.decider.decide(story.task.events.as_slice()).unwrap().decisions,
        decided.decisions
    );
}

#[test]
fn histories_with_gaps_are_distinguished() {
    let story = fan();
    let events = &story.task.events;
    let decide =
        |events: &[asl_swf::model::Event]| story.decider.decide(events).unwrap_err().to_string();
    assert_eq!(decide(&[]), "the history has no events");
    assert_eq!(
        decide(&events[4..]),
        "the history begins with event 5, not with event 1: follow `nextPageToken` until all pages are there"
    );
    let mut first_page = story.task.clone();
    first_page.events.truncate(6);
    assert_eq!(
        story.decider.decide(&first_page).unwrap_err().to_string(),
        "the history ends with event 6, before event 16, the decision task that is to be answered: follow `nextPageToken` until \
         all pages are there"
    );
    let mut gap = events.clone();
    gap.remove(5);
    assert_eq!(decide(&gap), "the history has a gap: event 7 follows event 5");
    let mut twice = events.clone();
    twice.insert(5, events[4].clone());
    assert_eq!(decide(&twice), "the history has event 5 twice");
    let mut shuffled = events.clone();
    shuffled.swap(5, 7);
    assert_eq!(decide(&shuffled), "the history has a gap: event 8 follows event 5");
    let mut back = events.clone();
    back.insert(6, events[2].clone());
    assert_eq!(
        decide(&back),
        "the events are neither in their order nor in the reverse: event 3 is out of its place"
    );
    let mut beheaded = events.clone();
    beheaded[0].attributes = events[1].attributes.clone();
    assert_eq!(
        decide(&beheaded),
        "the first event of a history is `WorkflowExecutionStarted`; this one has `DecisionTaskScheduled`"
    );
}

#[test]
fn a_history_of_another_workflow_is_none_of_ours() {
    let mut story = Story::new(&order::MACHINE, &json!({}));
    story.begin_task();
    let mut other = Story::new(&race::MACHINE, &json!({}));
    other.task = story.task.clone();
    assert_eq!(told(&other), "the history is of workflow type `order`, this decider is for `race`");
    let options = DeciderOptions::default().workflow_name("order").workflow_version("2.0");
    let mut other = Story::with(&order::MACHINE, &json!({}), options);
    other.task = story.task.clone();
    assert_eq!(
        told(&other),
        "the history is of workflow type `order 1.0`, this decider is for `order 2.0`"
    );
}

#[test]
fn the_first_unexpected_event_is_reported() {
    let mut story = fan();
    // The same history for a machine that would have done something else.
    let options = DeciderOptions::default().workflow_name("race");
    let mut other = Story::with(&count::MACHINE, &json!({"n": 0, "most": 1}), options);
    other.task = story.task.clone();
    let expected = "the history does not fit the machine: event 5 (ActivityTaskScheduled) is activity `Fan#0.0.Slow#0` of type \
                    `Slow`; in state (the machine has ended) the machine asks for the end of the execution, failed. \
                    Was it made by another version of the machine?";
    assert_eq!(told(&other), expected);

    let position = story
        .task
        .events
        .iter()
        .position(|event| event.attributes.event_type() == "ActivityTaskScheduled");
    let at = position.unwrap();
    let asl_swf::model::EventAttributes::ActivityTaskScheduled(scheduled) =
        &mut story.task.events[at].attributes
    else {
        unreachable!("it was just found");
    };
    scheduled.activity_type.name = "Fast".into();
    let error = story.decider.decide(&story.task).unwrap_err();
    let DecideError::NonDeterminism { event_id, expected, found, state, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((*event_id, state.as_str()), (5, "`Slow`"));
    assert_eq!(expected, "activity `Fan#0.0.Slow#0` of type `Slow`");
    assert_eq!(found, "activity `Fan#0.0.Slow#0` of type `Fast`");
}

#[test]
fn a_decision_that_the_history_lacks_is_told() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    let decided = story.try_decide().unwrap();
    let completed = story.take(&decided.decisions[1..]);
    story.begin_task();
    let expected = format!(
        "the history does not fit the machine: event {completed} (DecisionTaskCompleted) is not followed by that; in state \
         `Slow` the machine asks for activity `Fan#0.0.Slow#0` of type `Slow`. Was it made by another version of the machine?"
    );
    assert_eq!(told(&story), expected);
}

#[test]
fn an_end_that_the_machine_has_not_come_to_is_told() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.begin_task();
    let completed = story.complete_task();
    story.push(attributes(
        "WorkflowExecutionCompleted",
        json!({"decisionTaskCompletedEventId": completed}),
    ));
    let error = told(&story);
    assert!(
        error.contains(
            "event 5 (WorkflowExecutionCompleted) is the end of the execution, completed"
        ),
        "{error}"
    );
}

#[test]
fn an_event_that_belongs_to_nothing_is_told() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.answer();
    story.push(attributes(
        "ActivityTaskCompleted",
        json!({"scheduledEventId": 3, "startedEventId": 4}),
    ));
    story.begin_task();
    let expected = "event 8 (ActivityTaskCompleted) belongs to event 3, and that is none that could be answered";
    assert_eq!(told(&story), expected);
}

#[test]
fn a_machine_that_never_waits_is_told() {
    let mut story = Story::new(&circle::MACHINE, &json!({"n": 1}));
    story.begin_task();
    let error = told(&story);
    assert!(error.starts_with("the machine runs endlessly in state "), "{error}");
}

#[test]
fn nothing_is_decided_where_no_task_waits() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    assert!(story.decider.decide(&story.task).unwrap().decisions.is_empty());
    story.answer();
    assert_eq!(story.decider.decide(&story.task).unwrap().states, ["Slow", "Risky", "Doze"]);
    // The task of the poll has been answered already.
    let stale = History { started_event_id: Some(3), ..History::from(&story.task) };
    assert!(story.decider.decide(stale).unwrap().decisions.is_empty());
}

#[test]
fn doubles_of_the_service_may_spell_a_cancellation_differently() {
    // As `moto` does: `TimerCancelled`, and a `CancelTimerFailed` without an id.
    for (kind, fields) in [
        ("TimerCancelled", json!({})),
        (
            "CancelTimerFailed",
            json!({"timerId": "", "cause": "TIMER_ID_UNKNOWN", "decisionTaskCompletedEventId": 11}),
        ),
    ] {
        let mut story = Story::new(&race::MACHINE, &json!({}));
        story.answer();
        story.failed("Fan#0.1.Risky#0", "Boom", "");
        let decided = story.try_decide().unwrap();
        let mut taken = decided.decisions.clone();
        taken.remove(1);
        story.take(&taken);
        story.push(attributes(kind, fields));
        assert_eq!(story.answer(), [""; 0], "{kind}");
    }
}

#[test]
fn an_input_is_json_or_text_or_nothing() {
    for (input, expected) in [("", "{}"), ("tea", "\"tea\""), ("[1]", "[1]")] {
        let mut story = Story::begin(&order::MACHINE, input.into(), DeciderOptions::default());
        let decisions = story.decide();
        assert_eq!(decisions[0]["scheduleActivityTaskDecisionAttributes"]["input"], expected);
    }
}

#[test]
fn a_history_by_hand_is_answered_on_paper() {
    let decider = asl_swf::Decider::new(&order::MACHINE, DeciderOptions::default()).unwrap();
    let by_hand = |text: &str| {
        let mut answer = Vec::new();
        asl_swf::command(&decider, text.as_bytes(), &mut answer)
            .map(|()| String::from_utf8(answer).unwrap())
    };
    let answer = by_hand(include_str!("../../doc/started.json")).unwrap();
    assert_eq!(answer, include_str!("../../doc/decided.json"));
    assert_eq!(by_hand("{}").unwrap_err().to_string(), "the history has no events");
    assert!(
        by_hand("[")
            .unwrap_err()
            .to_string()
            .starts_with("this is no answer to PollForDecisionTask, and no history: ")
    );
}

#[test]
fn an_answer_of_the_wrong_kind_is_reported() {
    for (id, event_type, field) in [
        ("Fan#0.2.Doze#0", "ActivityTaskCompleted", "scheduledEventId"),
        ("Fan#0.0.Slow#0", "TimerFired", "startedEventId"),
        ("Fan#0.0.Slow#0", "LambdaFunctionCompleted", "scheduledEventId"),
        ("Fan#0.0.Slow#0", "ExternalWorkflowExecutionSignaled", "initiatedEventId"),
        ("Fan#0.0.Slow#0", "ChildWorkflowExecutionTerminated", "initiatedEventId"),
    ] {
        let mut story = Story::new(&race::MACHINE, &json!({}));
        story.answer();
        let begun = story.opened(id);
        let mut fields = json!({
            "timerId": id, "startedEventId": 4, "workflowExecution": {"workflowId": "a", "runId": "b"},
            "workflowType": {"name": "a", "version": "1"},
        });
        fields[field] = begun.into();
        let told_by = story.push(attributes(event_type, fields));
        story.begin_task();
        let expected = format!(
            "event {told_by} ({event_type}) belongs to event {begun}, and that is none that could be answered"
        );
        assert_eq!(told(&story), expected);
    }
}
