//! Parents: each `%` finds the step whose input it is, as jsonata-js does it.
//!
//! A `%` begins one level up. A name or a wildcard is one level; a `%` on the way is one more.

use super::part::{Part, PathPart};
use super::{Processor, problem};
use crate::tree::{Kind, Label, Node, ParentId, Place, Step};

/// A parent operator.
pub(super) struct Slot {
    /// The levels that its step is still away.
    level: u32,
    /// The label of its step, once that is found.
    pub(super) label: Option<Label>,
    pub(super) place: Place,
}

impl ParentId {
    /// Its place in a list of parents.
    pub(super) fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// `%`
pub(super) fn parent(processor: &mut Processor<'_>, place: Place) -> Part {
    let id = ParentId(u32::try_from(processor.slots.len()).unwrap_or(u32::MAX));
    processor.slots.push(Slot { level: 1, label: None, place: place.clone() });
    Part::new(Kind::Parent(id), place)
}

/// Looks for the parents that the last step of a path seeks in the steps before it. What is not
/// found there is sought before the path.
pub(super) fn resolve_steps(processor: &mut Processor<'_>, path: &mut PathPart) {
    let mut sought = path.last_seeking.clone();
    if let Kind::Parent(parent) = path.last.node.kind {
        sought.push(parent);
    }
    for parent in sought {
        let mut rest = path.before.as_mut_slice();
        while processor.level(parent) > 0 {
            let Some((step, before)) = last_of_joined(rest) else {
                path.seeking.push(parent);
                break;
            };
            seek(processor, step, parent);
            rest = before;
        }
    }
}

/// The last step and those before it. Of several steps in a row that bind their item (`@$v`), this
/// is the first: they share their context.
fn last_of_joined(mut steps: &mut [Step]) -> Option<(&mut Step, &mut [Step])> {
    while let [.., before, last] = &*steps
        && before.focus.is_some()
        && last.focus.is_some()
    {
        steps = steps.split_last_mut()?.1;
    }
    steps.split_last_mut()
}

/// Looks for the parents that a predicate seeks in the step that it filters.
pub(super) fn resolve_predicate(processor: &mut Processor<'_>, base: &mut Part, predicate: &Part) {
    let is_seeking = match predicate {
        Part::Single(part) => !part.seeking.is_empty(),
        Part::Path(path) => !path.seeking.is_empty(),
    };
    if !is_seeking {
        return;
    }
    let seeking = match predicate {
        Part::Single(part) => &part.seeking,
        Part::Path(path) => &path.seeking,
    };
    for parent in seeking {
        if processor.level(*parent) == 1 {
            seek(processor, base.last_step(), *parent);
        } else {
            processor.change_level(*parent, -1);
        }
    }
    base.last_seeking().extend(predicate.sought());
}

/// Looks for a parent in a step.
fn seek(processor: &mut Processor<'_>, step: &mut Step, parent: ParentId) {
    if !processor.spend_search(parent) {
        return processor.end_search(parent);
    }
    match &mut step.node.kind {
        Kind::Name(_) | Kind::Wildcard => {
            processor.change_level(parent, -1);
            if processor.level(parent) == 0 {
                // A step has one label, whatever the number of operators that name it.
                let label = *step.label.get_or_insert(Label(parent.0));
                processor.set_label(parent, label);
                step.is_tuple = true;
            }
        }
        Kind::Block { expressions, .. } => {
            if let Some(last) = expressions.last_mut() {
                step.is_tuple = true;
                seek_in_node(processor, last, parent);
            }
        }
        _ => seek_in_node(processor, &mut step.node, parent),
    }
}

/// Looks for a parent in a part that is no step by itself.
fn seek_in_node(processor: &mut Processor<'_>, node: &mut Node, parent: ParentId) {
    match &mut node.kind {
        // Alone it has no label, and the parent is undefined.
        Kind::Name(_) | Kind::Wildcard => processor.change_level(parent, -1),
        Kind::Parent(_) => processor.change_level(parent, 1),
        Kind::Block { expressions, .. } => {
            if let Some(last) = expressions.last_mut() {
                seek_in_node(processor, last, parent);
            }
        }
        Kind::Path(path) => {
            path.gives_tuples = true;
            for step in path.steps.iter_mut().rev() {
                seek(processor, step, parent);
                if processor.level(parent) == 0 {
                    break;
                }
            }
        }
        Kind::Wrong => processor.end_search(parent),
        _ => {
            let place = processor.slots.get(parent.index()).map(|slot| slot.place.clone());
            processor.faults.extend(place.map(|place| problem::NO_PARENT.at(place)));
            processor.end_search(parent);
        }
    }
}

impl Processor<'_> {
    fn level(&self, parent: ParentId) -> u32 {
        self.slots.get(parent.index()).map_or(0, |slot| slot.level)
    }

    fn change_level(&mut self, parent: ParentId, by: i32) {
        if let Some(slot) = self.slots.get_mut(parent.index()) {
            slot.level = slot.level.saturating_add_signed(by);
        }
    }

    fn set_label(&mut self, parent: ParentId, label: Label) {
        if let Some(slot) = self.slots.get_mut(parent.index()) {
            slot.label = Some(label);
        }
    }

    /// Counts a step of a search. Reports that there were too many, and returns false.
    fn spend_search(&mut self, parent: ParentId) -> bool {
        let is_last = self.searches_left == 1;
        self.searches_left = self.searches_left.saturating_sub(1);
        let slot = self.slots.get(parent.index());
        if let Some(slot) = slot.filter(|_| is_last) {
            self.faults.push(problem::TOO_MANY_PARENTS.at(slot.place.clone()));
        }
        self.searches_left > 0
    }

    /// Ends the search after a fault.
    fn end_search(&mut self, parent: ParentId) {
        if let Some(slot) = self.slots.get_mut(parent.index()) {
            slot.level = 0;
        }
    }
}
