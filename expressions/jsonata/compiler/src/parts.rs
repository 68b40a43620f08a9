//! All parts of a node, and the role that each has in it.

use crate::tree::{Call, Group, Kind, Node, Operator, Path, Stage, Transform};

/// The role of a part in its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Evaluated once with the node: an operand, an argument, an item, a bound value.
    Operand,
    /// Evaluated once with the node: the function of a call.
    Callee,
    /// The right side of `~>`.
    Applied,
    /// Evaluated once or never: the right side of `and` and its like, a branch of a condition.
    Branch,
    /// An expression of a block.
    Statement,
    /// The key of an object.
    Key,
    /// The value of an object. It is evaluated if its key is not undefined.
    Value { has_literal_key: bool },
    /// The body of a function.
    Body,
    /// A step of a path.
    Step { is_first: bool, is_tuple: bool },
    /// A filter of a step.
    Filter { is_tuple: bool },
    /// A key of a sort.
    SortKey,
    /// A part of a transform.
    Transform,
    /// A predicate on the whole result of the node.
    Predicate,
    /// A key or a value of the group of the node.
    Group,
}

/// The two functions over parts, for references that share a tree and for those that change it.
macro_rules! parts_of {
    ($parts:ident, $of_kind:ident, $of_path:ident, $of_object:ident $(, $mutable:ident)?) => {
        /// The parts of a node in the order of their evaluation: those of blocks, functions and all
        /// steps, then its predicates, then its group.
        pub(super) fn $parts(node: &$($mutable)? Node) -> Vec<(Role, &$($mutable)? Node)> {
            let mut parts = Vec::new();
            $of_kind(&$($mutable)? node.kind, &mut parts);
            for predicate in &$($mutable)? node.predicates {
                parts.push((Role::Predicate, predicate));
            }
            if let Some(Group { entries, .. }) = &$($mutable)? node.group {
                for (key, value) in entries {
                    parts.extend([(Role::Group, key), (Role::Group, value)]);
                }
            }
            parts
        }

        fn $of_kind<'t>(
            kind: &'t $($mutable)? Kind,
            parts: &mut Vec<(Role, &'t $($mutable)? Node)>,
        ) {
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
                | Kind::Wrong => {}
                Kind::Path(path) => $of_path(path, parts),
                Kind::Sort(terms) => {
                    let keys = terms.into_iter().map(|term| &$($mutable)? term.key);
                    parts.extend(keys.map(|key| (Role::SortKey, key)));
                }
                Kind::Negate(operand) | Kind::Bind(_, operand) => {
                    parts.push((Role::Operand, operand));
                }
                Kind::Binary(Operator::And | Operator::Or, left, right)
                | Kind::Coalesce(left, right)
                | Kind::Default(left, right) => {
                    parts.extend([(Role::Operand, &$($mutable)? **left), (Role::Branch, right)]);
                }
                Kind::Binary(_, left, right) => {
                    parts.extend([(Role::Operand, &$($mutable)? **left), (Role::Operand, right)]);
                }
                Kind::Apply(left, right) => {
                    parts.extend([(Role::Operand, &$($mutable)? **left), (Role::Applied, right)]);
                }
                Kind::Array { items, .. } => {
                    parts.extend(items.into_iter().map(|item| (Role::Operand, item)));
                }
                Kind::Block { expressions, .. } => {
                    parts.extend(expressions.into_iter().map(|node| (Role::Statement, node)));
                }
                Kind::Object(entries) => $of_object(entries, parts),
                Kind::Condition(test, then, otherwise) => {
                    parts.extend([(Role::Operand, &$($mutable)? **test), (Role::Branch, then)]);
                    parts.extend(otherwise.into_iter().map(|node| (Role::Branch, &$($mutable)? **node)));
                }
                Kind::Lambda(lambda) => parts.push((Role::Body, &$($mutable)? lambda.body)),
                Kind::Call(call) => {
                    let Call { callee, arguments, .. } = &$($mutable)? **call;
                    parts.push((Role::Callee, callee));
                    parts.extend(arguments.into_iter().map(|node| (Role::Operand, node)));
                }
                Kind::Partial(callee, arguments) => {
                    let arguments = arguments.into_iter().flatten();
                    parts.extend(arguments.map(|argument| (Role::Operand, argument)));
                    parts.push((Role::Callee, callee));
                }
                Kind::Transform(transform) => {
                    let Transform { pattern, update, delete } = &$($mutable)? **transform;
                    let nodes = [pattern, update].into_iter().chain(delete);
                    parts.extend(nodes.map(|node| (Role::Transform, node)));
                }
            }
        }

        fn $of_object<'t>(
            entries: &'t $($mutable)? [(Node, Node)],
            parts: &mut Vec<(Role, &'t $($mutable)? Node)>,
        ) {
            for (key, value) in entries {
                let has_literal_key =
                    matches!(key.kind, Kind::String(_)) && key.predicates.is_empty();
                parts.extend([(Role::Key, key), (Role::Value { has_literal_key }, value)]);
            }
        }

        fn $of_path<'t>(
            path: &'t $($mutable)? Path,
            parts: &mut Vec<(Role, &'t $($mutable)? Node)>,
        ) {
            let (mut is_first, mut is_tuple) = (true, false);
            for step in &$($mutable)? path.steps {
                is_tuple |= step.is_tuple;
                parts.push((Role::Step { is_first, is_tuple }, &$($mutable)? step.node));
                for stage in &$($mutable)? step.stages {
                    if let Stage::Filter(filter) = stage {
                        parts.push((Role::Filter { is_tuple }, filter));
                    }
                }
                is_first = false;
            }
        }
    };
}

parts_of!(parts, of_kind, of_path, of_object);
parts_of!(parts_mut, of_kind_mut, of_path_mut, of_object_mut, mut);

/// Visits a node and all of its parts.
pub(super) fn visit<'t>(node: &'t Node, visitor: &mut impl FnMut(&'t Node)) {
    visitor(node);
    for (_, part) in parts(node) {
        visit(part, visitor);
    }
}

/// Maximum number of parts of a body of a function whose code is made more than once: in place of
/// each call, or for each function that another one makes.
const MOST_PARTS: usize = 32;

/// True if the code of a node may be made more than once.
pub(super) fn is_small(node: &Node) -> bool {
    count(node, MOST_PARTS) < MOST_PARTS
}

/// The number of parts in a node, counted up to this number.
fn count(node: &Node, most: usize) -> usize {
    let mut counted = 1;
    for (_, part) in parts(node) {
        if counted < most {
            counted += count(part, most - counted);
        }
    }
    counted
}
