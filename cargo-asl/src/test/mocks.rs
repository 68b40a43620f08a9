//! The answers of a mock file of Step Functions Local that the schemas of a definition tell something
//! about. Faults of the file itself are found where the cases run.

use std::collections::BTreeSet;
use std::path::Path;

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::ir::Machine;
use asl_codegen::options::Options;
use asl_codegen::schema::{self, Data, Side};
use asl_codegen::source::{Member, Node, Sources};

use super::case::Case;
use super::file::parse;

/// The findings about the answers of the mock file that the cases name. `definition` are the files of
/// the definition.
pub(super) fn misfits(
    file: &Path,
    cases: &[Case],
    (machine, options): (&Machine, &Options),
    definition: &mut Sources,
) -> Option<(Sources, Diagnostics)> {
    let sources = Sources::read(file, Path::new("")).ok()?;
    let mut diagnostics = Diagnostics::default();
    let tree = parse(&sources, &mut diagnostics)?;
    let names = cases.iter().filter_map(|case| case.mock.as_deref());
    let names: BTreeSet<&str> = names.collect();
    let (mut data, mut seen) = (Vec::new(), BTreeSet::new());
    for (state, response) in names.into_iter().flat_map(|name| mocked(&tree, name)) {
        if seen.insert((state, response)) {
            data.extend(answers(&tree, state, response));
        }
    }
    let mut found = Diagnostics::default();
    for misfit in schema::misfits(machine, options, definition, &data) {
        found.push(misfit);
    }
    found.has_errors().then_some((sources, found))
}

/// The states of a case and the names of their responses. A case without the name of a machine is one
/// of the only machine.
fn mocked<'t>(tree: &'t Node, name: &str) -> Vec<(&'t str, &'t str)> {
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
    let states = members(cases.and_then(|cases| cases.get(name)));
    let response = |state: &'t Member| Some((state.key.value.as_str(), state.value.as_str()?));
    states.iter().filter_map(response).collect()
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
