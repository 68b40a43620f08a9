//! Updates: `|=`, `=`, `+=` and its like, `del`.
//!
//! If the program spells the paths out (`.a.b[0]`, `.items[].price`, with conditions in between),
//! the document is changed in place. Any other path is found in the original document and followed
//! in the new one.

use super::place::{self, place};
use super::planner::{Here, Planned, Planner};
use super::repr::lends;
use super::tree::{Assigned, Change, Key, Node, Op, Place, Update, Way};
use super::{Repr, Unfused, lists};
use crate::analysis::Outputs;
use crate::syntax::{Assignment, Filter};

impl<'p> Planner<'p> {
    /// `path |= value`, `path = value` and its like: a right side that is computed beforehand is
    /// the outer loop.
    pub(super) fn assign(
        &mut self,
        here: &Here<'p>,
        assignment: Assignment,
        path: &'p Filter,
        value: &'p Filter,
    ) -> Planned<'p> {
        let form = here.input.form();
        if let Some(part) = lists::changed_part(&self.site(here), assignment, path, value, form) {
            return self.changed_entry(here, part, assignment, value);
        }
        let (assigned, filter) = if assignment == Assignment::Update {
            (None, Some(value))
        } else {
            // A document that is changed in place must not be borrowed from.
            let (value, owns) = (self.plan(here, value, true), here.input.is_owned());
            (Some(Assigned { assignment, value, owns }), None)
        };
        let lends = assigned.as_ref().is_some_and(|assigned| lends(assigned.value.outputs));
        let (way, unfused) = self.way(here, path, filter, Change::Assigned);
        let update = Update { assigned, lends, way };
        Planned::local(Op::Update(Box::new(update))).unfused(unfused)
    }

    /// `del(path)`
    pub(super) fn delete(&mut self, here: &Here<'p>, path: &'p Filter) -> Planned<'p> {
        let (way, unfused) = self.way(here, path, None, Change::Delete);
        let output = if matches!(way, Way::InPlace(..)) { Repr::LOCAL } else { Repr::Made };
        Planned::new(Op::Delete(Box::new(way)), output).unfused(unfused)
    }

    /// The way to what is changed by a filter, or in another way.
    fn way(
        &mut self,
        here: &Here<'p>,
        path: &'p Filter,
        filter: Option<&'p Filter>,
        other: Change<'p>,
    ) -> (Way<'p>, Option<Unfused>) {
        let found = place(&self.site(here), path);
        let change = match filter {
            Some(filter) => Change::Filter(self.changing(here, filter, found.is_some())),
            None => other,
        };
        match found {
            Some(found) => (Way::InPlace(self.place(here, found), change), None),
            None => {
                let paths = self.paths(&here.scope, path);
                (Way::Found(paths, change), Some(Unfused::ComputedPaths))
            }
        }
    }

    /// The filter of `|=`. What is changed in place is its own, if it can make use of that.
    fn changing(&mut self, here: &Here<'p>, filter: &'p Filter, is_in_place: bool) -> Node<'p> {
        let takes = is_in_place && self.facts.consumes(filter);
        let here = here.on(if takes { Repr::LOCAL } else { Repr::Borrowed });
        let is_many = self.site(&here).outputs(filter) == Outputs::Many;
        self.plan(&here, filter, is_many)
    }

    /// A place with the filters on the way to it.
    fn place(&mut self, here: &Here<'p>, found: place::Place<'p>) -> Place<'p> {
        let mut boxed = |found: Box<place::Place<'p>>| Box::new(self.place(here, *found));
        match found {
            place::Place::Here => Place::Here,
            place::Place::Field(target, name) => Place::Field(boxed(target), name),
            place::Place::Each(target) => Place::Each(boxed(target)),
            place::Place::Index(target, key) => {
                let target = boxed(target);
                Place::Index(target, self.key(here, key))
            }
            place::Place::Slice(target, bounds) => {
                let target = boxed(target);
                let bounds = bounds.map(|bound| bound.map(|bound| self.key(here, bound)));
                Place::Slice(target, Box::new(bounds))
            }
            place::Place::Pipe(left, right) => {
                let left = boxed(left);
                Place::Pipe(left, boxed(right))
            }
            place::Place::Parts(parts) => {
                Place::Parts(parts.into_iter().map(|part| self.place(here, part)).collect())
            }
            place::Place::Optional(inner) => Place::Optional(boxed(inner)),
            place::Place::Ways { ways, otherwise, is_shared } => {
                let old = here.on(Repr::Borrowed);
                let ways = ways.into_iter().map(|(condition, way)| {
                    (self.condition(&old, condition), self.place(here, way))
                });
                let ways = ways.collect();
                Place::Ways { ways, otherwise: Box::new(self.place(here, *otherwise)), is_shared }
            }
            place::Place::Within(scope, inner) => self.place(&here.scoped(scope), *inner),
            place::Place::Nowhere => Place::Nowhere,
        }
    }

    fn key(&mut self, here: &Here<'p>, key: place::Key<'p>) -> Key<'p> {
        let (place::Key::Known(filter) | place::Key::Computed(filter)) = key;
        let node = self.plan(&here.on(Repr::Borrowed), filter, false);
        Key { node, is_known: matches!(key, place::Key::Known(_)) }
    }

    /// `.key |= f`, `.value += f` and their like, of an entry.
    fn changed_entry(
        &mut self,
        here: &Here<'p>,
        part: lists::Part,
        assignment: Assignment,
        value: &'p Filter,
    ) -> Planned<'p> {
        let Repr::Entry(key, old) = &here.input else { unreachable!("only an entry has parts") };
        let changed = if part == lists::Part::Key { key } else { old };
        let (value, new) = match assignment {
            Assignment::Update => {
                let value = self.boxed(&here.on((**changed).clone()), value, false);
                let new = value.output.stable();
                (value, new)
            }
            Assignment::Set | Assignment::Alternative => {
                let value = self.boxed(here, value, true);
                let new = value.output.stable();
                (value, new)
            }
            Assignment::Arithmetic(_) => (self.boxed(here, value, true), Repr::LOCAL),
        };
        let output = match part {
            lists::Part::Key => Repr::Entry(Box::new(new), old.clone()),
            lists::Part::Value => Repr::Entry(key.clone(), Box::new(new)),
        };
        Planned::new(Op::ChangedEntry { part, assignment, value }, output)
    }
}
