//! The drawing that all formats print: scopes with their states, and edges between them.

use super::{condition, sm4c};
use crate::diagnostics::printable;
use crate::ir::{self, NodeId, NodeKind, ScopeId, StateId, StateKind};

/// Maximum length of a label, in characters.
pub(super) const LONGEST_LABEL: usize = 80;

/// The machine as scopes within scopes.
pub(super) struct Drawing {
    /// The machine itself.
    pub(super) root: DrawnScope,
    /// Edges of all scopes; edges between scopes lead from a Parallel into its branches.
    pub(super) edges: Vec<Edge>,
}

/// A scope: the machine, or a branch.
pub(super) struct DrawnScope {
    pub(super) id: ScopeId,
    pub(super) title: String,
    pub(super) states: Vec<DrawnState>,
    pub(super) has_start: bool,
    pub(super) has_end: bool,
}

/// A state, or an action of SM4C, with the scopes that it runs.
pub(super) struct DrawnState {
    pub(super) point: Point,
    pub(super) kind: StateKind,
    /// The state's name and further lines of text.
    pub(super) lines: Vec<String>,
    pub(super) scopes: Vec<DrawnScope>,
}

/// An end of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Point {
    Start(ScopeId),
    State(StateId),
    /// An action inside another one.
    Action(NodeId),
    End(ScopeId),
}

/// An edge.
pub(super) struct Edge {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) label: Option<String>,
    pub(super) line: Line,
}

/// The style of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// A transition.
    Solid,
    /// A catcher, or the start of a branch.
    Dashed,
}

/// Draws a machine without errors. Transitions without a target are left out.
pub(super) fn drawing(machine: &ir::Machine) -> Drawing {
    if let Some(tables) = &machine.sm4c {
        return sm4c::drawing(machine, tables);
    }
    let mut painter = Painter { machine, edges: Vec::new(), nodes_of: nodes_by_state(machine) };
    let root = painter.scope(ScopeId(0), printable(&machine.name, LONGEST_LABEL));
    Drawing { root, edges: painter.edges }
}

fn nodes_by_state(machine: &ir::Machine) -> Vec<Vec<&ir::Node>> {
    let mut nodes_of = vec![Vec::new(); machine.states.len()];
    for node in &machine.nodes {
        if let Some(nodes) = nodes_of.get_mut(node.state.index()) {
            nodes.push(node);
        }
    }
    nodes_of
}

struct Painter<'m> {
    machine: &'m ir::Machine,
    edges: Vec<Edge>,
    nodes_of: Vec<Vec<&'m ir::Node>>,
}

impl Painter<'_> {
    fn scope(&mut self, id: ScopeId, title: String) -> DrawnScope {
        let Some(scope) = self.machine.scopes.get(id.index()) else {
            return DrawnScope { id, title, states: Vec::new(), has_start: true, has_end: false };
        };
        let first_edge = self.edges.len();
        self.edge(Point::Start(id), &scope.start, None, Line::Solid);
        let states = scope.states.iter().filter_map(|&state| self.state(state)).collect();
        let end = Point::End(id);
        let has_end = self.edges.iter().skip(first_edge).any(|edge| edge.to == end);
        DrawnScope { id, title, states, has_start: true, has_end }
    }

    fn state(&mut self, id: StateId) -> Option<DrawnState> {
        let state = self.machine.states.get(id.index())?;
        let (from, mut scopes) = (Point::State(id), Vec::new());
        for node in self.nodes_of.get(id.index()).cloned().unwrap_or_default() {
            self.node(state, id, node, &mut scopes);
        }
        let lines = vec![printable(&state.name.value, LONGEST_LABEL)];
        Some(DrawnState { point: from, kind: state.kind, lines, scopes })
    }

    fn node(
        &mut self,
        state: &ir::State,
        id: StateId,
        node: &ir::Node,
        scopes: &mut Vec<DrawnScope>,
    ) {
        let from = Point::State(id);
        match &node.kind {
            NodeKind::Eval(eval) => {
                self.exit(from, state, &eval.exit);
                eval.leave_for.iter().for_each(|target| self.edge(from, target, None, Line::Solid));
            }
            NodeKind::Invoke(invoke) => {
                self.exit(from, state, &invoke.exit);
                self.catchers(from, &invoke.catch);
            }
            NodeKind::Branch(branch) => self.choices(from, branch),
            NodeKind::Fork(fork) => {
                for (index, &scope) in fork.branches.iter().enumerate() {
                    scopes.push(self.inner_scope(from, scope, format!("branch {}", index + 1)));
                }
                self.exit(from, state, &fork.exit);
                self.catchers(from, &fork.catch);
            }
            NodeKind::ForEach(each) => {
                scopes.push(self.inner_scope(from, each.body, "each item".to_owned()));
                self.exit(from, state, &each.exit);
                self.catchers(from, &each.catch);
            }
            NodeKind::Await(wait) => {
                for transition in &wait.transitions {
                    self.edge(from, &transition.target, Some("event".to_owned()), Line::Solid);
                }
                if let Some((_, target)) = &wait.timeout {
                    self.edge(from, target, Some("timeout".to_owned()), Line::Solid);
                }
            }
            NodeKind::End(_) => self.end(from, state.scope),
            // The shape of a Fail shows that it ends the execution.
            NodeKind::Fail(_) => {}
        }
    }

    fn inner_scope(&mut self, from: Point, scope: ScopeId, title: String) -> DrawnScope {
        self.edges.push(Edge { from, to: Point::Start(scope), label: None, line: Line::Dashed });
        self.scope(scope, title)
    }

    fn end(&mut self, from: Point, scope: ScopeId) {
        let to = Point::End(scope);
        self.edges.push(Edge { from, to, label: None, line: Line::Solid });
    }

    fn exit(&mut self, from: Point, state: &ir::State, exit: &ir::Exit) {
        match exit {
            ir::Exit::Next(target) => self.edge(from, target, None, Line::Solid),
            // The nodes that choose the target have the edges.
            ir::Exit::Leave => {}
            ir::Exit::End => self.end(from, state.scope),
        }
    }

    fn catchers(&mut self, from: Point, catchers: &[ir::Catcher]) {
        for catcher in catchers {
            let names: Vec<&str> = catcher.errors.iter().map(|name| name.value.as_str()).collect();
            let label = printable(&format!("catch {}", names.join(", ")), LONGEST_LABEL);
            self.edge(from, &catcher.target, Some(label), Line::Dashed);
        }
    }

    fn choices(&mut self, from: Point, branch: &ir::Branch) {
        for rule in &branch.rules {
            let label = printable(&condition::text(&rule.condition, LONGEST_LABEL), LONGEST_LABEL);
            self.edge(from, &rule.target, Some(label), Line::Solid);
        }
        if let Some(target) = &branch.default {
            self.edge(from, target, Some("default".to_owned()), Line::Solid);
        }
    }

    fn edge(&mut self, from: Point, target: &ir::Target, label: Option<String>, line: Line) {
        let node = target.node.and_then(|id| self.machine.nodes.get(id.index()));
        if let Some(node) = node {
            self.edges.push(Edge { from, to: Point::State(node.state), label, line });
        }
    }
}
