//! Tests of long loops, deep data, and AWS's limits.

use crate::engine::simulation::{Scripted, Simulation};
use asl_execution::execution::{Execution, StartOptions};
use asl_execution::machine::{Kind, Limits, Machine, StateKind, Step};
use asl_value::json;
use asl_value::value::{MAX_DEPTH, Value};

use super::machines::{LOOP, RETRY, base, goto, machine, node, parallel, pass, task, unexpected};
use super::{both_ways, chain};

#[test]
fn a_million_transitions_need_no_stack_and_yield_to_others() {
    let mut run = Execution::start(&LOOP, json!(500_000), StartOptions::default());
    let mut breaths = 0;
    while run.is_runnable() {
        run.advance(0);
        breaths += 1;
    }
    assert_eq!(run.take_result(), Some(Ok(json!(0))));
    assert!((90..=110).contains(&breaths), "a budget of 10,000 transitions, not {breaths} calls");
}

#[test]
fn a_loop_without_end_ends_the_simulation_not_the_tests() {
    static FOREVER: Machine = Machine {
        advance: |at, _, _, fuel| {
            at.visit += fuel;
            goto(0)
        },
        nodes: &[pass("Round")],
        ..base("forever")
    };
    let simulated = Simulation::new().max_steps(100).run(&FOREVER, json!(1), |_| Scripted::Hang);
    assert_eq!(
        simulated.result.expect_err("it never ends by itself").error(),
        Some("States.Runtime")
    );
}

/// This many nested arrays.
fn nested(depth: u32) -> Value {
    (0..depth).fold(Value::Int(1), |inner, _| Value::array(vec![inner]))
}

#[test]
fn input_that_is_nested_too_deeply_is_refused() {
    for depth in [MAX_DEPTH + 1, 100_000] {
        let simulated = Simulation::new().run(&LOOP, nested(depth), |_| Scripted::Hang);
        assert_eq!(simulated.result.expect_err("too deep").error(), Some("States.Runtime"));
    }
}

#[test]
fn a_task_with_too_deep_an_answer_has_failed() {
    let simulated = Simulation::new().run(&RETRY, json!(1), |_| Scripted::answer(nested(100_000)));
    let expected =
        json!({"Error": "States.TaskFailed", "Cause": "the data is nested deeper than 256 levels"});
    assert_eq!(simulated.result, Ok(expected));
}

// Wraps its data repeatedly.
machine! {
    GROW,
    [pass("Wrap")],
    enter: |_, data, _| { *data = Value::array(vec![std::mem::take(data)]); goto(0) },
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node)
}

// Doubles its data repeatedly, without copying it.
machine! {
    DOUBLE,
    [pass("Twice")],
    enter: |_, data, _| {
        let twice = std::mem::take(data);
        let flat = Value::text(twice.to_json_string().get(..9).unwrap_or("short"));
        *data = Value::array(vec![flat, twice.item(1).cloned().unwrap_or(twice.clone()), twice]);
        goto(0)
    },
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node)
}

#[test]
fn data_that_grows_too_deep_ends_the_execution() {
    let simulated = Simulation::new().run(&GROW, json!(1), |_| Scripted::Hang);
    let failure = simulated.result.expect_err("it grows for ever");
    let cause = failure.cause().expect("a cause");
    assert_eq!(failure.error(), Some("States.Runtime"));
    assert!(cause.starts_with("An error occurred while executing the state 'Wrap'"), "{cause}");
    assert!(cause.ends_with("the data is nested deeper than 256 levels"), "{cause}");
    let simulated = Simulation::new().run(&DOUBLE, json!("some text"), |_| Scripted::Hang);
    assert_eq!(simulated.result.expect_err("it grows for ever").error(), Some("States.Runtime"));
}

// AWS: an endless loop, and a Pass and a task with too large an output.
machine! {
    ENDLESS,
    [node("Loop", StateKind::Choice, Kind::Branch)],
    enter: |_, _, _| goto(0),
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node),
    limits: Limits::Aws
}
machine! {
    LARGE,
    [
        Node { catch: super::machines::ANY, ..task("Ask") },
        pass("Swell"),
    ],
    enter: |node, data, _| if node == 0 { Ok(Step::Task(data.clone())) } else {
        *data = Value::text("é".repeat(131_072));
        Ok(Step::End)
    },
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |_, _, data, error| { *data = error; Ok(Step::Goto(NodeId(1))) },
    limits: Limits::Aws
}

#[test]
fn the_history_ends_at_its_25_000th_event() {
    let simulated = Simulation::new().run(&ENDLESS, json!({"spin": true}), |_| Scripted::Hang);
    let failure = simulated.result.clone().expect_err("it loops");
    assert_eq!(failure.error(), Some("States.Runtime"));
    assert_eq!(
        failure.cause(),
        Some("The execution reached the maximum number of history events (25000).")
    );
    let chain = chain(&simulated);
    assert_eq!(chain[24_998..], ["24999 ChoiceStateExited 24998", "25000 ExecutionFailed 24999"]);
    let mut unwatched = Execution::start(&ENDLESS, json!(1), StartOptions::default());
    while unwatched.is_runnable() {
        unwatched.advance(0);
    }
    assert_eq!(unwatched.take_result(), Some(Err(failure)));
}

#[test]
fn more_than_256_kib_is_refused_where_aws_refuses_it() {
    let large = json!("x".repeat(256 * 1024 - 1));
    let simulated = Simulation::new().run(&LARGE, json!(1), |_| Scripted::answer(large.clone()));
    let names: Vec<String> = simulated.events.iter().map(|event| event.kind.to_string()).collect();
    let expected = [
        "ExecutionStarted",
        "TaskStateEntered",
        "LambdaFunctionScheduled",
        "LambdaFunctionStarted",
        "LambdaFunctionFailed",
        "TaskStateExited",
        "PassStateEntered",
        "ExecutionFailed",
    ];
    assert_eq!(names, expected);
    let said = |name: &str| {
        format!(
            "The state/task '{name}' returned a result with a size exceeding the maximum number of bytes service limit."
        )
    };
    assert_eq!(simulated.events[4].details.error.as_deref(), Some("States.DataLimitExceeded"));
    assert_eq!(
        simulated.events[4].details.cause.as_deref(),
        Some(said(super::machines::FUNCTION).as_str())
    );
    let failure = simulated.result.expect_err("the Pass has no catcher");
    assert_eq!(
        (failure.error(), failure.cause()),
        (Some("States.DataLimitExceeded"), Some(said("Swell").as_str()))
    );
    let just = json!("x".repeat(256 * 1024 - 2));
    let simulated = Simulation::new().run(&LARGE, json!(1), |_| Scripted::answer(just.clone()));
    assert_eq!(simulated.result, Ok(just));
    let simulated = both_ways(&RETRY, &json!(1), |_| Scripted::answer(large.clone()));
    assert_eq!(simulated.result, Ok(large.clone()), "the specification knows no limit");
}

/// Branches of WIDE.
const BRANCHES: u32 = 10_000;

// A Parallel with ten thousand branches that all run the same task.
machine! {
    WIDE,
    [
        Node { catch: super::machines::ANY, ..parallel("Wide", &[NodeId(1); BRANCHES as usize]) },
        task("Work"),
    ],
    enter: |node, data, _| if node == 0 { Ok(Step::Fork(data.clone())) } else { Ok(Step::Task(data.clone())) },
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |_, _, data, error| { *data = error; Ok(Step::End) }
}

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 * 1024).spawn(test).unwrap().join().unwrap();
}

#[test]
fn a_parallel_of_ten_thousand_branches_needs_no_stack() {
    on_a_small_stack(|| {
        let simulated = Simulation::new().run(&WIDE, json!({"shared": "by all"}), |call| {
            Scripted::answer(call.operation.clone())
        });
        let output = simulated.result.expect("all branches succeed");
        assert_eq!(output.as_array().map(asl_value::value::Array::len), Some(10_000));
        assert_eq!(output.item(9_999), Some(&json!("Wide#0.9999.Work#0")));
        let simulated = Simulation::new().run(&WIDE, json!(1), |call| {
            if call.operation == "Wide#0.5000.Work#0" {
                Scripted::fail("Busy", "no")
            } else {
                Scripted::Hang
            }
        });
        assert_eq!(simulated.result, Ok(json!({"Error": "Busy", "Cause": "no"})));
        assert_eq!(simulated.log.iter().filter(|line| line.contains(" cancel ")).count(), 9_999);
    });
}

#[test]
fn a_parallel_of_ten_thousand_branches_is_saved_and_restored() {
    on_a_small_stack(|| {
        let mut run = Execution::start(&WIDE, json!({"shared": "by all"}), StartOptions::default());
        let mut open: Vec<_> = std::iter::from_fn(|| run.next_command())
            .filter_map(|command| command.starts())
            .collect();
        while run.is_runnable() {
            run.advance(0);
            open.extend(
                std::iter::from_fn(|| run.next_command()).filter_map(|command| command.starts()),
            );
        }
        assert_eq!(open.len(), 10_000);
        for (done, op) in open.iter().enumerate() {
            if done % 2_500 == 0 {
                let text = run.snapshot().to_json_string();
                let snapshot = asl_execution::execution::Snapshot::from_json_str(&text)
                    .expect("as it was saved");
                run = Execution::restore(
                    &WIDE,
                    snapshot,
                    asl_execution::execution::RestoreOptions::default(),
                )
                .expect("sound");
                assert_eq!(std::iter::from_fn(|| run.next_command()).count(), 10_000 - done);
            }
            assert!(run.complete(*op, asl_execution::execution::Outcome::Done(json!(1)), 1));
        }
        let output = run.take_result().expect("it has ended").expect("it succeeds");
        assert_eq!(output.as_array().map(asl_value::value::Array::len), Some(10_000));
    });
}
