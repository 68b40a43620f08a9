//! The answers of a mock file of Step Functions Local that the schemas of a definition tell something
//! about. Faults of the file itself are found where the cases run.

use std::collections::BTreeSet;
use std::path::Path;

use asl_codegen::diagnostics::{Diagnostics, report};
use asl_codegen::ir::Machine;
use asl_codegen::options::Options;
use asl_codegen::schema::{self, Data, Side};
use asl_codegen::source::{Member, Node, Sources};

use crate::definition;
use crate::output::{Outcome, message, message_colour};

/// Cases of a mock file.
#[derive(Clone, Copy)]
pub(crate) enum Cases<'c> {
    /// Those of these names, as `Case` or `Machine#Case`.
    Named(&'c [&'c str]),
    /// All of a machine, or of all machines.
    Of(Option<&'c str>),
}

/// Prints the findings about the answers of the cases.
pub(crate) fn check(
    file: Option<&Path>,
    cases: Cases<'_>,
    machine: (&Machine, &Options),
    definition: &mut Sources,
) -> Result<(), Outcome> {
    let found = file.and_then(|file| misfits(file, cases, machine, definition));
    let found = found.filter(|(_, found)| found.has_errors());
    let Some((sources, findings)) = found else { return Ok(()) };
    message(&report(findings, &sources, message_colour()));
    Err(Outcome::Errors)
}

/// The findings about the answers of the cases, if the file can be read. `definition` are the files of
/// the definition.
pub(crate) fn misfits(
    file: &Path,
    cases: Cases<'_>,
    (machine, options): (&Machine, &Options),
    definition: &mut Sources,
) -> Option<(Sources, Diagnostics)> {
    let sources = Sources::read_open(file, Path::new(""), &definition.open).ok()?;
    let tree = definition::tree(&sources, &mut Diagnostics::default())?;
    let mocked = match cases {
        Cases::Named(names) => names.iter().flat_map(|name| named(&tree, name)).collect(),
        Cases::Of(machine) => of_machines(&tree, machine),
    };
    let (mut data, mut seen) = (Vec::new(), BTreeSet::new());
    for (state, response) in mocked {
        if seen.insert((state, response)) {
            data.extend(answers(&tree, state, response));
        }
    }
    let mut found = Diagnostics::default();
    for misfit in schema::misfits(machine, options, definition, &data) {
        found.push(misfit);
    }
    Some((sources, found))
}

/// The states of a case and the names of their responses. A case without the name of a machine is one
/// of the only machine.
fn named<'t>(tree: &'t Node, name: &str) -> Vec<(&'t str, &'t str)> {
    let machines = members(tree.get("StateMachines"));
    let machine = match (name.rsplit_once('#'), machines) {
        (Some((owner, _)), machines) => {
            let owner = owner.rsplit_once(':').map_or(owner, |(_, name)| name);
            machines.iter().find(|machine| machine.key.value == owner)
        }
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    let name = name.rsplit_once('#').map_or(name, |(_, name)| name);
    let cases = machine.and_then(|machine| machine.value.get("TestCases"));
    states(cases.and_then(|cases| cases.get(name))).collect()
}

/// The same of all cases of a machine, or of all machines.
fn of_machines<'t>(tree: &'t Node, name: Option<&str>) -> Vec<(&'t str, &'t str)> {
    let machines = members(tree.get("StateMachines")).iter();
    let machines = machines.filter(|machine| name.is_none_or(|name| machine.key.value == name));
    let cases = machines.flat_map(|machine| members(machine.value.get("TestCases")));
    cases.flat_map(|case| states(Some(&case.value))).collect()
}

/// The states of a case and the names of their responses.
fn states(case: Option<&Node>) -> impl Iterator<Item = (&str, &str)> {
    let states = members(case).iter();
    states.filter_map(|state| Some((state.key.value.as_str(), state.value.as_str()?)))
}

/// The values that a response returns to a state.
fn answers<'t>(tree: &'t Node, task: &'t str, response: &str) -> impl Iterator<Item = Data<'t>> {
    let responses = tree.get("MockedResponses");
    let invocations = members(responses.and_then(|responses| responses.get(response)));
    let returned = invocations.iter().filter_map(|answer| answer.value.get("Return"));
    let side = Side::Answer { task, is_payload: false };
    returned.map(move |value| Data { side, value })
}

fn members(node: Option<&Node>) -> &[Member] {
    node.and_then(Node::as_object).unwrap_or_default()
}
