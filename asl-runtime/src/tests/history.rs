//! Tests of the numbering of events, and of these numbers in causes.

use crate::engine::simulation::{Scripted, Simulation};
use asl_execution::execution::{Execution, StartOptions};
use asl_execution::machine::{Next, Step};
use asl_value::error::Failure;
use asl_value::json;

use super::machines::{machine, parallel, pass, unexpected};
use super::{both_ways, chain};

fn misfit() -> Next {
    Err(Failure::runtime_unplaced("It does not fit."))
}

// Three Passes, the third of which fails.
machine! {
    FAULT,
    [pass("One"), pass("Two"), pass("Three")],
    enter: |node, _, _| if node < 2 { Ok(Step::Goto(NodeId(node + 1))) } else { misfit() },
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node)
}

// The same three in the second branch of a Parallel.
machine! {
    BRANCH_FAULT,
    [parallel("P", &[NodeId(1), NodeId(2)]), pass("A"), pass("B"), pass("C")],
    enter: |node, data, _| match node {
        0 => Ok(Step::Fork(data.clone())),
        1 => Ok(Step::End),
        2 => Ok(Step::Goto(NodeId(3))),
        _ => misfit(),
    },
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node)
}

#[test]
fn a_cause_names_the_event_of_the_state_with_or_without_an_observer() {
    let cause = "An error occurred while executing the state 'Three' (entered at the event id #6). It does not fit.";
    let simulated = both_ways(&FAULT, &json!({}), |_| Scripted::Hang);
    let watched = simulated.result.clone().expect_err("a fault");
    assert_eq!(watched.cause(), Some(cause));
    let mut unwatched = Execution::start(&FAULT, json!({}), StartOptions::default());
    assert_eq!(unwatched.take_result(), Some(Err(watched)));
    assert_eq!(chain(&simulated).last().map(String::as_str), Some("7 ExecutionFailed 6"));
}

#[test]
fn a_cause_in_a_branch_counts_the_events_of_the_others() {
    let cause = "An error occurred while executing the state 'C' (entered at the event id #8). It does not fit.";
    let simulated = both_ways(&BRANCH_FAULT, &json!({}), |_| Scripted::Hang);
    assert_eq!(simulated.result.as_ref().map_err(Failure::cause), Err(Some(cause)));
    let mut unwatched = Execution::start(&BRANCH_FAULT, json!({}), StartOptions::default());
    assert_eq!(unwatched.take_result(), Some(simulated.result.clone()));
    let expected = [
        "1 ExecutionStarted 0",
        "2 ParallelStateEntered 0",
        "3 ParallelStateStarted 2",
        "4 PassStateEntered 3",
        "5 PassStateExited 4",
        "6 PassStateEntered 3",
        "7 PassStateExited 6",
        "8 PassStateEntered 7",
        "9 ExecutionFailed 8",
    ];
    assert_eq!(chain(&simulated), expected);
}

#[test]
fn events_carry_their_data_as_aws_shows_it() {
    let simulated =
        Simulation::new()
            .start(1_767_225_600_123)
            .run(&FAULT, json!({"a": [1.5, "x"]}), |_| Scripted::Hang);
    let entered = json!({"name": "One", "input": "{\"a\":[1.5,\"x\"]}", "inputDetails": {"truncated": false}});
    let expected = json!({
        "timestamp": "2026-01-01T00:00:00.123Z", "type": "PassStateEntered", "id": 2, "previousEventId": 0,
        "stateEnteredEventDetails": entered,
    });
    assert_eq!(simulated.events[1].to_json(), expected);
    let exited = json!({"name": "One", "output": "{\"a\":[1.5,\"x\"]}", "outputDetails": {"truncated": false}});
    assert_eq!(simulated.events[2].to_json().at(["stateExitedEventDetails"]), Some(&exited));
    let failed =
        simulated.events.last().map(asl_execution::HistoryEvent::to_json).expect("it ends");
    assert_eq!(failed.at(["executionFailedEventDetails", "error"]), Some(&json!("States.Runtime")));
}
