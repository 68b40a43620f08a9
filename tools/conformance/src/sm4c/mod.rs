//! `conformance sm4c`: each definition is compiled and run in virtual time with a scripted host,
//! and its output and its requests to the host are compared. Then it runs again, saved and restored
//! after every step.
//!
//! The document of an operation of a `rest` or `rpc` function may be missing, because hosts receive
//! operations as they are written.

mod case;
pub(crate) mod compare;
#[cfg(test)]
mod runner;

use std::collections::BTreeMap;

use serde_json::json;

use crate::asl::machines::{Compiled, Machines, PANICS};
use crate::cases::Cases;
use crate::generated::GeneratedCrate;
use crate::problem::Result;
use crate::report::{Difference, Report};
use case::{Case, Expected};

/// The plan for a case.
enum Plan {
    Known(Vec<Difference>),
    Run(usize),
}

/// Runs the cases of a folder.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let all = case::read(cases)?;
    let mut machines = Machines::sm4c();
    let plans: Vec<Plan> = all.iter().map(|case| plan(case, &mut machines)).collect();
    let program = machines.build(|machines| generate("conformance-sm4c", machines))?;
    let lines: Vec<String> =
        all.iter().zip(&plans).filter_map(|(case, plan)| line(case, plan, &machines)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut results =
        program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?.into_iter();
    let mut report = Report::new("sm4c");
    let mut groups = BTreeMap::<&str, (u32, u32)>::new();
    for (case, plan) in all.iter().zip(plans) {
        let differences = match plan {
            Plan::Known(differences) => differences,
            Plan::Run(number) => match machines.broken(number) {
                Some(said) => vec![Difference::new("emitted code", "compiles", said)],
                None => differences(case, results.next()),
            },
        };
        let group = groups.entry(&case.group).or_default();
        *group = (group.0 + u32::from(differences.is_empty()), group.1 + 1);
        report.compared(case.name.as_str(), differences);
    }
    let groups: Vec<_> =
        groups.iter().map(|(group, (passed, of))| format!("{group} {passed}/{of}")).collect();
    report.note(format!("by group: {}", groups.join(", ")));
    Ok(report)
}

fn plan(case: &Case, machines: &mut Machines) -> Plan {
    match (machines.add(case.definition.get()), &case.expected) {
        (Compiled::Machine(number), Expected::Output(_) | Expected::Error(_)) => Plan::Run(number),
        (Compiled::Refused(found), Expected::Refused(_)) => {
            // The case expects a refusal with a reason.
            Plan::Known(found.into_iter().filter(|found| found.actual == PANICS).collect())
        }
        (Compiled::Machine(_), Expected::Refused(why)) => {
            Plan::Known(vec![Difference::new("definition", format!("refused: {why}"), "accepted")])
        }
        (Compiled::Refused(differences), Expected::Output(_) | Expected::Error(_)) => {
            Plan::Known(differences)
        }
    }
}

fn line(case: &Case, plan: &Plan, machines: &Machines) -> Option<String> {
    let Plan::Run(machine) = plan else { return None };
    // Without an input the global data is an empty object; the runtime takes care of that.
    let job = json!({ "machine": machine, "input": case.input.get(), "host": case.host });
    machines.broken(*machine).is_none().then(|| job.to_string())
}

fn differences(
    case: &Case,
    result: Option<std::result::Result<String, String>>,
) -> Vec<Difference> {
    let told = result.unwrap_or_else(|| Err("no result".to_owned()));
    let told = told
        .and_then(|line| serde_json::from_str(&line).map_err(|error| format!("{error}: {line}")));
    told.map_or_else(
        |crash| vec![Difference::new("run", "comes to an end", crash)],
        |told| compare::differences(case, &told),
    )
}

/// The crate that runs machines beside a scripted host.
pub(crate) fn generate(name: &'static str, machines: &Machines) -> GeneratedCrate {
    let mut generated = GeneratedCrate::new(name, GeneratedCrate::LANGUAGES);
    generated.dependencies(&GeneratedCrate::SERDE);
    generated.main("Runs the machines of all cases.", &["machines", "runner"]);
    generated.file("runner/mod.rs", include_str!("runner/mod.rs"));
    generated.file("runner/host.rs", include_str!("runner/host.rs"));
    machines.write(&mut generated);
    generated
}
