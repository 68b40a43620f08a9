//! The variables that are bound in a frame.

use std::collections::BTreeMap;

use super::children::{Child, children};
use crate::tree::{Kind, Name, Node};

/// The bindings of one name in a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings {
    /// The places of the names in `$name := ..`.
    pub(super) places: Vec<u32>,
    /// True if the only binding is a statement of the block.
    pub(super) is_statement: bool,
    /// True if a binding may be evaluated several times.
    pub(super) is_in_loop: bool,
}

/// The bindings in a frame of these statements, by name.
pub(super) fn bindings<'t>(
    statements: impl IntoIterator<Item = &'t Node>,
) -> BTreeMap<String, Bindings> {
    let mut found = BTreeMap::new();
    for statement in statements {
        if let Kind::Bind(name, value) = &statement.kind
            && statement.predicates.is_empty()
            && statement.group.is_none()
        {
            add(name, true, false, &mut found);
            collect(value, false, &mut found);
        } else {
            collect(statement, false, &mut found);
        }
    }
    found
}

fn collect(node: &Node, is_in_loop: bool, found: &mut BTreeMap<String, Bindings>) {
    if let Kind::Bind(name, _) = &node.kind {
        add(name, false, is_in_loop, found);
    }
    for child in children(node) {
        collect(child.node(), is_in_loop || matches!(child, Child::Loop(_)), found);
    }
}

fn add(name: &Name, is_statement: bool, is_in_loop: bool, found: &mut BTreeMap<String, Bindings>) {
    let bindings = found.entry(name.text.clone()).or_default();
    bindings.is_statement = is_statement && bindings.places.is_empty();
    bindings.is_in_loop |= is_in_loop;
    bindings.places.push(name.place.start);
}
