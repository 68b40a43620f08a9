//! Updates: `|=`, `=`, `+=` and its like, `del`.
//!
//! If the program spells the paths out (`.a.b[0]`, `.items[].price`, with conditions in between),
//! the document is changed in place. Any other path is found in the original document and followed
//! in the new one.

use super::lists;
use super::place::{self, place};
use super::planner::{Here, Planned, Planner};
use super::repr::lends;
use super::repr::{Part, Repr};
use super::tree::{Assigned, Change, Key, Node, Op, Place, Update, Way};
use super::unfused::Unfused;
use crate::analysis::Outputs;
use crate::syntax::{Assignment, Filter};

/// `path |= value`, `path = value` and its like: a right side that is computed beforehand is
/// the outer loop.
pub(super) fn plan_assign<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    assignment: Assignment,
    path: &'p Filter,
    value: &'p Filter,
) -> Planned<'p> {
    let form = here.input.form();
    if let Some(part) = lists::changed_part(&planner.site(here), assignment, path, value, form) {
        return plan_changed_entry(planner, here, part, assignment, value);
    }
    let (assigned, filter) = if assignment == Assignment::Update {
        (None, Some(value))
    } else {
        // A document that is changed in place must not be borrowed from.
        let (value, owns) = (planner.plan(here, value, true), here.input.is_owned());
        (Some(Assigned { assignment, value, owns }), None)
    };
    let lends = assigned.as_ref().is_some_and(|assigned| lends(assigned.value.outputs));
    let (way, unfused) = plan_way(planner, here, path, filter, Change::Assigned);
    let update = Update { assigned, lends, way };
    Planned::local(Op::Update(Box::new(update))).unfused(unfused)
}

/// `del(path)`
pub(super) fn plan_delete<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    path: &'p Filter,
) -> Planned<'p> {
    let (way, unfused) = plan_way(planner, here, path, None, Change::Delete);
    let output = if matches!(way, Way::InPlace(..)) { Repr::LOCAL } else { Repr::Made };
    Planned::new(Op::Delete(Box::new(way)), output).unfused(unfused)
}

/// The way to what is changed by a filter, or in another way.
fn plan_way<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    path: &'p Filter,
    filter: Option<&'p Filter>,
    other: Change<'p>,
) -> (Way<'p>, Option<Unfused>) {
    let found = place(&planner.site(here), path);
    let change = match filter {
        Some(filter) => Change::Filter(plan_changing(planner, here, filter, found.is_some())),
        None => other,
    };
    match found {
        Some(found) => (Way::InPlace(plan_place(planner, here, found), change), None),
        None => {
            let paths = planner.paths(&here.scope, path);
            (Way::Found(paths, change), Some(Unfused::ComputedPaths))
        }
    }
}

/// The filter of `|=`. What is changed in place is its own, if it can make use of that.
fn plan_changing<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    filter: &'p Filter,
    is_in_place: bool,
) -> Node<'p> {
    let takes = is_in_place && planner.facts.consumes(filter);
    let here = here.on(if takes { Repr::LOCAL } else { Repr::Borrowed });
    let is_many = planner.site(&here).outputs(filter) == Outputs::Many;
    planner.plan(&here, filter, is_many)
}

/// A place with the filters on the way to it.
fn plan_place<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    found: place::Place<'p>,
) -> Place<'p> {
    let mut boxed = |found: Box<place::Place<'p>>| Box::new(plan_place(planner, here, *found));
    match found {
        place::Place::Here => Place::Here,
        place::Place::Field(target, name) => Place::Field(boxed(target), name),
        place::Place::Each(target) => Place::Each(boxed(target)),
        place::Place::Index(target, key) => {
            let target = boxed(target);
            Place::Index(target, plan_key(planner, here, key))
        }
        place::Place::Slice(target, bounds) => {
            let target = boxed(target);
            let bounds = bounds.map(|bound| bound.map(|bound| plan_key(planner, here, bound)));
            Place::Slice(target, Box::new(bounds))
        }
        place::Place::Pipe(left, right) => {
            let left = boxed(left);
            Place::Pipe(left, boxed(right))
        }
        place::Place::Parts(parts) => {
            Place::Parts(parts.into_iter().map(|part| plan_place(planner, here, part)).collect())
        }
        place::Place::Optional(inner) => Place::Optional(boxed(inner)),
        place::Place::Ways { ways, otherwise, is_shared } => {
            let old = here.on(Repr::Borrowed);
            let ways = ways.into_iter().map(|(condition, way)| {
                (planner.condition(&old, condition), plan_place(planner, here, way))
            });
            let ways = ways.collect();
            Place::Ways {
                ways,
                otherwise: Box::new(plan_place(planner, here, *otherwise)),
                is_shared,
            }
        }
        place::Place::Within(scope, inner) => plan_place(planner, &here.scoped(scope), *inner),
        place::Place::Nowhere => Place::Nowhere,
    }
}

fn plan_key<'p>(planner: &mut Planner<'p>, here: &Here<'p>, key: place::Key<'p>) -> Key<'p> {
    let (place::Key::Known(filter) | place::Key::Computed(filter)) = key;
    let node = planner.plan(&here.on(Repr::Borrowed), filter, false);
    Key { node, is_known: matches!(key, place::Key::Known(_)) }
}

/// `.key |= f`, `.value += f` and their like, of an entry.
fn plan_changed_entry<'p>(
    planner: &mut Planner<'p>,
    here: &Here<'p>,
    part: Part,
    assignment: Assignment,
    value: &'p Filter,
) -> Planned<'p> {
    let Repr::Entry(key, old) = &here.input else { unreachable!("only an entry has parts") };
    let changed = if part == Part::Key { key } else { old };
    let (value, new) = match assignment {
        Assignment::Update => {
            let value = planner.boxed(&here.on((**changed).clone()), value, false);
            let new = value.output.stable();
            (value, new)
        }
        Assignment::Set | Assignment::Alternative => {
            let value = planner.boxed(here, value, true);
            let new = value.output.stable();
            (value, new)
        }
        Assignment::Arithmetic(_) => (planner.boxed(here, value, true), Repr::LOCAL),
    };
    let output = match part {
        Part::Key => Repr::Entry(Box::new(new), old.clone()),
        Part::Value => Repr::Entry(key.clone(), Box::new(new)),
    };
    Planned::new(Op::ChangedEntry { part, assignment, value }, output)
}
