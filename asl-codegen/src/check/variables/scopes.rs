//! Assignments in a branch or processor to a variable that belongs to a scope around it.
//!
//! AWS refuses a name that the outer scope assigns on its way into the Parallel or Map, a
//! distributed one included. A name that the outer scope assigns only afterwards, by the state
//! itself or its catchers, or on another way, is free: the branches never see that variable.
//! The specification gives an outer variable to its scope from beginning to end.

use super::{Assigned, Graph, Used, is_apart};
use crate::ir::{Machine, NodeId, ScopeId};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Profile;
use asl_source::sorted::SortedMap;

/// Reports the assignments of one variable that an outer scope forbids. `steps` is what may still
/// be walked.
pub(super) fn check(
    machine: &Machine,
    graph: &Graph<'_>,
    (name, used): (&str, &Used<'_>),
    steps: &mut usize,
    diagnostics: &mut Diagnostics,
) {
    let mut first: SortedMap<ScopeId, &Assigned<'_>> = SortedMap::new();
    for assigned in &used.assigned {
        first.get_or_insert(assigned.scope, assigned);
    }
    if first.len() < 2 {
        return;
    }
    let mut owners = Owners { machine, graph, name, reached: SortedMap::new() };
    for (_, assigned) in &first {
        let mut inner = assigned.scope;
        while let Some((owner, scope)) = around(machine, inner) {
            if let Some(other) = first.get(&scope)
                && owners.has_value_at(owner, scope, steps)
            {
                diagnostics.push(finding(name, assigned, other));
                break;
            }
            inner = scope;
        }
    }
}

fn finding(name: &str, assigned: &Assigned<'_>, other: &Assigned<'_>) -> Diagnostic {
    let title = format!("`${name}` belongs to the scope around this one");
    Diagnostic::new(Code::OuterVariable, assigned.name.span, title)
        .label("a branch or processor cannot assign it")
        .related(other.name.span, "it is assigned here")
        .help("choose another name, and hand the value on as output")
}

/// The Parallel or Map around a scope, and its scope. Under the specification's profile the
/// processor of a distributed Map has no outer variables.
fn around(machine: &Machine, scope: ScopeId) -> Option<(NodeId, ScopeId)> {
    let (owner, _) = machine.scopes.get(scope.index())?.owner?;
    let node = machine.nodes.get(owner.index())?;
    if machine.profile == Profile::Spec && is_apart(node) {
        return None;
    }
    machine.states.get(node.state.index()).map(|state| (owner, state.scope))
}

/// The states with branches that a variable of their scope may have a value at.
struct Owners<'a> {
    machine: &'a Machine,
    graph: &'a Graph<'a>,
    name: &'a str,
    /// By scope: the nodes that its own assignments lead to.
    reached: SortedMap<ScopeId, Vec<bool>>,
}

impl Owners<'_> {
    fn has_value_at(&mut self, owner: NodeId, scope: ScopeId, steps: &mut usize) -> bool {
        if self.machine.profile == Profile::Spec {
            return true;
        }
        if self.reached.get(&scope).is_none() {
            let Some(left) = steps.checked_sub(self.graph.size()) else { return false };
            *steps = left;
            self.reached.insert(scope, self.graph.assigned_in(self.machine, scope, self.name));
        }
        let reached = self.reached.get(&scope).and_then(|nodes| nodes.get(owner.index()));
        reached.copied().unwrap_or_default()
    }
}
