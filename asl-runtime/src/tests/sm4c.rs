//! Machines of SM4C as the compiler would emit them: order, data, errors, events and timers.

use crate::engine::simulation::{DelayKind, Scripted, Simulation, SimulationRun, TaskCall};
use crate::{Failure, json};
use asl_execution::event::{Event, EventKeys};
use asl_execution::execution::{
    EventOptions, Execution, Outcome, RestoreOptions, SendError, Snapshot, StartOptions,
};
use asl_execution::history::EventType;
use asl_execution::machine::for_each::{EachRow, iterate};
use asl_execution::machine::sm4c::{
    ActionRow, AwaitRow, CallRow, EventRow, ForkRow, GroupRow, HandlerRow, Jitter, Join, RetryRow,
    Sm4cNode, Sm4cRow, Work, elements, event_of, fired, leave_for, leaving,
};
use asl_execution::machine::{
    Cx, Effect, Form, Kind, Machine, Next, Node, NodeId, StateKind, Step, TaskRow, Wait, advance,
    flow,
};
use asl_value::error::Failed;
use asl_value::value::Value;

use super::machines::{base, goto, node};
use super::{both_ways_on, lasting};

const TASK: TaskRow = TaskRow {
    task: 0,
    method: "work",
    resource: "work",
    form: Form::Rest,
    timeout_seconds: 60,
    timeout_given: false,
    heartbeat_seconds: None,
};

const fn state(name: &'static str, kind: Kind) -> Node {
    node(name, StateKind::State, kind)
}

const fn call(name: &'static str) -> Node {
    state(name, Kind::Invoke(Effect::Task(TASK)))
}

const PLAIN: Sm4cNode = Sm4cNode::NONE;
const ENTRY: Sm4cNode = Sm4cNode { is_entry: true, ..PLAIN };
const CALL: Sm4cNode = Sm4cNode {
    work: Work::Call(CallRow { name: "work", null_after: None, detached: false }),
    ..PLAIN
};

#[expect(clippy::unnecessary_wraps, reason = "as rows have it")]
const fn action(name: Option<&'static str>, kind: &'static str) -> Option<ActionRow> {
    Some(ActionRow { name, kind })
}

const NO_ROW: Sm4cRow = Sm4cRow { name: "by hand", version: "1.0", ..Sm4cRow::EMPTY };

/// Nodes with what only SM4C has.
const fn with_rows<const COUNT: usize>(
    mut nodes: [Node; COUNT],
    rows: &[Sm4cNode],
) -> [Node; COUNT] {
    let mut at = 0;
    while at < rows.len() {
        nodes[at].sm4c = rows[at];
        at += 1;
    }
    nodes
}

/// A machine of rows and functions by the numbers of its nodes.
macro_rules! sm4c {
    ($name:ident, $nodes:expr, $sm4c:expr, $row:expr, enter: $enter:expr, resume: $resume:expr) => {
        pub(crate) static $name: Machine = {
            fn enter(
                node: NodeId,
                data: &mut Value,
                cx: &mut Cx<'_>,
            ) -> asl_execution::machine::Flow {
                let enter: fn(u32, &mut Value, &mut Cx<'_>) -> Next = $enter;
                flow(enter(node.0, data, cx))
            }
            fn resume(node: NodeId, data: &mut Value, cx: &mut Cx<'_>, result: Value) -> Next {
                let resume: fn(u32, &mut Value, &mut Cx<'_>, Value) -> Next = $resume;
                resume(node.0, data, cx, result)
            }
            static NODES: &[Node] = &with_rows($nodes, &$sm4c);
            static ROW: Sm4cRow = $row;
            Machine {
                nodes: NODES,
                advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
                resume,
                sm4c: Some(&ROW),
                ..base(stringify!($name))
            }
        };
    };
}

/// Adds a word to the log in the global data.
fn note(cx: &mut Cx<'_>, word: impl Into<Value>) {
    if cx.global.get("log").is_none() {
        cx.global.insert("log", json!([]));
    }
    cx.global.update("log", |log| log.as_array_mut().map(|log| log.make_mut().push(word)));
}

fn both_ways(
    sim: impl Fn() -> Simulation,
    machine: &'static Machine,
    input: Value,
    script: impl Fn(&TaskCall) -> Scripted,
) -> SimulationRun {
    let simulated = both_ways_on(&sim, machine, &input, &script);
    let unwatched = sim().without_history().run(machine, input, &script);
    assert_eq!(
        (unwatched.result, unwatched.elapsed),
        (simulated.result.clone(), simulated.elapsed)
    );
    assert_eq!(
        lasting(&unwatched.log),
        lasting(&simulated.log),
        "whether anybody looks makes no difference"
    );
    simulated
}

// Pay (retried, with a jittered delay; in the end what is handled is null), wait for `paid` or ten
// seconds, exit action, Done.
sm4c! {
    ORDER,
    [
        call("Pay"),
        state("Done", Kind::End),
        state("Pay", Kind::Await),
        state("Pay", Kind::Eval).leave_for(NodeId(1)),
        state("Pay", Kind::Invoke(Effect::Wait)),
        state("Late", Kind::Eval),
    ],
    [
            Sm4cNode {
                is_entry: true,
                action: action(Some("pay"), "invokeFunction"),
                handlers: &[
                    HandlerRow {
                        retry: Some(RetryRow {
                            max_attempts: 2,
                            delay: Some(1_000),
                            max_delay: Some(5_000),
                            increment: Some(2_000),
                            multiplier: Some(9.0),
                            jitter: Some(Jitter::Fraction(0.5)),
                        }),
                    },
                    HandlerRow { retry: None },
                ],
                ..CALL
            },
            ENTRY,
            Sm4cNode {
                work: Work::Await(AwaitRow {
                    transitions: &[&[GroupRow { events: &[0], has_condition: true }]],
                    timeout: Some(10_000),
                }),
                ..PLAIN
            },
            PLAIN,
            Sm4cNode { action: action(None, "delay"), ..PLAIN },
            Sm4cNode { is_entry: true, action: action(None, "injectData"), ..PLAIN },
        ],
    Sm4cRow {
        timeout_millis: Some(100_000),
        on_timeout: Some(NodeId(5)),
        events: &[EventRow { name: "paid", source: None, kind: None, correlation: &[("order", "7")] }],
        handled: |_, cx, error| {
            note(cx, error.get("Message").cloned().unwrap_or_default());
            Ok(Some(u32::from(error.get("ClassName") == Some(&json!("Final")))))
        },
        matches: |_, place, _, cx, event| {
            assert_eq!(place, (0, 0));
            Ok(event.get("Data").and_then(Value::as_i64) >= cx.global.get("n").and_then(Value::as_i64))
        },
        ..NO_ROW
    },
    enter: |node, _, cx| match node {
        0 => Ok(Step::Task(cx.global.clone())),
        2 => Ok(Step::Await),
        3 => {
            leave_for(cx, NodeId(1));
            goto(4)
        }
        4 => Ok(Step::Wait(Wait::For(50))),
        5 => {
            note(cx, "late");
            Ok(Step::End)
        }
        _ => Ok(Step::End),
    },
    resume: |node, _, cx, result| match node {
        0 => {
            note(cx, json!({"paid": result}));
            goto(2)
        }
        2 if fired(&result).is_some() => {
            note(cx, event_of(&result, 0).get("Data").cloned().unwrap_or_default());
            goto(3)
        }
        2 => goto(2),
        _ => leaving(cx),
    }
}

fn paid(amount: i64) -> Event {
    Event::named("PAID").with_data(amount).with_attribute("order", "7")
}

fn busy(call: &TaskCall) -> Scripted {
    match call.attempt {
        0 | 1 => Scripted::fail("Busy", "busy").after(10),
        _ => Scripted::answer(json!("ok")),
    }
}

/// The machine's global data, as a snapshot has them.
fn data_of(run: &Execution) -> Value {
    let saved = Value::from_json_str(&run.snapshot().to_json_string()).expect("JSON");
    saved["state"]["setup"]["sm4c"]["data"].clone()
}

#[test]
fn a_policy_says_how_long_retries_wait_and_handlers_merge_each_failure() {
    let simulated = both_ways(
        || Simulation::new().dice(true, 0.5).event(20_000, paid(2)),
        &ORDER,
        json!({"n": 2}),
        busy,
    );
    assert_eq!(simulated.result, Ok(json!({"n": 2, "log": ["busy", "busy", {"paid": "ok"}, 2]})));
    let waits: Vec<(DelayKind, u64)> =
        simulated.delays.iter().map(|delay| (delay.kind, delay.millis)).collect();
    let expected =
        [(DelayKind::Retry, 1_250), (DelayKind::Retry, 3_750), (DelayKind::Wait, 10_000)];
    assert_eq!(waits[..3], expected);
}

#[test]
fn chance_moves_delays_to_both_sides_and_is_the_same_each_time() {
    let first_delay = |seed| {
        let simulated = both_ways(
            || Simulation::new().seed(seed).event(9_000, paid(2)),
            &ORDER,
            json!({"n": 2}),
            busy,
        );
        simulated.delays[0].millis
    };
    let delays: Vec<u64> = (0..20).map(first_delay).collect();
    assert!(delays.iter().all(|delay| (500..=1_500).contains(delay)), "{delays:?}");
    assert!(
        delays.iter().any(|delay| *delay < 1_000) && delays.iter().any(|delay| *delay > 1_000),
        "{delays:?}"
    );
}

#[test]
fn retries_that_are_used_up_end_the_run_with_the_error_itself() {
    let simulated =
        both_ways(Simulation::new, &ORDER, json!({"n": 2}), |_| Scripted::fail("Busy", "busy"));
    assert_eq!(simulated.result, Err(Failure::new("Busy", "busy")));
    assert_eq!(simulated.log.iter().filter(|line| line.contains(" Pay#0")).count(), 3);
}

#[test]
fn a_handler_without_a_policy_makes_the_result_null() {
    let simulated = both_ways(
        || Simulation::new().event(0, paid(2)),
        &ORDER,
        json!({"n": 2}),
        |_| Scripted::fail("Final", "it is over"),
    );
    assert_eq!(simulated.result, Ok(json!({"n": 2, "log": ["it is over", {"paid": null}, 2]})));
}

#[test]
fn events_are_looked_at_one_by_one_and_what_was_looked_at_is_gone() {
    let other = || Event::named("paid").with_data(9).with_attribute("order", "8");
    let sim = || {
        Simulation::new().event(0, paid(1)).event(0, other()).event(1, paid(3)).event(2, paid(4))
    };
    let simulated = both_ways(sim, &ORDER, json!({"n": 2}), |_| Scripted::answer(json!(1)));
    assert_eq!(simulated.result, Ok(json!({"n": 2, "log": [{"paid": 1}, 3]})));
    assert_eq!(simulated.elapsed, 51, "the exit action waits");
}

#[test]
fn a_wait_that_takes_too_long_takes_its_transition_and_forgets_what_came() {
    // The wait is begun again after ten seconds; by then the first event is gone.
    let sim = || Simulation::new().event(1, paid(1)).event(15_000, paid(2));
    let simulated = both_ways(sim, &ORDER, json!({"n": 2}), |_| Scripted::answer(json!(1)));
    assert_eq!(
        (simulated.result.as_ref().map(|output| output.get("log")), simulated.elapsed),
        (Ok(Some(&json!([{"paid": 1}, 2]))), 15_050)
    );
}

#[test]
fn an_action_takes_the_place_of_a_machine_that_takes_too_long() {
    let mut run = Execution::start(&ORDER, json!({"n": 2}), StartOptions::default());
    assert_eq!(run.deadline(), Some(100_000));
    run.advance(100_000);
    assert_eq!((run.deadline(), run.take_result()), (None, Some(Ok(json!(null)))));
    assert_eq!(data_of(&run), json!({"n": 2, "log": ["late"]}));
    let simulated = both_ways(Simulation::new, &ORDER, json!({"n": 2}), |_| Scripted::Hang);
    assert_eq!((simulated.result, simulated.elapsed), (Ok(json!(null)), 100_000));
}

#[test]
fn the_history_tells_of_states_and_actions_in_their_order() {
    let simulated =
        both_ways(|| Simulation::new().event(0, paid(2)), &ORDER, json!({"n": 2}), busy);
    let told: Vec<String> = simulated
        .events
        .iter()
        .map(|event| {
            let json = event.to_json();
            let name = |key| json.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            format!("{} {}{}", event.kind, name("stateName"), name("actionType"))
        })
        .collect();
    assert_eq!(
        told,
        [
            "EnterStateMachine ",
            "EnterState Pay",
            "BeforeAction invokeFunction",
            "BeforeAction invokeFunction",
            "BeforeAction invokeFunction",
            "AfterAction invokeFunction",
            "BeforeAction delay",
            "AfterAction delay",
            "ExitState Pay",
            "EnterState Done",
            "ExitState Done",
            "ExitStateMachine ",
        ]
    );
    let ids: Vec<u64> = simulated.events.iter().map(|event| event.id).collect();
    assert_eq!(ids, (1..=12).collect::<Vec<u64>>());
    let last = simulated.events.last().expect("the end");
    assert_eq!(last.kind, EventType::ExitStateMachine);
    let data = last.to_json().get("data").and_then(Value::as_str).map(str::to_owned);
    assert_eq!(data.as_deref(), Some(r#"{"n":2,"log":["busy","busy",{"paid":"ok"},2]}"#));
}

#[test]
fn an_event_that_is_refused_changes_nothing() {
    let options = StartOptions::default().events(EventOptions::default().largest(2_000));
    let mut run = Execution::start(&ORDER, json!({"n": 2}), options);
    let before = run.snapshot().to_json_string();
    let large = paid(2).with_data("x".repeat(2_000));
    assert_eq!(run.send(large, 1), Err(SendError::TooLarge { limit: 2_000 }));
    let deep = (0..255).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(run.send(paid(2).with_data(deep), 1), Err(SendError::TooDeep));
    assert_eq!(run.snapshot().to_json_string(), before);
    assert_eq!(run.send(paid(2), 1), Ok(()));
    assert!(run.cancel(2));
    assert_eq!(run.send(paid(2), 3), Err(SendError::Ended));
}

#[test]
fn an_inbox_has_its_bounds_and_may_keep_what_nobody_wanted() {
    let events = EventOptions::default().keep(true).keys(EventKeys::Names);
    let sim = || {
        Simulation::new()
            .event_options(events)
            .event(0, paid(1))
            .event(0, paid(7))
            .event(0, paid(5))
    };
    let simulated = both_ways(sim, &ORDER, json!({"n": 2}), |_| Scripted::answer(json!(1)));
    assert_eq!(simulated.result, Ok(json!({"n": 2, "log": [{"paid": 1}, 7]})));
    let mut run = Execution::start(&ORDER, json!({"n": 2}), StartOptions::default());
    for _ in 0..10_000 {
        assert_eq!(run.send(Event::named("other"), 0), Ok(()));
    }
    assert_eq!(run.send(Event::named("other"), 0), Err(SendError::Full));
}

#[test]
fn what_is_not_meant_for_a_wait_does_not_fill_the_inbox() {
    let mut run = Execution::start(&ORDER, json!({"n": 2}), StartOptions::default());
    let op =
        std::iter::from_fn(|| run.next_command()).find_map(|command| command.starts()).unwrap();
    run.complete(op, Outcome::Done(json!(1)), 0);
    for at in 0..25_000 {
        assert_eq!(
            run.send(if at % 2 == 0 { Event::named("other") } else { paid(1) }, 0),
            Ok(()),
            "{at}"
        );
    }
    let mut run = Execution::restore(&ORDER, run.snapshot(), RestoreOptions::default()).unwrap();
    assert_eq!(run.send(paid(5), 0), Ok(()));
    assert_eq!(data_of(&run).get("log"), Some(&json!([{"paid": 1}, 5])));
}

#[test]
fn a_machine_that_nobody_can_reach_ends() {
    let cause = "the machine waits for an event, and nothing can send it one";
    let simulated = both_ways(
        || Simulation::new().event(7, Event::named("other")),
        &LISTEN,
        json!(1),
        |_| Scripted::Hang,
    );
    assert_eq!(simulated.result, Err(Failure::new("States.Runtime", cause)));
    let mut run = Execution::start(&super::machines::RETRY, json!(1), StartOptions::default());
    assert_eq!(run.send(paid(1), 0), Err(SendError::NoEvents));
}

// Waits for an event without end.
sm4c! {
    LISTEN,
    [state("Listen", Kind::Await)],
    [Sm4cNode { is_entry: true, work: Work::Await(AwaitRow { transitions: &[&[GroupRow { events: &[], has_condition: false }]], timeout: None }), ..PLAIN }],
    Sm4cRow {
        ..NO_ROW
    },
    enter: |_, _, _| Ok(Step::Await),
    resume: |_, _, _, _| Ok(Step::End)
}

// Behind the macro that it uses.
mod children;

pub(crate) use children::{CALLS, VOTE};
