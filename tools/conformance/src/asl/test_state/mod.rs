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
use crate::cases::Cases;
use crate::generated::GeneratedCrate;
use crate::problem::Result;
use crate::report::{Difference, Report};
use crate::workspace;
use case::Case;

/// The plan for a case.
enum Plan {
    Skip(String),
    /// The differences are known without a run.
    Known(Vec<Difference>),
    Run {
        machine: usize,
        line: String,
    },
}

/// Runs the cases of a folder, if it has any.
pub(super) fn run(cases: &Cases, report: &mut Report) -> Result<()> {
    let mut machines = Machines::new(cases.profile.into()).with_quotas().inspected();
    let mut planned = Vec::new();
    for case in read(cases, report)? {
        let plan = plan(&case, &mut machines);
        planned.push((case, plan));
    }
    let program = machines.build(generate)?;
    let lines = planned.iter().filter_map(|(_, plan)| match plan {
        Plan::Run { machine, line } => {
            Some(line.as_str()).filter(|_| machines.broken(*machine).is_none())
        }
        Plan::Skip(_) | Plan::Known(_) => None,
    });
    let lines: Vec<&str> = lines.collect();
    let mut results =
        program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?.into_iter();
    for (case, plan) in planned {
        match plan {
            Plan::Skip(reason) => report.skip(case.id, reason),
            Plan::Known(differences) => report.compared(case.id, differences),
            Plan::Run { machine, .. } => {
                let differences = match machines.broken(machine) {
                    Some(said) => vec![Difference::new("emitted code", "compiles", said)],
                    None => match results.next().map(|line| line.and_then(|line| answer(&line))) {
                        Some(Ok(answer)) => compare::differences(&case, &answer),
                        Some(Err(crash)) => vec![Difference::new("run", "comes to an end", crash)],
                        None => vec![Difference::new("run", "has a result", "none")],
                    },
                };
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
        return Plan::Skip(reason);
    }
    let (definition, state) = match machine::of(case) {
        Ok(machine) => machine,
        Err(error) => {
            return Plan::Known(vec![Difference::new("definition", "a JSON object", error)]);
        }
    };
    let machine = match (machines.add(&definition), case.refused_definition()) {
        // `conformance validate` compares the messages.
        (Compiled::Refused(_), true) => return Plan::Known(Vec::new()),
        (Compiled::Refused(differences), false) => return Plan::Known(differences),
        (Compiled::Machine(machine), _) => machine,
    };
    let functions: std::result::Result<BTreeMap<&String, Value>, String> =
        case.functions.iter().map(|(name, words)| Ok((name, function(words)?))).collect();
    let functions = match functions {
        Ok(functions) => functions,
        Err(reason) => return Plan::Skip(reason),
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
    Plan::Run { machine, line: job.to_string() }
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

fn answer(line: &str) -> std::result::Result<Value, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}

fn generate(machines: &Machines) -> GeneratedCrate {
    let mut generated = GeneratedCrate::new("conformance-test-state", &["jsonata", "testing"]);
    generated.dependencies(&GeneratedCrate::SERDE);
    generated.main("Tests the states of all cases.", &["machines", "runner", "script"]);
    generated.file("runner.rs", include_str!("runner.rs"));
    generated.file("script.rs", include_str!("../runner/script.rs"));
    machines.write(&mut generated);
    generated
}
