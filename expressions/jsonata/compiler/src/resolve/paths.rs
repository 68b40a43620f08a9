//! Paths of tuples: their names and those of their variables.

use std::collections::BTreeSet;

use super::TupleId;
use crate::tree::{Kind, Label, Node, Path, Stage};

/// The name under which the tuples of a path keep a parent.
pub(crate) fn parent_name(label: Label) -> String {
    format!("%{}", label.0)
}

/// The key of the frame of a part that is evaluated for each tuple. A block or a function there has
/// a frame of its own, and binds nothing outside of it.
pub(crate) fn frame_key(node: &Node) -> u32 {
    u32::MAX - node.place.start
}

/// The name of a path of tuples.
pub(crate) fn tuple_id(path: &Path) -> TupleId {
    let first = path.steps.iter().find(|step| step.is_tuple);
    TupleId(first.map_or(u32::MAX, |step| step.node.place.start))
}

/// True if some steps of the path work on tuples.
pub(crate) fn is_tuple(path: &Path) -> bool {
    path.steps.iter().any(|step| step.is_tuple)
}

/// The path whose tuples a step of another path gives, perhaps in a block. A group gives an object
/// in place of tuples.
pub(crate) fn inner_path(node: &Node) -> Option<&Path> {
    path_of_filters(node).filter(|_| node.group.is_none())
}

/// The path with whose tuples the predicates and the group of a node are evaluated.
pub(crate) fn path_of_filters(node: &Node) -> Option<&Path> {
    match &node.kind {
        Kind::Path(path) if path.gives_tuples && is_tuple(path) => Some(path),
        Kind::Block { expressions, .. } => inner_path(expressions.last()?),
        _ => None,
    }
}

/// The variables and parents of the tuples that a step of another path gives.
pub(crate) fn inner_names(node: &Node) -> BTreeSet<String> {
    inner_path(node).map_or_else(BTreeSet::new, tuple_names)
}

/// The variables and parents of a path.
pub(crate) fn tuple_names(path: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for step in &path.steps {
        names.extend(inner_names(&step.node));
        names.extend(step.focus.clone());
        names.extend(step.index.clone());
        names.extend(step.label.map(parent_name));
        names.extend(step.stages.iter().filter_map(|stage| match stage {
            Stage::Index(name) => Some(name.text.clone()),
            Stage::Filter(_) => None,
        }));
    }
    names
}
