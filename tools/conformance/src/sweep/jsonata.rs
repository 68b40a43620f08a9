//! Every construct of JSONata around every other one. Results are those of the reference
//! interpreter, where it has the parts of the expression.

use serde::Deserialize;

use super::forms::{JSONATA_INNER, JSONATA_OUTER};
use super::jq::HOLE;
use super::{Selection, Tally};
use crate::cases::Edition;
use crate::differ::json::Json;
use crate::differ::jsonata::reference::{self, Stop};
use crate::jq::json;
use crate::jsonata::generate;
use crate::jsonata::programs::{Programs, Refused};
use crate::problem::{Problem, Result};
use asl_language::jsonata;

/// Documents that the expressions run on.
const DOCUMENTS: [&str; 3] = [
    r#"{"a": [{"b": 1, "c": [2]}, {"b": 2}], "n": 3, "s": "x,y", "o": {"k": null}, "e": []}"#,
    r#"[[1, 2], {"a": 1}, "t"]"#,
    "5",
];

/// An expression to build.
struct Case {
    id: String,
    text: String,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, inner) in JSONATA_INNER.iter().enumerate() {
        for (outer, construct) in JSONATA_OUTER.iter().enumerate() {
            let text = construct.replace(HOLE, &format!("({inner})"));
            cases.push(Case { id: format!("jsonata-{outer}-{number}"), text });
            if !inner.contains(' ') {
                let text = construct.replace(HOLE, inner);
                cases.push(Case { id: format!("jsonata-{outer}-{number}-bare"), text });
            }
        }
    }
    let examples = jsonata::built_ins()
        .flat_map(|built_in| built_in.examples().map(move |example| (built_in, example)));
    for (number, (built_in, example)) in examples.enumerate() {
        for (outer, construct) in JSONATA_OUTER.iter().enumerate() {
            let id = format!("jsonata-{outer}-example-{}-{number}", built_in.name);
            let text = construct.replace(HOLE, &format!("({})", example.expression));
            if (outer + number) % 8 == 0 {
                cases.push(Case { id, text });
            }
        }
    }
    cases
}

/// Compiles and runs the selected expressions.
pub(super) fn sweep(selection: &Selection) -> Result<Tally> {
    let (mut tally, mut programs, mut numbers) = (Tally::default(), Programs::new(), Vec::new());
    for case in cases().into_iter().filter(|case| selection.takes(&case.id)) {
        match programs.add(&case.text, &[], Edition::V2_2) {
            Ok(number) => numbers.push((case, number)),
            Err(Refused::Panic) => {
                tally.fault(case.id, format!("the compiler panics: {}", case.text));
            }
            Err(Refused::Faults(_)) => tally.refused += 1,
        }
    }
    tally.accepted = numbers.len();
    let program = programs.build(|programs| generate("sweep-jsonata", programs))?;
    let (mut jobs, mut lines) = (Vec::new(), Vec::new());
    for (case, number) in &numbers {
        if let Some(said) = programs.broken(*number) {
            tally.fault(case.id.as_str(), format!("{}\n{said}", case.text));
            continue;
        }
        for document in DOCUMENTS {
            jobs.push((case, document));
            let job = serde_json::json!({ "program": number, "input": document, "variables": [] });
            lines.push(job.to_string());
        }
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let results = program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?;
    tally.runs = results.len();
    for ((case, document), result) in jobs.into_iter().zip(results) {
        let input: Json = serde_json::from_str(document)
            .map_err(|error| Problem::new(format!("{error}: {document}")))?;
        if let Some(said) = difference(&case.text, &input, result) {
            tally.fault(case.id.as_str(), format!("{} on {document}\n{said}", case.text));
        }
    }
    Ok(tally)
}

/// A line of the generated crate's program.
#[derive(Deserialize)]
struct Told {
    result: Option<String>,
    error: Option<String>,
}

/// The difference of a run from the reference.
fn difference(
    text: &str,
    input: &Json,
    result: std::result::Result<String, String>,
) -> Option<String> {
    let line = match result {
        Ok(line) => line,
        Err(crash) => return Some(crash),
    };
    let Ok(told) = serde_json::from_str::<Told>(&line) else { return Some(line) };
    let expected = reference::run(text, Some(input), &[]);
    let agrees = match (&expected, &told.result, &told.error) {
        (Err(Stop::Limit | Stop::Unsupported(_)), _, _) | (Ok(None), None, None) => true,
        (Ok(Some(expected)), Some(result), _) => {
            json::read(&expected.to_string()) == json::read(result)
        }
        (Err(Stop::Error(expected)), None, Some(code)) => expected == code,
        _ => false,
    };
    (!agrees).then(|| format!("reference: {expected:?}\nrun: {line}"))
}
