//! The parts of a node, and the context in which each is evaluated.

use crate::expr::jsonata::tree::{Group, Kind, Node, Path, Stage, Transform};

/// The context item at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    Absent,
    Present,
}

/// A part, with the context that it has of its own, if it is not that of the node.
type Part<'t> = (&'t mut Node, Option<Context>);

const INNER: Option<Context> = Some(Context::Present);

/// All parts of a node in the order of the text.
pub(super) fn parts(node: &mut Node) -> Vec<Part<'_>> {
    let mut parts = of_kind(&mut node.kind);
    parts.extend(node.predicates.iter_mut().map(|predicate| (predicate, INNER)));
    if let Some(group) = &mut node.group {
        parts.extend(of_group(group));
    }
    parts
}

fn of_group(group: &mut Group) -> impl Iterator<Item = Part<'_>> {
    group.entries.iter_mut().flat_map(|(key, value)| [(key, INNER), (value, INNER)])
}

fn of_kind(kind: &mut Kind) -> Vec<Part<'_>> {
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
        Kind::Path(path) => of_path(path),
        Kind::Transform(transform) => of_transform(transform),
        Kind::Sort(terms) => terms.iter_mut().map(|term| (&mut term.key, INNER)).collect(),
        Kind::Negate(operand) | Kind::Bind(_, operand) => same([operand.as_mut()]),
        Kind::Binary(_, left, right)
        | Kind::Coalesce(left, right)
        | Kind::Default(left, right)
        | Kind::Apply(left, right) => same([left.as_mut(), right.as_mut()]),
        Kind::Array { items, .. } => same(items),
        Kind::Block { expressions, .. } => same(expressions),
        Kind::Object(entries) => same(entries.iter_mut().flat_map(|(key, value)| [key, value])),
        Kind::Condition(test, then, otherwise) => {
            let branches = [test.as_mut(), then.as_mut()].into_iter();
            same(branches.chain(otherwise.as_deref_mut()))
        }
        // A function has the context of the place where it is made.
        Kind::Lambda(lambda) => same([&mut lambda.body]),
        Kind::Call(call) => same([&mut call.callee].into_iter().chain(&mut call.arguments)),
        Kind::Partial(callee, arguments) => {
            same([callee.as_mut()].into_iter().chain(arguments.iter_mut().flatten()))
        }
    }
}

fn same<'t>(nodes: impl IntoIterator<Item = &'t mut Node>) -> Vec<Part<'t>> {
    nodes.into_iter().map(|node| (node, None)).collect()
}

/// The first step has the context of the path.
fn of_path(path: &mut Path) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for (index, step) in path.steps.iter_mut().enumerate() {
        parts.push((&mut step.node, if index == 0 { None } else { INNER }));
        for stage in &mut step.stages {
            if let Stage::Filter(filter) = stage {
                parts.push((filter, INNER));
            }
        }
    }
    parts
}

/// The context is the object that is transformed, or one of those that the pattern finds.
fn of_transform(transform: &mut Transform) -> Vec<Part<'_>> {
    let Transform { pattern, update, delete } = transform;
    let parts = [Some(pattern), Some(update), delete.as_mut()];
    parts.into_iter().flatten().map(|part| (part, INNER)).collect()
}
