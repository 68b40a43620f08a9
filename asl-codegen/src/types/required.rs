//! The executions that fail if some nodes do.

use crate::ir::{Exit, Machine, Node, NodeId, NodeKind, ScopeId};

/// The executions of a machine in which some nodes fail whenever they are reached.
pub(super) struct Ways<'a> {
    machine: &'a Machine,
    /// For each node, true if it fails.
    fails: Vec<bool>,
    /// For each node, true if it is a Map that certainly runs an iteration in which they fail.
    iterates: Vec<bool>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(
        machine: &'a Machine,
        fails: impl IntoIterator<Item = NodeId>,
        iterates: &[NodeId],
    ) -> Self {
        let marks = |nodes: &mut dyn Iterator<Item = NodeId>| {
            let mut marks = vec![false; machine.nodes.len()];
            for node in nodes {
                if let Some(mark) = marks.get_mut(node.index()) {
                    *mark = true;
                }
            }
            marks
        };
        let (fails, iterates) =
            (marks(&mut fails.into_iter()), marks(&mut iterates.iter().copied()));
        Self { machine, fails, iterates }
    }

    /// True if no execution succeeds.
    pub(super) fn all_fail(&self) -> bool {
        !self.succeeds(ScopeId(0))
    }

    /// True if a scope may end successfully.
    fn succeeds(&self, scope: ScopeId) -> bool {
        let start = self.machine.scopes.get(scope.index()).and_then(|scope| scope.start.node);
        let mut open: Vec<NodeId> = start.into_iter().collect();
        let mut seen = vec![false; self.machine.nodes.len()];
        while let Some(id) = open.pop() {
            let Some(node) = self.machine.nodes.get(id.index()) else { continue };
            if seen.get_mut(id.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            if self.passes(id, node) {
                let ends = matches!(node.kind, NodeKind::End(_))
                    || matches!(node.kind.exit(), Some(Exit::End));
                if ends {
                    return true;
                }
                open.extend(node.kind.targets().into_iter().filter_map(|target| target.node));
            } else {
                let caught = node.kind.catchers().iter();
                open.extend(caught.filter_map(|catcher| catcher.target.node));
            }
        }
        false
    }

    /// True if a node may have a result.
    fn passes(&self, id: NodeId, node: &Node) -> bool {
        let is_marked = |marks: &[bool]| marks.get(id.index()).copied().unwrap_or_default();
        if is_marked(&self.fails) {
            return false;
        }
        match &node.kind {
            NodeKind::Fork(fork) => fork.branches.iter().all(|branch| self.succeeds(*branch)),
            // Other Maps may have no items.
            NodeKind::ForEach(each) => !is_marked(&self.iterates) || self.succeeds(each.body),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Branch(_)
            | NodeKind::Await(_)
            | NodeKind::End(_) => true,
            NodeKind::Fail(_) => false,
        }
    }
}
