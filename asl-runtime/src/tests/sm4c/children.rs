//! Machines of SM4C with children: `parallel`, `sequence`, `forEach`, and detached calls.

use super::*;

/// The work of a child: it makes a call, or ends at once with its own number.
#[expect(clippy::unnecessary_wraps, reason = "as emitted code has it")]
fn child(node: u32, data: &mut Value) -> Next {
    if node == 3 {
        *data = json!("at once");
        return Ok(Step::End);
    }
    Ok(Step::Task(json!(node)))
}

fn outcome(
    _: u32,
    data: &mut Value,
    cx: &mut Cx<'_>,
    result: Value,
    whole: fn(&mut Cx<'_>, Value) -> Next,
) -> Next {
    if data.is_null() {
        return whole(cx, result);
    }
    *data = result;
    Ok(Step::End)
}

/// The children of a fork with this join: two calls, the second with a policy-free handler, and one
/// without a call.
macro_rules! forks {
    ($name:ident, $join:expr, $window:expr, $children:expr) => {
        sm4c! {
            $name,
            [state("Fork", Kind::Fork(&$children)), call("Fork"), call("Fork"), state("Fork", Kind::Eval)],
            [
                    Sm4cNode {
                        is_entry: true,
                        work: Work::Fork(ForkRow { join: $join, window: $window, keys: &["a", "1", "2"] }),
                        ..PLAIN
                    },
                    CALL,
                    CALL,
                    PLAIN,
                ],
    Sm4cRow {
                ..NO_ROW
            },
            enter: |node, data, _| if node == 0 { Ok(Step::Fork(json!("in"))) } else { child(node, data) },
            resume: |node, data, cx, result| {
                outcome(node, data, cx, result, |cx, result| {
                    cx.global = result;
                    Ok(Step::End)
                })
            }
        }
    };
}

forks!(SEQUENCE, Join::All, 1, [NodeId(1), NodeId(2), NodeId(3)]);
forks!(ALL, Join::Settled, 0, [NodeId(1), NodeId(2), NodeId(3)]);
forks!(RACE, Join::First, 0, [NodeId(1), NodeId(2)]);
forks!(QUICK, Join::First, 0, [NodeId(1), NodeId(2), NodeId(3)]);
forks!(VOTE, Join::Count(2), 0, [NodeId(1), NodeId(2), NodeId(1)]);

/// Calls of node 1 take 300 ms, and those of node 2 100 ms.
fn timed(call: &TaskCall) -> Scripted {
    match call.input.as_i64() {
        Some(1) => Scripted::answer(json!("one")).after(300),
        _ => Scripted::answer(json!("two")).after(100),
    }
}

/// As [`timed`], but the quicker call fails.
fn failing(call: &TaskCall) -> Scripted {
    match call.input.as_i64() {
        Some(1) => Scripted::fail("Late", "1").after(300),
        _ => Scripted::fail("Soon", "2").after(100),
    }
}

fn run(
    machine: &'static Machine,
    script: impl Fn(&TaskCall) -> Scripted,
) -> (Result<Value, Failure>, u64) {
    let simulated = both_ways(Simulation::new, machine, json!({}), script);
    (simulated.result, simulated.elapsed)
}

#[test]
fn children_go_together_as_the_action_says() {
    let all = json!({"a": "one", "1": "two", "2": "at once"});
    assert_eq!(run(&SEQUENCE, timed), (Ok(all.clone()), 400));
    assert_eq!(run(&ALL, timed), (Ok(all), 300));
    assert_eq!(run(&RACE, timed), (Ok(json!({"1": "two"})), 100));
    assert_eq!(run(&QUICK, timed), (Ok(json!({"2": "at once"})), 0));
    assert_eq!(run(&VOTE, timed), (Ok(json!({"a": "one", "1": "two"})), 300));
}

#[test]
fn failures_of_children_count_as_the_action_says() {
    let (late, soon) = (Err(Failure::new("Late", "1")), Err(Failure::new("Soon", "2")));
    assert_eq!(run(&SEQUENCE, failing), (late.clone(), 300));
    assert_eq!(run(&ALL, failing), (late, 300), "the first in their order, when all have ended");
    assert_eq!(run(&RACE, failing), (soon.clone(), 100));
    assert_eq!(run(&VOTE, failing), (soon, 100));
}

#[test]
fn losers_are_begun_and_then_cancelled() {
    let simulated = both_ways(Simulation::new, &QUICK, json!({}), timed);
    assert_eq!(
        simulated.log,
        [
            "0 Fork#0.0.Fork#0",
            "0 Fork#0.1.Fork#0",
            "0 cancel Fork#0.0.Fork#0",
            "0 cancel Fork#0.1.Fork#0"
        ]
    );
}

// A forEach over the numbers in the global data, two at a time, with a call for each.
sm4c! {
    EACH,
    [state("Each", Kind::ForEach(EachRow { body: NodeId(1), window: Some(2), selects: false, run: None })), call("Each")],
    [
            Sm4cNode {
                is_entry: true,
                handlers: &[HandlerRow { retry: None }],
                work: Work::Fork(ForkRow { join: Join::Settled, window: 2, keys: &[] }),
                ..PLAIN
            },
            CALL,
        ],
    Sm4cRow {
        handled: |node, _, error| Ok((node == NodeId(0) && error.get("ClassName") == Some(&json!("Handled"))).then_some(0)),
        ..NO_ROW
    },
    enter: |node, data, cx| match node {
        0 => Ok(Step::ForEach(iterate(elements(cx.global.get("items").cloned().unwrap_or_default())?, 2))),
        _ => Ok(Step::Task(data.clone())),
    },
    resume: |node, data, cx, result| {
        if node == 0 {
            cx.global = result;
        } else {
            *data = result;
        }
        Ok(Step::End)
    }
}

#[test]
fn a_for_each_slides_its_window_and_stops_at_a_failure() {
    let script = |call: &TaskCall| {
        let number = call.input.as_i64().unwrap_or_default();
        let after = u64::try_from(number).unwrap_or_default();
        if number == 30 {
            Scripted::fail("Odd", "30").after(30)
        } else {
            Scripted::answer(number + 1).after(after)
        }
    };
    let each = |items: Value| both_ways(Simulation::new, &EACH, json!({"items": items}), script);
    let simulated = each(json!([40, 10, 20]));
    assert_eq!((simulated.result, simulated.elapsed), (Ok(json!([41, 11, 21])), 40));
    assert_eq!(each(json!([])).result, Ok(json!([])));
    let simulated = each(json!([100, 30, 50]));
    assert_eq!(
        (simulated.result, simulated.elapsed),
        (Err(Failure::new("Odd", "30")), 100),
        "what runs goes on to its end"
    );
    assert_eq!(simulated.log.len(), 2, "and nothing else begins: {:?}", simulated.log);
    assert_eq!(
        each(json!({})).result,
        Err(Failure::new("ForEachInput", "foreach input is not an array"))
    );
    let handled = both_ways(Simulation::new, &EACH, json!({"items": [1, 2]}), |_| {
        Scripted::fail("Handled", "x")
    });
    assert_eq!(handled.result, Ok(json!(null)));
}

// A detached call, then one that takes too long.
sm4c! {
    CALLS,
    [call("Calls"), call("Calls")],
    [
            Sm4cNode {
                is_entry: true,
                work: Work::Call(CallRow { name: "tell", null_after: None, detached: true }),
                ..PLAIN
            },
            Sm4cNode { work: Work::Call(CallRow { name: "ask", null_after: Some(1_500), detached: false }), ..PLAIN },
        ],
    Sm4cRow {
        ..NO_ROW
    },
    enter: |node, _, _| Ok(Step::Task(json!(node))),
    resume: |node, _, cx, result| {
        note(cx, result);
        if node == 0 { goto(1) } else { Ok(Step::End) }
    }
}

#[test]
fn a_detached_call_is_made_once_and_a_limited_one_ends_in_null() {
    let seen = std::cell::RefCell::new(Vec::new());
    let script = |call: &TaskCall| {
        seen.borrow_mut().push((call.name, call.is_awaited));
        if call.is_awaited { Scripted::Hang } else { Scripted::fail("Lost", "nobody hears") }
    };
    let simulated = both_ways(Simulation::new, &CALLS, json!({}), script);
    assert_eq!((simulated.result, simulated.elapsed), (Ok(json!({"log": [null, null]})), 1_500));
    assert_eq!(seen.into_inner(), [("tell", false), ("ask", true)].repeat(3));
}

#[test]
fn a_detached_call_that_no_engine_has_taken_survives_a_crash() {
    let run = Execution::start(&CALLS, json!({}), StartOptions::default());
    let text = run.snapshot().to_json_string();
    let saved = || Snapshot::from_json_str(&text).expect("its own text");
    let mut again =
        Execution::restore(&CALLS, saved(), RestoreOptions::default().now(1_000)).expect("sound");
    let Some(asl_execution::execution::Command::Detach { op, operation_id, input, .. }) =
        again.next_command()
    else {
        panic!("it is made again")
    };
    assert_eq!((operation_id.to_string(), input), ("Calls#0".to_owned(), json!(0)));
    again.acknowledge(op);
    let Some(asl_execution::execution::Command::Run { op, limits, .. }) = again.next_command()
    else {
        panic!("so is the other")
    };
    assert_eq!(limits.timeout, 500, "what is left of its time");
    assert!(again.complete(op, Outcome::TimedOut, 1_500));
    assert_eq!(again.take_result(), Some(Ok(json!({"log": [null, null]}))));
}

/// A failure whose cause would be refused as data.
fn deep() -> Failed {
    let deep = (0..250).fold(json!(1), |inner, _| json!([inner]));
    asl_value::TaskError::new("Deep", "x").with_data(deep).into_failure()
}

// Fails in the action, then in its result handler.
sm4c! {
    NESTED,
    [state("Outer", Kind::Fork(&[NodeId(1)])), state("Outer", Kind::Eval)],
    [
            Sm4cNode {
                is_entry: true,
                handlers: &[HandlerRow { retry: None }],
                work: Work::Fork(ForkRow { join: Join::Settled, window: 0, keys: &["inner"] }),
                ..PLAIN
            },
            Sm4cNode { handlers: &[HandlerRow { retry: None }], ..PLAIN },
        ],
    Sm4cRow {
        handled: |node, cx, error| {
            note(cx, error.get("ClassName").cloned().unwrap_or_default());
            // The inner handler fails itself: its merge has no effect.
            if node == NodeId(1) { Err(Failure::new("Handler", "y").into()) } else { Ok(Some(0)) }
        },
        ..NO_ROW
    },
    enter: |node, _, _| if node == 0 { Ok(Step::Fork(json!(null))) } else { Err(deep()) },
    resume: |_, _, cx, result| {
        note(cx, result);
        Err(Failure::new("Merge", "z").into())
    }
}

#[test]
fn a_handler_that_fails_replaces_the_failure_and_result_handlers_are_not_covered() {
    let mut run = Execution::start(&NESTED, json!({}), StartOptions::default());
    assert_eq!(run.take_result(), Some(Err(Failure::new("Merge", "z"))));
    assert_eq!(data_of(&run), json!({"log": ["Handler", null]}));
}
