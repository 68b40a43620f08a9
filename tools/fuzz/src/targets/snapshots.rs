//! Changed snapshots: refused with an error, or restored to an execution that runs on.

use asl_language::hash::fnv1a;
use asl_language::random::SplitMix64;
use asl_runtime::execution::{Execution, RestoreOptions, Snapshot, StartOptions};
use asl_runtime::{Value, json};

use super::{Verdict, head, text};
use crate::corpus::Corpus;
use crate::machines::{self, FUEL};
use crate::mutation::bytes;
use crate::mutation::tree::{self, Donors, Tree};

/// About when runs begin, in milliseconds since 1970.
const START: u64 = 1_767_225_600_000;

/// The name of a machine, and a snapshot of it.
pub(crate) fn make(_corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let (name, machine) = *dice.pick(&machines::all());
    let input =
        json!({"n": dice.below(10), "order": "o-1", "items": [1, 2], "list": [1, {"a": 2}]});
    let options = StartOptions::default().now(START).seed(dice.next_u64()).fuel(1);
    let mut run = Execution::start(machine, input, options);
    let steps = dice.below(12);
    for _ in 0..steps {
        // A single step: the driver stops at its first look.
        step(&mut run, dice);
    }
    let snapshot = run.snapshot().to_json_string();
    format!("{name}\n{}\n", change(&snapshot, dice)).into_bytes()
}

/// One completion or one transition.
fn step(run: &mut Execution, dice: &mut SplitMix64) {
    let mut started = Vec::new();
    while let Some(command) = run.next_command() {
        started.extend(command.starts());
    }
    if run.is_runnable() {
        run.advance(START);
        return;
    }
    let operations = run.operations();
    started.extend(operations.iter().map(|operation| operation.op));
    if started.is_empty() {
        return;
    }
    let op = *dice.pick(&started);
    run.complete(op, asl_runtime::execution::Outcome::Done(json!({"n": 1})), START + 1_000);
}

fn change(snapshot: &str, dice: &mut SplitMix64) -> String {
    if dice.percent(50)
        && let Ok(value) = serde_json::from_str::<serde_json::Value>(snapshot)
    {
        // Parts of the snapshot take the places of others.
        let donors = Donors::new(std::slice::from_ref(&value));
        let mut tree = Tree::from(&value);
        tree::mutate(&mut tree, &donors, dice);
        return tree.text().replace('\n', " ");
    }
    let mut raw = snapshot.as_bytes().to_vec();
    bytes::mutate(&mut raw, dice);
    String::from_utf8_lossy(&raw).replace('\n', " ")
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let Some(([name, snapshot], _)) = head::<2>(&text) else { return Ok(Verdict::Refused) };
    let Some(machine) = machines::find(name) else { return Ok(Verdict::Refused) };
    let options = || RestoreOptions::default().now(START + 5_000).fuel(FUEL);
    let restored = Snapshot::from_json_str(snapshot)
        .and_then(|snapshot| Execution::restore(machine, snapshot, options()));
    let Ok(mut run) = restored else { return Ok(Verdict::Refused) };
    let again = run.snapshot().to_json_string();
    let restored = Snapshot::from_json_str(&again)
        .and_then(|snapshot| Execution::restore(machine, snapshot, options()));
    if let Err(error) = restored {
        return Err(format!("its own snapshot is refused: {error}"));
    }
    let answers = [json!({"n": 1}), Value::Null, json!([1, 2])];
    machines::drive(&mut run, &answers, &mut SplitMix64::new(fnv1a(input)), &mut { START + 5_000 });
    Ok(Verdict::Accepted)
}
