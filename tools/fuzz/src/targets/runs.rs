//! Runs of compiled machines on changed data: intrinsic functions, paths, comparisons, templates
//! and jq programs meet inputs and answers that nobody expected.

use asl_language::hash::fnv1a;
use asl_language::random::SplitMix64;
use asl_runtime::Value;
use asl_runtime::execution::{Execution, StartOptions};

use super::{Verdict, head, text};
use crate::corpus::Corpus;
use crate::machines::{self, FUEL};
use crate::mutation::tree::{self, Tree};

/// About when runs begin, in milliseconds since 1970.
const START: u64 = 1_767_225_600_000;

/// The name of a machine, its input, and answers of tasks: a line each.
pub(crate) fn make(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let (name, machine) = *dice.pick(&machines::all());
    let donors = if machine.sm4c.is_some() { &corpus.sm4c } else { &corpus.data };
    let mut lines = vec![name.to_owned()];
    for _ in 0..=dice.between(1, 3) {
        let mut data = Tree::Fields(Vec::new());
        if let Tree::Fields(fields) = &mut data {
            for key in ["a", "n", "items", "x", "order", "t", "s", "value"] {
                fields.push((format!("\"{key}\""), dice.pick(&corpus.data.trees).clone()));
            }
        }
        if dice.percent(40) {
            data = dice.pick(&corpus.data.trees).clone();
        }
        tree::mutate(&mut data, if dice.percent(50) { donors } else { &corpus.data }, dice);
        // What a mutation has put into the text must not end the line.
        lines.push(data.text().replace('\n', " "));
    }
    (lines.join("\n") + "\n").into_bytes()
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let Some(([name], rest)) = head::<1>(&text) else { return Ok(Verdict::Refused) };
    let Some(machine) = machines::find(name) else { return Ok(Verdict::Refused) };
    let mut values = Vec::new();
    for line in rest.lines() {
        let Ok(value) = Value::from_json_str(line) else { continue };
        let written = value.to_json_string();
        match Value::from_json_str(&written) {
            Ok(again) if again == value => values.push(value),
            Ok(_) => return Err(format!("another value after it was written: {written:.200}")),
            Err(error) => return Err(format!("cannot be read again: {error}: {written:.200}")),
        }
    }
    let Some((first, answers)) = values.split_first() else { return Ok(Verdict::Refused) };
    let seed = fnv1a(input);
    let options = StartOptions::default().now(START).seed(seed).fuel(FUEL);
    let mut run = Execution::start(machine, first.clone(), options);
    machines::drive(&mut run, answers, &mut SplitMix64::new(seed), &mut { START });
    Ok(Verdict::Accepted)
}
