//! Decision tasks: one at a time, batched, timed.

use std::time::Duration;

use asl_swf::model::{TaskList, Timeout};
use asl_swf::service::{PollForDecisionTask, RespondDecisionTaskCompleted, SwfErrorKind};
use asl_swf_double::{Options, Queued};

use super::support::{
    activity, complete, decide, last, last_types, marker, started, started_with, status, timer,
    types,
};

#[test]
fn all_that_happened_before_the_poll_is_one_task() {
    let (double, run) = started();
    double.signal("w", "A", "").unwrap();
    double.signal("w", "B", "").unwrap();
    let task = double.decision("Work").unwrap();
    let expected = [
        "WorkflowExecutionStarted",
        "DecisionTaskScheduled",
        "WorkflowExecutionSignaled",
        "WorkflowExecutionSignaled",
        "DecisionTaskStarted",
    ];
    assert_eq!(types(&double, &run), expected);
    assert_eq!(
        (task.started_event_id, task.previous_started_event_id, task.events.len()),
        (5, 0, 5)
    );
    assert!(double.decision("Work").unwrap().is_empty());
    double.decide(&task, vec![]).unwrap();
    assert!(double.decision("Work").unwrap().is_empty());
    double.signal("w", "C", "").unwrap();
    assert_eq!(double.decision("Work").unwrap().previous_started_event_id, 5);
}

#[test]
fn what_happens_during_a_task_is_one_task_behind_it() {
    let (double, run) = started();
    let task = double.decision("Work").unwrap();
    double.signal("w", "A", "").unwrap();
    double.signal("w", "B", "").unwrap();
    assert!(double.decision("Work").unwrap().is_empty());
    assert_eq!(task.events.len(), 3);
    double.decide(&task, vec![marker("m")]).unwrap();
    let expected = [
        "WorkflowExecutionSignaled",
        "WorkflowExecutionSignaled",
        "DecisionTaskCompleted",
        "MarkerRecorded",
        "DecisionTaskScheduled",
    ];
    assert_eq!(last_types(&double, &run, 5), expected);
    assert!(!double.decision("Work").unwrap().is_empty());
}

#[test]
fn a_task_that_has_to_wait_may_be_recorded_at_once() {
    let (double, run) = started_with(Options { queued: Queued::AtOnce, ..Options::default() });
    let task = double.decision("Work").unwrap();
    double.signal("w", "A", "").unwrap();
    double.signal("w", "B", "").unwrap();
    assert!(double.decision("Work").unwrap().is_empty());
    double.decide(&task, vec![marker("m")]).unwrap();
    let expected = [
        "WorkflowExecutionSignaled",
        "DecisionTaskScheduled",
        "WorkflowExecutionSignaled",
        "DecisionTaskCompleted",
        "MarkerRecorded",
    ];
    assert_eq!(last_types(&double, &run, 5), expected);
    assert!(!double.decision("Work").unwrap().is_empty());
}

#[test]
fn a_decider_that_does_not_answer_is_replaced() {
    for queued in [Queued::AtAnswer, Queued::AtOnce] {
        let (double, run) = started_with(Options { queued, ..Options::default() });
        let late = double.decision("Work").unwrap();
        double.signal("w", "A", "").unwrap();
        double.advance(Duration::from_secs(60));
        assert_eq!(last(&double, &run, "DecisionTaskTimedOut")["timeoutType"], "START_TO_CLOSE");
        let task = double.decision("Work").unwrap();
        assert_eq!(task.previous_started_event_id, 0);
        assert_eq!(
            double.decide(&late, vec![complete()]).unwrap_err().kind(),
            SwfErrorKind::Unknown
        );
        double.decide(&task, vec![complete()]).unwrap();
        assert_eq!(status(&double, &run).as_deref(), Some("COMPLETED"));
        assert_eq!(double.decide(&task, vec![]).unwrap_err().kind(), SwfErrorKind::Unknown);
    }
}

#[test]
fn tasks_wait_in_the_list_of_their_execution() {
    let (double, _) = started();
    assert!(double.decision("Other").unwrap().is_empty());
    assert_eq!(double.count_pending_decision_tasks("test", "Work"), 1);
    assert!(!double.decision("Work").unwrap().is_empty());
    assert_eq!(double.count_pending_decision_tasks("test", "Work"), 0);
}

#[test]
fn what_is_due_at_the_same_time_happens_in_the_order_in_which_it_was_planned() {
    let (double, run) = started();
    decide(&double, [timer("b", 5), timer("a", 5), timer("c", 4), activity("x")]);
    double.advance(Duration::from_secs(5));
    let events = double.history(&run).unwrap();
    let fired = events.iter().filter_map(|event| match &event.attributes {
        asl_swf::model::EventAttributes::TimerFired(fired) => {
            Some((fired.timer_id.as_str(), event.event_timestamp.as_millis() % 100_000))
        }
        _ => None,
    });
    assert_eq!(fired.collect::<Vec<_>>(), [("c", 4_000), ("b", 5_000), ("a", 5_000)]);
}

#[test]
fn the_same_seed_gives_the_same_history() {
    let made = |seed| {
        let (double, run) = started_with(Options { seed, ..Options::default() });
        decide(&double, [activity("a"), timer("t", 1)]);
        double.advance(Duration::from_secs(1));
        (run.clone(), serde_json::to_string(&double.history(&run).unwrap()).unwrap())
    };
    assert_eq!(made(1), made(1));
    assert_ne!(made(1).0, made(2).0);
}

/// Answers the open task and has later ones go to `Near`.
fn move_to_near(double: &asl_swf_double::Double, list: &str, wait: Option<Timeout>) {
    let task_token = double.decision(list).unwrap().task_token;
    let answer = RespondDecisionTaskCompleted {
        task_token,
        task_list: Some(TaskList::new("Near")),
        task_list_schedule_to_start_timeout: wait,
        ..Default::default()
    };
    double.respond_decision_task_completed(answer).unwrap();
}

#[test]
fn later_tasks_may_go_to_another_list_for_ever_or_as_long_as_it_is_polled() {
    let (double, run) = started();
    move_to_near(&double, "Work", None);
    double.signal("w", "A", "").unwrap();
    assert_eq!(double.count_pending_decision_tasks("test", "Near"), 1);
    double.advance(Duration::from_secs(100));
    move_to_near(&double, "Near", Some(Timeout::Seconds(5)));
    double.signal("w", "B", "").unwrap();
    double.advance(Duration::from_secs(5));
    assert_eq!(last(&double, &run, "DecisionTaskTimedOut")["timeoutType"], "SCHEDULE_TO_START");
    assert!(double.decision("Near").unwrap().is_empty());
    move_to_near(&double, "Work", Some(Timeout::Seconds(5)));
    double.signal("w", "C", "").unwrap();
    assert!(!double.decision("Near").unwrap().is_empty());
    double.advance(Duration::from_secs(60));
    assert_eq!(last(&double, &run, "DecisionTaskTimedOut")["timeoutType"], "START_TO_CLOSE");
    assert_eq!(double.count_pending_decision_tasks("test", "Work"), 1);
}

#[test]
fn a_task_may_show_only_what_is_new() {
    let (double, _) = started();
    decide(&double, [timer("t", 1)]);
    double.advance(Duration::from_secs(1));
    for reverse_order in [false, true] {
        let poll = PollForDecisionTask {
            domain: "test".into(),
            task_list: "Work".into(),
            start_at_previous_started_event: true,
            maximum_page_size: Some(2),
            reverse_order,
            ..Default::default()
        };
        let first = double.poll_for_decision_task(poll.clone()).unwrap();
        let mut ids: Vec<_> = first.events.iter().map(|event| event.event_id).collect();
        let mut next = first.next_page_token;
        while let Some(token) = next {
            let page = double
                .poll_for_decision_task(PollForDecisionTask {
                    next_page_token: Some(token),
                    ..poll.clone()
                })
                .unwrap();
            ids.extend(page.events.iter().map(|event| event.event_id));
            next = page.next_page_token;
        }
        ids.sort_unstable();
        let started = first.started_event_id;
        assert_eq!(ids, (3..=started).collect::<Vec<_>>());
        double.advance(Duration::from_secs(60));
    }
}
