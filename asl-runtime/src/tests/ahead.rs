//! Tests of runs before they have an execution: the execution that is made is the same.

use asl_execution::execution::{Ahead, Command, Execution, Outcome, StartOptions};
use asl_execution::machine::{Kind, LateTime, Machine, StateKind, Step, Wait};
use asl_value::json;
use asl_value::value::Value;

use super::machines::{goto, machine, node, pass, task, wait};

// Two tasks with plain states around them, a Wait, and a fault.
machine! {
    TASKS,
    [
        pass("Before"),
        task("First"),
        node("Between", StateKind::Choice, Kind::Branch),
        task("Second"),
        wait("Pause"),
        pass("Fault"),
    ],
    enter: |node, data, _| match node {
        0 => goto(1),
        1 | 3 => Ok(Step::Task(data.clone())),
        2 => goto(3),
        4 => Ok(Step::Wait(Wait::For(5_000))),
        _ => Err(Box::new(asl_value::Failure::new("Fault", "no more"))),
    },
    resume: |node, data, result| match (node, result.as_str()) {
        (1, _) => { *data = result; goto(2) }
        (3, Some("wait")) => goto(4),
        (3, Some("end")) => { *data = result; Ok(Step::End) }
        (3, _) => goto(5),
        _ => unreachable!("node {node} has no result"),
    },
    caught: |_, _, _, _| goto(5)
}

const NOW: u64 = 1_000;

/// The execution that starts at once, after these answers.
fn execution(machine: &'static Machine, answers: &[Value]) -> Execution {
    let options = StartOptions::default().now(NOW).seed(7);
    let mut run = Execution::start(machine, json!({"n": 1}), options);
    let mut answers = answers.iter();
    while let Some(command) = run.next_command() {
        let Command::Run { op, .. } = command else { break };
        let Some(answer) = answers.next() else { break };
        assert!(run.complete(op, Outcome::Done(answer.clone()), NOW));
    }
    run
}

/// The execution that is made after these answers.
fn execution_after(machine: &'static Machine, answers: &[Value]) -> Execution {
    let mut run = Execution::before_start(machine, NOW, 7);
    let time = LateTime::new(|| NOW);
    // `is_possible` depends on the subscribers of other tests.
    let mut ahead = Ahead::new(machine, json!({"n": 1}), &time);
    let mut step = ahead.enter();
    let mut answers = answers.iter();
    loop {
        step = match ahead.start_task(step) {
            Ok(_) => match answers.next() {
                Some(answer) => ahead.take_answer(answer.clone()),
                None => {
                    ahead.wait_in(&mut run);
                    return run;
                }
            },
            Err(step) => {
                ahead.continue_in(&mut run, step);
                break;
            }
        };
    }
    while run.next_command().is_some() {}
    run
}

#[test]
fn the_execution_is_the_same_wherever_it_is_made() {
    let cases: [&[Value]; 5] = [
        &[],
        &[json!({"a": 1})],
        &[json!(1), json!("wait")],
        &[json!(1), json!("end")],
        &[json!(1), json!("fault")],
    ];
    for answers in cases {
        let (one, other) = (execution(&TASKS, answers), execution_after(&TASKS, answers));
        let (one, other) = (one.snapshot().to_json_string(), other.snapshot().to_json_string());
        assert_eq!(one, other, "after {answers:?}");
    }
}
