//! Every construct of jq around every other one, on inputs that are borrowed, constant, made and in
//! a variable. The runs on a borrowed and on an own input must be equal: updates happen in place
//! only in the latter.

use super::jq_constructs::{FORMS, INPUTS, LEAVES, OUTER};
use super::{Selection, Tally};
use crate::asl::machines::PANICS;
use crate::jq::case::Library;
use crate::jq::generate;
use crate::jq::programs::Programs;
use crate::problem::Result;
use asl_language::jq;

/// The text that stands for the inner construct.
pub(super) const HOLE: &str = "\u{25a1}";

/// Documents that the programs run on.
const DOCUMENTS: [&str; 4] = [
    r#"{"a": [{"b": 1, "c": [2]}, {"b": 2}], "n": 3, "s": "x,y", "o": {"k": null}}"#,
    r#"[[1, 2], {"a": 1}, "t"]"#,
    "5",
    "null",
];

/// Inner constructs that are tried on every form of input.
const PLAINEST: usize = 6;

/// A program to build.
struct Case {
    id: String,
    text: String,
}

/// All programs with their ids.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, leaf) in LEAVES.iter().chain(FORMS).enumerate() {
        for (outer, construct) in OUTER.iter().enumerate() {
            for (input, around) in INPUTS.iter().enumerate() {
                // Each pair once, but the plainest inner constructs on all inputs.
                if number >= PLAINEST && input != (number + outer) % INPUTS.len() {
                    continue;
                }
                let inner = around.replace(HOLE, &construct.replace(HOLE, &format!("({leaf})")));
                cases.push(Case { id: format!("jq-{outer}-{number}-{input}"), text: inner });
            }
        }
    }
    let examples = jq::built_ins().filter(|built_in| !built_in.reads_inputs).flat_map(|built_in| {
        built_in.examples().map(move |example| (built_in.name(), example.program))
    });
    for (number, (name, program)) in examples.enumerate() {
        for (input, around) in INPUTS.iter().enumerate() {
            let id = format!("jq-example-{name}-{number}-{input}");
            cases.push(Case { id, text: around.replace(HOLE, &format!("({program})")) });
        }
    }
    cases
}

/// Compiles and runs the selected programs.
pub(super) fn sweep(selection: &Selection) -> Result<Tally> {
    let (mut tally, mut programs, mut numbers) = (Tally::default(), Programs::new(), Vec::new());
    for case in cases().into_iter().filter(|case| selection.takes(&case.id)) {
        match programs.add(&case.text, &Library::default()) {
            Ok(number) => numbers.push((case, number)),
            Err(said) if said == PANICS => {
                tally.fault(case.id, format!("{}\n{said}", case.text));
            }
            Err(_) => tally.refused += 1,
        }
    }
    tally.accepted = numbers.len();
    let program = programs.build(|programs| generate("sweep-jq", programs))?;
    let (mut jobs, mut lines) = (Vec::new(), Vec::new());
    for (case, number) in &numbers {
        if let Some(said) = programs.broken(*number) {
            tally.fault(case.id.as_str(), format!("{}\n{said}", case.text));
            continue;
        }
        for document in DOCUMENTS {
            jobs.push((case, document));
            lines.push(serde_json::json!({ "program": number, "input": document }).to_string());
        }
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let results = program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?;
    tally.runs = results.len();
    for ((case, document), result) in jobs.into_iter().zip(results) {
        if let Some(said) = fault_of(&result) {
            tally.fault(case.id.as_str(), format!("{} on {document}\n{said}", case.text));
        }
    }
    Ok(tally)
}

/// The fault of a run, if it has one.
fn fault_of(result: &std::result::Result<String, String>) -> Option<String> {
    let line = match result {
        Ok(line) => line,
        Err(crash) => return Some(crash.clone()),
    };
    let told: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
    let differs = told.get("owned").is_some() || told.get("input").is_some();
    (differs || told.get("outputs").is_none()).then(|| line.clone())
}
