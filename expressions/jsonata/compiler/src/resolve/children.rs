//! The parts of a node that are in its own frame.

use super::paths::{is_tuple, path_of_filters};
use crate::parts::{Role, parts};
use crate::tree::{Kind, Node};

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

/// The parts of a node that are in its own frame, but those of steps with variables, in the order
/// of their evaluation.
pub(super) fn children(node: &Node) -> Vec<Child<'_>> {
    let has_tuples = matches!(&node.kind, Kind::Path(path) if is_tuple(path));
    let gives_tuples = path_of_filters(node).is_some();
    let child = |(role, part)| match role {
        Role::Operand | Role::Callee | Role::Applied => Some(Child::Once(part)),
        Role::Branch => Some(Child::Branch(part)),
        Role::Statement | Role::Body | Role::Transform => None,
        Role::Step { is_tuple, .. } | Role::Filter { is_tuple } if is_tuple => None,
        Role::Predicate if gives_tuples => None,
        Role::Group if gives_tuples || has_tuples => None,
        Role::Step { .. }
        | Role::Filter { .. }
        | Role::Predicate
        | Role::Group
        | Role::Key
        | Role::Value { .. }
        | Role::SortKey => Some(Child::Loop(part)),
    };
    parts(node).into_iter().filter_map(child).collect()
}
