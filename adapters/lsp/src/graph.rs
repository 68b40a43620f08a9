//! The states of a machine and their transitions, as places of its text.

use asl_codegen::ir::{Machine, NodeId, State, StateId, Target};
use asl_codegen::source::{FileId, Span};

/// A transition that a definition names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrow {
    /// The state that it leaves; `None` for the start of a machine or a branch.
    pub(crate) from: Option<StateId>,
    pub(crate) to: StateId,
    /// The span of the name of the state.
    pub(crate) span: Span,
}

/// A state of a machine.
pub(crate) fn state(machine: &Machine, id: StateId) -> Option<&State> {
    machine.states.get(id.index())
}

/// The transitions to states by their names, in the order of the definition, each once.
pub(crate) fn arrows(machine: &Machine, text: &str) -> Vec<Arrow> {
    let starts = machine.scopes.iter().map(|scope| (None, &scope.start));
    let others = machine
        .nodes
        .iter()
        .flat_map(|node| node.kind.targets().into_iter().map(|target| (Some(node.state), target)));
    let mut arrows: Vec<Arrow> = starts
        .chain(others)
        .filter_map(|(from, target)| {
            let to = target_state(machine, target)?;
            let name = &state(machine, to)?.name.value;
            // A state of SM4C has several nodes, and the arrows between them name nothing.
            let is_name = written(text, target.span).is_some_and(|found| found == *name);
            is_name.then_some(Arrow { from, to, span: target.span })
        })
        .collect();
    arrows.sort_by_key(|arrow| arrow.span);
    arrows.dedup_by_key(|arrow| arrow.span);
    arrows
}

/// The name at a span of the first file: the text without quotation marks, decoded.
fn written(text: &str, span: Span) -> Option<String> {
    if span.file != FileId(0) {
        return None;
    }
    let text = text.get(span.start as usize..span.end as usize)?;
    let decoded = text.starts_with('"').then(|| serde_json::from_str(text).ok()).flatten();
    Some(decoded.unwrap_or_else(|| crate::quote::bare(text).replace("''", "'")))
}

fn target_state(machine: &Machine, target: &Target) -> Option<StateId> {
    node_state(machine, target.node?)
}

/// The state of a node.
pub(crate) fn node_state(machine: &Machine, node: NodeId) -> Option<StateId> {
    machine.nodes.get(node.index()).map(|node| node.state)
}

/// The states with their ids.
pub(crate) fn states(machine: &Machine) -> impl Iterator<Item = (StateId, &State)> {
    (0..).map(StateId).zip(&machine.states)
}
