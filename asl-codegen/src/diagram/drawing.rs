//! The drawing that all formats print: scopes with their states, and edges between them.

use super::{condition, notes, sm4c};
use crate::ir::{self, NodeId, NodeKind, ScopeId, StateId, StateKind};
use asl_source::diagnostics::printable;

/// Maximum length of a text, in characters.
pub(super) const LONGEST_TEXT: usize = 400;
/// Maximum length of a label in formats that cannot show the whole text elsewhere.
const LONGEST_LABEL: usize = 80;

/// A text of a drawing as a label of limited length.
pub(super) fn label(text: &str) -> String {
    printable(text, LONGEST_LABEL)
}

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
    pub(super) name: String,
    /// The names of the states around it and its own: `Check Items[].Check Stock`, or
    /// `Fan[1].Ship` in the second branch of a Parallel.
    pub(super) path: String,
    pub(super) notes: Vec<Note>,
    pub(super) scopes: Vec<DrawnScope>,
}

/// A line of text in a state's box.
#[derive(Debug)]
pub(super) struct Note {
    pub(super) kind: NoteKind,
    /// The text, which is complete without a sign for its kind.
    pub(super) text: String,
}

/// The subject of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoteKind {
    /// The resource or function that is called.
    Call,
    /// A time: a wait, or the limit of a task.
    Time,
    /// A retrier.
    Retry,
    /// The error of a Fail.
    Error,
    /// The number of items or branches at a time.
    Limit,
    /// An action of SM4C.
    Action,
}

impl DrawnState {
    /// The lines of its label.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let notes = self.notes.iter().map(|note| label(&note.text));
        [label(&self.name)].into_iter().chain(notes)
    }
}

/// An end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Point {
    Start(ScopeId),
    State(StateId),
    /// An action inside another one.
    Action(NodeId),
    End(ScopeId),
}

impl Point {
    /// A name without blanks and signs, for formats that have one for each point.
    pub(super) fn name(self) -> String {
        match self {
            Self::Start(scope) => format!("start{}", scope.0),
            Self::State(state) => format!("s{}", state.0),
            Self::Action(node) => format!("a{}", node.0),
            Self::End(scope) => format!("stop{}", scope.0),
        }
    }
}

/// An edge.
pub(super) struct Edge {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) label: Option<String>,
    pub(super) kind: EdgeKind,
}

/// The cause of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EdgeKind {
    /// The end of the state, or SM4C's implicit transition.
    Next,
    /// A rule of a Choice, or a condition.
    Rule,
    /// The default of a Choice.
    Default,
    /// A catcher.
    Catch,
    /// An event.
    Event,
    /// A time-out.
    Timer,
    /// The start of a branch, an iteration or an inner action. It leads into the state itself.
    Inside,
}

impl EdgeKind {
    /// True for edges that are not taken when all goes well, and for starts of branches.
    pub(super) fn is_dashed(self) -> bool {
        matches!(self, Self::Catch | Self::Inside)
    }
}

/// Draws a machine without errors. Transitions without a target are left out.
pub(super) fn drawing(machine: &ir::Machine) -> Drawing {
    if let Some(tables) = &machine.sm4c {
        return sm4c::drawing(machine, tables);
    }
    let mut painter = Painter { machine, edges: Vec::new(), nodes_of: nodes_by_state(machine) };
    let root = painter.scope(ScopeId(0), "", title(machine));
    Drawing { root, edges: painter.edges }
}

/// The name of a machine.
pub(super) fn title(machine: &ir::Machine) -> String {
    let name = machine.sm4c.as_ref().map_or(&machine.name, |tables| &tables.name);
    printable(name, LONGEST_TEXT)
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
    /// A scope; `path` is that of its states without their names.
    fn scope(&mut self, id: ScopeId, path: &str, title: String) -> DrawnScope {
        let Some(scope) = self.machine.scopes.get(id.index()) else {
            return DrawnScope { id, title, states: Vec::new(), has_start: true, has_end: false };
        };
        let first_edge = self.edges.len();
        self.edge(Point::Start(id), &scope.start, None, EdgeKind::Next);
        let states = scope.states.iter().filter_map(|&state| self.state(state, path)).collect();
        let end = Point::End(id);
        let has_end = self.edges.iter().skip(first_edge).any(|edge| edge.to == end);
        DrawnScope { id, title, states, has_start: true, has_end }
    }

    fn state(&mut self, id: StateId, path: &str) -> Option<DrawnState> {
        let state = self.machine.states.get(id.index())?;
        let name = printable(&state.name.value, LONGEST_TEXT);
        let path = format!("{path}{name}");
        let (mut notes, mut scopes) = (Vec::new(), Vec::new());
        for node in self.nodes_of.get(id.index()).cloned().unwrap_or_default() {
            self.node(state, id, node);
            notes.extend(notes::of_node(self.machine, node));
            self.inner_scopes(Point::State(id), &path, node, &mut scopes);
        }
        Some(DrawnState { point: Point::State(id), kind: state.kind, name, path, notes, scopes })
    }

    fn node(&mut self, state: &ir::State, id: StateId, node: &ir::Node) {
        let from = Point::State(id);
        if let Some(exit) = node.kind.exit() {
            self.exit(from, state, exit);
        }
        match &node.kind {
            NodeKind::Eval(eval) => {
                if let Some(target) = &eval.leave_for {
                    self.edge(from, target, None, EdgeKind::Next);
                }
            }
            NodeKind::Branch(branch) => self.choices(from, branch),
            NodeKind::Await(wait) => {
                for transition in &wait.transitions {
                    let label = Some("event".to_owned());
                    self.edge(from, &transition.target, label, EdgeKind::Event);
                }
                if let Some((_, target)) = &wait.timeout {
                    self.edge(from, target, Some("timeout".to_owned()), EdgeKind::Timer);
                }
            }
            NodeKind::End(_) => self.end(from, state.scope),
            // The shape of a Fail shows that it ends the execution.
            NodeKind::Invoke(_) | NodeKind::Fork(_) | NodeKind::ForEach(_) | NodeKind::Fail(_) => {}
        }
        self.catchers(from, node.kind.catchers());
    }

    fn inner_scopes(
        &mut self,
        from: Point,
        path: &str,
        node: &ir::Node,
        scopes: &mut Vec<DrawnScope>,
    ) {
        let mut add = |scope: ScopeId, path: String, title: String| {
            let to = Point::Start(scope);
            self.edges.push(Edge { from, to, label: None, kind: EdgeKind::Inside });
            scopes.push(self.scope(scope, &path, title));
        };
        match &node.kind {
            NodeKind::Fork(fork) => {
                for (index, &scope) in fork.branches.iter().enumerate() {
                    add(scope, format!("{path}[{index}]."), format!("branch {}", index + 1));
                }
            }
            NodeKind::ForEach(each) => add(each.body, format!("{path}[]."), "each item".to_owned()),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Branch(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => {}
        }
    }

    fn end(&mut self, from: Point, scope: ScopeId) {
        let to = Point::End(scope);
        self.edges.push(Edge { from, to, label: None, kind: EdgeKind::Next });
    }

    fn exit(&mut self, from: Point, state: &ir::State, exit: &ir::Exit) {
        match exit {
            ir::Exit::Next(target) => self.edge(from, target, None, EdgeKind::Next),
            // The nodes that choose the target have the edges.
            ir::Exit::Leave => {}
            ir::Exit::End => self.end(from, state.scope),
        }
    }

    fn catchers(&mut self, from: Point, catchers: &[ir::Catcher]) {
        for catcher in catchers {
            let names: Vec<&str> = catcher.errors.iter().map(|name| name.value.as_str()).collect();
            let label = printable(&format!("catch {}", names.join(", ")), LONGEST_TEXT);
            self.edge(from, &catcher.target, Some(label), EdgeKind::Catch);
        }
    }

    fn choices(&mut self, from: Point, branch: &ir::Branch) {
        for rule in &branch.rules {
            let label = printable(&condition::text(&rule.condition, LONGEST_TEXT), LONGEST_TEXT);
            self.edge(from, &rule.target, Some(label), EdgeKind::Rule);
        }
        if let Some(target) = &branch.default {
            self.edge(from, target, Some("default".to_owned()), EdgeKind::Default);
        }
    }

    fn edge(&mut self, from: Point, target: &ir::Target, label: Option<String>, kind: EdgeKind) {
        let node = target.node.and_then(|id| self.machine.nodes.get(id.index()));
        if let Some(node) = node {
            self.edges.push(Edge { from, to: Point::State(node.state), label, kind });
        }
    }
}
