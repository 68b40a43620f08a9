//! Transitions as emitted code takes them: a function of a node says by which exit it leaves, and
//! the node's row says where that leads. So the run, pictures, coverage and the comparison of
//! versions read the same table.
//!
//! A table is a constant, and so is the exit: an optimized build has the node that it leads to.

use super::{Exit, Next, Node, NodeId, Step};
use asl_value::error::{Failed, Failure};

/// Leaves a node by its transition without a condition, or ends its scope.
#[inline]
pub fn to_next(nodes: &'static [Node], node: NodeId) -> Next {
    match row(nodes, node).map(|row| &row.exit) {
        Some(Exit::Next(to)) => Ok(Step::Goto(*to)),
        Some(Exit::End) => Ok(Step::End),
        Some(Exit::None) | None => Err(no_exit(nodes, node)),
    }
}

/// Leaves a node by the transition of a rule or condition.
#[inline]
pub fn to_rule(nodes: &'static [Node], node: NodeId, number: usize) -> Next {
    target(nodes, node, |row| row.rules.get(number).copied()).map(Step::Goto)
}

/// Leaves a node by the transition that it takes if no rule matches.
#[inline]
pub fn to_default(nodes: &'static [Node], node: NodeId) -> Next {
    target(nodes, node, |row| row.default).map(Step::Goto)
}

/// Leaves a node by the transition of a catcher.
#[inline]
pub fn to_caught(nodes: &'static [Node], node: NodeId, number: usize) -> Next {
    target(nodes, node, |row| row.catch.get(number).map(|catcher| catcher.1)).map(Step::Goto)
}

/// SM4C: leaves a node by an event transition.
#[inline]
pub fn to_event(nodes: &'static [Node], node: NodeId, number: usize) -> Next {
    target(nodes, node, |row| row.events.get(number).copied()).map(Step::Goto)
}

/// SM4C: leaves a node because its time is over.
#[inline]
pub fn to_timer(nodes: &'static [Node], node: NodeId) -> Next {
    target(nodes, node, |row| row.timer).map(Step::Goto)
}

/// The target of an exit that is another node.
#[inline]
pub(super) fn target(
    nodes: &'static [Node],
    node: NodeId,
    exit: impl FnOnce(&'static Node) -> Option<NodeId>,
) -> Result<NodeId, Failed> {
    row(nodes, node).and_then(exit).ok_or_else(|| no_exit(nodes, node))
}

#[inline]
fn row(nodes: &'static [Node], node: NodeId) -> Option<&'static Node> {
    nodes.get(node.0 as usize)
}

/// The failure for an exit that the table does not have: it was changed by hand.
#[cold]
fn no_exit(nodes: &'static [Node], node: NodeId) -> Failed {
    let state = row(nodes, node).map_or("", |row| row.state);
    let NodeId(node) = node;
    Failure::runtime(format!("the table has no such transition out of node {node} of `{state}`"))
}
