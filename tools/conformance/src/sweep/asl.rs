//! The machines of the sweep: for each form of expression one machine, whose states have the form
//! in each place. A Choice at the start leads to one of them.
#![expect(clippy::indexing_slicing, reason = "members of JSON objects that are made here")]

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::forms::{ARGUMENTS, Known, PATHS};
use super::jsonata_forms::EXPRESSIONS;
use super::places::{self, END, Placed};
use super::{Selection, Tally};
use crate::asl::machines::{Compiled, Machines};
use crate::differ;
use crate::differ::job::Job;
use crate::differ::json::Json as Ordered;
use crate::problem::{Problem, Result};
use asl_codegen::options::Profile;
use asl_language::intrinsics::{INTRINSICS, Intrinsic, Kind};

/// Documents that each state runs on.
const DOCUMENTS: [&str; 4] = [
    r#"{"a": [{"b": 1, "x": 1, "y": [2]}, {"b": 2}], "b": {"c": 3}, "s": "a,b", "n": 3, "t": "2026-01-01T00:00:03Z", "i": 0, "o": {"z": [1, 2], "y": null}, "e": null, "f": true}"#,
    r#"[{"x": 1}, 2, "three", [4]]"#,
    r#"{"a": {"b": "text"}}"#,
    r#""text""#,
];

/// 2026-01-01T00:00:00Z, in milliseconds.
const START: u64 = 1_767_225_600_000;

/// The states of one machine.
struct Sample {
    id: String,
    language: &'static str,
    states: Vec<(String, Placed)>,
    known: Known,
}

/// A machine to run.
struct Built {
    id: String,
    number: usize,
    definition: Ordered,
    /// The states, and whether the reference interpreter knows all of each.
    states: Vec<(String, bool)>,
}

/// The machines under the specification.
pub(super) fn spec(selection: &Selection) -> Result<Tally> {
    sweep(selection, Profile::Spec, "spec", "sweep-spec")
}

/// The machines under AWS's answers.
pub(super) fn aws(selection: &Selection) -> Result<Tally> {
    sweep(selection, Profile::Aws, "aws", "sweep-aws")
}

fn samples(prefix: &str) -> Vec<Sample> {
    let mut samples = Vec::new();
    for (number, (path, known)) in PATHS.iter().enumerate() {
        let placed = places::templates(path).into_iter().chain(places::paths(path));
        samples.push(Sample {
            id: format!("{prefix}-path-{number}"),
            language: "JSONPath",
            states: placed.map(|placed| (placed.name.to_owned(), placed)).collect(),
            known: *known,
        });
    }
    for intrinsic in INTRINSICS {
        samples.extend(calls_of(intrinsic, prefix));
    }
    for (number, expression) in EXPRESSIONS.iter().enumerate() {
        let placed = places::jsonata(expression).into_iter();
        samples.push(Sample {
            id: format!("{prefix}-jsonata-{number}"),
            language: "JSONata",
            states: placed.map(|placed| (placed.name.to_owned(), placed)).collect(),
            known: Known::No,
        });
    }
    samples
}

/// The machines of an intrinsic function: each form of argument in a quarter of the places.
fn calls_of(intrinsic: &Intrinsic, prefix: &str) -> Vec<Sample> {
    let calls = ARGUMENTS.iter().map(|argument| call(intrinsic, argument, argument));
    let made = [
        "States.Array($)",
        "States.MathAdd(1, $.n)",
        "States.JsonToString($)",
        "States.StringToJson('{}')",
    ];
    let calls = calls.chain(made.iter().map(|made| call(intrinsic, made, made)));
    let calls = calls.chain(ARGUMENTS.iter().take(6).map(|argument| literals(intrinsic, argument)));
    let calls: Vec<String> = calls.collect();
    let chunks = calls.chunks(6).enumerate();
    chunks
        .map(|(chunk, calls)| {
            let mut states = Vec::new();
            for (number, call) in calls.iter().enumerate() {
                for (place, placed) in places::templates(call).into_iter().enumerate() {
                    if (place + number) % 4 == chunk % 4 && placed.name != "Fail" {
                        states.push((format!("{} {number}", placed.name), placed));
                    }
                }
            }
            let id = format!("{prefix}-{}-{chunk}", intrinsic.native);
            Sample { id, language: "JSONPath", states, known: Known::No }
        })
        .collect()
}

/// A call with these arguments, first the one and then the others.
fn call(intrinsic: &Intrinsic, first: &str, others: &str) -> String {
    let count = intrinsic.takes.len().max(usize::from(intrinsic.native == "array") * 2);
    let mut arguments = vec![others; count];
    if let Some(place) = arguments.first_mut() {
        *place = first;
    }
    format!("{}({})", intrinsic.name(), arguments.join(", "))
}

/// A call with constants of the right kinds after the first argument.
fn literals(intrinsic: &Intrinsic, first: &str) -> String {
    let mut arguments: Vec<&str> = intrinsic.takes.iter().map(|kind| literal(*kind)).collect();
    match arguments.first_mut() {
        Some(place) => *place = first,
        None if intrinsic.native == "array" => arguments = vec![first, "1", "'x'", "null", "true"],
        None => {}
    }
    format!("{}({})", intrinsic.name(), arguments.join(", "))
}

fn literal(kind: Kind) -> &'static str {
    match kind {
        Kind::Any | Kind::Number => "2",
        Kind::Text => "'MD5'",
        Kind::Array => "States.Array(1, 2)",
        Kind::Object => "States.StringToJson('{}')",
        Kind::Boolean => "false",
    }
}

/// The machine with these states.
fn definition(language: &str, states: &[(String, Placed)]) -> Json {
    let variables = json!({ "a": [{ "b": 1 }, { "b": 2 }], "n": 2, "s": "x,y" });
    let mut all = json!({ END: { "Type": "Succeed" } });
    all["Variables"] = json!({ "Type": "Pass", "Assign": { "v": variables }, "Next": "Pick" });
    let is_path = language == "JSONPath";
    let rules: Vec<Json> = states
        .iter()
        .map(|(name, _)| {
            let next = format!("to {name}");
            if is_path {
                json!({ "Variable": "$.case", "StringEquals": name, "Next": next })
            } else {
                json!({ "Condition": format!("{{% $states.input.case = '{name}' %}}"), "Next": next })
            }
        })
        .collect();
    all["Pick"] = json!({ "Type": "Choice", "Choices": rules, "Default": END });
    for (name, placed) in states {
        let mut to = json!({ "Type": "Pass", "Next": name });
        if is_path {
            to["InputPath"] = "$.input".into();
        } else {
            to["Output"] = "{% $states.input.input %}".into();
        }
        all[format!("to {name}")] = to;
        all[name] = placed.named(name);
    }
    json!({ "QueryLanguage": language, "StartAt": "Variables", "States": all })
}

fn sweep(
    selection: &Selection,
    profile: Profile,
    prefix: &str,
    name: &'static str,
) -> Result<Tally> {
    let (mut tally, mut built) = (Tally::default(), Vec::new());
    let mut machines = Machines::new(profile).with_failing();
    let selected = samples(prefix).into_iter().filter(|sample| selection.takes(&sample.id));
    for sample in selected {
        built.extend(add(sample, &mut machines, &mut tally)?);
    }
    let program = machines.build(|machines| differ::crate_of(name, machines))?;
    let (mut jobs, mut lines) = (Vec::new(), Vec::new());
    for machine in &built {
        if let Some(said) = machines.broken(machine.number) {
            tally.fault(machine.id.as_str(), said);
            continue;
        }
        for (state, known) in &machine.states {
            for document in DOCUMENTS {
                let job = job(state, document)?;
                lines.push(job.line(machine.number, None));
                jobs.push((machine, state, *known, job));
            }
        }
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let results = program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?;
    tally.runs = results.len();
    for ((machine, state, known, job), result) in jobs.into_iter().zip(results) {
        if let Some(said) = difference(&machine.definition, &job, profile, known, result) {
            tally.fault(format!("{} {state}", machine.id), format!("{}\n{said}", job.input));
        }
    }
    Ok(tally)
}

/// Adds the machine with those states of a sample that the compiler accepts.
fn add(sample: Sample, machines: &mut Machines, tally: &mut Tally) -> Result<Option<Built>> {
    let Sample { id, language, states, known } = sample;
    let accepted = tally.accepted(&id, states, machines, |state| {
        definition(language, std::slice::from_ref(state)).to_string()
    });
    if accepted.is_empty() {
        return Ok(None);
    }
    let text = definition(language, &accepted).to_string();
    let number = match machines.add(&text) {
        Compiled::Machine(number) => number,
        Compiled::Refused(why) => {
            let why: Vec<&str> = why.iter().map(|why| why.actual.as_str()).collect();
            tally.fault(id, format!("accepted alone, but not together: {}", why.join("; ")));
            return Ok(None);
        }
    };
    let definition =
        serde_json::from_str(&text).map_err(|error| Problem::new(format!("{id}: {error}")))?;
    let is_known = |placed: &Placed| match known {
        Known::Data => placed.known != Known::No,
        Known::Elsewhere => placed.known == Known::Elsewhere,
        Known::No => false,
    };
    let states = accepted.iter().map(|(name, placed)| (name.clone(), is_known(placed))).collect();
    Ok(Some(Built { id, number, definition, states }))
}

fn job(state: &str, document: &str) -> Result<Job> {
    let read = |text: &str| {
        serde_json::from_str::<Ordered>(text)
            .map_err(|error| Problem::new(format!("{error}: {text}")))
    };
    let answer = r#"{"every": 0, "times": 0, "after": 0, "does": {"answer": "{\"a\": [1, {\"b\": 2}], \"q\": 5}"}}"#;
    let input = read(&format!("{{\"case\": {}, \"input\": {document}}}", Json::from(state)))?;
    Ok(Job { start: START, seed: 1, input, acts: vec![read(answer)?], acts_of: BTreeMap::new() })
}

/// The difference between the run straight through, the one that is restored after every step, and
/// the reference, if that knows the forms.
fn difference(
    definition: &Ordered,
    job: &Job,
    profile: Profile,
    known: bool,
    result: std::result::Result<String, String>,
) -> Option<String> {
    let line = match result {
        Ok(line) => line,
        Err(crash) => return Some(crash),
    };
    let Ok(told) = serde_json::from_str::<Ordered>(&line) else { return Some(line) };
    let Some(straight) = told.get("straight") else { return Some(line) };
    if Some(straight) != told.get("restored") {
        return Some(format!("the restored run differs: {line}"));
    }
    if known { differ::unlike_reference(definition, job, profile, straight) } else { None }
}
