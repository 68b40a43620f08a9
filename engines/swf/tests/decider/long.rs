//! Runs that are continued as new ones, and histories that are full.

use asl_swf::model::EventAttributes;
use asl_swf::{DecideError, DeciderOptions};
use serde_json::{Value, json};

use super::story::{Story, attributes};
use super::{approval, count, order};

fn options(continue_after: u64) -> DeciderOptions {
    DeciderOptions::default().continue_after(continue_after)
}

fn counting(input: &Value) -> Story {
    Story::with(&count::MACHINE, input, options(20))
}

/// Steps until something else than the next one is decided.
fn step(story: &mut Story) -> Vec<String> {
    for step in 0.. {
        let id = format!("Step#{}", 2 * step);
        let decided = story.answer();
        if decided != [format!("ScheduleActivityTask {id}")] {
            return decided;
        }
        story.done(&id, &json!(step + 1));
    }
    unreachable!("it ends")
}

/// The run that continues from the end of another one.
fn continued(story: &Story, options: DeciderOptions) -> Story {
    let last = &story.task.events.last().unwrap().attributes;
    let EventAttributes::WorkflowExecutionContinuedAsNew(last) = last else {
        panic!("it was not continued: {last:?}")
    };
    let mut next = Story::begin(story.decider.machine(), last.input.clone().unwrap(), options);
    next.task.workflow_execution.run_id = "run-2".into();
    next.now = story.now;
    next
}

#[test]
fn a_long_run_continues_as_a_new_one() {
    let mut story = counting(&json!({"n": 0, "most": 6}));
    assert_eq!(step(&mut story), ["ContinueAsNewWorkflowExecution"]);
    let EventAttributes::WorkflowExecutionContinuedAsNew(last) =
        &story.task.events.last().unwrap().attributes
    else {
        panic!("it goes on")
    };
    assert_eq!(
        (last.child_policy.as_str(), last.tag_list.as_slice()),
        ("TERMINATE", ["tea".to_owned()].as_slice())
    );
    assert_eq!(last.lambda_role.as_deref(), Some("arn:aws:iam::123456789012:role/swf"));
    let mut next = continued(&story, options(20));
    // Visits are counted on: no id is ever used twice.
    assert_eq!(next.answer(), ["ScheduleActivityTask Step#6"]);
    next.done("Step#6", &json!(4));
    assert_eq!(next.answer(), ["ScheduleActivityTask Step#8"]);
    next.done("Step#8", &json!(6));
    assert_eq!(next.answer(), [r#"CompleteWorkflowExecution {"most":6,"n":6}"#]);
}

#[test]
fn what_is_open_keeps_a_run_from_going_on() {
    // The retry's timer begins with the decision, the activity is from before.
    let mut story = Story::with(&order::MACHINE, &json!({}), options(1));
    assert_eq!(story.answer(), ["ContinueAsNewWorkflowExecution"]);
    let mut next = continued(&story, options(9));
    assert_eq!(next.answer(), ["ScheduleActivityTask Charge#0", "StartTimer TimeoutSeconds 86400"]);
    next.signal("hello", &json!(1));
    assert_eq!(next.answer(), [""; 0], "the activity is open");
    next.pass(1_000);
    next.failed("Charge#0", "Busy", "");
    assert_eq!(next.answer(), ["ContinueAsNewWorkflowExecution"]);
    let mut last = continued(&next, options(0));
    // The wait continues, and so does the machine's time-out.
    last.pass(2_000);
    assert_eq!(last.answer(), ["StartTimer Charge#0~1 3", "StartTimer TimeoutSeconds 86397"]);
}

#[test]
fn a_refused_continuation_continues_in_the_same_run() {
    let mut story = counting(&json!({"n": 0, "most": 9}));
    let decided = step(&mut story);
    assert_eq!(decided, ["ContinueAsNewWorkflowExecution"]);
    story.task.events.pop();
    let signal = story.signal("late", &json!(1));
    // The service puts the signal before the answer; here its place does not matter.
    story.refused("ContinueAsNewWorkflowExecutionFailed", json!({}), "UNHANDLED_DECISION");
    let decided = story.try_decide().unwrap();
    assert_eq!(
        (decided.decisions[0].decision_type(), decided.ignored),
        ("ContinueAsNewWorkflowExecution", vec![signal])
    );
    story.take(&[]);
    // A decider that would continue later finds its decisions in the history, or they are scheduled
    // now.
    let mut other = Story::with(&count::MACHINE, &json!({}), options(1_000));
    other.task = story.task.clone();
    other.task.events.truncate(other.task.events.len() - 3);
    other.now = story.now;
    assert_eq!(other.answer(), ["ScheduleActivityTask Step#6"]);
}

#[test]
fn a_checkpoint_that_is_too_long_waits_for_better_times() {
    let text = "x".repeat(32_600);
    let mut story = counting(&json!({"n": 0, "most": 7, "text": text}));
    let decided = step(&mut story);
    assert!(
        decided[0].starts_with("CompleteWorkflowExecution"),
        "the checkpoint would be longer than an input may be"
    );
    assert!(story.task.events.len() > 30);
}

#[test]
fn events_go_on_with_a_run() {
    let mut story = Story::with(&approval::MACHINE, &json!({"order": 7}), options(20));
    story.answer();
    story.signal("note", &json!("keep me"));
    story.done("Begin#0", &json!(null));
    for number in 0..4 {
        story.signal("unheard of", &json!(number));
        assert_eq!(story.answer(), [""; 0], "a wait for events with a timer from before");
    }
    story.signal("approved", &json!({"by": "Ada"}));
    assert_eq!(story.answer(), ["CancelTimer Begin#1", "ContinueAsNewWorkflowExecution"]);
    let mut next = continued(&story, options(0));
    // The child's id is the one it would have had.
    assert_eq!(next.answer(), ["StartChildWorkflowExecution order-7.run-1.Ship#2"]);
}

#[test]
fn a_checkpoint_of_another_machine_is_refused() {
    let mut story = counting(&json!({"n": 0, "most": 9}));
    step(&mut story);
    let mut next = continued(&story, options(20));
    let mut other = Story::with(&order::MACHINE, &json!({}), options(0).workflow_name("count"));
    next.begin_task();
    other.task = next.task.clone();
    let error = other.decider.decide(&other.task).unwrap_err();
    assert!(matches!(error, DecideError::Checkpoint(_)));
    let expected = "the run cannot continue: the snapshot is of machine `count`, not of `order`";
    assert_eq!(error.to_string(), expected);
    for (input, expected) in [
        (
            r#"{"aslCheckpoint":9,"snapshot":{}}"#,
            "the snapshot is damaged: the checkpoint is of another version",
        ),
        (r#"{"aslCheckpoint":1,"snapshot":{}}"#, "not a snapshot: missing field `machine`"),
    ] {
        let mut story = Story::begin(&count::MACHINE, input.into(), options(0));
        let error = story.try_decide().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_full_history_is_an_error_before_the_service_ends_the_execution() {
    let mut story = Story::new(&count::MACHINE, &json!({"n": 0, "most": 9}));
    story.answer();
    while story.task.events.len() < 24_990 {
        story.push(attributes("LambdaFunctionStarted", json!({"scheduledEventId": 5})));
    }
    story.done("Step#0", &json!(1));
    // There is room for one more decision, but nothing may be continued.
    let decided = story.try_decide().unwrap();
    assert_eq!(decided.decisions[0].decision_type(), "ContinueAsNewWorkflowExecution");

    let big = "x".repeat(32_600);
    let mut story = Story::new(&count::MACHINE, &json!({"n": 0, "most": 9, "big": big}));
    story.answer();
    while story.task.events.len() < 24_996 {
        story.push(attributes("LambdaFunctionStarted", json!({"scheduledEventId": 5})));
    }
    story.done("Step#0", &json!(1));
    let error = story.try_decide().unwrap_err();
    assert!(
        matches!(&error, DecideError::HistoryFull { events: 25_000, state } if state == "`Step`"),
        "{error}"
    );
    assert!(error.to_string().starts_with(
        "the history has 25000 events and no room for what is to be decided in state `Step`"
    ));
}
