//! The same answer every time, for work that grows with the history and no faster.

use asl_swf::DeciderOptions;
use serde_json::json;

use super::story::Story;
use super::{count, each, race};

/// A history of about so many events, at a decision task.
fn long(events: usize) -> Story {
    let options = DeciderOptions::default().continue_after(1_000_000);
    let steps = events / 6;
    let mut story = Story::with(&count::MACHINE, &json!({"n": 0, "most": steps}), options);
    story.begin_task();
    // Each answer is known: to ask the decider would take a replay each time.
    for step in 0..steps {
        let id = format!("Step#{}", 2 * step);
        let completed = story.complete_task();
        let scheduled = json!({"activityId": id, "activityType": {"name": "Step", "version": "1.0"},
            "taskList": {"name": "a"}, "decisionTaskCompletedEventId": completed});
        story.push(super::story::attributes("ActivityTaskScheduled", scheduled));
        let scheduled_event_id = completed + 1;
        let done = json!({"scheduledEventId": scheduled_event_id, "startedEventId": scheduled_event_id + 1,
            "result": (step + 1).to_string()});
        story.push(super::story::attributes(
            "ActivityTaskStarted",
            json!({"scheduledEventId": scheduled_event_id}),
        ));
        story.push(super::story::attributes("ActivityTaskCompleted", done));
        story.begin_task();
    }
    story
}

#[test]
fn a_thousand_calls_have_one_answer() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    story.answer();
    story.failed("Fan#0.1.Risky#0", "Boom", "");
    story.begin_task();
    let answer = || {
        let decided = story.decider.decide(&story.task).unwrap();
        (serde_json::to_string(&decided.decisions).unwrap(), decided.states, decided.work)
    };
    let first = answer();
    for _ in 0..1_000 {
        assert_eq!(answer(), first);
    }
}

#[test]
fn ten_thousand_events_are_ten_times_a_thousand() {
    let work = |events: usize| {
        let story = long(events);
        let decided = story.decider.decide(&story.task).unwrap();
        assert!(decided.decisions.len() == 1 && decided.decisions[0].closes());
        decided.work as f64 / story.task.events.len() as f64
    };
    let (thousand, ten_thousand) = (work(1_000), work(10_000));
    assert!(
        ten_thousand < thousand * 1.05,
        "{ten_thousand} is more than {thousand} for each event"
    );
    assert!(ten_thousand < 3.0, "{ten_thousand} for each event");
}

#[test]
fn many_at_once_are_no_more_work_each() {
    let work = |items: u32| {
        let mut story =
            Story::new(&each::MACHINE, &json!({"items": (0..items).collect::<Vec<_>>()}));
        story.answer();
        for item in 0..items {
            story.done(&format!("Each#0.{item}.Do#0"), &json!(item));
        }
        let decided = story.try_decide().unwrap();
        assert!(decided.decisions[0].closes());
        decided.work as f64 / f64::from(items)
    };
    let (hundred, thousand) = (work(100), work(1_000));
    assert!(thousand < hundred * 1.05, "{thousand} is more than {hundred} for each item");
}
