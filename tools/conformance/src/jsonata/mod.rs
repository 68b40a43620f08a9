//! `conformance jsonata`: each expression is compiled to Rust, run on its input, and its result or
//! the code of its error is compared with jsonata-js's.
//!
//! Numbers are compared as doubles and members in any order.

mod case;
pub(crate) mod programs;
#[cfg(test)]
mod runner;

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cases::Cases;
use crate::generated::GeneratedCrate;
use crate::jq::json::{self, Json};
use crate::problem::Result;
use crate::report::{Difference, Report};
use crate::units::{Plan, Ran, Stopped};
use case::{Case, Read};
use programs::{Programs, Refused};

/// The outcome of an expression.
#[derive(Deserialize)]
struct Told {
    result: Option<String>,
    error: Option<String>,
    message: Option<String>,
    #[serde(default)]
    undefined: bool,
}

/// Levels of evaluation that jsonata-js counts for one call of a function.
const LEVELS_OF_CALL: u32 = 3;

/// Runs the cases of a folder.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let mut report = Report::new("jsonata");
    let mut programs = Programs::new();
    let (mut all, mut plans) = (Vec::new(), Vec::new());
    for read in case::read(cases)? {
        match read {
            Read::Skipped(id, reason) => report.skip(id, reason),
            Read::Case(case) => {
                plans.push(plan(&case, cases, &mut programs)?);
                all.push(case);
            }
        }
    }
    let program = programs.build(|programs| generate("conformance-jsonata", programs))?;
    let results = programs.units.run(program, plans)?;
    let mut classes = BTreeMap::<&str, (u32, u32)>::new();
    for (case, result) in all.iter().zip(results) {
        let differences = result.map_or_else(|known| known, |ran| differences(case, ran));
        let class = classes.entry(case.class()).or_default();
        *class = (class.0 + u32::from(differences.is_empty()), class.1 + 1);
        report.compared(case.id.as_str(), differences);
    }
    let classes: Vec<_> =
        classes.iter().map(|(class, (passed, of))| format!("{class} {passed}/{of}")).collect();
    report.note(format!("by tag: {}", classes.join(", ")));
    Ok(report)
}

fn plan(case: &Case, cases: &Cases, programs: &mut Programs) -> Result<Plan> {
    let variables: Vec<&str> = case.bindings.keys().map(String::as_str).collect();
    let faults = match programs.add(&case.expr, &variables, cases.edition) {
        Ok(number) => return Ok(Ok((number, line(case, cases, number)?))),
        Err(Refused::Panic) => {
            let difference = Difference::new(&case.expr, "compiles", "the compiler panics");
            return Ok(Err(vec![difference]));
        }
        Err(Refused::Faults(faults)) => faults,
    };
    let reference = faults.first().and_then(|fault| fault.reference.clone());
    let (code, message) = reference.unwrap_or(("", String::new()));
    let shown = faults.iter().map(|fault| fault.title.clone()).collect::<Vec<_>>().join("\n");
    let actual = Actual { code, message: &message, shown: format!("{code}: {shown}") };
    Ok(Err(error_difference(case, &actual).into_iter().collect()))
}

/// An error that ended an expression.
struct Actual<'a> {
    code: &'a str,
    message: &'a str,
    shown: String,
}

/// The difference between an error and what is expected.
fn error_difference(case: &Case, actual: &Actual<'_>) -> Option<Difference> {
    let Some(expected) = &case.error else {
        return Some(Difference::new(&case.expr, expected(case), &actual.shown));
    };
    let same_code = expected.code.as_deref().is_none_or(|code| code == actual.code);
    let same_message = expected.message.as_deref().is_none_or(|message| message == actual.message);
    (!same_code || !same_message)
        .then(|| Difference::new(&case.expr, self::expected(case), &actual.shown))
}

fn expected(case: &Case) -> String {
    match (&case.error, &case.result) {
        (Some(error), _) => {
            let code = error.code.as_deref().unwrap_or("any code");
            format!("error {code} {}", error.message.as_deref().unwrap_or_default())
        }
        (None, Some(result)) => result.get().to_owned(),
        (None, None) => "undefined".to_owned(),
    }
}

fn line(case: &Case, cases: &Cases, number: usize) -> Result<String> {
    let variables: Vec<&str> = case.bindings.values().map(|value| value.get()).collect();
    let depth = case.depth.map(|depth| depth / LEVELS_OF_CALL);
    let job = serde_json::json!({
        "program": number, "input": case.input(cases)?, "variables": variables, "depth": depth,
    });
    Ok(job.to_string())
}

fn differences(case: &Case, ran: Ran) -> Vec<Difference> {
    let difference = |actual: String| vec![Difference::new(&case.expr, expected(case), actual)];
    let line = match ran {
        Ok(line) => line,
        Err(Stopped::Crashed(crash)) => return difference(crash),
        Err(stopped) => return vec![stopped.difference(&case.expr)],
    };
    let told: Told = match serde_json::from_str(&line) {
        Ok(told) => told,
        Err(error) => return difference(format!("{error}: {line}")),
    };
    if let (None, None, false) = (&told.result, &told.message, told.undefined) {
        return difference(line);
    }
    if let Some(message) = told.message {
        let code = told.error.unwrap_or_default();
        let text = message.strip_prefix(&format!("{code}: ")).unwrap_or(&message);
        let actual = Actual { code: &code, message: text, shown: message.clone() };
        return error_difference(case, &actual).into_iter().collect();
    }
    let is_expected = match (&case.error, &case.result, &told.result) {
        (None, Some(expected), Some(actual)) => same(expected.get(), actual, case.unordered),
        (None, None, None) => true,
        _ => false,
    };
    if is_expected {
        return Vec::new();
    }
    difference(told.result.unwrap_or_else(|| "undefined".to_owned()))
}

fn same(expected: &str, actual: &str, unordered: bool) -> bool {
    let (Ok(expected), Ok(actual)) = (json::read(expected), json::read(actual)) else {
        return false;
    };
    match (expected, actual) {
        (Json::Array(expected), Json::Array(mut actual)) if unordered => {
            expected.len() == actual.len()
                && expected.iter().all(|item| {
                    let found = actual.iter().position(|other| other == item);
                    found.map(|place| actual.swap_remove(place)).is_some()
                })
        }
        (expected, actual) => expected == actual,
    }
}

/// The crate of these programs.
pub(crate) fn generate(name: &'static str, programs: &Programs) -> GeneratedCrate {
    let purpose = "Runs the expressions of all cases.";
    let mut generated = GeneratedCrate::of_expressions(name, purpose, include_str!("runner.rs"));
    programs.write(&mut generated);
    generated
}
