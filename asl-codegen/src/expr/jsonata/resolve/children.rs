//! The parts of a node in the order of their evaluation.

use super::paths::{inner_path, is_tuple};
use crate::expr::jsonata::tree::{Call, Group, Kind, Node, Operator, Path, Stage};

/// A part of a node.
#[derive(Clone, Copy)]
pub(super) enum Child<'t> {
    /// Evaluated once.
    Once(&'t Node),
    /// Evaluated once or never.
    Branch(&'t Node),
    /// Evaluated any number of times.
    Loop(&'t Node),
}

impl<'t> Child<'t> {
    pub(super) fn node(self) -> &'t Node {
        match self {
            Self::Once(node) | Self::Branch(node) | Self::Loop(node) => node,
        }
    }
}

/// The parts of a node that are in its own frame, but those of steps with variables.
pub(super) fn children(node: &Node) -> Vec<Child<'_>> {
    let mut children = of_kind(&node.kind);
    let is_tuple = matches!(&node.kind, Kind::Path(path) if is_tuple(path));
    if inner_path(node).is_none() {
        children.extend(node.predicates.iter().map(Child::Loop));
        if let Some(group) = node.group.as_ref().filter(|_| !is_tuple) {
            children.extend(of_group(group));
        }
    }
    children
}

fn of_group(group: &Group) -> impl Iterator<Item = Child<'_>> {
    group.entries.iter().flat_map(|(key, value)| [Child::Loop(key), Child::Loop(value)])
}

fn of_kind(kind: &Kind) -> Vec<Child<'_>> {
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
        | Kind::Block { .. }
        | Kind::Lambda(_)
        | Kind::Transform(_)
        | Kind::Wrong => Vec::new(),
        Kind::Path(path) => of_path(path),
        Kind::Sort(terms) => terms.iter().map(|term| Child::Loop(&term.key)).collect(),
        Kind::Negate(operand) | Kind::Bind(_, operand) => vec![Child::Once(operand)],
        Kind::Binary(Operator::And | Operator::Or, left, right)
        | Kind::Coalesce(left, right)
        | Kind::Default(left, right) => {
            vec![Child::Once(left), Child::Branch(right)]
        }
        Kind::Binary(_, left, right) | Kind::Apply(left, right) => {
            vec![Child::Once(left), Child::Once(right)]
        }
        Kind::Array { items, .. } => items.iter().map(Child::Once).collect(),
        Kind::Object(entries) => {
            entries.iter().flat_map(|(key, value)| [Child::Loop(key), Child::Loop(value)]).collect()
        }
        Kind::Condition(condition, then, otherwise) => {
            let branches = [Some(then), otherwise.as_ref()].into_iter().flatten();
            let branches = branches.map(|branch| Child::Branch(branch));
            [Child::Once(condition.as_ref())].into_iter().chain(branches).collect()
        }
        Kind::Call(call) => of_call(call),
        Kind::Partial(callee, arguments) => {
            let arguments = arguments.iter().flatten().map(Child::Once);
            arguments.chain([Child::Once(callee.as_ref())]).collect()
        }
    }
}

fn of_call(call: &Call) -> Vec<Child<'_>> {
    [&call.callee].into_iter().chain(&call.arguments).map(Child::Once).collect()
}

fn of_path(path: &Path) -> Vec<Child<'_>> {
    let mut children = Vec::new();
    for step in path.steps.iter().take_while(|step| !step.is_tuple) {
        children.push(Child::Loop(&step.node));
        for stage in &step.stages {
            if let Stage::Filter(filter) = stage {
                children.push(Child::Loop(filter));
            }
        }
    }
    children
}
