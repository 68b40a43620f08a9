//! Shapes and places as text.

use crate::check::flow::{Border, Origin, Place, Shape, Step, show};
use crate::ir::{Machine, NodeId};
use asl_source::diagnostics::printable;

/// Maximum number of characters of a name.
pub(super) const LONGEST_NAME: usize = 80;

/// A shape as text: JSON with names of types for values, `?` after an optional member, `…` for
/// further members. Other values are named by the place that they come from: `` `total` of the
/// input ``, `` `id` of the result of `Charge` ``.
pub fn shown(machine: &Machine, shape: &Shape) -> String {
    show(shape, &|border| places(machine, border))
}

/// The names of the places that a value comes from: `` `items[].sku` of the input ``, `` the result
/// of `Charge` ``.
pub(super) fn places(machine: &Machine, border: &Border) -> String {
    let names: Vec<String> = border.places().map(|place| self::place(machine, place)).collect();
    names.join(" or ")
}

fn place(machine: &Machine, place: &Place) -> String {
    let origin = match place.origin {
        Origin::Input => "the input".to_owned(),
        Origin::Result(node) => format!("the result of `{}`", state_name(machine, node)),
    };
    match path(&place.steps) {
        path if path.is_empty() => origin,
        path => format!("`{}` of {origin}", printable(&path, LONGEST_NAME)),
    }
}

/// The name of a node's state.
pub(super) fn state_name(machine: &Machine, node: NodeId) -> String {
    let node = machine.nodes.get(node.index());
    let state = node.and_then(|node| machine.states.get(node.state.index()));
    state.map(|state| printable(&state.name.value, LONGEST_NAME)).unwrap_or_default()
}

/// The steps to a place: `items[].sku`.
fn path(steps: &[Step]) -> String {
    let mut path = String::new();
    for step in steps {
        match step {
            Step::Member(name) | Step::Each(name) => {
                let dot = if path.is_empty() { "" } else { "." };
                path.extend([dot, name]);
            }
            Step::Item => path.push_str("[]"),
            Step::Only(_) | Step::Tagged(..) | Step::OrNull => {}
        }
    }
    path
}
