//! `conformance asl DIR`: the executions of `DIR/executions/*.jsonl` are compiled, run in virtual
//! time with their recorded tasks, and compared with AWS's recordings. Each runs a second time,
//! saved as text and restored after every step, which must change nothing. [`test_state`] runs the
//! calls of the `TestState` API.

pub(crate) mod api;
mod case;
mod chain;
mod compare;
mod exact_text;
mod history;
pub(crate) mod machines;
mod matcher;
mod observed;
#[cfg(test)]
mod runner;
mod script;
mod test_state;
#[cfg(test)]
mod tests;

use serde_json::json;

use crate::cases::Cases;
use crate::generated::GeneratedCrate;
use crate::problem::Result;
use crate::report::{Difference, Report};
use crate::units::{self, Ran};
use crate::workspace;
use case::{Case, Unreadable};
use machines::{Compiled, Machines};

/// Seconds of virtual time after which a case whose recording ends in `RUNNING` is stopped. The
/// recordings lasted minutes.
const RUNNING_SECONDS: u64 = 3600;

/// The plan for a case.
type Plan = units::Plan<Known>;

/// The result of a case that does not run.
enum Known {
    Skip(String),
    Compared(Vec<Difference>),
}

impl Known {
    fn report(self, id: String, report: &mut Report) {
        match self {
            Self::Skip(reason) => report.skip(id, reason),
            Self::Compared(differences) => report.compared(id, differences),
        }
    }
}

/// Runs the cases of a folder.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let mut report = Report::new("asl");
    let mut machines = Machines::new(cases.profile.into()).with_quotas();
    let all = read(cases, &mut report)?;
    let plans = all.iter().map(|case| plan(case, &mut machines)).collect();
    let program = machines.build(|machines| generate("conformance-asl", machines))?;
    for (case, result) in all.into_iter().zip(machines.units.run(program, plans)?) {
        match result {
            Err(known) => known.report(case.id, &mut report),
            Ok(ran) => {
                let differences = differences(&case, ran);
                report.compared(case.id, differences);
            }
        }
    }
    test_state::run(cases, &mut report)?;
    Ok(report)
}

/// Reads the wanted cases. A case that cannot be read has failed.
fn read(cases: &Cases, report: &mut Report) -> Result<Vec<Case>> {
    let mut found = Vec::new();
    for path in workspace::files(&cases.dir.join("executions"), "jsonl")? {
        for line in workspace::read(&path)?.lines().filter(|line| !line.trim().is_empty()) {
            match case::read(line) {
                Ok(case) if cases.wants(&case.id) => found.push(case),
                Ok(_) => {}
                Err(Unreadable { id, error }) => {
                    report.compared(
                        id,
                        vec![Difference::new(path.display().to_string(), "a case", error)],
                    );
                }
            }
        }
    }
    Ok(found)
}

fn plan(case: &Case, machines: &mut Machines) -> Plan {
    let machine = match machines.add(&case.definition) {
        Compiled::Machine(machine) => machine,
        Compiled::Refused(differences) => return Err(Known::Compared(differences)),
    };
    if refused_by_service(case) {
        return Err(Known::Skip(
            "the service of a task checks its parameters before the call".to_owned(),
        ));
    }
    if never_began(case) {
        return Err(Known::Skip(
            "AWS neither failed nor continued, which we do not imitate".to_owned(),
        ));
    }
    let limit = (case.expected.status == "RUNNING").then_some(RUNNING_SECONDS);
    match script::script(case) {
        Ok(script) => {
            let line = json!({ "machine": machine, "input": case.input, "express": case.is_express, "script": script, "limit": limit, "objects": case.objects });
            Ok((machine, line.to_string()))
        }
        Err(reason) => Err(Known::Skip(reason)),
    }
}

/// Returns true if the execution was started and nothing else ever happened.
fn never_began(case: &Case) -> bool {
    let events = case.expected_events.as_deref().unwrap_or_default();
    case.expected.status == "RUNNING"
        && matches!(events, [only] if history::kind(only) == "ExecutionStarted")
}

/// Returns true if a service integration refused its parameters: AWS knows the parameters of each
/// service, a machine does not. There was no call that a script could answer.
fn refused_by_service(case: &Case) -> bool {
    let cause =
        case.expected.cause.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
    cause.contains("could not be used to start the Task") && case.tasks.is_empty()
}

fn differences(case: &Case, ran: Ran) -> Vec<Difference> {
    units::told(ran, "run")
        .map_or_else(|stopped| stopped, |observed| compare::differences(case, &observed))
}

/// The crate that runs machines with recorded tasks.
pub(crate) fn generate(name: &'static str, machines: &Machines) -> GeneratedCrate {
    let mut generated = GeneratedCrate::new(name, GeneratedCrate::LANGUAGES);
    generated.main("Runs the machines of all cases.", &["machines", "runner"]);
    generated.file("runner/mod.rs", include_str!("runner/mod.rs"));
    generated.file("runner/script.rs", include_str!("runner/script.rs"));
    machines.write(&mut generated);
    generated
}
