//! Tests of children without frames: nobody can see the difference.

use std::sync::Arc;

use asl_execution::execution::{Command, Execution, Outcome, StartOptions};
use asl_execution::history::{HistoryEvent, Observer, Subject};
use asl_execution::machine::{Kind, Machine, StateKind, Step};
use asl_value::json;
use asl_value::value::Value;

use super::machines::{each, goto, machine, map, node, parallel, pass, task};

// A Parallel of a Map and a plain branch. Iterations over negative numbers wait for a task, those
// over texts fail, and the others end after three states.
machine! {
    MIXED,
    [
        parallel("Both", &[NodeId(1), NodeId(5)]),
        map("Each", NodeId(2), 3),
        pass("First"),
        node("Second", StateKind::Choice, Kind::Branch),
        task("Third"),
        pass("Beside"),
    ],
    enter: |node, data, cx| match node {
        0 => Ok(Step::Fork(data.clone())),
        1 => each(data, 3),
        2 if data.as_str().is_some() => Err(Box::new(asl_value::Failure::new("Text", "a text"))),
        2 => { *data = json!([data.clone(), i64::from(cx.index)]); goto(3) }
        3 if data.at(["0"]).is_none() && data.item(0).and_then(Value::as_i64) < Some(0) => goto(4),
        4 => Ok(Step::Task(data.clone())),
        _ => Ok(Step::End),
    },
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |_, _, _, _| goto(5)
}

/// An observer, for which events are made.
struct Ignore;

impl Observer for Ignore {
    fn event(&self, _: &Subject, _: &HistoryEvent) {}
}

/// Its state whenever it waits, and its result. Tasks answer with their input.
fn stages(
    machine: &'static Machine,
    input: &Value,
    options: StartOptions,
) -> (Vec<String>, String) {
    let mut run = Execution::start(machine, input.clone(), options);
    let mut stages = Vec::new();
    loop {
        stages.push(run.snapshot().to_json_string());
        match run.next_command() {
            Some(Command::Run { op, input, .. }) => {
                assert!(run.complete(op, Outcome::Done(input), run.now() + 1));
            }
            Some(_) => {}
            None if run.is_runnable() => run.advance(run.now() + 1),
            None => return (stages, format!("{:?}", run.result())),
        }
    }
}

#[test]
fn children_leave_the_same_execution_with_and_without_an_observer() {
    let inputs = [
        json!([]),
        json!([1, 2, 3, 4, 5]),
        json!([1, -2, 3, 4, -5, -6, -7, 8]),
        json!([-1, 2, "three", 4]),
    ];
    for input in inputs {
        for fuel in [1, 2, 3, 4, 5, 7, 0] {
            let options = || StartOptions::default().now(1_000).seed(7).fuel(fuel);
            let observed = options().observer(Some(Arc::new(Ignore).into()));
            let observed = stages(&MIXED, &input, observed);
            let unobserved = stages(&MIXED, &input, options());
            assert_eq!(unobserved.1, observed.1, "{input}, fuel {fuel}");
            // With little fuel, the engine gets control at other times.
            assert!(fuel > 0 || unobserved == observed, "{input}");
        }
    }
}
