//! The levels of nodes, as Step Functions counts them: it refuses the evaluation of a part that is
//! inside of more than 100 others. A function's body is inside of the call.
//!
//! Levels within a function are known here. The running program adds the level of the function's
//! call, and compares only where it comes to deeper levels than before: at the begin of a function,
//! and of parts that may not be evaluated.

use asl_language::jsonata::DEEPEST_LEVEL;

use super::parts::{Role, parts_mut};
use super::tree::{Expression, Kind, Node};

/// Notes the levels of all nodes. Returns the deepest one that is certainly evaluated.
pub(super) fn measure(expression: &mut Expression) -> u16 {
    let body = &mut expression.body;
    let deepest = note(body, 1);
    body.level.checked = Some(deepest);
    settle(body, 0, true);
    deepest
}

/// The time at which a part is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    /// At the time of the node.
    Always,
    /// Then, perhaps, and any number of times.
    Maybe,
    /// At a call of the function that the part is the body of.
    Call,
}

/// A part with its level and the time of its evaluation.
type Part<'t> = (&'t mut Node, u16, Time);

/// Notes the levels of a node and its parts. Returns the deepest one that is certainly evaluated.
fn note(node: &mut Node, level: u16) -> u16 {
    node.level.own = level;
    node.level.is_tail = matches!(&node.kind, Kind::Call(call) if call.is_tail);
    let mut deepest = level;
    for (part, its_level, time) in parts(node) {
        let reached = note(part, its_level);
        match time {
            Time::Always => deepest = deepest.max(reached),
            Time::Maybe | Time::Call => part.level.checked = Some(reached),
        }
    }
    deepest
}

/// Leaves out the checks of levels that have been checked before, and outside of functions those
/// that cannot fail.
fn settle(node: &mut Node, checked: u16, is_root: bool) {
    let reached = node.level.checked.unwrap_or(0);
    if reached <= checked || (is_root && reached <= DEEPEST_LEVEL) {
        node.level.checked = None;
    }
    let checked = checked.max(reached);
    for (part, _, time) in parts(node) {
        match time {
            Time::Always | Time::Maybe => settle(part, checked, is_root),
            Time::Call => settle(part, 0, false),
        }
    }
}

/// The parts that Step Functions counts: the number of an index is none.
fn parts(node: &mut Node) -> impl Iterator<Item = Part<'_>> {
    let (own, is_tail) = (node.level.own, node.level.is_tail);
    let is_counted = |role, part: &Node| {
        !matches!((role, &part.kind), (Role::Filter { .. } | Role::Predicate, Kind::Number(_)))
    };
    let parts = parts_mut(node).into_iter().filter(move |(role, part)| is_counted(*role, part));
    parts.map(move |(role, part)| {
        let (level, time) = place(role, part, own, is_tail);
        (part, level, time)
    })
}

/// The level of a part of a node, and the time of its evaluation.
fn place(role: Role, part: &Node, own: u16, is_tail: bool) -> (u16, Time) {
    let inner = own.saturating_add(1);
    match role {
        // A tail call is made when the function around it has ended: its parts are no deeper than
        // the function's body.
        Role::Callee | Role::Operand if is_tail => (1, Time::Always),
        // A call on the right side is no part of its own.
        Role::Applied if matches!(part.kind, Kind::Call(_)) => (own, Time::Always),
        Role::Callee
        | Role::Operand
        | Role::Applied
        | Role::Statement
        | Role::Key
        | Role::Value { .. }
        | Role::Step { is_first: true, .. } => (inner, Time::Always),
        Role::Branch
        | Role::Step { is_first: false, .. }
        | Role::Filter { .. }
        | Role::Predicate
        | Role::Group => (inner, Time::Maybe),
        // The terms are parts of the path.
        Role::SortKey => (own, Time::Maybe),
        Role::Body | Role::Transform => (1, Time::Call),
    }
}
