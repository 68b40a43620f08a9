//! The levels of nodes, as Step Functions counts them: it refuses the evaluation of a part that is
//! inside of more than 100 others. A function's body is inside of the call.
//!
//! Levels within a function are known here. The running program adds the level of the function's
//! call, and compares only where it comes to deeper levels than before: at the begin of a function,
//! and of parts that may not be evaluated.

use asl_language::jsonata::DEEPEST_LEVEL;

use super::tree::{Call, Expression, Group, Kind, Node, Operator, Path, Stage, Transform};

/// The level of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Level {
    /// The number of parts of its function around it, itself included. 0 before it is measured.
    own: u16,
    /// True if functions that it calls take the place of the function around it.
    is_tail: bool,
    /// The deepest level that its evaluation certainly comes to, if this must be checked before it.
    pub(super) checked: Option<u16>,
}

impl Level {
    /// The number of parts of its function around the node, itself included.
    pub(super) fn own(self) -> u16 {
        self.own
    }

    /// The number of parts of its function around a function that the node calls.
    pub(super) fn of_calls(self) -> u16 {
        if self.is_tail { 0 } else { self.own }
    }
}

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

fn parts(node: &mut Node) -> Vec<Part<'_>> {
    let level = node.level.own;
    let inner = level.saturating_add(1);
    let mut parts = of_kind(&mut node.kind, level);
    let filters = node.predicates.iter_mut().filter(|filter| !is_index(filter));
    parts.extend(filters.map(|filter| (filter, inner, Time::Maybe)));
    if let Some(group) = &mut node.group {
        parts.extend(of_group(group, inner));
    }
    parts
}

/// True for the number of an index, which is no part for Step Functions.
fn is_index(filter: &Node) -> bool {
    matches!(filter.kind, Kind::Number(_))
}

fn of_group(group: &mut Group, level: u16) -> impl Iterator<Item = Part<'_>> {
    let nodes = group.entries.iter_mut().flat_map(|(key, value)| [key, value]);
    nodes.map(move |node| (node, level, Time::Maybe))
}

fn of_kind(kind: &mut Kind, level: u16) -> Vec<Part<'_>> {
    let inner = level.saturating_add(1);
    match kind {
        Kind::Null
        | Kind::Bool(_)
        | Kind::Number(_)
        | Kind::String(_)
        | Kind::Regex(_)
        | Kind::Name(_)
        | Kind::Variable(_)
        | Kind::Wildcard
        | Kind::Descendants
        | Kind::Parent(_)
        | Kind::Wrong => Vec::new(),
        Kind::Path(path) => of_path(path, inner),
        // The terms are parts of the path.
        Kind::Sort(terms) => {
            terms.iter_mut().map(|term| (&mut term.key, level, Time::Maybe)).collect()
        }
        Kind::Negate(operand) | Kind::Bind(_, operand) => always([operand.as_mut()], inner),
        Kind::Binary(Operator::And | Operator::Or, left, right)
        | Kind::Coalesce(left, right)
        | Kind::Default(left, right) => {
            vec![(left, inner, Time::Always), (right, inner, Time::Maybe)]
        }
        Kind::Binary(_, left, right) => always([left.as_mut(), right.as_mut()], inner),
        Kind::Apply(left, right) => {
            // A call on the right side is no part of its own.
            let at = if matches!(right.kind, Kind::Call(_)) { level } else { inner };
            vec![(left, inner, Time::Always), (right, at, Time::Always)]
        }
        Kind::Array { items, .. } => always(items, inner),
        Kind::Block { expressions, .. } => always(expressions, inner),
        Kind::Object(entries) => {
            always(entries.iter_mut().flat_map(|(key, value)| [key, value]), inner)
        }
        Kind::Condition(test, then, otherwise) => {
            let branches = [Some(then), otherwise.as_mut()].into_iter().flatten();
            let branches = branches.map(|branch| (branch.as_mut(), inner, Time::Maybe));
            always([test.as_mut()], inner).into_iter().chain(branches).collect()
        }
        Kind::Lambda(lambda) => vec![(&mut lambda.body, 1, Time::Call)],
        Kind::Call(call) => of_call(call, inner),
        Kind::Partial(callee, arguments) => {
            always([callee.as_mut()].into_iter().chain(arguments.iter_mut().flatten()), inner)
        }
        Kind::Transform(transform) => of_transform(transform),
    }
}

fn always<'t>(nodes: impl IntoIterator<Item = &'t mut Node>, level: u16) -> Vec<Part<'t>> {
    nodes.into_iter().map(|node| (node, level, Time::Always)).collect()
}

fn of_path(path: &mut Path, level: u16) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for (index, step) in path.steps.iter_mut().enumerate() {
        let time = if index == 0 { Time::Always } else { Time::Maybe };
        parts.push((&mut step.node, level, time));
        for stage in &mut step.stages {
            if let Stage::Filter(filter) = stage
                && !is_index(filter)
            {
                parts.push((filter, level, Time::Maybe));
            }
        }
    }
    parts
}

/// A tail call is made when the function around it has ended: its parts are no deeper than the
/// function's body.
fn of_call(call: &mut Call, level: u16) -> Vec<Part<'_>> {
    let level = if call.is_tail { 1 } else { level };
    always([&mut call.callee].into_iter().chain(&mut call.arguments), level)
}

fn of_transform(transform: &mut Transform) -> Vec<Part<'_>> {
    let Transform { pattern, update, delete } = transform;
    let parts = [Some(pattern), Some(update), delete.as_mut()];
    parts.into_iter().flatten().map(|part| (part, 1, Time::Call)).collect()
}
