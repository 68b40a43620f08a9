//! `conformance jq`: each program is compiled to Rust and run on its input, and its outputs are
//! compared with jq's.
//!
//! Numbers are compared as doubles, and members in any order. An error after the last output is
//! compared if the folder has a list of them. A program that the compiler refuses has failed,
//! unless it accesses the environment of its process, which the language intentionally omits: such
//! a case is skipped. So is a case that differs because jq has either doubles or decimals, and ours
//! keeps 64-bit integers.

pub(crate) mod case;
pub(crate) mod json;
pub(crate) mod programs;
#[cfg(test)]
mod runner;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use asl_codegen::diagnostics::Code;
use serde::Deserialize;

use crate::cases::Cases;
use crate::generated::GeneratedCrate;
use crate::problem::Result;
use crate::report::{Difference, Report};
use crate::units::{self, Plan, Ran};
use case::{Case, Folder};
use programs::Programs;

/// The results of a program.
#[derive(Deserialize)]
struct Told {
    outputs: Vec<String>,
    end: Option<End>,
    /// The results on an input that it owned, if they differ.
    #[serde(default)]
    owned: Option<serde_json::Value>,
    /// The input afterwards, if it was changed.
    #[serde(default)]
    input: Option<String>,
}

/// Reason why a program stopped early.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum End {
    /// JSON text of the error.
    Error(String),
    Limit(String),
    Break(u64),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => write!(f, "error {error}"),
            Self::Limit(limit) => write!(f, "limit {limit}"),
            Self::Break(label) => write!(f, "break {label}"),
        }
    }
}

/// Runs the cases of a folder.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let folder = case::read(cases)?;
    let mut programs = Programs::new();
    let plans: Vec<Plan> =
        folder.cases.iter().map(|case| plan(case, &folder, &mut programs)).collect();
    let program = programs.build(|programs| generate("conformance-jq", programs))?;
    let results = programs.units.run(program, plans)?;
    let mut report = Report::new("jq");
    let mut classes = BTreeMap::<&str, (u32, u32)>::new();
    for (case, result) in folder.cases.iter().zip(results) {
        let differences = result.map_or_else(|known| known, |ran| differences(case, &folder, ran));
        let class = classes.entry(&case.class).or_default();
        *class = (class.0 + u32::from(differences.is_empty()), class.1 + 1);
        match otherwise(case, &differences) {
            Some(reason) => report.skip(case.id.as_str(), reason),
            None => report.compared(case.id.as_str(), differences),
        }
    }
    let classes: Vec<_> =
        classes.iter().map(|(class, (passed, of))| format!("{class} {passed}/{of}")).collect();
    report.note(format!("by class: {}", classes.join(", ")));
    Ok(report)
}

/// Reason for an intentional difference.
fn otherwise(case: &Case, differences: &[Difference]) -> Option<&'static str> {
    let first = differences.first()?;
    let is_of_the_world = |line: &str| line.starts_with(Code::JqNotHere.id());
    if first.actual.lines().all(is_of_the_world) {
        return Some(
            "reads the environment or the modules of a process: refused (ASL2010), because runs replay",
        );
    }
    let tells_integers = case.program.contains("have_decnum") && first.actual == "false";
    tells_integers.then_some("integers beyond 2^53 keep their digits, though have_decnum is false")
}

fn plan(case: &Case, folder: &Folder, programs: &mut Programs) -> Plan {
    let difference = |expected: &str, actual: String| {
        Err(vec![Difference::new(&case.program, expected, actual)])
    };
    match (programs.add(&case.program, &folder.library), case.is_refused()) {
        (Ok(number), false) => Ok((number, line(case, number))),
        (Err(_), true) => Err(Vec::new()),
        (Ok(_), true) => difference("refused", "accepted".to_owned()),
        (Err(faults), false) => difference("accepted", faults),
    }
}

fn line(case: &Case, number: usize) -> String {
    let input = case.input.as_deref().unwrap_or("null");
    serde_json::json!({ "program": number, "input": input }).to_string()
}

fn differences(case: &Case, folder: &Folder, ran: Ran) -> Vec<Difference> {
    let what = format!("{} on {}", case.program, case.input.as_deref().unwrap_or("null"));
    let told: Told = match units::told(ran, &what) {
        Ok(told) => told,
        Err(differences) => return differences,
    };
    let mut differences = Vec::new();
    if !same(&case.outputs, &told.outputs) {
        let mut actual = told.outputs.join("\n");
        if let Some(end) = &told.end {
            let _ = write!(actual, "\nthen {end}");
        }
        differences.push(Difference::new(what.as_str(), case.outputs.join("\n"), actual));
    } else if let Some(tails) = &folder.tails {
        differences.extend(tail_difference(&what, tails.get(&case.id), told.end.as_ref()));
    }
    differences
        .extend(told.owned.map(|owned| Difference::new("on its own input", "the same", owned)));
    differences
        .extend(told.input.map(|input| Difference::new("the input", "stays as it is", input)));
    differences
}

fn same(expected: &[String], actual: &[String]) -> bool {
    let read = |text: &String| json::read(&json::without_nan(text));
    expected.len() == actual.len()
        && expected
            .iter()
            .zip(actual)
            .all(|(a, b)| read(a).is_ok_and(|a| json::read(b).is_ok_and(|b| a == b)))
}

/// Compares the errors after the last output.
fn tail_difference(
    what: &str,
    expected: Option<&String>,
    actual: Option<&End>,
) -> Option<Difference> {
    let expected = expected.map(|message| serde_json::Value::from(message.as_str()).to_string());
    let matches = match (&expected, actual) {
        (None, None) => true,
        (Some(expected), Some(End::Error(actual))) => expected == actual,
        (Some(_), Some(End::Limit(_) | End::Break(_)) | None) | (None, Some(_)) => false,
    };
    let shown = |end: Option<String>| end.unwrap_or_else(|| "no error".to_owned());
    (!matches).then(|| {
        Difference::new(
            format!("end of {what}"),
            shown(expected),
            shown(actual.map(End::to_string)),
        )
    })
}

/// The crate of these programs, called `name`.
pub(crate) fn generate(name: &'static str, programs: &Programs) -> GeneratedCrate {
    let purpose = "Runs the programs of all cases.";
    let mut generated = GeneratedCrate::of_expressions(name, purpose, include_str!("runner.rs"));
    programs.write(&mut generated);
    generated
}
