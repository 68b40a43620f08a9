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
use crate::generated::GeneratedCrate;
use crate::problem::Result;
use crate::report::{Difference, Report};
use crate::units::{self, Plan, Ran, Stopped};
use crate::{asl, sm4c};
use case::{Case, Expected, Mode};

/// Runs the cases of a folder.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let mut report = Report::new("reports");
    let (in_sm4c, in_asl): (Vec<_>, Vec<_>) =
        case::read(cases)?.into_iter().partition(Case::is_sm4c);
    let asl = Machines::new(cases.profile.into());
    compare(asl, |all| asl::generate("conformance-reports-asl", all), in_asl, &mut report)?;
    let sm4c = Machines::sm4c();
    compare(sm4c, |all| sm4c::generate("conformance-reports-sm4c", all), in_sm4c, &mut report)?;
    Ok(report)
}

/// Compiles and runs the cases of one language.
fn compare(
    mut machines: Machines,
    generate: impl Fn(&Machines) -> GeneratedCrate,
    cases: Vec<Case>,
    report: &mut Report,
) -> Result<()> {
    let compiled: Vec<_> = cases.iter().map(|case| machines.add(&case.definition)).collect();
    let program = machines.build(generate)?;
    let compiled = cases.iter().zip(compiled);
    let plans = compiled.map(|(case, compiled)| plan(case, compiled, &machines)).collect();
    let results = machines.units.run(program, plans)?;
    for (case, result) in cases.into_iter().zip(results) {
        let differences = result.map_or_else(|known| known, |ran| ended(&case, ran));
        report.compared(case.id, differences);
    }
    Ok(())
}

fn plan(case: &Case, compiled: Compiled, machines: &Machines) -> Plan {
    match (&case.expected, compiled) {
        (Expected::Refused, Compiled::Refused(_)) => Err(Vec::new()),
        (Expected::Refused, Compiled::Machine(_)) => {
            Err(vec![Difference::new("definition", "refused", "accepted")])
        }
        (_, Compiled::Refused(found)) => Err(found),
        (_, Compiled::Machine(machine)) if case.mode == Mode::Check => {
            let said = machines.broken(machine).map(str::to_owned).map(Stopped::Uncompiled);
            Err(said.map(|stopped| stopped.difference("run")).into_iter().collect())
        }
        (_, Compiled::Machine(machine)) => Ok((machine, line(case, machine))),
    }
}

/// The job of a case for the generated program.
fn line(case: &Case, machine: usize) -> String {
    let job = if case.is_sm4c() {
        json!({ "machine": machine, "input": case.input(), "host": null })
    } else {
        let script = json!({ "functions": {}, "calls": {} });
        json!({ "machine": machine, "input": case.input(), "script": script, "limit": null })
    };
    job.to_string()
}

/// Compares the end of a run.
fn ended(case: &Case, ran: Ran) -> Vec<Difference> {
    units::told(ran, "run")
        .map_or_else(|stopped| stopped, |told| differences(&case.expected, &told))
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
