//! Machines in SM4C: states with their actions, and transitions with their triggers. Nested actions
//! are drawn inside their state, like the branches of a Parallel.

use super::action;
use super::condition;
use super::drawing::{
    self, Drawing, DrawnScope, DrawnState, Edge, EdgeKind, LONGEST_TEXT, Note, NoteKind, Point,
};
use crate::ir::{
    self, Await, Moment, Node, NodeId, NodeKind, ScopeId, Sm4c, State, StateId, StateKind,
};
use asl_source::diagnostics::printable;

/// Draws a machine without errors.
pub(super) fn drawing(machine: &ir::Machine, tables: &Sm4c) -> Drawing {
    let mut painter =
        Painter { machine, tables, edges: Vec::new(), nodes_of: nodes_by_state(machine) };
    let scope = machine.scopes.first();
    let first = scope
        .and_then(|scope| painter.node(scope.start.node?))
        .map(|node| Point::State(node.state));
    painter
        .edges
        .extend(first.map(|to| edge(Point::Start(ScopeId(0)), to, String::new(), EdgeKind::Next)));
    let states = (0..)
        .map(StateId)
        .zip(&machine.states)
        .map(|(id, state)| painter.state(id, state))
        .collect();
    let has_end = painter.edges.iter().any(|edge| edge.to == Point::End(ScopeId(0)));
    let title = drawing::title(machine);
    Drawing {
        root: DrawnScope { id: ScopeId(0), title, states, has_start: true, has_end },
        edges: painter.edges,
    }
}

fn nodes_by_state(machine: &ir::Machine) -> Vec<Vec<NodeId>> {
    let mut nodes_of = vec![Vec::new(); machine.states.len()];
    for (id, node) in (0..).map(NodeId).zip(&machine.nodes) {
        if let Some(nodes) = nodes_of.get_mut(node.state.index()) {
            nodes.push(id);
        }
    }
    nodes_of
}

fn edge(from: Point, to: Point, label: String, kind: EdgeKind) -> Edge {
    let label =
        Some(label).filter(|label| !label.is_empty()).map(|label| printable(&label, LONGEST_TEXT));
    Edge { from, to, label, kind }
}

fn note(kind: NoteKind, text: String) -> Note {
    Note { kind, text }
}

struct Painter<'m> {
    machine: &'m ir::Machine,
    tables: &'m Sm4c,
    edges: Vec<Edge>,
    nodes_of: Vec<Vec<NodeId>>,
}

impl<'m> Painter<'m> {
    fn node(&self, id: NodeId) -> Option<&'m Node> {
        self.machine.nodes.get(id.index())
    }

    fn state(&mut self, id: StateId, state: &State) -> DrawnState {
        let point = Point::State(id);
        let name = printable(&state.name.value, LONGEST_TEXT);
        let is_timeout = self.tables.on_timeout == Some(state.entry);
        let name = match self.tables.timeout_millis.filter(|_| is_timeout) {
            Some(millis) => format!("after {}", action::timespan(millis)),
            None => name,
        };
        let path = name.clone();
        let (notes, scopes) = (Vec::new(), Vec::new());
        let mut drawn = DrawnState { point, kind: StateKind::State, name, path, notes, scopes };
        for node in self.nodes_of.get(id.index()).cloned().unwrap_or_default() {
            self.node_of(point, node, &mut drawn);
        }
        drawn
    }

    /// Adds a node of a state to the drawing: a line in its box, edges from it, and nested actions.
    fn node_of(&mut self, from: Point, id: NodeId, drawn: &mut DrawnState) {
        let Some(node) = self.node(id) else { return };
        let moment = node.action.as_ref().map(|action| action.moment);
        let prefix = match moment {
            Some(Moment::Within) => return,
            Some(Moment::Enter) => Some("enter: "),
            Some(Moment::Exit) => Some("exit: "),
            Some(Moment::Timeout) => Some(""),
            Some(Moment::Transition) | None => None,
        };
        drawn.notes.extend(prefix.map(|prefix| {
            note(NoteKind::Action, format!("{prefix}{}", action::text(self.machine, node)))
        }));
        drawn.notes.extend(self.retries(node));
        drawn.scopes.extend(self.held(from, &drawn.path, node));
        match &node.kind {
            NodeKind::Branch(branch) => {
                for rule in &branch.rules {
                    let label = condition::text(&rule.condition, LONGEST_TEXT);
                    self.way(from, node, rule.target.node, label, EdgeKind::Rule);
                }
            }
            NodeKind::Await(wait) => self.waits(from, node, wait),
            NodeKind::End(_) => {
                let end = Point::End(ScopeId(0));
                self.edges.push(edge(from, end, String::new(), EdgeKind::Next));
            }
            // The exit action continues the transition, whose nodes have been followed already.
            NodeKind::Eval(_) | NodeKind::Invoke(_) | NodeKind::Fork(_) | NodeKind::ForEach(_) => {
                let is_entry = self
                    .machine
                    .states
                    .get(node.state.index())
                    .is_some_and(|state| state.entry == id);
                if is_entry && moment != Some(Moment::Timeout) {
                    self.implicit(from, id);
                }
            }
            NodeKind::Fail(_) => {}
        }
    }

    /// The implicit transition, if the nodes after the state's entry lead to one.
    fn implicit(&mut self, from: Point, entry: NodeId) {
        let Some(node) = self.node(entry) else { return };
        let (goal, label) = self.follow(node.state, entry, Start::Entry);
        if let Some(Goal::State(state)) = goal {
            self.edges.push(edge(from, Point::State(state), label, EdgeKind::Next));
        }
    }

    fn waits(&mut self, from: Point, node: &Node, wait: &Await) {
        for transition in &wait.transitions {
            let groups: Vec<String> =
                transition.groups.iter().map(|group| self.group(group)).collect();
            let label = format!("on {}", groups.join(" and "));
            self.way(from, node, transition.target.node, label, EdgeKind::Event);
        }
        if let Some((millis, target)) = &wait.timeout {
            let label = format!("after {}", action::timespan(*millis));
            self.way(from, node, target.node, label, EdgeKind::Timer);
        }
    }

    fn group(&self, group: &ir::EventGroup) -> String {
        let events =
            group.events.iter().filter_map(|index| self.tables.events.get(*index as usize));
        let names: Vec<&str> = events.map(|event| event.name.value.as_str()).collect();
        match &group.condition {
            Some(condition) => format!("{} if {}", names.join(" or "), condition.program.text),
            None => names.join(" or "),
        }
    }

    /// The edge of a transition: through its action, and possibly the exit action, to a state.
    fn way(
        &mut self,
        from: Point,
        node: &Node,
        target: Option<NodeId>,
        cause: String,
        kind: EdgeKind,
    ) {
        let Some(target) = target else { return };
        let (goal, action) = self.follow(node.state, target, Start::Transition);
        let label = if action.is_empty() { cause } else { format!("{cause} / {action}") };
        match goal {
            Some(Goal::State(state)) => {
                self.edges.push(edge(from, Point::State(state), label, kind));
            }
            // Without `nextState` the state evaluates its transitions again.
            Some(Goal::Hub) => self.edges.push(edge(from, from, label, kind)),
            None => {}
        }
    }

    /// Follows the nodes of one state, collecting the actions of transitions, to the end of the
    /// path.
    fn follow(&self, state: StateId, first: NodeId, start: Start) -> (Option<Goal>, String) {
        let (mut next, mut actions) = (first, Vec::new());
        // Each node of a state is visited at most once.
        for _ in 0..=self.nodes_of.get(state.index()).map_or(0, Vec::len) {
            let Some(node) = self.node(next) else { break };
            let entry = self.machine.states.get(node.state.index()).map(|state| state.entry);
            if entry == Some(next) && (start == Start::Transition || next != first) {
                return (Some(Goal::State(node.state)), actions.join(", "));
            }
            if node.action.as_ref().is_some_and(|action| action.moment == Moment::Transition) {
                actions.push(action::text(self.machine, node));
            }
            let target = match &node.kind {
                NodeKind::Eval(eval) => eval.leave_for.as_ref().or_else(|| eval.exit.target()),
                NodeKind::Invoke(invoke) => invoke.exit.target(),
                NodeKind::Fork(fork) => fork.exit.target(),
                NodeKind::ForEach(each) => each.exit.target(),
                NodeKind::Branch(_) | NodeKind::Await(_) => {
                    return (Some(Goal::Hub), actions.join(", "));
                }
                NodeKind::End(_) | NodeKind::Fail(_) => return (None, actions.join(", ")),
            };
            let Some(target) = target.and_then(|target| target.node) else { break };
            next = target;
        }
        (None, actions.join(", "))
    }

    /// The retries of a node's error handlers.
    fn retries(&self, node: &Node) -> Vec<Note> {
        let policies = node.handlers.iter().filter_map(|handler| handler.policy);
        let policies = policies.filter_map(|policy| self.tables.policies.get(policy as usize));
        let text = |policy: &ir::RetryPolicy| {
            let delay = policy
                .delay_millis
                .map_or_else(String::new, |millis| format!(" after {}", action::timespan(millis)));
            let name = &policy.name.value;
            printable(&format!("retry {} times{delay}: {name}", policy.max_attempts), LONGEST_TEXT)
        };
        policies.map(|policy| note(NoteKind::Retry, text(policy))).collect()
    }

    /// The actions inside an action, as a scope of their own.
    fn held(&mut self, from: Point, path: &str, node: &Node) -> Option<DrawnScope> {
        let (scopes, is_sequence) = match &node.kind {
            NodeKind::Fork(fork) => (fork.branches.as_slice(), fork.window == 1),
            NodeKind::ForEach(each) => (std::slice::from_ref(&each.body), false),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Branch(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => return None,
        };
        let id = *scopes.first()?;
        let mut before = from;
        let mut states = Vec::new();
        for scope in scopes {
            let Some(start) =
                self.machine.scopes.get(scope.index()).and_then(|scope| scope.start.node)
            else {
                continue;
            };
            let point = Point::Action(start);
            let kind = if before == from { EdgeKind::Inside } else { EdgeKind::Next };
            self.edges.push(edge(before, point, String::new(), kind));
            before = if is_sequence { point } else { from };
            let Some(inner) = self.node(start) else { continue };
            let name = action::text(self.machine, inner);
            let path = format!("{path}[{}].{name}", states.len());
            let scopes = self.held(point, &path, inner).into_iter().collect();
            let notes = self.retries(inner);
            states.push(DrawnState { point, kind: StateKind::State, name, path, notes, scopes });
        }
        let title = action::text(self.machine, node);
        Some(DrawnScope { id, title, states, has_start: false, has_end: false })
    }
}

/// The start of a path through a state's nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The state's entry.
    Entry,
    /// The target of a transition. If it is an entry, the transition leads to another state, or to
    /// the same one again.
    Transition,
}

/// The end of a path through a state's nodes.
enum Goal {
    /// A state.
    State(StateId),
    /// The node that evaluates the state's transitions.
    Hub,
}
