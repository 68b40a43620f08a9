//! The transitions out of nodes, as in the machine's table.

use std::collections::HashSet;

use super::{Branch, Condition, Exit, Machine, NodeId, NodeKind, Rule};
pub use asl_language::transition::Cause;

/// The target of a transition (`None`: the end of the scope) and its cause.
pub type Transition = (Option<NodeId>, Cause);

/// The transitions out of all nodes of a machine, by node number.
pub fn all(machine: &Machine) -> Vec<Vec<Transition>> {
    let inner = inner_nodes(machine);
    (0..).map(NodeId).zip(&machine.nodes).map(|(id, node)| out_of(&inner, id, &node.kind)).collect()
}

/// The nodes outside the machine's own run: actions within actions and the action of the time-out.
pub fn inner_nodes(machine: &Machine) -> HashSet<NodeId> {
    if machine.sm4c.is_none() {
        return HashSet::new();
    }
    machine.scopes.iter().skip(1).filter_map(|scope| scope.start.node).collect()
}

/// The transitions out of a node. Actions within actions (`inner`) have none; the target of an exit
/// action is listed at the node that sets it.
#[expect(clippy::implicit_hasher, reason = "the only map that the compiler uses")]
pub fn out_of(inner: &HashSet<NodeId>, id: NodeId, kind: &NodeKind) -> Vec<Transition> {
    if inner.contains(&id) {
        return Vec::new();
    }
    let exit = kind.exit().and_then(|exit| match exit {
        Exit::Next(target) => Some((target.node, Cause::Next)),
        Exit::End => Some((None, Cause::Next)),
        Exit::Leave => None,
    });
    let mut transitions = Vec::from_iter(exit);
    transitions.extend(match kind {
        NodeKind::Eval(node) => {
            node.leave_for.iter().map(|target| (target.node, Cause::Next)).collect()
        }
        NodeKind::Await(wait) => {
            let events = (0..)
                .zip(&wait.transitions)
                .map(|(number, event)| (event.target.node, Cause::Event(number)));
            events
                .chain(wait.timeout.iter().map(|(_, target)| (target.node, Cause::Timer)))
                .collect()
        }
        NodeKind::Branch(node) => branches(node),
        NodeKind::End(_) => vec![(None, Cause::Next)],
        NodeKind::Invoke(_) | NodeKind::Fork(_) | NodeKind::ForEach(_) | NodeKind::Fail(_) => {
            Vec::new()
        }
    });
    let catchers = (0..).zip(kind.catchers());
    transitions
        .extend(catchers.map(|(number, catcher)| (catcher.target.node, Cause::Catch(number))));
    transitions
}

/// The rules of a Choice, or the conditions of a state in SM4C, and the default.
fn branches(branch: &Branch) -> Vec<Transition> {
    let is_jq = |rule: &Rule| matches!(rule.condition, Condition::Jq(_));
    let rules = (0..).zip(&branch.rules).map(|(number, rule)| {
        let cause = if is_jq(rule) { Cause::Condition(number) } else { Cause::Choice(number) };
        (rule.target.node, cause)
    });
    let default =
        if branch.rules.first().is_some_and(is_jq) { Cause::NoCondition } else { Cause::Default };
    rules.chain(branch.default.iter().map(|target| (target.node, default))).collect()
}
