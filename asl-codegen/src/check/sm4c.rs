//! Checks of machines in SM4C, which the other families do not know: those look at data flow in
//! ASL's terms, at its error names, and at AWS's limits.

use super::cycles::cycles;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::ir::{Machine, Node, NodeId, NodeKind, State};

/// Checks the graph of the states; that of a faulty definition is not the one that its author
/// wants.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    if diagnostics.has_errors() {
        return;
    }
    never_reached(machine, diagnostics);
    spinning(machine, diagnostics);
}

/// Reports states that no path from the start leads to.
fn never_reached(machine: &Machine, diagnostics: &mut Diagnostics) {
    let Some(scope) = machine.scopes.first() else { return };
    let Some(start) = scope.start.node else { return };
    let mut reached = vec![false; machine.nodes.len()];
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        let Some(seen) = reached.get_mut(id.index()) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        let targets =
            machine.nodes.get(id.index()).map(|node| node.kind.targets()).unwrap_or_default();
        open.extend(targets.into_iter().filter_map(|target| target.node));
    }
    let states = scope.states.iter().filter_map(|id| machine.states.get(id.index()));
    let is_reached = |state: &State| reached.get(state.entry.index()).copied().unwrap_or(true);
    for state in states.filter(|state| !is_reached(state)) {
        let title = format!("state `{}` can never be reached", state.name.value);
        diagnostics.push(
            Diagnostic::new(Code::NeverReached, state.name.span, title)
                .label("no path of transitions leads here")
                .related(scope.start.span, "the start"),
        );
    }
}

/// Reports states that lead to each other for ever, without an event, a call or a delay on the way.
fn spinning(machine: &Machine, diagnostics: &mut Diagnostics) {
    let part: Vec<bool> = machine.nodes.iter().map(is_quick).collect();
    for group in cycles(machine, &part) {
        let nodes = || group.iter().filter_map(|id| machine.nodes.get(id.index()));
        let inside = |id: &NodeId| group.binary_search(id).is_ok();
        let leaves = |node: &Node| {
            node.kind.targets().iter().any(|target| target.node.is_none_or(|id| !inside(&id)))
        };
        if nodes().any(leaves) {
            continue;
        }
        let mut states: Vec<_> = nodes().map(|node| node.state).collect();
        states.sort_unstable();
        states.dedup();
        let mut names =
            states.iter().filter_map(|id| machine.states.get(id.index())).map(|state| &state.name);
        let Some(first) = names.next() else { continue };
        let mut diagnostic = Diagnostic::new(
            Code::SpinningState,
            first.span,
            "these states go round for ever",
        )
        .label("nothing on the way waits, and no condition leads out")
        .help("add a condition to one of the transitions, or events or a time-out to wait for");
        for name in names.take(3) {
            diagnostic = diagnostic.related(name.span, format!("through `{}`", name.value));
        }
        diagnostics.push(diagnostic);
    }
}

/// Whether a node takes no time, as far as can be told without looking into the actions within it.
fn is_quick(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Eval(_) | NodeKind::Branch(_) | NodeKind::End(_) | NodeKind::Fail(_) => true,
        NodeKind::Invoke(_) | NodeKind::Fork(_) | NodeKind::ForEach(_) | NodeKind::Await(_) => {
            false
        }
    }
}
