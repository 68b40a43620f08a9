//! The parts of a node, and what is certain about their evaluation.

use crate::expr::jsonata::tree::{Call, Group, Kind, Node, Operator, Path, Stage, Transform};

/// The certainty of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Every run evaluates it.
    Certain,
    /// A run may not evaluate it.
    Maybe,
}

/// The context item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// The input of the expression, which has no functions.
    Input,
    /// Any item.
    Item,
}

/// The certainties about a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Site {
    pub(super) reach: Reach,
    pub(super) context: Context,
}

impl Site {
    /// The site of a part that may not be evaluated.
    fn maybe(self) -> Self {
        Self { reach: Reach::Maybe, ..self }
    }

    /// The site of a part that is evaluated for each of some items.
    fn for_items() -> Self {
        Self { reach: Reach::Maybe, context: Context::Item }
    }
}

/// A part and its site.
pub(super) type Part<'t> = (&'t Node, Site);

/// All parts of a node.
pub(super) fn parts(node: &Node, site: Site) -> Vec<Part<'_>> {
    let mut parts = of_kind(node, site);
    parts.extend(node.predicates.iter().map(|predicate| (predicate, Site::for_items())));
    parts.extend(node.group.iter().flat_map(of_group));
    parts
}

fn of_group(group: &Group) -> impl Iterator<Item = Part<'_>> {
    let nodes = group.entries.iter().flat_map(|(key, value)| [key, value]);
    nodes.map(|node| (node, Site::for_items()))
}

fn of_kind(node: &Node, site: Site) -> Vec<Part<'_>> {
    match &node.kind {
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
        Kind::Path(path) => of_path(path, site),
        Kind::Sort(terms) => terms.iter().map(|term| (&term.key, Site::for_items())).collect(),
        Kind::Negate(operand) | Kind::Bind(_, operand) => vec![(operand, site)],
        Kind::Binary(Operator::And | Operator::Or, left, right)
        | Kind::Coalesce(left, right)
        | Kind::Default(left, right) => vec![(left, site), (right, site.maybe())],
        Kind::Binary(_, left, right) | Kind::Apply(left, right) => {
            vec![(left, site), (right, site)]
        }
        Kind::Array { items, .. } => items.iter().map(|item| (item, site)).collect(),
        Kind::Object(entries) => of_object(entries, site),
        Kind::Condition(test, then, otherwise) => {
            let branches = [then].into_iter().chain(otherwise);
            let branches = branches.map(|branch| (branch.as_ref(), site.maybe()));
            [(test.as_ref(), site)].into_iter().chain(branches).collect()
        }
        Kind::Block { expressions, .. } => expressions.iter().map(|node| (node, site)).collect(),
        Kind::Lambda(lambda) => vec![(&lambda.body, site.maybe())],
        Kind::Call(call) => of_call(call, site),
        Kind::Partial(callee, arguments) => {
            let arguments = arguments.iter().flatten();
            [callee.as_ref()].into_iter().chain(arguments).map(|node| (node, site)).collect()
        }
        Kind::Transform(transform) => of_transform(transform),
    }
}

/// The value of an entry is evaluated if its key is not undefined.
fn of_object(entries: &[(Node, Node)], site: Site) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for (key, value) in entries {
        let is_literal = matches!(key.kind, Kind::String(_)) && key.predicates.is_empty();
        parts.push((key, site));
        parts.push((value, if is_literal { site } else { site.maybe() }));
    }
    parts
}

fn of_call(call: &Call, site: Site) -> Vec<Part<'_>> {
    [&call.callee].into_iter().chain(&call.arguments).map(|node| (node, site)).collect()
}

/// The first step is evaluated for the context, the others for what the steps before them find.
fn of_path(path: &Path, site: Site) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for (index, step) in path.steps.iter().enumerate() {
        parts.push((&step.node, if index == 0 { site } else { Site::for_items() }));
        for stage in &step.stages {
            if let Stage::Filter(filter) = stage {
                parts.push((filter, Site::for_items()));
            }
        }
    }
    parts
}

fn of_transform(transform: &Transform) -> Vec<Part<'_>> {
    let parts = [Some(&transform.pattern), Some(&transform.update), transform.delete.as_ref()];
    parts.into_iter().flatten().map(|part| (part, Site::for_items())).collect()
}
