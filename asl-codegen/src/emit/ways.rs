//! Every way out of a node, as the table of the machine has it.

use std::collections::HashSet;

use super::{node, sm4c};
use crate::ir::{Exit, ForEach, Fork, Invoke, Machine, NodeId, NodeKind, Target};

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
}

/// A way: where to (`None`: the end), and what takes it.
pub type Way = (Option<NodeId>, Cause);

/// The ways out of all nodes of a machine, by number.
pub fn all(machine: &Machine) -> Vec<Vec<Way>> {
    let inner = sm4c::inner_nodes(machine);
    (0..).map(NodeId).zip(&machine.nodes).map(|(id, node)| out(&inner, id, &node.kind)).collect()
}

/// The ways out of a node. Actions within actions (`inner`) lead nowhere; where exit actions lead stands with whatever has put it
/// down.
pub(super) fn out(inner: &HashSet<NodeId>, id: NodeId, kind: &NodeKind) -> Vec<Way> {
    if inner.contains(&id) {
        return Vec::new();
    }
    let next = |exit: &Exit| match exit {
        Exit::Next(target) => Some((target.node, Cause::Next)),
        Exit::End => Some((None, Cause::Next)),
        Exit::Leave => None,
    };
    let choice = |(number, target): (u32, &Target)| (target.node, Cause::Choice(number));
    let default = |target: &Target| (target.node, Cause::Default);
    let mut ways: Vec<Way> = match kind {
        NodeKind::Eval(node) => {
            let leaves = node.leave_for.iter().map(|target| (target.node, Cause::Next));
            next(&node.exit).into_iter().chain(leaves).collect()
        }
        NodeKind::Invoke(Invoke { exit, .. })
        | NodeKind::Fork(Fork { exit, .. })
        | NodeKind::ForEach(ForEach { exit, .. }) => next(exit).into_iter().collect(),
        NodeKind::Await(wait) => {
            let events = (0..).zip(wait.transitions.iter().map(|way| &way.target)).map(choice);
            events.chain(wait.timeout.iter().map(|(_, target)| default(target))).collect()
        }
        NodeKind::Branch(node) => {
            let rules = (0..).zip(node.rules.iter().map(|rule| &rule.target)).map(choice);
            rules.chain(node.default.iter().map(default)).collect()
        }
        NodeKind::End(_) => vec![(None, Cause::Next)],
        NodeKind::Fail(_) => Vec::new(),
    };
    let catchers = (0..).zip(node::catchers(kind));
    ways.extend(catchers.map(|(number, catcher)| (catcher.target.node, Cause::Catch(number))));
    ways
}
