//! The values that a machine takes, from what its states read of them.

use std::collections::{BTreeMap, BTreeSet};

use super::required::Ways;
use super::text::{LONGEST_NAME, state_name};
use super::values::{Items, Kind, Member, Members, Values};
use crate::check::flow::{Demand, Flow, Force, Passed, Step};
use crate::ir::{Machine, NodeId, NodeKind};
use asl_language::shape::Kinds;
use asl_source::diagnostics::printable;

/// Maximum number of places for which the executions without a value are followed. The members at
/// others are not required.
const MOST_PLACES: usize = 1_000;

/// A place within the input.
#[derive(Default)]
struct Place {
    /// The kinds that the reads name.
    kinds: Option<Kinds>,
    members: BTreeMap<String, Place>,
    items: Option<Box<Place>>,
    is_required: bool,
    /// The tasks that take it.
    notes: Vec<String>,
}

/// Maximum number of tasks that the note of a place names.
const MOST_NOTES: usize = 3;

/// The values that a machine takes.
pub(super) fn values(machine: &Machine, flow: &Flow) -> Values {
    let demands = flow.demands(machine);
    let mut root = Place::default();
    for demand in &demands {
        root.add(demand);
    }
    for passed in flow.passed(machine) {
        let place = root.at(&passed.from, None);
        if place.notes.len() < MOST_NOTES {
            place.notes.push(taken(machine, &passed));
        }
    }
    let mut places =
        Places { machine, flow, demands: &demands, steps: Vec::new(), left: MOST_PLACES };
    places.mark(&mut root);
    root.values()
}

impl Place {
    fn add(&mut self, demand: &Demand) {
        let place = self.at(&demand.steps, Some(demand.force));
        if let Some(kinds) = demand.kinds {
            add_kinds(&mut place.kinds, kinds);
        }
    }

    /// The place behind some steps. A read that fails without them needs the kinds that have them.
    fn at(&mut self, steps: &[Step], force: Option<Force>) -> &mut Self {
        let mut place = self;
        for step in steps {
            let (kinds, inner) = match step {
                Step::Member(name) => {
                    (Kinds::OBJECT, place.members.entry(name.clone()).or_default())
                }
                // In JSONata a step into an array is a step into each of its items.
                Step::Each(name) => {
                    (Kinds::OBJECT.or(Kinds::LIST), place.members.entry(name.clone()).or_default())
                }
                Step::Item => (Kinds::LIST, &mut **place.items.get_or_insert_default()),
                Step::Only(_) | Step::Tagged(..) | Step::OrNull => continue,
            };
            if force > Some(Force::Asks) {
                add_kinds(&mut place.kinds, kinds);
            }
            place = inner;
        }
        place
    }

    fn values(self) -> Values {
        let kinds = self.kinds.filter(|kinds| !kinds.includes(Kinds::UNKNOWN));
        let mut object = Members { is_open: true, ..Members::default() };
        for (name, place) in self.members {
            let is_required = place.is_required;
            object.known.insert(name, Member { values: place.values(), is_required });
        }
        let array = self
            .items
            .map(|place| Box::new(Items { first: Vec::new(), more: Some(place.values()) }));
        Values {
            kinds: kinds.map(names).unwrap_or_default(),
            object: (!object.known.is_empty()).then_some(object),
            array,
            note: (!self.notes.is_empty()).then(|| self.notes.join("; ")),
            ..Values::default()
        }
    }
}

/// The sentence about a part that a task takes.
fn taken(machine: &Machine, passed: &Passed) -> String {
    let task = format!("what the task of `{}` takes", state_name(machine, passed.node));
    if passed.to.is_empty() {
        return task;
    }
    format!("`{}` of {task}", printable(&passed.to.join("."), LONGEST_NAME))
}

fn add_kinds(known: &mut Option<Kinds>, kinds: Kinds) {
    *known = Some(known.map_or(kinds, |known| known.or(kinds)));
}

fn names(kinds: Kinds) -> BTreeSet<Kind> {
    let all = [
        (Kinds::OBJECT, Kind::Object),
        (Kinds::LIST, Kind::Array),
        (Kinds::TEXT, Kind::String),
        (Kinds::NUMBER, Kind::Number),
        (Kinds::BOOLEAN, Kind::Boolean),
        (Kinds::NULL, Kind::Null),
    ];
    all.into_iter().filter(|(kind, _)| kinds.includes(*kind)).map(|(_, kind)| kind).collect()
}

/// Finds the members without which each execution fails.
struct Places<'a> {
    machine: &'a Machine,
    flow: &'a Flow,
    demands: &'a [Demand],
    /// The steps to the place.
    steps: Vec<Step>,
    /// The number of places that may be followed yet.
    left: usize,
}

impl Places<'_> {
    fn mark(&mut self, place: &mut Place) {
        for (name, inner) in &mut place.members {
            self.steps.push(Step::Member(name.clone()));
            inner.is_required = self.is_required();
            self.mark(inner);
            self.steps.pop();
        }
        if let Some(items) = &mut place.items {
            self.steps.push(Step::Item);
            self.mark(items);
            self.steps.pop();
        }
    }

    /// True if each execution fails without a value at the place: within items, each execution in
    /// which an item has none.
    fn is_required(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        // The Maps over each list on the way, from the outer to the inner one.
        let items = self.steps.iter().enumerate().filter(|(_, step)| **step == Step::Item);
        let maps: Vec<Vec<NodeId>> =
            items.map(|(at, _)| self.maps(self.steps.get(..at).unwrap_or_default())).collect();
        if maps.iter().any(Vec::is_empty) {
            return false;
        }
        let fails = self.demands.iter().filter(|demand| {
            demand.force == Force::Fails && starts_with(&demand.steps, &self.steps)
        });
        // Of an item, only the states within its Map know that it is the one without the value.
        let is_there = |node: &NodeId| {
            maps.last().is_none_or(|maps| maps.iter().any(|map| self.is_within(*node, *map)))
        };
        let fails: Vec<_> = fails.map(|demand| demand.node).filter(is_there).collect();
        !fails.is_empty() && Ways::new(self.machine, fails, &maps.concat()).all_fail()
    }

    /// The Maps that iterate over the list at a place.
    fn maps(&self, steps: &[Step]) -> Vec<NodeId> {
        // A variable may have a value of another item, which only mixed languages can follow.
        let is_jsonata = |state: &crate::ir::State| state.is_jsonata;
        let states = &self.machine.states;
        if states.iter().any(is_jsonata) && !states.iter().all(is_jsonata) {
            return Vec::new();
        }
        let nodes = (0..).map(NodeId).zip(&self.machine.nodes);
        let maps = nodes.filter(|(_, node)| match &node.kind {
            NodeKind::ForEach(each) => self
                .flow
                .iterates(self.machine, each)
                .is_some_and(|list| list.len() == steps.len() && starts_with(&list, steps)),
            NodeKind::Eval(_)
            | NodeKind::Invoke(_)
            | NodeKind::Branch(_)
            | NodeKind::Fork(_)
            | NodeKind::Await(_)
            | NodeKind::End(_)
            | NodeKind::Fail(_) => false,
        });
        maps.map(|(id, _)| id).collect()
    }

    /// True if a node is in the body of a Map.
    fn is_within(&self, node: NodeId, map: NodeId) -> bool {
        let mut inner = Some(node);
        while let Some(id) = inner {
            let state = self.machine.nodes.get(id.index()).map(|node| node.state);
            let scope = state.and_then(|state| self.machine.states.get(state.index()));
            let owner = scope.and_then(|state| self.machine.scopes.get(state.scope.index()));
            inner = owner.and_then(|scope| scope.owner).map(|(owner, _)| owner);
            if inner == Some(map) {
                return true;
            }
        }
        false
    }
}

/// True if a place is another one or within it.
fn starts_with(steps: &[Step], start: &[Step]) -> bool {
    steps.len() >= start.len() && steps.iter().zip(start).all(|(one, other)| one.leads_as(other))
}
