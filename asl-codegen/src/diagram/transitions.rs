//! The transitions of a machine as text.

use std::mem;

use super::drawing::{self, Drawing, DrawnScope, EdgeKind, Point};
use crate::ir;
use asl_source::sorted::SortedMap;

/// The transitions out of a state or of a start.
#[derive(Debug)]
pub(crate) struct Transitions {
    /// The path of the state. `None` for the start of the machine.
    pub(crate) path: Option<String>,
    /// Their labels, and the names of the states that they lead to. `None` for an end.
    pub(crate) targets: Vec<(Option<String>, Option<String>)>,
}

/// The transitions of all states in the order of the definition, without those of inner starts.
pub(crate) fn transitions(machine: &ir::Machine) -> Vec<Transitions> {
    let Drawing { root, edges } = drawing::drawing(machine);
    let mut states = vec![(Point::Start(root.id), None)];
    let mut names = SortedMap::new();
    collect(&root, &mut states, &mut names);
    let mut targets = SortedMap::<Point, Vec<_>>::new();
    for edge in edges.iter().filter(|edge| edge.kind != EdgeKind::Inside) {
        let target = names.get(&edge.to).cloned();
        targets.get_or_insert(edge.from, Vec::new()).push((edge.label.clone(), target));
    }
    let mut rows = Vec::new();
    for (point, path) in states {
        let targets = targets.get_mut(&point).map(mem::take);
        rows.extend(targets.map(|targets| Transitions { path, targets }));
    }
    rows
}

fn collect(
    scope: &DrawnScope,
    states: &mut Vec<(Point, Option<String>)>,
    names: &mut SortedMap<Point, String>,
) {
    for state in &scope.states {
        states.push((state.point, Some(state.path.clone())));
        names.insert(state.point, state.name.clone());
        state.scopes.iter().for_each(|scope| collect(scope, states, names));
    }
}
