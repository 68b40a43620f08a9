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
use crate::units::{self, Plan, Ran};
use case::{Case, Expected};

/// Runs the cases of a folder.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let all = case::read(cases)?;
    let mut machines = Machines::sm4c();
    let plans: Vec<Plan> = all.iter().map(|case| plan(case, &mut machines)).collect();
    let program = machines.build(|machines| generate("conformance-sm4c", machines))?;
    let results = machines.units.run(program, plans)?;
    let mut report = Report::new("sm4c");
    let mut groups = BTreeMap::<&str, (u32, u32)>::new();
    for (case, result) in all.iter().zip(results) {
        let differences = result.map_or_else(|known| known, |ran| differences(case, ran));
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
        (Compiled::Machine(number), Expected::Output(_) | Expected::Error(_)) => {
            Ok((number, line(case, number)))
        }
        (Compiled::Refused(found), Expected::Refused(_)) => {
            // The case expects a refusal with a reason.
            Err(found.into_iter().filter(|found| found.actual == PANICS).collect())
        }
        (Compiled::Machine(_), Expected::Refused(why)) => {
            Err(vec![Difference::new("definition", format!("refused: {why}"), "accepted")])
        }
        (Compiled::Refused(differences), Expected::Output(_) | Expected::Error(_)) => {
            Err(differences)
        }
    }
}

fn line(case: &Case, machine: usize) -> String {
    // Without an input the global data is an empty object; the runtime takes care of that.
    json!({ "machine": machine, "input": case.input.get(), "host": case.host }).to_string()
}

fn differences(case: &Case, ran: Ran) -> Vec<Difference> {
    units::told(ran, "run").map_or_else(|stopped| stopped, |told| compare::differences(case, &told))
}

/// The crate that runs machines beside a scripted host.
pub(crate) fn generate(name: &'static str, machines: &Machines) -> GeneratedCrate {
    let mut generated = GeneratedCrate::new(name, GeneratedCrate::LANGUAGES);
    generated.main("Runs the machines of all cases.", &["machines", "runner"]);
    generated.file("runner/mod.rs", include_str!("runner/mod.rs"));
    generated.file("runner/host.rs", include_str!("runner/host.rs"));
    machines.write(&mut generated);
    generated
}
