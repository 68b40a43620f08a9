//! Tests of Retry and Catch.

use crate::engine::simulation::{Scripted, Simulation};
use asl_execution::execution::{Command, Execution, Outcome, StartOptions};
use asl_execution::execution::{Origin, matches as matches_error};
use asl_execution::machine::{Profile, Retrier, Step};
use asl_value::error::{Failure, Timeout};
use asl_value::json;
use asl_value::value::Value;

use super::machines::{RETRY, machine, parallel, retrier, task, unexpected};
use super::{both_ways, chain};

#[test]
fn the_complex_retry_scenario_of_the_specification() {
    let errors = ["ErrorA", "ErrorB", "ErrorC", "ErrorB"];
    let script = |call: &crate::engine::simulation::TaskCall| {
        Scripted::fail(errors[call.attempt as usize], "as scripted")
    };
    let simulated = both_ways(&RETRY, &json!({}), script);
    assert_eq!(simulated.result, Ok(json!({"Error": "ErrorB", "Cause": "as scripted"})));
    let expected = [
        "0 X#0",
        "0 timer 1000",
        "1000 X#0~1",
        "1000 timer 2000",
        "3000 X#0~2",
        "3000 timer 5000",
        "8000 X#0~3",
    ];
    assert_eq!(simulated.log, expected);
    assert_eq!(simulated.elapsed, 8_000);
}

#[test]
fn a_retry_has_events_for_the_task_and_none_for_the_state() {
    let simulated = both_ways(&RETRY, &json!(1), |call| match call.attempt {
        0 => Scripted::fail("ErrorA", ""),
        _ => Scripted::answer(json!(2)),
    });
    let expected = [
        "1 ExecutionStarted 0",
        "2 TaskStateEntered 0",
        "3 LambdaFunctionScheduled 2",
        "4 LambdaFunctionStarted 3",
        "5 LambdaFunctionFailed 4",
        "6 LambdaFunctionScheduled 5",
        "7 LambdaFunctionStarted 6",
        "8 LambdaFunctionSucceeded 7",
        "9 TaskStateExited 8",
        "10 SucceedStateEntered 9",
        "11 SucceedStateExited 10",
        "12 ExecutionSucceeded 11",
    ];
    assert_eq!(chain(&simulated), expected);
}

#[test]
fn an_error_that_no_retrier_names_goes_to_the_catcher_at_once() {
    let simulated = both_ways(&RETRY, &json!(1), |_| Scripted::fail("Other", "why"));
    assert_eq!(simulated.result, Ok(json!({"Error": "Other", "Cause": "why"})));
    assert_eq!(simulated.elapsed, 0);
}

#[test]
fn a_cause_that_was_never_given_is_left_out() {
    let error = asl_value::TaskError::named("Other");
    let simulated =
        both_ways(&RETRY, &json!(1), |_| Scripted::Fail { after: 0, error: error.clone() });
    assert_eq!(simulated.result, Ok(json!({"Error": "Other"})));
}

#[test]
fn states_runtime_is_caught_by_nothing() {
    let simulated = both_ways(&RETRY, &json!(1), |_| Scripted::fail("States.Runtime", "a fault"));
    assert_eq!(simulated.result, Err(Failure::new("States.Runtime", "a fault")));
}

#[test]
fn lists_of_errors_match_as_the_specification_says() {
    let plain = Failure::new("Oops", "");
    let unnamed = Failure::default();
    let timeout = *Failure::timed_out(Timeout::Time);
    let heartbeat = *Failure::timed_out(Timeout::Heartbeat);
    let runtime = *Failure::runtime("");
    let cases: [(&[&str], [bool; 5]); 6] = [
        (&["States.ALL"], [true; 5]),
        (&["State.ALL"], [false; 5]),
        (&["States.TaskFailed"], [true, false, false, false, true]),
        (&["States.Timeout"], [false, false, true, true, false]),
        (&["States.HeartbeatTimeout"], [false, false, false, true, false]),
        (&["Other", "Oops", "States.Runtime"], [true, false, false, false, true]),
    ];
    let failures = [&plain, &unnamed, &timeout, &heartbeat, &runtime];
    let origin = |is_branch, profile| Origin { is_branch, profile };
    for (errors, expected) in cases {
        for profile in [Profile::Spec, Profile::Aws] {
            for is_branch in [false, true] {
                let origin = origin(is_branch, profile);
                let found = failures.map(|failure| matches_error(errors, failure, origin));
                assert_eq!(found, expected, "{errors:?} {profile:?} {is_branch}");
            }
        }
    }
    let branch_failed =
        |origin| failures.map(|failure| matches_error(&["States.BranchFailed"], failure, origin));
    assert_eq!(branch_failed(origin(true, Profile::Spec)), [true; 5]);
    assert_eq!(branch_failed(origin(true, Profile::Aws)), [false; 5]);
    assert_eq!(branch_failed(origin(false, Profile::Spec)), [false; 5]);
    let evaluation = Failure::new("States.QueryEvaluationError", "");
    let takes = |name: &str, profile| matches_error(&[name], &evaluation, origin(false, profile));
    assert!(takes("States.TaskFailed", Profile::Spec));
    assert!(!takes("States.TaskFailed", Profile::Aws));
    assert!(takes("States.ALL", Profile::Aws));
    assert!(takes("States.QueryEvaluationError", Profile::Aws));
}

#[test]
fn delays_grow_by_the_rate_and_never_overflow() {
    let slow = Retrier { backoff_rate: 1.5, ..retrier(&[], 3, 2) };
    assert_eq!(
        [slow.delay(0), slow.delay(1), slow.delay(2)].map(Option::unwrap),
        [3_000, 4_500, 6_750]
    );
    let fast = Retrier { backoff_rate: f64::MAX, ..retrier(&[], u32::MAX, u32::MAX) };
    assert_eq!((fast.delay(1), fast.delay(u32::MAX)), (None, None));
    let capped = Retrier { max_delay_seconds: Some(60), ..fast };
    assert_eq!(capped.delay(u32::MAX), Some(60_000));
    let longest = Retrier { backoff_rate: 1e6, ..retrier(&[], 1_000_000, 9) };
    assert_eq!((longest.delay(1), longest.delay(2)), (Some(1_000_000_000_000_000), None));
    let run = Execution::start(&RETRY, json!(1), StartOptions::default().now(u64::MAX - 5));
    assert!(run.result().is_none(), "it waits for its task");
}

#[test]
fn late_completions_are_refused() {
    let mut run = Execution::start(&RETRY, json!(1), StartOptions::default());
    let op = run.next_command().and_then(|command| command.starts()).expect("X is open");
    assert!(run.complete(op, Outcome::Done(json!(2)), 5));
    assert!(!run.complete(op, Outcome::TimedOut, 6));
    assert_eq!(run.result(), Some(Ok(&json!(2))));
    assert_eq!(run.take_result(), Some(Ok(json!(2))));
    assert_eq!(run.take_result(), None);
}

#[test]
fn a_cancelled_execution_is_aborted_and_cancels_what_is_open() {
    let mut run = Execution::start(&RETRY, json!(1), StartOptions::default());
    let op = run.next_command().and_then(|command| command.starts());
    assert!(run.cancel(5));
    assert!(!run.cancel(6));
    assert!(
        matches!(run.next_command(), Some(Command::Cancel { op: cancelled }) if Some(cancelled) == op)
    );
    assert!(run.next_command().is_none());
    let failure = run.take_result().expect("it has ended").expect_err("it was cancelled");
    assert_eq!((failure.status(), failure.error()), (asl_value::error::Status::Aborted, None));
}

#[test]
fn faults_come_from_the_seed() {
    let faults = crate::engine::simulation::Faults {
        failures: 0.5,
        error: "ErrorA".into(),
        longest_delay: 900,
    };
    let run = |seed| {
        Simulation::new()
            .seed(seed)
            .faults(faults.clone())
            .run(&RETRY, json!(1), |_| Scripted::answer(json!(2)))
    };
    let stories: Vec<_> = (0..32).map(run).collect();
    for (seed, simulated) in (0..).zip(&stories) {
        let again = run(seed);
        assert_eq!(
            (&again.result, &again.log, &again.events),
            (&simulated.result, &simulated.log, &simulated.events)
        );
    }
    let calls = |simulated: &crate::engine::simulation::SimulationRun| {
        simulated.log.iter().filter(|line| line.contains('X')).count()
    };
    assert!(
        stories.iter().any(|simulated| calls(simulated) == 1 && simulated.elapsed > 0),
        "one that is only late"
    );
    assert!(stories.iter().any(|simulated| calls(simulated) > 1), "one that fails first");
    assert!(
        stories.iter().any(|simulated| simulated.result == Ok(Value::Int(2))),
        "one that succeeds"
    );
}

// A task whose delays grow to three seconds at most.
machine! {
    CAPPED,
    [Node { retry: &[Retrier { max_delay_seconds: Some(3), ..retrier(&["E"], 2, 3) }], ..task("X") }],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// Three branches with jitter.
machine! {
    JITTER,
    [
        parallel("P", &[NodeId(1), NodeId(2), NodeId(3)]),
        Node { retry: JITTERED, ..task("A") },
        Node { retry: JITTERED, ..task("B") },
        Node { retry: JITTERED, ..task("C") }
    ],
    enter: |node, data, _| Ok(if node == 0 { Step::Fork(data.clone()) } else { Step::Task(data.clone()) }),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

const JITTERED: &[Retrier] = &[Retrier { jitter: true, ..retrier(&["E"], 10, 5) }];

#[test]
fn delays_grow_to_the_longest() {
    let simulated = both_ways(&CAPPED, &json!(1), |_| Scripted::fail("E", ""));
    assert_eq!(
        simulated.delays.iter().map(|delay| delay.millis).collect::<Vec<_>>(),
        [2_000, 3_000, 3_000]
    );
}

#[test]
fn jitter_depends_on_the_seed_and_the_attempt_alone() {
    let fails = |call: &crate::engine::simulation::TaskCall| match call.attempt {
        0..=2 => Scripted::fail("E", ""),
        _ => Scripted::answer(json!(1)),
    };
    let delays = |seed: u64| {
        let simulated = Simulation::new().seed(seed).run(&JITTER, json!(1), fails);
        let again = Simulation::new().seed(seed).crash_every_step().run(&JITTER, json!(1), fails);
        assert_eq!(simulated.events, again.events);
        let mut delays: Vec<_> =
            simulated.delays.iter().map(|delay| (delay.state, delay.millis)).collect();
        delays.sort_unstable();
        delays
    };
    let found = delays(1);
    assert_eq!(found.len(), 9);
    assert!(found.iter().all(|(_, millis)| *millis <= 40_000));
    let distinct: std::collections::BTreeSet<u64> =
        found.iter().map(|(_, millis)| *millis).collect();
    assert!(distinct.len() >= 8, "{found:?}");
    assert_ne!(found, delays(2));
}
