//! Waits, and the machine's own time-out.

use asl_swf::model::Decision;
use serde_json::json;

use super::story::Story;
use super::{ages, order, race, waits};

fn wait(seconds: i64) -> Story {
    Story::new(&waits::MACHINE, &json!({"seconds": seconds, "until": "2026-01-01T00:00:00Z"}))
}

#[test]
fn a_wait_is_a_timer_of_whole_seconds() {
    let until = "2026-01-01T00:01:00.500Z";
    let mut story = Story::new(&waits::MACHINE, &json!({"seconds": 3, "until": until}));
    let timers = ["StartTimer Wait#0 3", "StartTimer TimeoutSeconds 99999998"];
    assert_eq!(story.answer(), timers);
    story.pass(3_000);
    story.fired("Wait#0");
    // The decision is made 3.1 seconds after the start: the remaining time is rounded up.
    assert_eq!(story.answer(), ["StartTimer Until#1 58"]);
    story.pass(58_000);
    story.fired("Until#1");
    assert_eq!(story.answer(), ["FailWorkflowExecution Over: that is all"]);
}

#[test]
fn a_wait_that_is_over_needs_no_timer() {
    let mut story = wait(0);
    assert_eq!(story.answer(), ["FailWorkflowExecution Over: that is all"]);
}

#[test]
fn the_machine_s_time_runs_out() {
    let mut story = Story::new(&order::MACHINE, &json!({}));
    story.answer();
    story.pass(86_400_000);
    story.fired("TimeoutSeconds");
    assert_eq!(
        story.answer(),
        ["RequestCancelActivityTask Charge#0", "FailWorkflowExecution States.Timeout: "]
    );
}

#[test]
fn a_wait_that_is_longer_than_a_timer_continues_with_the_next_one() {
    let mut story =
        Story::new(&waits::MACHINE, &json!({"seconds": 0, "until": "2032-01-01T00:00:00Z"}));
    // Longer than three years and two months, and longer than the machine's time: that ends it.
    assert_eq!(
        story.answer(),
        ["StartTimer Until#1 99999999", "StartTimer TimeoutSeconds 99999998"]
    );
    story.pass(99_999_990_000);
    story.signal("hello", &json!(1));
    assert_eq!(story.answer(), [""; 0]);
    story.pass(7_000);
    story.fired("Until#1");
    assert_eq!(story.answer(), ["StartTimer Until#1 89302401"]);
    story.pass(2_000);
    story.fired("TimeoutSeconds");
    assert_eq!(story.answer(), ["CancelTimer Until#1", "FailWorkflowExecution States.Timeout: "]);
}

#[test]
fn a_timer_that_is_refused_for_a_limit_is_asked_for_again() {
    let mut story = wait(5);
    for _ in 0..3 {
        story.try_decide().unwrap();
        story.complete_task();
        story.refused(
            "StartTimerFailed",
            json!({"timerId": "Wait#0"}),
            "OPEN_TIMERS_LIMIT_EXCEEDED",
        );
        story.refused(
            "StartTimerFailed",
            json!({"timerId": "TimeoutSeconds"}),
            "OPEN_TIMERS_LIMIT_EXCEEDED",
        );
    }
    assert_eq!(story.answer(), ["StartTimer Wait#0 5", "StartTimer TimeoutSeconds 99999998"]);
    story.fired("Wait#0");
    assert_eq!(story.answer(), ["FailWorkflowExecution Over: that is all"]);
}

#[test]
fn a_timer_that_is_always_refused_ends_the_execution() {
    for (times, cause, error) in [
        (4, "TIMER_CREATION_RATE_EXCEEDED", "States.Runtime"),
        (1, "OPERATION_NOT_PERMITTED", "States.Permissions"),
    ] {
        let mut story = wait(5);
        for _ in 0..times {
            story.try_decide().unwrap();
            story.complete_task();
            story.refused("StartTimerFailed", json!({"timerId": "Wait#0"}), cause);
            story.refused("StartTimerFailed", json!({"timerId": "TimeoutSeconds"}), cause);
        }
        let expected = format!(
            "FailWorkflowExecution {error}: Amazon SWF starts no timer for state `Wait`: {cause}"
        );
        assert_eq!(story.answer(), [expected]);
    }
}

#[test]
fn decision_tasks_that_timed_out_have_decided_nothing() {
    let mut story = wait(5);
    let started = story.begin_task();
    let lost = json!({"timeoutType": "START_TO_CLOSE", "scheduledEventId": started - 1, "startedEventId": started});
    story.pass(60_000);
    story.push(super::story::attributes("DecisionTaskTimedOut", lost));
    assert_eq!(story.answer(), ["StartTimer Wait#0 5", "StartTimer TimeoutSeconds 99999998"]);
    story.fired("Wait#0");
    let started = story.begin_task();
    let lost = json!({"timeoutType": "START_TO_CLOSE", "scheduledEventId": started - 1, "startedEventId": started});
    story.push(super::story::attributes("DecisionTaskTimedOut", lost));
    assert_eq!(story.answer(), ["FailWorkflowExecution Over: that is all"]);
}

#[test]
fn the_time_of_a_machine_may_be_longer_than_a_timer_runs() {
    let mut story = Story::new(&ages::MACHINE, &json!({}));
    assert_eq!(
        story.answer(),
        ["StartTimer Rest#0 99999999", "StartTimer TimeoutSeconds 99999999"]
    );
    for left in ["99999999", "99999999", "15360003"] {
        story.pass(99_999_999_000);
        story.fired("TimeoutSeconds");
        assert_eq!(story.answer(), [format!("StartTimer TimeoutSeconds {left}")]);
    }
    story.pass(15_360_003_000);
    story.fired("TimeoutSeconds");
    assert_eq!(story.answer()[0], "CancelTimer Rest#0");
}

#[test]
fn a_permission_that_is_missing_is_caught_as_the_states_language_calls_it() {
    // The race's Catch takes any error; the marker shows which one it was.
    let caught = |refuse: &dyn Fn(&mut Story)| {
        let mut story = Story::new(&race::MACHINE, &json!({}));
        let decided = story.try_decide().unwrap();
        let completed = story.complete_task();
        for decision in &decided.decisions {
            let taken = story.taken(decision, completed);
            let is_refused = match decision {
                Decision::ScheduleActivityTask(task) => task.activity_id == "Fan#0.1.Risky#0",
                _ => false,
            };
            if !is_refused {
                story.push(taken);
            }
        }
        refuse(&mut story);
        story.decide()
    };
    let decided = caught(&|story| {
        let fields = json!({"activityId": "Fan#0.1.Risky#0", "activityType": {"name": "Risky", "version": "1.0"}});
        story.refused("ScheduleActivityTaskFailed", fields, "OPERATION_NOT_PERMITTED");
    });
    let tell = decided.as_array().unwrap().last().unwrap();
    let input = tell["scheduleActivityTaskDecisionAttributes"]["input"].as_str().unwrap();
    assert!(
        input.starts_with(
            r#"{"Error":"States.Permissions","Cause":"Amazon SWF did not start the activity"#
        ),
        "{input}"
    );
}

#[test]
fn a_timer_that_is_not_permitted_fails_its_state_which_can_be_caught() {
    let mut story = Story::new(&race::MACHINE, &json!({}));
    let decided = story.try_decide().unwrap();
    let (timers, others): (Vec<_>, Vec<_>) = decided
        .decisions
        .into_iter()
        .partition(|decision| matches!(decision, Decision::StartTimer(_)));
    assert_eq!(timers.len(), 1);
    story.take(&others);
    story.refused(
        "StartTimerFailed",
        json!({"timerId": "Fan#0.2.Doze#0"}),
        "OPERATION_NOT_PERMITTED",
    );
    let decided = story.decide();
    let tell = decided.as_array().unwrap().last().unwrap();
    let input = tell["scheduleActivityTaskDecisionAttributes"]["input"].as_str().unwrap();
    let expected =
        r#"{"Error":"States.Permissions","Cause":"Amazon SWF starts no timer for state `Doze`"#;
    assert!(input.starts_with(expected), "{input}");
}
