//! All parts of a node, in the order in which they are written.

use crate::expr::jsonata::tree::{Kind, Node, Path, Stage};

/// The parts of a node, those of blocks, functions and all steps included.
pub(super) fn parts(node: &Node) -> Vec<&Node> {
    let mut parts = of_kind(&node.kind);
    parts.extend(&node.predicates);
    let entries = node.group.iter().flat_map(|group| &group.entries);
    parts.extend(entries.flat_map(|(key, value)| [key, value]));
    parts
}

fn of_kind(kind: &Kind) -> Vec<&Node> {
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
        Kind::Sort(terms) => terms.iter().map(|term| &term.key).collect(),
        Kind::Negate(operand) | Kind::Bind(_, operand) => vec![operand],
        Kind::Binary(_, left, right)
        | Kind::Coalesce(left, right)
        | Kind::Default(left, right)
        | Kind::Apply(left, right) => vec![left, right],
        Kind::Array { items: nodes, .. } | Kind::Block { expressions: nodes, .. } => {
            nodes.iter().collect()
        }
        Kind::Object(entries) => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
        Kind::Condition(condition, then, otherwise) => {
            [Some(condition), Some(then), otherwise.as_ref()]
                .into_iter()
                .flatten()
                .map(AsRef::as_ref)
                .collect()
        }
        Kind::Lambda(lambda) => vec![&lambda.body],
        Kind::Call(call) => [&call.callee].into_iter().chain(&call.arguments).collect(),
        Kind::Partial(callee, arguments) => {
            [callee.as_ref()].into_iter().chain(arguments.iter().flatten()).collect()
        }
        Kind::Transform(transform) => {
            let parts =
                [Some(&transform.pattern), Some(&transform.update), transform.delete.as_ref()];
            parts.into_iter().flatten().collect()
        }
    }
}

fn of_path(path: &Path) -> Vec<&Node> {
    let mut parts = Vec::new();
    for step in &path.steps {
        parts.push(&step.node);
        parts.extend(step.stages.iter().filter_map(|stage| match stage {
            Stage::Filter(filter) => Some(filter),
            Stage::Index(_) => None,
        }));
    }
    parts
}
