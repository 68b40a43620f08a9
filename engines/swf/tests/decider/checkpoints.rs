//! Checkpoints: markers from which a decider continues without the earlier history.

use asl_swf::model::event::MarkerRecorded;
use asl_swf::model::{Decision, Event, EventAttributes};
use asl_swf::{DecideError, Decided, DeciderOptions, reaches_checkpoint};
use serde_json::{Value, json};

use super::story::{Story, attributes};
use super::{count, each, order, race, tokens};

fn options(checkpoints: u64) -> DeciderOptions {
    DeciderOptions::default().checkpoints(checkpoints).continue_after(1_000_000)
}

fn counting(checkpoints: u64, input: &Value) -> Story {
    Story::with(&count::MACHINE, input, options(checkpoints))
}

/// One step after the other, so many.
fn steps(story: &mut Story, from: usize, count: usize) {
    for step in from..from + count {
        let decided = story.try_decide().unwrap();
        story.take(&decided.decisions);
        story.done(&format!("Step#{}", 2 * step), &json!(step + 1));
    }
}

/// The same, where the answers are known: only a checkpoint is made by the decider.
fn known_steps(story: &mut Story, count: usize) {
    let every = i64::try_from(story.decider.options().checkpoints).unwrap();
    let mut last = 0;
    for step in 0..count {
        let (id, started) = (format!("Step#{}", 2 * step), story.begin_task());
        let markers = if started - last >= every {
            let decided = story.decider.decide(&story.task).unwrap().decisions;
            assert_eq!(decided.len(), 2);
            decided[..1].to_vec()
        } else {
            Vec::new()
        };
        let completed = story.take(&markers);
        last = if markers.is_empty() { last } else { completed + 1 };
        let scheduled = json!({"activityId": id, "activityType": {"name": "Step", "version": "1.0"},
            "taskList": {"name": "a"}, "decisionTaskCompletedEventId": completed});
        let scheduled_event_id = story.push(attributes("ActivityTaskScheduled", scheduled));
        story.push(attributes(
            "ActivityTaskStarted",
            json!({"scheduledEventId": scheduled_event_id}),
        ));
        let done = json!({"scheduledEventId": scheduled_event_id, "startedEventId": 0, "result": (step + 1).to_string()});
        story.push(attributes("ActivityTaskCompleted", done));
    }
    story.begin_task();
}

/// The places of checkpoints' markers in a history.
fn checkpoints(story: &Story) -> Vec<usize> {
    let is_checkpoint = |event: &Event| match &event.attributes {
        EventAttributes::MarkerRecorded(marker) => marker.marker_name == "aslCheckpoint",
        _ => false,
    };
    story
        .task
        .events
        .iter()
        .enumerate()
        .filter(|(_, event)| is_checkpoint(event))
        .map(|(at, _)| at)
        .collect()
}

/// The marker at a place.
fn marker(story: &mut Story, at: usize) -> &mut MarkerRecorded {
    let EventAttributes::MarkerRecorded(marker) = &mut story.task.events[at].attributes else {
        panic!("no marker")
    };
    marker
}

/// The newest events, back to the first that makes them suffice.
fn newest(story: &Story) -> Story {
    let mut events: Vec<Event> = story.task.events.clone();
    events.reverse();
    let is_enough = |count: &usize| reaches_checkpoint(&events[..*count]);
    let (mut enough, mut fewer) = (events.len(), 0);
    while enough - fewer > 1 {
        let half = usize::midpoint(enough, fewer);
        if is_enough(&half) { enough = half } else { fewer = half }
    }
    assert!(is_enough(&enough), "there is a checkpoint");
    events.truncate(enough);
    let mut part =
        Story::with(story.decider.machine(), &Value::Null, story.decider.options().clone());
    part.task = story.task.clone();
    part.task.events = events;
    part
}

/// The decisions by all of the history and by the newest events alone, which are the same.
fn both(story: &Story) -> (Decided, Decided) {
    let whole = story.decider.replay(&story.task).unwrap();
    let part = newest(story);
    let resumed = part.decider.decide(&part.task).unwrap();
    assert_eq!((&resumed.decisions, &resumed.states), (&whole.decisions, &whole.states));
    assert_eq!(
        story.decider.decide(&story.task).unwrap(),
        resumed,
        "the other events are not looked at"
    );
    (whole, resumed)
}

#[test]
fn ten_thousand_events_cost_only_those_after_the_checkpoint() {
    let mut story = counting(1_000, &json!({"n": 0, "most": 1_000_000}));
    known_steps(&mut story, 1_700);
    assert!(story.task.events.len() > 10_000, "{}", story.task.events.len());
    assert_eq!(checkpoints(&story).len(), 10);
    let (whole, resumed) = both(&story);
    assert!(whole.work > 15_000, "{}", whole.work);
    assert!(resumed.work < 2_500, "{} of {}", resumed.work, whole.work);
    // However long the history is.
    let mut longer = counting(1_000, &json!({"n": 0, "most": 1_000_000}));
    known_steps(&mut longer, 3_000);
    assert!(longer.decider.decide(&longer.task).unwrap().work < 2_500);
}

#[test]
fn a_checkpoint_is_left_when_so_many_events_have_passed() {
    let mut story = counting(30, &json!({"n": 0, "most": 1_000}));
    steps(&mut story, 0, 60);
    let places = checkpoints(&story);
    assert!(places.len() > 8, "{places:?}");
    // Events until the next decision, and the answer itself.
    assert!(places.windows(2).all(|two| (30..=38).contains(&(two[1] - two[0]))), "{places:?}");
    let mut none = counting(0, &json!({"n": 0, "most": 1_000}));
    steps(&mut none, 0, 60);
    assert_eq!(checkpoints(&none), [0; 0]);
}

#[test]
fn open_operations_continue_after_a_checkpoint() {
    // Two activities, a timer; one fails, which cancels the others.
    let mut story = Story::with(&race::MACHINE, &json!({}), options(1));
    story.answer();
    story.failed("Fan#0.1.Risky#0", "Boom", "");
    let decided = story.answer();
    let expected = [
        "RecordMarker aslCheckpoint",
        "RequestCancelActivityTask Fan#0.0.Slow#0",
        "CancelTimer Fan#0.2.Doze#0",
        "ScheduleActivityTask Tell#1",
    ];
    assert_eq!(decided, expected);
    story.signal("hello", &json!(1));
    story.answer();
    // The end of something that was over for the machine before the checkpoint.
    story.canceled("Fan#0.0.Slow#0");
    story.done("Tell#1", &json!("told"));
    story.begin_task();
    let (whole, _) = both(&story);
    assert!(
        whole
            .decisions
            .iter()
            .any(|decision| decision.decision_type() == "CompleteWorkflowExecution")
    );
}

#[test]
fn tokens_and_their_limits_go_on_behind_a_checkpoint() {
    let mut story = Story::with(&tokens::MACHINE, &json!({}), options(1));
    let first = story.try_decide().unwrap();
    let scheduled = first.decisions.iter().find_map(|decision| match decision {
        Decision::ScheduleActivityTask(task) => task.input.clone(),
        _ => None,
    });
    let input: Value = serde_json::from_str(&scheduled.unwrap()).unwrap();
    let token = input["MessageBody"]["token"].as_str().unwrap().to_owned();
    story.take(&first.decisions);
    story.done("Ask#0", &json!({}));
    story.answer();
    story.signal("SendTaskHeartbeat", &json!({"taskToken": token}));
    story.answer();
    story.begin_task();
    both(&story);
    story.task.events.truncate(story.task.events.len() - 2);
    story.signal("SendTaskSuccess", &json!({"taskToken": token, "output": {"sku": "tea"}}));
    story.begin_task();
    let (whole, _) = both(&story);
    let is_call = |decision: &Decision| matches!(decision, Decision::ScheduleActivityTask(task) if task.activity_id == "Call#1");
    assert!(whole.decisions.iter().any(is_call), "{:?}", whole.decisions);
}

#[test]
fn a_machines_time_out_applies_after_a_checkpoint() {
    let mut story = Story::with(&order::MACHINE, &json!({}), options(1));
    story.answer();
    story.signal("hello", &json!(1));
    story.answer();
    story.pass(86_400_000);
    story.fired("TimeoutSeconds");
    story.begin_task();
    let (whole, _) = both(&story);
    assert_eq!(whole.decisions.last().unwrap().decision_type(), "FailWorkflowExecution");
}

#[test]
fn what_waits_for_room_begins_behind_a_checkpoint() {
    // A thousand activities may be open at a time.
    let mut story = Story::with(
        &each::MACHINE,
        &json!({"items": (0..1_010).collect::<Vec<_>>()}),
        options(1_000),
    );
    story.answer();
    story.done("Each#0.0.Do#0", &json!(0));
    let decided = story.answer();
    assert_eq!(decided.last().unwrap(), "ScheduleActivityTask Each#0.1000.Do#0");
    assert!(!checkpoints(&story).is_empty(), "{decided:?}");
    for item in 1..6 {
        story.done(&format!("Each#0.{item}.Do#0"), &json!(item));
    }
    story.begin_task();
    let (whole, _) = both(&story);
    assert_eq!(whole.decisions.len(), 5);
}

#[test]
fn a_large_checkpoint_is_several_markers() {
    let big = "\u{e4}".repeat(32_000);
    let mut story = counting(20, &json!({"n": 0, "most": 1_000, "big": big}));
    steps(&mut story, 0, 20);
    let places = checkpoints(&story);
    assert!(places.len() >= 4 && places[1] == places[0] + 1, "{places:?}");
    for place in &places {
        assert!(marker(&mut story, *place).details.as_ref().unwrap().chars().count() <= 32_768);
    }
    story.begin_task();
    both(&story);
    // A part that is missing makes the others useless.
    let last = *places.last().unwrap();
    marker(&mut story, last).details = None;
    assert!(!reaches_checkpoint(&story.task.events));
    story.decider.decide(&story.task).unwrap();
}

#[test]
fn a_damaged_checkpoint_is_passed_over() {
    let mut story = counting(20, &json!({"n": 0, "most": 1_000}));
    steps(&mut story, 0, 20);
    story.begin_task();
    let (whole, _) = both(&story);
    let last = *checkpoints(&story).last().unwrap();
    let sound = marker(&mut story, last).details.clone().unwrap();
    let part = newest(&story);
    let damaged = [
        sound.replace("Step", "Stop"),
        sound[..sound.len() - 9].to_owned(),
        sound.replacen("1/1", "1/2", 1),
        sound.replacen("aslCheckpoint/1", "aslCheckpoint/9", 1),
        String::new(),
    ];
    for text in damaged {
        marker(&mut story, last).details = Some(text.clone());
        let again = story.decider.decide(&story.task).unwrap();
        let all_of_it = story.decider.replay(&story.task).unwrap();
        assert_eq!(
            (&again.decisions, &again.states),
            (&all_of_it.decisions, &whole.states),
            "{text}"
        );
        // Where the other pages are not there, the error says which ones are needed.
        let mut part = Story::with(&count::MACHINE, &Value::Null, part.decider.options().clone());
        part.task = newest_of(&story, part_length(&story, last));
        let error = part.decider.decide(&part.task).unwrap_err();
        assert!(matches!(error, DecideError::FirstPageMissing { .. }), "{error}");
    }
}

/// The newest events back to the task before the one whose answer has this marker.
fn part_length(story: &Story, marker: usize) -> usize {
    story.task.events.len() - marker + 3
}

fn newest_of(story: &Story, count: usize) -> asl_swf::model::DecisionTask {
    let mut task = story.task.clone();
    task.events.reverse();
    task.events.truncate(count);
    task
}

#[test]
fn a_checkpoint_that_fits_its_hash_and_no_machine_is_passed_over() {
    // The same name, and a hash that is right, by another program.
    let mut story = counting(20, &json!({"n": 0, "most": 1_000}));
    steps(&mut story, 0, 20);
    story.begin_task();
    let whole = story.decider.replay(&story.task).unwrap();
    let mut other = Story::with(&order::MACHINE, &json!({}), options(1));
    other.answer();
    other.signal("hello", &json!(1));
    other.answer();
    let place = *checkpoints(&other).last().unwrap();
    let foreign = marker(&mut other, place).details.clone();
    let last = *checkpoints(&story).last().unwrap();
    marker(&mut story, last).details = foreign;
    let again = story.decider.decide(&story.task).unwrap();
    assert_eq!((&again.decisions, again.work), (&whole.decisions, whole.work));
}

#[test]
fn a_checkpoint_does_not_reveal_the_seed_of_tokens() {
    let mut story = counting(20, &json!({"n": 0, "most": 1_000}));
    steps(&mut story, 0, 6);
    let place = *checkpoints(&story).last().unwrap();
    let details = marker(&mut story, place).details.clone().unwrap();
    assert!(details.contains("\"seed\":0,"), "{details}");
}

#[test]
fn a_refused_checkpoint_is_tried_again_after_as_many_events() {
    let mut story = counting(20, &json!({"n": 0, "most": 1_000}));
    steps(&mut story, 0, 3);
    let decided = story.try_decide().unwrap();
    assert_eq!(decided.decisions[0].decision_type(), "RecordMarker");
    story.take(&decided.decisions[1..]);
    let fields = json!({"markerName": "aslCheckpoint"});
    story.refused("RecordMarkerFailed", fields, "OPERATION_NOT_PERMITTED");
    story.done("Step#6", &json!(4));
    assert_eq!(story.answer(), ["ScheduleActivityTask Step#8"]);
    story.done("Step#8", &json!(5));
    steps(&mut story, 5, 2);
    assert_eq!(story.answer()[0], "RecordMarker aslCheckpoint");
}

#[test]
fn histories_that_wait_for_no_answer_are_held_against_the_machine_from_their_beginning() {
    let mut story = counting(20, &json!({"n": 0, "most": 20}));
    steps(&mut story, 0, 20);
    assert!(story.answer()[0].starts_with("CompleteWorkflowExecution"));
    assert!(!checkpoints(&story).is_empty());
    // An event before the checkpoint that does not fit.
    let fields = json!({"activityId": "Other#0", "activityType": {"name": "Other", "version": "1.0"},
        "taskList": {"name": "a"}, "decisionTaskCompletedEventId": 4});
    story.task.events[4].attributes = attributes("ActivityTaskScheduled", fields);
    let error = story.decider.decide(&story.task).unwrap_err();
    assert!(matches!(error, DecideError::NonDeterminism { event_id: 5, .. }), "{error}");
}

#[test]
fn an_event_that_does_not_fit_behind_a_checkpoint_is_an_error() {
    let mut story = counting(20, &json!({"n": 0, "most": 1_000}));
    steps(&mut story, 0, 20);
    let last = story.opened("Step#38");
    let place = usize::try_from(last).unwrap() - 1;
    let fields = json!({"activityId": "Step#38", "activityType": {"name": "Other", "version": "1.0"},
        "taskList": {"name": "a"}, "decisionTaskCompletedEventId": last - 1});
    story.task.events[place].attributes = attributes("ActivityTaskScheduled", fields);
    story.begin_task();
    let whole = story.decider.replay(&story.task).unwrap_err().to_string();
    assert_eq!(story.decider.decide(&story.task).unwrap_err().to_string(), whole);
    assert!(whole.contains("`Other`"), "{whole}");
}
