//! Transitions as emitted code takes them: a function of a node says by which exit it leaves, and
//! the node's row says where that leads. So the run, pictures, coverage and the comparison of
//! versions read the same table.
//!
//! Emitted code asks the table in `const { .. }`: rustc proves that it has the exit, and a run has
//! no look-up.

use super::{Exit, Next, Node, NodeId, Step};

/// Takes an exit that was found in the table.
#[inline]
pub fn take(exit: Exit) -> Next {
    match exit {
        Exit::Next(to) => Ok(Step::Goto(to)),
        Exit::End | Exit::None => Ok(Step::End),
    }
}

/// The transition without a condition, or the end of the scope.
pub const fn to_next(nodes: &[Node], node: NodeId) -> Exit {
    match row(nodes, node).exit {
        exit @ (Exit::End | Exit::Next(_)) => exit,
        Exit::None => missing(),
    }
}

/// The transition of a rule or condition.
pub const fn to_rule(nodes: &[Node], node: NodeId, number: usize) -> Exit {
    one_of(row(nodes, node).rules, number)
}

/// The transition that is taken if no rule matches.
pub const fn to_default(nodes: &[Node], node: NodeId) -> Exit {
    found(row(nodes, node).default)
}

/// The transition of a catcher.
pub const fn to_caught(nodes: &[Node], node: NodeId, number: usize) -> Exit {
    match row(nodes, node).catch.split_at(number).1 {
        [catcher, ..] => Exit::Next(catcher.1),
        [] => missing(),
    }
}

/// SM4C: the transition of an event.
pub const fn to_event(nodes: &[Node], node: NodeId, number: usize) -> Exit {
    one_of(row(nodes, node).events, number)
}

/// SM4C: the transition of a time that is over.
pub const fn to_timer(nodes: &[Node], node: NodeId) -> Exit {
    found(row(nodes, node).timer)
}

/// SM4C: the state that follows the exit action.
pub const fn after_exit(nodes: &[Node], node: NodeId) -> NodeId {
    match row(nodes, node).leave_for {
        Some(to) => to,
        None => missing(),
    }
}

const fn row(nodes: &[Node], node: NodeId) -> &Node {
    match nodes.split_at(node.0 as usize).1 {
        [row, ..] => row,
        [] => missing(),
    }
}

const fn one_of(targets: &[NodeId], number: usize) -> Exit {
    match targets.split_at(number).1 {
        [to, ..] => Exit::Next(*to),
        [] => missing(),
    }
}

const fn found(target: Option<NodeId>) -> Exit {
    match target {
        Some(to) => Exit::Next(to),
        None => missing(),
    }
}

/// Stops the build: the table was changed by hand.
#[expect(clippy::panic, reason = "rustc evaluates it: it is an error of the build")]
const fn missing() -> ! {
    panic!("the table lacks a transition that a function of the machine takes")
}
