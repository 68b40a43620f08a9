//! The shape of the graph: every state can be reached from the start, and in ASL an end can be
//! reached from every state.
//!
//! AWS refuses a state that no transition names, and a machine in which no state at all ends anything,
//! in its branches and processors neither. The rest are warnings, and under the specification's
//! profile everything is: it has no such rules.
//!
//! A cycle that no path from the start enters is not reached, but AWS accepts it. A transition without a target has
//! been reported already, and may be meant for any state: the checks then report only what no
//! repair of it can change.

use crate::ir::{Machine, Node, NodeId, Scope, State, StateId};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Profile;

/// Reports states of SM4C that no path of transitions leads to.
pub(super) fn check_sm4c(machine: &Machine, diagnostics: &mut Diagnostics) {
    let Some(scope) = machine.scopes.first() else { return };
    let view = View { machine, scope, walk: &Walk::new(machine) };
    for state in view.unreached() {
        diagnostics.push(
            Diagnostic::new(Code::NeverReached, state.name.span, unreachable_title(state))
                .label("no path of transitions leads here")
                .related(scope.start.span, "the start"),
        );
    }
}

/// Checks all scopes of a machine in ASL.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    let walk = Walk::new(machine);
    let is_empty = machine.nodes.is_empty();
    if machine.profile == Profile::Aws && !is_empty && !machine.nodes.iter().any(may_end) {
        // AWS reports nothing else about the graph of such a machine.
        let Some(scope) = machine.scopes.first() else { return };
        diagnostics.push(endless(Code::NoTerminalState, scope));
        return;
    }
    for scope in &machine.scopes {
        let view = View { machine, scope, walk: &walk };
        if view.states().next().is_none() {
            continue;
        }
        let ends = view.has_terminal_state(diagnostics);
        view.report_unreachable(diagnostics);
        if ends {
            view.report_endless(diagnostics);
        }
    }
}

fn unreachable_title(state: &State) -> String {
    format!("state `{}` can never be reached", state.name.value)
}

/// Properties of all nodes, by id.
struct Walk {
    reached: Vec<bool>,
    /// True if an end can be reached from the node, or a transition whose target is not known.
    ends: Vec<bool>,
    /// The nodes that lead to each node.
    sources: Vec<Vec<NodeId>>,
}

impl Walk {
    fn new(machine: &Machine) -> Self {
        let starts = machine.scopes.iter().filter_map(|scope| scope.start.node);
        let forward: Vec<Vec<NodeId>> =
            machine.nodes.iter().map(|node| targets(node).collect()).collect();
        let ends = numbered(machine).filter(|(_, node)| may_end(node));
        let sources = backward(&forward);
        Self {
            reached: reach(&forward, starts),
            ends: reach(&sources, ends.map(|(id, _)| id)),
            sources,
        }
    }
}

fn numbered(machine: &Machine) -> impl Iterator<Item = (NodeId, &Node)> {
    (0..).map(NodeId).zip(&machine.nodes)
}

fn targets(node: &Node) -> impl Iterator<Item = NodeId> {
    node.kind.targets().into_iter().filter_map(|target| target.node)
}

/// True if a target of a node is not known. A Choice without any readable rule counts too.
fn is_unresolved(node: &Node) -> bool {
    let targets = node.kind.targets();
    targets.iter().any(|target| target.node.is_none())
        || (targets.is_empty() && !node.kind.is_terminal())
}

/// True if a node ends its scope, or has a transition whose target is not known.
fn may_end(node: &Node) -> bool {
    node.kind.is_terminal() || is_unresolved(node)
}

/// The finding on a scope without an end.
fn endless(code: Code, scope: &Scope) -> Diagnostic {
    let whole = if scope.owner.is_some() { "this branch" } else { "the machine" };
    let title = format!("{whole} has no state that ends it");
    Diagnostic::new(code, scope.start.span, title)
        .label("from here it runs endlessly")
        .help("give a state `\"End\": true`, or add a Succeed or Fail state")
}

fn backward(forward: &[Vec<NodeId>]) -> Vec<Vec<NodeId>> {
    let mut backward = vec![Vec::new(); forward.len()];
    for (from, targets) in (0..).map(NodeId).zip(forward) {
        for target in targets {
            if let Some(sources) = backward.get_mut(target.index()) {
                sources.push(from);
            }
        }
    }
    backward
}

/// Marks of the nodes that edges lead to from `starts`, and of the starts.
fn reach(edges: &[Vec<NodeId>], starts: impl Iterator<Item = NodeId>) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut open: Vec<NodeId> = starts.collect();
    while let Some(node) = open.pop() {
        let Some(seen) = reached.get_mut(node.index()) else { continue };
        if !std::mem::replace(seen, true) {
            open.extend(edges.get(node.index()).into_iter().flatten());
        }
    }
    reached
}

struct View<'a> {
    machine: &'a Machine,
    scope: &'a Scope,
    walk: &'a Walk,
}

impl<'a> View<'a> {
    /// The states with their first nodes. A second state of the same name is left out: no
    /// transition can name it, and the reader has reported it.
    fn states(&self) -> impl Iterator<Item = (&'a State, &'a Node)> {
        let machine = self.machine;
        let mut names = std::collections::HashSet::new();
        let state = move |id: &StateId| machine.states.get(id.index());
        let states = self.scope.states.iter().filter_map(state);
        let distinct = states.filter(move |state| names.insert(state.name.value.as_str()));
        distinct.filter_map(move |state| Some((state, machine.nodes.get(state.entry.index())?)))
    }

    fn is_reached(&self, state: &State) -> bool {
        self.walk.reached.get(state.entry.index()).copied().unwrap_or_default()
    }

    /// True if a transition names a state, be it its own.
    fn is_named(&self, state: &State) -> bool {
        self.walk.sources.get(state.entry.index()).is_some_and(|sources| !sources.is_empty())
    }

    fn unreached(&self) -> impl Iterator<Item = &'a State> {
        self.states().map(|(state, _)| state).filter(|state| !self.is_reached(state))
    }

    fn has_terminal_state(&self, diagnostics: &mut Diagnostics) -> bool {
        let ends = self.states().any(|(_, node)| may_end(node));
        if !ends {
            diagnostics.push(endless(Code::CannotEnd, self.scope));
        }
        ends
    }

    fn report_unreachable(&self, diagnostics: &mut Diagnostics) {
        let unknown =
            |(state, node): (&State, &Node)| self.is_reached(state) && is_unresolved(node);
        if self.scope.start.node.is_none() || self.states().any(unknown) {
            return;
        }
        for state in self.unreached() {
            let is_refused = self.machine.profile == Profile::Aws && !self.is_named(state);
            let code = if is_refused { Code::Unreachable } else { Code::NeverEntered };
            diagnostics.push(
                Diagnostic::new(code, state.name.span, unreachable_title(state))
                    .label("no path from `StartAt` leads here")
                    .related(self.scope.start.span, "the start")
                    .help(self.sources(state)),
            );
        }
    }

    /// The states that lead to an unreached one, which show its author where the path breaks.
    fn sources(&self, state: &State) -> String {
        let sources = self.walk.sources.get(state.entry.index()).into_iter().flatten();
        let others = sources
            .filter(|node| **node != state.entry)
            .filter_map(|node| self.machine.nodes.get(node.index()));
        let others = others.filter_map(|node| self.machine.states.get(node.state.index()));
        let sources: Vec<_> =
            others.take(3).map(|source| format!("`{}`", source.name.value)).collect();
        if sources.is_empty() {
            return "no `Next`, `Default` or catcher of another state names it: add one, or remove the state"
                .to_owned();
        }
        format!("only states that cannot be reached themselves lead here: {}", sources.join(", "))
    }

    fn report_endless(&self, diagnostics: &mut Diagnostics) {
        let ends = |state: &State| self.walk.ends.get(state.entry.index()).copied().unwrap_or(true);
        for (state, _) in self.states().filter(|(state, _)| self.is_reached(state) && !ends(state))
        {
            let name = &state.name.value;
            diagnostics.push(
                Diagnostic::new(
                    Code::CannotEnd,
                    state.name.span,
                    format!("from state `{name}` no end can be reached"),
                )
                .label("a machine that comes here runs for ever"),
            );
        }
    }
}
