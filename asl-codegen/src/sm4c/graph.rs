//! The flow graph under construction: nodes, scopes and tasks.

use crate::ir::{
    Eval, Exit, Input, Node, NodeId, NodeKind, Output, Place, Scope, ScopeId, StateId, Target, Task,
};
use crate::read::tasks::Tasks;
use asl_source::span::Span;

/// Nodes and scopes are referred to before they are filled in.
pub(super) struct Graph {
    nodes: Vec<Option<Node>>,
    /// The first is the machine itself.
    scopes: Vec<Scope>,
    pub(super) tasks: Tasks<TaskKey>,
}

/// The identity of a task.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum TaskKey {
    /// A function, by index.
    Function(u32),
    /// Another machine, by name.
    Subflow(String),
    /// The one task that sends all events.
    Events,
}

impl Graph {
    /// A graph whose first nodes are the entries of the states.
    pub(super) fn new(states: usize) -> Self {
        Self { nodes: vec![None; states], scopes: Vec::new(), tasks: Tasks::new() }
    }

    /// Adds a node to fill in later.
    pub(super) fn reserve_node(&mut self) -> NodeId {
        self.nodes.push(None);
        NodeId(to_index(self.nodes.len() - 1))
    }

    /// Fills in a node.
    pub(super) fn fill_node(&mut self, id: NodeId, node: Node) {
        if let Some(slot) = self.nodes.get_mut(id.index()) {
            *slot = Some(node);
        }
    }

    /// Fills in a node that does a part of a state's work, without handlers.
    pub(super) fn fill_plain(&mut self, id: NodeId, state: StateId, span: Span, kind: NodeKind) {
        self.fill_node(id, Node { state, span, kind, handlers: Vec::new(), action: None });
    }

    /// Adds a scope; its start may be a node that is filled in later.
    pub(super) fn add_scope(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        ScopeId(to_index(self.scopes.len() - 1))
    }

    /// The numbers of nodes, scopes and tasks, for [`Graph::truncate`].
    pub(super) fn size(&self) -> (usize, usize, usize) {
        (self.nodes.len(), self.scopes.len(), self.tasks.len())
    }

    /// Removes what was added since [`Graph::size`].
    pub(super) fn truncate(&mut self, (nodes, scopes, tasks): (usize, usize, usize)) {
        self.nodes.truncate(nodes);
        self.scopes.truncate(scopes);
        self.tasks.truncate(tasks);
    }

    /// The finished parts. Nodes that were not filled in are faulty and lead nowhere.
    pub(super) fn into_parts(self) -> (Vec<Node>, Vec<Task>, Vec<Scope>) {
        let (span, state) = (Span::default(), StateId(0));
        let kind = pass(Exit::Next(Target { node: None, span }), None);
        let nowhere = Node { state, span, kind, handlers: Vec::new(), action: None };
        let nodes = self.nodes.into_iter().map(|node| node.unwrap_or_else(|| nowhere.clone()));
        (nodes.collect(), self.tasks.into_list(), self.scopes)
    }
}

/// A node that leaves the data as they are.
pub(super) fn pass(exit: Exit, leave_for: Option<Target>) -> NodeKind {
    let output = Output { place: Place::Discard, ..Output::default() };
    NodeKind::Eval(Eval { input: Input::default(), result: None, output, leave_for, exit })
}

/// A count as an id: bounded, because a text has at most 1 MiB.
pub(super) fn to_index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
