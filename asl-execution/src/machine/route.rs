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
    rule(nodes, node, number).map(Step::Goto)
}

/// The target of a rule or condition.
#[inline]
pub fn rule(nodes: &'static [Node], node: NodeId, number: usize) -> Result<NodeId, Failed> {
    found(row(nodes, node).and_then(|row| row.rules.get(number).copied()), nodes, node)
}

/// Leaves a node by the transition that it takes if no rule matches.
#[inline]
pub fn to_default(nodes: &'static [Node], node: NodeId) -> Next {
    default(nodes, node).map(Step::Goto)
}

/// The target if no rule matches.
#[inline]
pub fn default(nodes: &'static [Node], node: NodeId) -> Result<NodeId, Failed> {
    found(row(nodes, node).and_then(|row| row.default), nodes, node)
}

/// Leaves a node by the transition of a catcher.
#[inline]
pub fn to_caught(nodes: &'static [Node], node: NodeId, number: usize) -> Next {
    let catcher = row(nodes, node).and_then(|row| row.catch.get(number));
    found(catcher.map(|catcher| catcher.1), nodes, node).map(Step::Goto)
}

/// SM4C: leaves a node by an event transition.
#[inline]
pub fn to_event(nodes: &'static [Node], node: NodeId, number: usize) -> Next {
    found(row(nodes, node).and_then(|row| row.events.get(number).copied()), nodes, node)
        .map(Step::Goto)
}

/// SM4C: leaves a node because its time is over.
#[inline]
pub fn to_timer(nodes: &'static [Node], node: NodeId) -> Next {
    found(row(nodes, node).and_then(|row| row.timer), nodes, node).map(Step::Goto)
}

/// SM4C: the target after the exit action that a node sets.
#[inline]
pub(super) fn leave_target(nodes: &'static [Node], node: NodeId) -> Result<NodeId, Failed> {
    found(row(nodes, node).and_then(|row| row.leave_for), nodes, node)
}

#[inline]
fn row(nodes: &'static [Node], node: NodeId) -> Option<&'static Node> {
    nodes.get(node.0 as usize)
}

#[inline]
fn found(target: Option<NodeId>, nodes: &'static [Node], node: NodeId) -> Result<NodeId, Failed> {
    target.ok_or_else(|| no_exit(nodes, node))
}

/// The failure for an exit that the table does not have: it was changed by hand.
#[cold]
fn no_exit(nodes: &'static [Node], node: NodeId) -> Failed {
    let state = row(nodes, node).map_or("", |row| row.state);
    let NodeId(node) = node;
    Failure::runtime(format!("the table has no such transition out of node {node} of `{state}`"))
}
