//! Tests of random machines: a crash after every step changes nothing.

use std::cell::Cell;

use crate::engine::simulation::{Scripted, Simulation, TaskCall};
use asl_execution::machine::for_each::{Batch, EachRow, Run, RunRow, StoreRow, distribute};
use asl_execution::machine::{
    Catcher, Cx, Effect, Exit, Flow, Form, Kind, Machine, Next, Node, NodeId, Retrier, StateKind,
    Step, TaskRow, Uses, Wait, advance, flow,
};
use asl_execution::storage::items::{open_items, write_results};
use asl_execution::storage::{Memory, ObjectName};
use asl_language::hash::fnv1a;
use asl_language::random::{mix, scramble};
use asl_value::error::Failure;
use asl_value::json;
use asl_value::value::{Object, Text, Value};

use super::both_ways_on;
use super::machines::{base, each, map, node, parallel, pass, retrier, task, wait};

pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: u32) -> u32 {
        self.0 = mix(self.0, 0);
        u32::try_from(self.0 >> 40).expect("24 bits") % sides
    }
}

thread_local! {
    /// The functions of a machine know its nodes.
    static NODES: Cell<&'static [Node]> = const { Cell::new(&[]) };
}

fn current(node: NodeId) -> &'static Node {
    &NODES.get()[node.0 as usize]
}

/// The target of a node's first transition.
fn next(node: NodeId) -> Step {
    match current(node).exit {
        Exit::Next(next) => Step::Goto(next),
        Exit::End | Exit::None => Step::End,
    }
}

fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> Flow {
    flow(match &current(node).kind {
        Kind::Invoke(Effect::Task(_)) => {
            Ok(Step::Task(json!([data.clone(), cx.attempt, cx.index])))
        }
        Kind::Invoke(Effect::Wait) => Ok(Step::Wait(Wait::For(u64::from(node.0 % 5) * 700))),
        Kind::Fork(_) => Ok(Step::Fork(data.clone())),
        Kind::ForEach(row) => {
            let items = Value::array((0..i64::from(node.0 % 7)).map(Value::Int).collect());
            let window = row.window.unwrap_or(node.0 % 3);
            match &row.run {
                None => each(&items, window),
                Some(run) => {
                    Ok(Step::ForEach(distribute(items, window, Ok(run_options(node, run)))))
                }
            }
        }
        // With a state, because the number of the event is in the cause.
        Kind::Fail => Err(Box::new(Failure {
            unplaced: true,
            ..Failure::new("Failed", format!("in {}", node.0))
        })),
        Kind::Eval | Kind::Branch | Kind::Await | Kind::End => {
            *data = json!(node.0);
            Ok(next(node))
        }
    })
}

/// The start parameters of a distributed Map, derived from its node's number.
fn run_options(node: NodeId, run: &RunRow) -> Run {
    let number = u64::from(node.0);
    let file = if number % 5 == 0 { "broken.jsonl" } else { "items.jsonl" };
    Run {
        tolerated_count: (number % 3 == 0).then_some(number % 4),
        tolerated_percentage: (number % 4 == 0).then_some(50.0),
        batch: (number % 2 == 0).then(|| Batch {
            items: Some(1 + number % 3),
            bytes: None,
            input: json!(number),
        }),
        reader: if run.reader.is_some() {
            json!({"Bucket": "in", "Key": file})
        } else {
            Value::Null
        },
        max_items: (number % 7 == 0).then_some(5),
        writer: json!({"Bucket": "out", "Prefix": number.to_string()}),
    }
}

/// Two files for readers: one with nine items, and one with a fault after six.
fn storage() -> Memory {
    let storage = Memory::new();
    let lines = |count: i64| {
        (0..count).map(|number| json!({"n": number}).to_json_string() + "\n").collect::<String>()
    };
    storage.put(ObjectName::new("in", "items.jsonl"), lines(9));
    // The items before the fault fill the piece before it.
    storage.put(
        ObjectName::new("in", "broken.jsonl"),
        format!("{}{}\noops", lines(6), " ".repeat(5_000)),
    );
    storage
}

static LINES: Value = Value::Object(Object::Static(&[(
    Text::new_static("InputType"),
    Value::String(Text::new_static("JSONL")),
)]));
static NOTHING: Value = Value::Object(Object::Static(&[]));

/// A Map whose children are executions of their own.
fn distributed(body: NodeId, dice: &mut Dice) -> Node {
    let reader = (dice.roll(2) == 0).then_some(StoreRow {
        resource: "arn:aws:states:::s3:getObject",
        config: &LINES,
        access: open_items as _,
    });
    let writer = (dice.roll(3) == 0).then_some(StoreRow {
        resource: "arn:aws:states:::s3:putObject",
        config: &NOTHING,
        access: write_results as _,
    });
    let run = Some(RunRow { label: "Run", reader, writer });
    node("Run", StateKind::Map, Kind::ForEach(EachRow { body, window: None, selects: false, run }))
}

#[expect(clippy::unnecessary_wraps, reason = "as emitted code has it")]
fn resume(node: NodeId, data: &mut Value, _: &mut Cx<'_>, result: Value) -> Next {
    *data = if result.size() > 500 { json!("much") } else { result };
    Ok(next(node))
}

#[expect(clippy::unnecessary_wraps, reason = "as emitted code has it")]
fn caught(node: NodeId, catcher: u32, data: &mut Value, _: &mut Cx<'_>, error: Value) -> Next {
    *data = Value::array(vec![error, catcher.into()]);
    Ok(next(node))
}

/// Adds a chain of states, some of which contain whole machines. Returns the first node.
fn chain(nodes: &mut Vec<Node>, dice: &mut Dice, depth: u32) -> NodeId {
    let mut after: Option<NodeId> = None;
    for _ in 0..=dice.roll(3) {
        let mut state = match dice.roll(if depth == 0 { 8 } else { 14 }) {
            0..3 => task("Work"),
            3 => node("Beat", StateKind::Task, Kind::Invoke(Effect::Task(beating()))),
            4 => wait("Pause"),
            5 => node("Fail", StateKind::Fail, Kind::Fail),
            6 | 7 => pass("Pass"),
            8 | 9 => {
                let branches =
                    (0..=dice.roll(3)).map(|_| chain(nodes, dice, depth - 1)).collect::<Vec<_>>();
                parallel("Fan", branches.leak())
            }
            10 | 11 => map("Each", chain(nodes, dice, depth - 1), dice.roll(4)),
            _ => distributed(chain(nodes, dice, depth - 1), dice),
        };
        if let Some(node) = after {
            state.exit = Exit::Next(node);
        }
        state.retry = Vec::leak(retriers(dice));
        state.catch =
            if dice.roll(3) == 0 { &[Catcher(&["States.TaskFailed"], NodeId(0))] } else { &[] };
        nodes.push(state);
        after = Some(NodeId(u32::try_from(nodes.len()).expect("few") - 1));
    }
    after.expect("at least one")
}

fn beating() -> TaskRow {
    TaskRow {
        task: 0,
        method: "beat",
        resource: "arn:aws:states:::sqs:sendMessage",
        form: Form::Answer,
        timeout_seconds: 9,
        timeout_given: true,
        heartbeat_seconds: Some(2),
    }
}

fn retriers(dice: &mut Dice) -> Vec<Retrier> {
    match dice.roll(4) {
        0 => vec![retrier(&["Busy"], 1, 2)],
        1 => vec![retrier(&["Busy", "Failed"], 1, 1), retrier(&["States.ALL"], 2, 1)],
        _ => Vec::new(),
    }
}

/// The behaviour of a task, which depends only on its call.
fn script(call: &TaskCall) -> Scripted {
    let dice = fnv1a(call.operation.as_bytes()) ^ u64::from(call.attempt);
    let after = dice % 5 * 400;
    match scramble(dice) % 12 {
        0 => Scripted::Hang,
        1 | 2 => Scripted::fail("Busy", "again").after(after),
        3 => Scripted::fail("Broken", "for good").after(after),
        4 => Scripted::fail("States.Runtime", "a fault").after(after * 9),
        5 => Scripted::answer(json!("late")).after(after).with_heartbeats(1_500, 3),
        _ => Scripted::answer(json!(dice % 100)).after(after),
    }
}

/// A machine from a seed; `change` may modify its nodes. It is valid until the next one is created
/// on this thread.
pub(super) fn machine(seed: u64, mut change: impl FnMut(&mut Node, &mut Dice)) -> &'static Machine {
    let mut dice = Dice(seed);
    let mut nodes = Vec::new();
    let start = chain(&mut nodes, &mut dice, 3);
    let timeout_seconds = (dice.roll(4) == 0).then_some(5);
    for node in &mut nodes {
        change(node, &mut dice);
    }
    NODES.set(nodes.leak());
    Box::leak(Box::new(Machine {
        start,
        nodes: NODES.get(),
        timeout_seconds,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        uses: Uses { context: seed.is_multiple_of(2), variables: false, runs: true, random: false },
        ..base("random")
    }))
}

#[test]
fn a_crash_after_every_step_changes_nothing() {
    let (mut succeeded, mut failed, mut most) = (0, 0, 0);
    for seed in 0..400 {
        let machine = machine(seed, |_, _| ());
        let simulated =
            both_ways_on(|| Simulation::new().storage(storage()), machine, &json!(seed), script);
        let unwatched = unwatched(machine, &json!(seed));
        assert_eq!(unwatched, simulated.result, "seed {seed}: an observer changes nothing");
        check_chain(&simulated.events);
        *(if simulated.result.is_ok() { &mut succeeded } else { &mut failed }) += 1;
        most = most.max(simulated.events.len());
    }
    assert!(
        succeeded > 50 && failed > 50 && most > 200,
        "{succeeded} succeeded, {failed} failed, {most} events"
    );
}

/// Checks that ids have no gap, and that each event follows an earlier one.
fn check_chain(events: &[asl_execution::HistoryEvent]) {
    for (event, id) in events.iter().zip(1..) {
        assert_eq!(event.id, id);
        assert!(event.previous_event_id < id);
    }
    let ends =
        events.iter().filter(|event| event.kind.to_string().starts_with("Execution")).count();
    assert_eq!(ends, 2, "one start, one end");
}

/// The result without an observer: the inner loop makes many transitions at a time.
fn unwatched(machine: &'static Machine, input: &Value) -> Result<Value, Failure> {
    Simulation::new()
        .storage(storage())
        .without_history()
        .run(machine, input.clone(), script)
        .result
}
