//! Tests of Parallel and Map: order, windows, cancelled branches, nesting.

use crate::engine::simulation::{Scripted, Simulation, TaskCall};
use asl_execution::execution::{Command, Execution, OpKey, Outcome, StartOptions};
use asl_execution::machine::{Machine, NodeId, Step, advance};
use asl_value::json;
use asl_value::value::Value;

use super::machines::{ANY, FAN, MAP, NESTED, base, goto, machine, parallel, pass, unexpected};
use super::{both_ways, chain};

#[test]
fn outputs_are_in_the_order_of_the_branches() {
    let simulated = both_ways(&FAN, &json!({"n": 1}), |call| match call.state {
        "A" => Scripted::answer(json!("a")).after(3_000),
        "B" => Scripted::answer(json!("b")).after(1_000),
        _ => Scripted::answer(json!("c")).after(10),
    });
    assert_eq!(simulated.result, Ok(json!(["a", "b", "c"])));
    assert_eq!(simulated.elapsed, 5_010);
    assert_eq!(
        simulated.log,
        ["0 Fan#0.0.A#0", "0 Fan#0.1.B#0", "0 timer 5000", "5000 Fan#0.2.C#1"]
    );
}

#[test]
fn the_first_failure_wins_and_cancels_the_others_in_order() {
    let simulated = both_ways(&FAN, &json!({"n": 1}), |call| match call.state {
        "A" => Scripted::answer(json!("a")).after(3_000),
        _ => Scripted::fail("Broken", "b").after(1_000),
    });
    assert_eq!(simulated.result, Ok(json!({"n": 1, "error": {"Error": "Broken", "Cause": "b"}})));
    assert_eq!(simulated.elapsed, 1_000);
    assert_eq!(simulated.log[3..], ["1000 cancel Fan#0.0.A#0", "1000 cancel timer"]);
    let expected = [
        "11 LambdaFunctionFailed 9",
        "12 TaskStateAborted 11",
        "13 TaskStateAborted 11",
        "14 WaitStateAborted 11",
        "15 ParallelStateFailed 11",
        "16 ParallelStateExited 15",
        "17 PassStateEntered 16",
        "18 PassStateExited 17",
        "19 ExecutionSucceeded 18",
    ];
    assert_eq!(chain(&simulated)[10..], expected);
}

#[test]
fn a_fault_in_a_branch_ends_everything() {
    let script = |call: &TaskCall| match call.state {
        "A" => Scripted::fail("States.Runtime", "a fault").after(10),
        _ => Scripted::Hang,
    };
    let simulated = both_ways(&FAN, &json!({}), script);
    let failure = simulated.result.clone().expect_err("nothing catches it");
    assert_eq!((failure.error(), failure.cause()), (Some("States.Runtime"), Some("a fault")));
    assert_eq!(chain(&simulated).last().map(String::as_str), Some("12 ExecutionFailed 11"));
}

#[test]
fn children_that_never_started_are_not_cancelled() {
    let mut run = Execution::start(&FAN, json!({}), StartOptions::default());
    let op = run.next_command().and_then(|command| command.starts()).expect("A is open");
    assert!(run.complete(op, Outcome::Failed(asl_value::TaskError::named("Broken")), 1));
    assert!(run.next_command().is_none(), "B and the timer are lost before anybody fetched them");
    assert!(run.result().is_some());
}

#[test]
fn a_window_limits_concurrent_iterations() {
    let simulated = both_ways(&MAP, &json!([30, 10, 10, 10]), |call| {
        let millis =
            call.input.as_i64().and_then(|millis| u64::try_from(millis).ok()).expect("a number");
        Scripted::answer(json!([call.input.clone()])).after(millis)
    });
    assert_eq!(simulated.result, Ok(json!([[30], [10], [10], [10]])));
    let expected =
        ["0 Each#0.0.One#0", "0 Each#0.1.One#0", "10 Each#0.2.One#0", "20 Each#0.3.One#0"];
    assert_eq!(simulated.log, expected);
    assert_eq!(simulated.elapsed, 30);
}

#[test]
fn a_map_over_no_items_has_an_empty_output() {
    let simulated = both_ways(&MAP, &json!([]), |_| Scripted::Hang);
    assert_eq!(simulated.result, Ok(json!([])));
    let expected = [
        "1 ExecutionStarted 0",
        "2 MapStateEntered 0",
        "3 MapStateStarted 2",
        "4 MapStateSucceeded 3",
        "5 MapStateExited 3",
        "6 PassStateEntered 5",
        "7 PassStateExited 6",
        "8 ExecutionSucceeded 7",
    ];
    assert_eq!(chain(&simulated), expected);
}

#[test]
fn a_failing_iteration_fails_the_map() {
    let simulated = both_ways(&MAP, &json!([1, 2, 3]), |call| match call.input.as_i64() {
        Some(1) => Scripted::answer(json!(1)).after(50),
        _ => Scripted::fail("Broken", "b").after(10),
    });
    assert_eq!(simulated.result.as_ref().expect_err("it fails").error(), Some("Broken"));
    let names: Vec<String> = simulated.events.iter().map(|event| event.kind.to_string()).collect();
    let end = [
        "LambdaFunctionFailed",
        "MapIterationFailed",
        "TaskStateAborted",
        "MapIterationAborted",
        "TaskStateAborted",
        "MapStateFailed",
        "ExecutionFailed",
    ];
    assert_eq!(names[names.len() - end.len()..], end);
}

#[test]
fn items_must_be_an_array() {
    let simulated = both_ways(&MAP, &json!({"a": 1}), |_| Scripted::Hang);
    let failure = simulated.result.expect_err("there is nothing to iterate over");
    let cause = "An error occurred while executing the state 'Each' (entered at the event id #2). \
        Reference path \"$\" must point to array.";
    assert_eq!((failure.error(), failure.cause()), (Some("States.Runtime"), Some(cause)));
}

#[test]
fn a_nested_parallel_is_retried_as_a_whole() {
    let simulated =
        both_ways(&NESTED, &json!(1), |call| match (call.state, call.operation.as_str()) {
            ("Left", "Outer#0.0.Inner#0.0.Left#0") if call.at == 0 => {
                Scripted::fail("Busy", "").after(100)
            }
            ("Left", _) => Scripted::answer(json!("left")).after(100),
            _ => Scripted::answer(json!("beside")).after(9_000),
        });
    assert_eq!(simulated.result, Ok(json!([["left", null], "beside"])));
    let expected = [
        "0 Outer#0.0.Inner#0.0.Left#0",
        "0 timer 2500",
        "0 Outer#0.1.Beside#0",
        "100 cancel timer",
        "100 timer 1000",
        "1100 Outer#0.0.Inner#0~1.0.Left#0",
        "1100 timer 2500",
    ];
    assert_eq!(simulated.log, expected);
}

#[test]
fn an_aborted_nested_parallel_neither_succeeds_nor_exits() {
    let simulated = both_ways(&NESTED, &json!(1), |call| match call.state {
        "Left" => Scripted::answer(json!("left")).after(100),
        _ => Scripted::fail("Broken", "b").after(1_000),
    });
    assert_eq!(simulated.result.as_ref().expect_err("Beside fails").error(), Some("Broken"));
    let expected = [
        "LambdaFunctionFailed",
        "TaskStateAborted",
        "ParallelStateAborted",
        "WaitStateAborted",
        "ParallelStateFailed",
        "ExecutionFailed",
    ];
    let names: Vec<String> = simulated.events.iter().map(|event| event.kind.to_string()).collect();
    assert_eq!(names[names.len() - expected.len()..], expected);
    assert!(
        !names.iter().any(|name| name == "ParallelStateSucceeded" || name == "ParallelStateExited")
    );
}

// A Parallel whose own result does not fit, after its branches have ended.
machine! {
    MISFIT,
    [Node { catch: ANY, ..parallel("Both", &[NodeId(1), NodeId(2)]) }, pass("One"), pass("Two"), pass("Handled")],
    enter: |node, data, _| if node == 0 { Ok(Step::Fork(data.clone())) } else { Ok(Step::End) },
    resume: |_, _, _| Err(Box::new(asl_value::Failure::new("States.ResultPathMatchFailure", "it does not fit"))),
    caught: |_, _, data, error| { *data = error; goto(3) }
}

#[test]
fn a_failure_after_the_branches_follows_their_success() {
    let simulated = both_ways(&MISFIT, &json!(1), |_| Scripted::Hang);
    let expected = [
        "8 ParallelStateSucceeded 7",
        "9 ParallelStateExited 8",
        "10 PassStateEntered 9",
        "11 PassStateExited 10",
        "12 ExecutionSucceeded 11",
    ];
    assert_eq!(chain(&simulated)[7..], expected);
}

// Three branches that never wait: the second one fails after the many transitions of the first one.
machine! {
    RACE,
    [
        parallel("Race", &[NodeId(1), NodeId(3)]),
        pass("Long"),
        pass("Longer"),
        pass("Short"),
    ],
    enter: |node, data, _| match node {
        0 => Ok(Step::Fork(data.clone())),
        1 => Ok(Step::Goto(NodeId(2))),
        2 => Err(Box::new(asl_value::Failure::new("First", "it comes first"))),
        _ => Err(Box::new(asl_value::Failure::new("Second", "it is never reached"))),
    },
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node)
}

#[test]
fn the_fuel_does_not_change_the_first_failure() {
    let simulated = both_ways(&RACE, &json!(1), |_| Scripted::Hang);
    assert_eq!(simulated.result.expect_err("a branch fails").error(), Some("First"));
}

/// A machine of this many Parallels, each the only branch of the one before.
fn deep(levels: u32) -> &'static Machine {
    fn enter(
        node: NodeId,
        data: &mut Value,
        _: &mut asl_execution::machine::Cx<'_>,
    ) -> asl_execution::machine::Flow {
        asl_execution::machine::flow(if node.0 == 0 {
            Ok(Step::Task(data.clone()))
        } else {
            Ok(Step::Fork(data.clone()))
        })
    }
    let nodes = (0..=levels).map(|level| match level.checked_sub(1) {
        None => super::machines::task("Bottom"),
        Some(below) => parallel("Level", Box::leak(Box::new([NodeId(below)]))),
    });
    Box::leak(Box::new(Machine {
        start: NodeId(levels),
        nodes: Box::leak(nodes.collect()),
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume: |node, data, _, result| {
            *data = if node.0 % 100 == 0 { result } else { Value::Null };
            Ok(Step::End)
        },
        ..base("deep")
    }))
}

#[test]
fn parallels_nest_as_deeply_as_a_definition_can() {
    for levels in [200, 5_000] {
        let simulated = Simulation::new().run(deep(levels), json!(7), |call| {
            assert!(call.operation.len() <= 256 && call.operation.ends_with("Level#0.0.Bottom#0"));
            Scripted::answer(json!(8)).after(5)
        });
        assert_eq!(
            simulated.result,
            Ok(json!([null])),
            "every hundredth level keeps the array of the one below"
        );
        let failed = Simulation::new()
            .run(deep(levels), json!(7), |_| Scripted::fail("Broken", "").after(5));
        assert_eq!(failed.result.expect_err("it fails").error(), Some("Broken"));
    }
    let simulated = both_ways(deep(200), &json!(7), |_| Scripted::answer(json!(8)).after(5));
    assert_eq!(simulated.elapsed, 5);
}

#[test]
fn a_forest_of_open_iterations_is_cancelled_in_linear_time() {
    let items = Value::array((0..100_000).map(Value::Int).collect());
    let mut run = Execution::start(&MANY, items, StartOptions::default());
    let mut ops: Vec<OpKey> = Vec::new();
    loop {
        ops.extend(
            std::iter::from_fn(|| run.next_command()).filter_map(|command| command.starts()),
        );
        if !run.is_runnable() {
            break;
        }
        run.advance(0);
    }
    assert_eq!(ops.len(), 100_000);
    assert!(run.complete(ops[50_000], Outcome::Failed(asl_value::TaskError::named("Broken")), 1));
    let cancelled: Vec<Command> = std::iter::from_fn(|| run.next_command()).collect();
    assert_eq!(cancelled.len(), 99_999);
    assert!(run.result().is_some_and(|result| result.is_err()));
}

machine! {
    MANY,
    [super::machines::map("Each", NodeId(1), 0), super::machines::task("One")],
    enter: |node, data, _| if node == 0 { super::machines::each(data, 0) } else { Ok(Step::Task(data.clone())) },
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}
