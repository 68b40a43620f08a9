//! The calls of the `TestState` API in `DIR/test_state/*.jsonl`: each state is compiled in a
//! machine with `inspect = true`, tested by the runtime's `test_state`, and compared with AWS's
//! answer. Whatever AWS refuses must be refused here: a definition by the compiler, a mock or
//! context object by the test.

pub(super) mod case;
pub(super) mod compare;
pub(super) mod machine;
#[cfg(test)]
mod runner;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::machines::{Compiled, Machines};
#[cfg(test)]
use super::runner::script;
use super::{Known, Plan};
use crate::cases::Cases;
use crate::generated::GeneratedCrate;
use crate::problem::Result;
use crate::report::{Difference, Report};
use crate::units::{self, Ran};
use crate::workspace;
use case::Case;

/// Runs the cases of a folder, if it has any.
pub(super) fn run(cases: &Cases, report: &mut Report) -> Result<()> {
    let mut machines = Machines::new(cases.profile.into()).with_quotas().inspected();
    let all = read(cases, report)?;
    let plans = all.iter().map(|case| plan(case, &mut machines)).collect();
    let program = machines.build(generate)?;
    for (case, result) in all.into_iter().zip(machines.units.run(program, plans)?) {
        match result {
            Err(known) => known.report(case.id, report),
            Ok(ran) => {
                let differences = differences(&case, ran);
                report.compared(case.id, differences);
            }
        }
    }
    Ok(())
}

/// Reads the wanted cases of a folder, if it has any. A case that cannot be read has failed.
pub(super) fn read(cases: &Cases, report: &mut Report) -> Result<Vec<Case>> {
    let folder = cases.dir.join("test_state");
    let mut found = Vec::new();
    if !folder.exists() {
        return Ok(found);
    }
    for path in workspace::files(&folder, "jsonl")? {
        for line in workspace::read(&path)?.lines().filter(|line| !line.trim().is_empty()) {
            match case::read(line) {
                Ok(case) if cases.wants(&case.id) => found.push(case),
                Ok(_) => {}
                Err(error) => {
                    report.compared(
                        path.display().to_string(),
                        vec![Difference::new("case", "readable", error)],
                    );
                }
            }
        }
    }
    Ok(found)
}

fn plan(case: &Case, machines: &mut Machines) -> Plan {
    if let Some(reason) = case.unspeakable() {
        return Err(Known::Skip(reason));
    }
    let (definition, state) = match machine::of(case) {
        Ok(machine) => machine,
        Err(error) => {
            return Err(Known::Compared(vec![Difference::new(
                "definition",
                "a JSON object",
                error,
            )]));
        }
    };
    let machine = match (machines.add(&definition), case.refused_definition()) {
        // `conformance validate` compares the messages.
        (Compiled::Refused(_), true) => return Err(Known::Compared(Vec::new())),
        (Compiled::Refused(differences), false) => return Err(Known::Compared(differences)),
        (Compiled::Machine(machine), _) => machine,
    };
    let functions: std::result::Result<BTreeMap<&String, Value>, String> =
        case.functions.iter().map(|(name, words)| Ok((name, function(words)?))).collect();
    let functions = match functions {
        Ok(functions) => functions,
        Err(reason) => return Err(Known::Skip(reason)),
    };
    let job = json!({
        "machine": machine,
        "state": state,
        "input": case.input,
        "variables": case.variables,
        "context": case.context,
        "result": case.mock.result,
        "error": case.mock.error,
        "validation": case.mock.validation,
        "retries": case.configuration.retrier_retry_count,
        "failed_iterations": case.configuration.map_iteration_failure_count,
        "item_reader_data": case.configuration.map_item_reader_data,
        "failed_state": case.configuration.error_caused_by_state,
        "level": case.level,
        "script": Some(json!({ "calls": {}, "functions": functions })).filter(|_| !functions.is_empty()),
    });
    Ok((machine, job.to_string()))
}

/// The behaviour of a function that is described in words.
fn function(words: &str) -> std::result::Result<Value, String> {
    if words.starts_with("echo") {
        return Ok(json!("echo"));
    }
    let answer = words
        .strip_prefix("answers the string ")
        .map(|rest| rest.split(" (").next().unwrap_or(rest));
    let Some(answer) = answer else {
        return Err(format!("the recording does not tell what a function answered that {words:?}"));
    };
    Ok(json!({ "return": Value::from(answer).to_string() }))
}

fn differences(case: &Case, ran: Ran) -> Vec<Difference> {
    units::told(ran, "run")
        .map_or_else(|stopped| stopped, |answer| compare::differences(case, &answer))
}

fn generate(machines: &Machines) -> GeneratedCrate {
    let mut generated = GeneratedCrate::new("conformance-test-state", &["jsonata", "testing"]);
    generated.main("Tests the states of all cases.", &["machines", "runner", "script"]);
    generated.file("runner.rs", include_str!("runner.rs"));
    generated.file("script.rs", include_str!("../runner/script.rs"));
    machines.write(&mut generated);
    generated
}
