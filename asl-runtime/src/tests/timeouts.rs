//! Tests of time-outs of tasks, heartbeats, events and machines.

use crate::engine::simulation::Scripted;
use asl_execution::execution::{Command, Execution, Outcome, StartOptions};
use asl_execution::machine::{Effect, Form, Kind, Node, StateKind, Step, TaskRow, Wait};
use asl_value::error::Status;
use asl_value::json;

use super::machines::{RETRY, goto, machine, node, parallel, retrier, task, unexpected, wait};
use super::{both_ways, chain};

const BEATING: Node = node(
    "Beat",
    StateKind::Task,
    Kind::Invoke(Effect::Task(TaskRow {
        task: 0,
        method: "beat",
        resource: "arn:aws:states:::sqs:sendMessage",
        form: Form::Answer,
        timeout_seconds: 20,
        timeout_given: true,
        heartbeat_seconds: Some(3),
    })),
);

// A task with a heartbeat, retried once when that is missed.
machine! {
    BEATS,
    [Node { retry: &[retrier(&["States.HeartbeatTimeout"], 1, 1)], ..BEATING }],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// A Wait of a minute in a machine that has five seconds.
machine! {
    HURRY,
    [wait("Sleep")],
    enter: |_, _, _| Ok(Step::Wait(Wait::For(60_000))),
    resume: |_, _, _| Ok(Step::End),
    caught: |node, _, _, _| unexpected(node),
    timeout_seconds: Some(5)
}

// A Parallel of a Wait and a task in a machine that has five seconds.
machine! {
    NESTED_HURRY,
    [parallel("Both", &[NodeId(1), NodeId(2)]), wait("Sleep"), task("Work")],
    enter: |node, data, _| match node {
        0 => Ok(Step::Fork(data.clone())),
        1 => Ok(Step::Wait(Wait::For(60_000))),
        _ => Ok(Step::Task(data.clone())),
    },
    resume: |_, _, _| Ok(Step::End),
    caught: |node, _, _, _| unexpected(node),
    timeout_seconds: Some(5)
}

// A machine that never waits and never ends, within a second.
machine! {
    SPIN,
    [super::machines::pass("Round")],
    enter: |_, _, _| goto(0),
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node),
    timeout_seconds: Some(1)
}

#[test]
fn a_task_that_takes_too_long_times_out_without_a_cause() {
    let simulated = both_ways(&RETRY, &json!(1), |_| Scripted::Hang);
    // As recorded: the Error Output has an empty cause, the event none.
    assert_eq!(simulated.result, Ok(json!({"Error": "States.Timeout", "Cause": ""})));
    assert_eq!(simulated.elapsed, 60_000);
    let event = simulated
        .events
        .iter()
        .find(|event| event.kind.to_string() == "LambdaFunctionTimedOut")
        .expect("it is told");
    assert_eq!(
        (event.details.error.as_deref(), event.details.cause.as_deref()),
        (Some("States.Timeout"), None)
    );
}

#[test]
fn a_missed_heartbeat_answers_to_its_own_name_and_is_reported_as_a_timeout() {
    let simulated = both_ways(&BEATS, &json!(1), |_| Scripted::Hang.with_heartbeats(2_000, 2));
    assert_eq!(simulated.elapsed, 4_000 + 3_000 + 1_000 + 4_000 + 3_000);
    let failure = simulated.result.clone().expect_err("the second time as well");
    assert_eq!(
        (failure.error(), failure.cause(), failure.status()),
        (Some("States.Timeout"), None, Status::Failed)
    );
    let expected =
        ["3 TaskScheduled 2", "4 TaskStarted 3", "5 TaskTimedOut 4", "6 TaskScheduled 5"];
    assert_eq!(chain(&simulated)[2..6], expected);
    let scheduled = simulated.events[2].to_json();
    let details = json!({
        "resource": "sendMessage", "resourceType": "sqs", "parameters": "1",
        "timeoutInSeconds": 20, "heartbeatInSeconds": 3,
    });
    assert_eq!(scheduled.at(["taskScheduledEventDetails"]), Some(&details));
}

#[test]
fn heartbeats_keep_a_task_alive_up_to_its_timeout() {
    let simulated = both_ways(&BEATS, &json!(1), |_| {
        Scripted::answer(json!(2)).after(1_000).with_heartbeats(3_000, 5)
    });
    assert_eq!((simulated.result, simulated.elapsed), (Ok(json!(2)), 16_000));
    let simulated =
        both_ways(&BEATS, &json!(1), |_| Scripted::answer(json!(2)).with_heartbeats(3_000, 500));
    assert_eq!(simulated.elapsed, 20_000);
    assert_eq!(
        simulated.result.expect_err("no retrier takes a plain time-out").error(),
        Some("States.Timeout")
    );
}

#[test]
fn a_machine_times_out_as_a_whole() {
    let simulated = both_ways(&HURRY, &json!(1), |_| Scripted::Hang);
    let failure = simulated.result.clone().expect_err("a minute is too long");
    assert_eq!(
        (failure.status(), failure.error(), failure.cause()),
        (Status::TimedOut, None, None)
    );
    assert_eq!(simulated.elapsed, 5_000);
    assert_eq!(chain(&simulated)[1..], ["2 WaitStateEntered 0", "3 ExecutionTimedOut 0"]);
    let last = simulated.events.last().expect("an event");
    assert_eq!(
        (last.details.error.as_deref(), last.details.cause.as_deref()),
        (Some("States.Timeout"), None)
    );
}

/// Not the task, the wait and the Parallels that are open.
#[test]
fn the_time_out_of_a_machine_names_no_state() {
    let simulated = both_ways(&NESTED_HURRY, &json!(1), |_| Scripted::Hang);
    assert_eq!(
        simulated.result.as_ref().expect_err("a minute is too long").status(),
        Status::TimedOut
    );
    let expected = [
        "1 ExecutionStarted 0",
        "2 ParallelStateEntered 0",
        "3 ParallelStateStarted 2",
        "4 WaitStateEntered 3",
        "5 TaskStateEntered 3",
        "6 LambdaFunctionScheduled 5",
        "7 LambdaFunctionStarted 6",
        "8 ExecutionTimedOut 0",
    ];
    assert_eq!(chain(&simulated), expected);
}

#[test]
fn a_machine_that_never_waits_times_out_too() {
    let mut run = Execution::start(&SPIN, json!(1), StartOptions::default());
    assert_eq!(run.deadline(), Some(1_000));
    assert!(run.is_runnable() && run.next_command().is_none());
    run.advance(999);
    assert!(run.is_runnable());
    run.advance(1_000);
    assert!(!run.is_runnable());
    assert!(run.take_result().is_some_and(|result| result.is_err_and(|failure| failure.status() == Status::TimedOut)));
    assert_eq!(Execution::start(&RETRY, json!(1), StartOptions::default()).deadline(), None);
}

#[test]
fn a_completion_after_the_end_of_the_machine_is_refused() {
    let mut run = Execution::start(&HURRY, json!(1), StartOptions::default());
    let op = run.next_command().and_then(|command| command.starts()).expect("a timer");
    assert!(!run.complete(op, Outcome::Done(json!(null)), 5_000));
    assert!(
        matches!(run.next_command(), Some(Command::Cancel { op: cancelled }) if cancelled == op)
    );
    assert!(run.result().is_some());
}

// A Wait until a moment, then one that is over already.
machine! {
    MOMENTS,
    [wait("Until"), wait("Past")],
    enter: |node, _, _| Ok(Step::Wait(Wait::Until(if node == 0 { 90_000 } else { 5 }))),
    resume: |node, _, _| if node == 0 { Ok(Step::Goto(NodeId(1))) } else { Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

#[test]
fn a_moment_in_the_past_is_over_at_once() {
    let simulated = both_ways(&MOMENTS, &json!(1), |_| Scripted::Hang);
    assert_eq!(
        (simulated.result, simulated.elapsed, simulated.log),
        (Ok(json!(1)), 90_000, vec!["0 timer 90000".to_owned()])
    );
}
