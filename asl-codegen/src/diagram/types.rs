//! The types of data on the lines of a drawing.

use super::drawing::{Edge, EdgeKind, Point};
use crate::check::flow::{Shape, Stages};
use crate::ir::{Branch, Machine, NodeKind, StateId};
use crate::types;
use asl_source::diagnostics::printable;

/// Maximum number of characters of a shape.
const LONGEST_SHAPE: usize = 60;

/// Adds what is known of the data to the labels.
pub(super) fn add(machine: &Machine, edges: &mut [Edge]) {
    let stages = types::types_of(machine);
    for edge in edges {
        let Some(shape) = shape(machine, &stages, edge) else { continue };
        let text = printable(&types::shown(machine, shape), LONGEST_SHAPE);
        edge.label = Some(match edge.label.take() {
            Some(label) => format!("{label}: {text}"),
            None => text,
        });
    }
}

/// The data on the way of a transition.
fn shape<'s>(machine: &Machine, stages: &'s [Option<Stages>], edge: &Edge) -> Option<&'s Shape> {
    let of = |state: StateId| stages.get(state.index()).and_then(Option::as_ref);
    match (edge.kind, edge.from, edge.to) {
        (EdgeKind::Next, Point::Start(_), Point::State(state)) => {
            of(state)?.list.first().map(|(_, shape)| shape)
        }
        (EdgeKind::Next | EdgeKind::Rule | EdgeKind::Default, Point::State(state), _) => {
            if has_rule_outputs(machine, state) {
                return None;
            }
            of(state)?.before(usize::MAX)
        }
        (
            EdgeKind::Next
            | EdgeKind::Rule
            | EdgeKind::Default
            | EdgeKind::Catch
            | EdgeKind::Event
            | EdgeKind::Timer
            | EdgeKind::Inside,
            Point::Start(_) | Point::State(_) | Point::Action(_) | Point::End(_),
            _,
        ) => None,
    }
}

/// True for a Choice whose rules have outputs of their own.
fn has_rule_outputs(machine: &Machine, state: StateId) -> bool {
    let has_outputs = |branch: &Branch| {
        branch.output_value.is_some() || branch.rules.iter().any(|rule| rule.output_value.is_some())
    };
    let node = machine.states.get(state.index()).map(|state| state.entry);
    let node = node.and_then(|node| machine.nodes.get(node.index()));
    node.is_some_and(|node| matches!(&node.kind, NodeKind::Branch(branch) if has_outputs(branch)))
}
