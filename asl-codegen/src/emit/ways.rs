//! Every way out of a node, as the table of the machine has it.

use std::collections::HashSet;

use super::{node, sm4c};
use crate::ir::{Branch, Condition, Exit, ForEach, Fork, Invoke, Machine, NodeId, NodeKind, Rule};

/// What takes a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// `Next`, or `End`.
    Next,
    /// The n-th choice rule, from 0.
    Choice(u32),
    /// `Default`.
    Default,
    /// The n-th catcher, from 0.
    Catch(u32),
    /// SM4C: the n-th transition of its state with a `condition`, from 0.
    Condition(u32),
    /// SM4C: none of these conditions holds. The state waits for events or time, or fails.
    NoCondition,
    /// SM4C: the n-th transition of its state with `eventGroups`, from 0.
    Event(u32),
    /// SM4C: the transition of its state with a `timeout`.
    Timer,
}

/// A way: where to (`None`: the end), and what takes it.
pub type Way = (Option<NodeId>, Cause);

/// The ways out of all nodes of a machine, by number.
pub fn all(machine: &Machine) -> Vec<Vec<Way>> {
    let inner = sm4c::inner_nodes(machine);
    (0..).map(NodeId).zip(&machine.nodes).map(|(id, node)| out(&inner, id, &node.kind)).collect()
}

/// The ways out of a node. Actions within actions (`inner`) lead nowhere; where exit actions lead
/// stands with whatever has put it down.
pub(super) fn out(inner: &HashSet<NodeId>, id: NodeId, kind: &NodeKind) -> Vec<Way> {
    if inner.contains(&id) {
        return Vec::new();
    }
    let next = |exit: &Exit| match exit {
        Exit::Next(target) => Some((target.node, Cause::Next)),
        Exit::End => Some((None, Cause::Next)),
        Exit::Leave => None,
    };
    let mut ways: Vec<Way> = match kind {
        NodeKind::Eval(node) => {
            let leaves = node.leave_for.iter().map(|target| (target.node, Cause::Next));
            next(&node.exit).into_iter().chain(leaves).collect()
        }
        NodeKind::Invoke(Invoke { exit, .. })
        | NodeKind::Fork(Fork { exit, .. })
        | NodeKind::ForEach(ForEach { exit, .. }) => next(exit).into_iter().collect(),
        NodeKind::Await(wait) => {
            let events = (0..)
                .zip(&wait.transitions)
                .map(|(number, way)| (way.target.node, Cause::Event(number)));
            events
                .chain(wait.timeout.iter().map(|(_, target)| (target.node, Cause::Timer)))
                .collect()
        }
        NodeKind::Branch(node) => branches(node),
        NodeKind::End(_) => vec![(None, Cause::Next)],
        NodeKind::Fail(_) => Vec::new(),
    };
    let catchers = (0..).zip(node::catchers(kind));
    ways.extend(catchers.map(|(number, catcher)| (catcher.target.node, Cause::Catch(number))));
    ways
}

/// The rules of a Choice, or the conditions of a state in SM4C, and what is next without them.
fn branches(branch: &Branch) -> Vec<Way> {
    let is_jq = |rule: &Rule| matches!(rule.condition, Condition::Jq(_));
    let rules = (0..).zip(&branch.rules).map(|(number, rule)| {
        let cause = if is_jq(rule) { Cause::Condition(number) } else { Cause::Choice(number) };
        (rule.target.node, cause)
    });
    let default =
        if branch.rules.first().is_some_and(is_jq) { Cause::NoCondition } else { Cause::Default };
    rules.chain(branch.default.iter().map(|target| (target.node, default))).collect()
}
