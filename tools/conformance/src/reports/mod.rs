//! `conformance reports DIR`: cases from public bug reports. Definitions in both languages are
//! compiled with the options of `cargo asl run`, and run in virtual time without any task: outputs
//! are compared as JSON, messages of failures by their parts. Each runs again, saved
//! and restored after every step. Cases of `check` only compile.

mod case;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::asl::machines::{Compiled, Machines};
use crate::cases::Cases;
use crate::problem::Result;
use crate::report::{Difference, Report};
use crate::{asl, sm4c};
use case::{Case, Expected, Mode};

/// The machines of one language.
struct Group {
    machines: Machines,
    is_sm4c: bool,
}

/// A case that is compiled.
struct Planned {
    case: Case,
    compiled: Compiled,
}

/// Runs the cases of a folder.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let mut report = Report::new("reports");
    let (in_sm4c, in_asl): (Vec<_>, Vec<_>) =
        case::read(cases)?.into_iter().partition(Case::is_sm4c);
    let asl = Group { machines: Machines::new(cases.profile.into()), is_sm4c: false };
    let sm4c = Group { machines: Machines::sm4c(), is_sm4c: true };
    for (group, cases) in [(asl, in_asl), (sm4c, in_sm4c)] {
        compare(group, cases, &mut report)?;
    }
    Ok(report)
}

/// Compiles and runs the cases of one language.
fn compare(mut group: Group, cases: Vec<Case>, report: &mut Report) -> Result<()> {
    let planned: Vec<_> = cases
        .into_iter()
        .map(|case| Planned { compiled: group.machines.add(&case.definition), case })
        .collect();
    let program = if group.is_sm4c {
        group.machines.build(|machines| sm4c::generate("conformance-reports-sm4c", machines))?
    } else {
        group.machines.build(|machines| asl::generate("conformance-reports-asl", machines))?
    };
    let lines: Vec<_> =
        planned.iter().filter_map(|planned| line(planned, &group.machines)).collect();
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let mut results =
        program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?.into_iter();
    for Planned { case, compiled } in planned {
        let differences = match (&case.expected, compiled) {
            (Expected::Refused, Compiled::Refused(_)) => Vec::new(),
            (Expected::Refused, Compiled::Machine(_)) => {
                vec![Difference::new("definition", "refused", "accepted")]
            }
            (_, Compiled::Refused(found)) => found,
            (_, Compiled::Machine(machine)) => match group.machines.broken(machine) {
                Some(said) => vec![Difference::new("emitted code", "compiles", said)],
                None if case.mode == Mode::Check => Vec::new(),
                None => ended(&case, results.next()),
            },
        };
        report.compared(case.id, differences);
    }
    Ok(())
}

/// The job of a case for the generated program.
fn line(planned: &Planned, machines: &Machines) -> Option<String> {
    let Planned { case, compiled: Compiled::Machine(machine) } = planned else { return None };
    if case.mode == Mode::Check || machines.broken(*machine).is_some() {
        return None;
    }
    let job = if case.is_sm4c() {
        json!({ "machine": machine, "input": case.input(), "host": null })
    } else {
        let script = json!({ "functions": {}, "calls": {} });
        json!({ "machine": machine, "input": case.input(), "script": script, "limit": null })
    };
    Some(job.to_string())
}

/// Compares the end of a run.
fn ended(case: &Case, result: Option<std::result::Result<String, String>>) -> Vec<Difference> {
    let told = result
        .unwrap_or_else(|| Err("no result".to_owned()))
        .and_then(|line| serde_json::from_str(&line).map_err(|error| format!("{error}: {line}")));
    match told {
        Ok(told) => differences(&case.expected, &told),
        Err(crash) => vec![Difference::new("run", "comes to an end", crash)],
    }
}

fn differences(expected: &Expected, told: &Value) -> Vec<Difference> {
    let end = End::read(told);
    let mut differences = Vec::new();
    match (expected, &end) {
        (Expected::Output(expected), End::Output(actual))
            if sm4c::compare::same(expected, actual) => {}
        (Expected::Output(expected), _) => {
            differences.push(Difference::new("output", expected, end.shown()));
        }
        (Expected::Error { name, has }, End::Failed { .. }) => {
            let message = end.shown();
            let missing = [name].into_iter().chain(has).filter(|text| !message.contains(*text));
            differences.extend(missing.map(|text| Difference::new("message", text, &message)));
        }
        (Expected::Error { name, .. }, End::Output(_)) => {
            differences.push(Difference::new("error", name, end.shown()));
        }
        (Expected::Accepted | Expected::Refused, _) => {}
    }
    if let Some(restored) = told.get("restored") {
        differences.push(Difference::new("restored after each step", "the same", restored));
    }
    differences
}

/// The end of a run, as both generated programs describe it.
enum End {
    Output(Value),
    Failed { error: String, cause: String },
}

impl End {
    fn read(told: &Value) -> Self {
        let text =
            |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        match (told.get("status"), told.get("output"), told.get("error")) {
            // The program for ASL writes outputs as texts.
            (Some(_), Some(Value::String(output)), _) => {
                Self::Output(serde_json::from_str(output).unwrap_or_default())
            }
            (None, Some(output), _) => Self::Output(output.clone()),
            (None, None, Some(error)) => {
                Self::Failed { error: text(error.get("name")), cause: text(error.get("message")) }
            }
            _ => Self::Failed { error: text(told.get("error")), cause: text(told.get("cause")) },
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Output(output) => output.to_string(),
            // The message of `cargo asl run`.
            Self::Failed { error, cause } => format!("failed: {error}: {cause}"),
        }
    }
}
