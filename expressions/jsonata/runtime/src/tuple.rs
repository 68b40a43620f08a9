//! Paths whose steps have variables or parents: streams of tuples.

use super::group::Groups;
use super::path::{filter_items, index, nth};
use super::view::Found;
use super::{Cx, Fault, Item, List, Outcome, View, functions, order};
use std::sync::Arc;

/// An item on its way through a path, with the variables and parents that belong to it.
#[derive(Clone, Debug, Default)]
pub struct Tuple {
    /// The item: the context of the next step.
    pub item: Item,
    /// The first slot: most tuples have no other, and need no list.
    first: Item,
    others: Vec<Item>,
}

/// The slots that a step sets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Binding {
    /// `@$focus`
    pub focus: Option<usize>,
    /// `#$index`
    pub index: Option<usize>,
    /// The parent that `%` reads.
    pub parent: Option<usize>,
}

impl Tuple {
    /// The item of a slot.
    #[must_use]
    pub fn slot(&self, slot: usize) -> Item {
        self.at(slot).clone()
    }

    /// The item of a slot, to be looked at.
    #[inline]
    pub fn at(&self, slot: usize) -> &Item {
        static MISSING: Item = Item::Undefined;
        match slot.checked_sub(1) {
            Some(other) => self.others.get(other).unwrap_or(&MISSING),
            None => &self.first,
        }
    }

    /// `#$index` in a loop: sets the slot to the number of the tuple, and counts it.
    pub fn number(&mut self, slot: usize, count: &mut usize) {
        self.set(slot, index(*count));
        *count += 1;
    }

    /// All items together.
    #[must_use]
    pub fn to_item(&self) -> Item {
        let items = [&self.item, &self.first].into_iter().chain(&self.others).cloned().collect();
        Item::List(Arc::new(List::new(items)))
    }

    /// The number of slots.
    fn width(&self) -> usize {
        1 + self.others.len()
    }

    fn set(&mut self, slot: usize, item: Item) {
        let Some(other) = slot.checked_sub(1) else {
            self.first = item;
            return;
        };
        if self.others.len() <= other {
            self.others.resize(other + 1, Item::Undefined);
        }
        if let Some(place) = self.others.get_mut(other) {
            *place = item;
        }
    }
}

/// The tuples of the items that a path begins with.
pub fn start(items: Vec<Item>) -> Vec<Tuple> {
    items.into_iter().map(|item| Tuple { item, ..Tuple::default() }).collect()
}

/// A step: a tuple for each item of its results.
pub fn step(
    cx: &Cx,
    tuples: &[Tuple],
    binding: Binding,
    each: &mut dyn FnMut(&Tuple) -> Outcome,
) -> Result<Vec<Tuple>, Fault> {
    let mut results = Vec::new();
    for tuple in tuples {
        cx.spend(1)?;
        let found = each(tuple)?;
        for (place, item) in found.items().enumerate() {
            cx.make_items(1 + tuple.width())?;
            let mut result = tuple.clone();
            match binding.focus {
                Some(focus) => result.set(focus, item),
                None => result.item = item,
            }
            if let Some(slot) = binding.index {
                result.set(slot, index(place));
            }
            if let Some(slot) = binding.parent {
                result.set(slot, tuple.item.clone());
            }
            results.push(result);
        }
    }
    Ok(results)
}

/// The rest of a path in a loop, for an item. The tuple has the variables only: the item is where
/// it was found.
type Next<'a> = dyn FnMut(View<'_>, &mut Tuple) -> Result<(), Fault> + 'a;

/// Runs the rest of a path for each item that it begins with.
pub fn each_of<'v>(
    cx: &Cx,
    items: impl Iterator<Item = View<'v>>,
    next: &mut Next<'_>,
) -> Result<(), Fault> {
    let mut tuple = Tuple::default();
    for item in items {
        cx.spend(1)?;
        next(item, &mut tuple)?;
    }
    Ok(())
}

/// A step as a loop: runs the rest of a path for each item of the step's result. The tuple changes
/// in place; a slot that an earlier item set is set again before anything reads it.
pub fn each(
    cx: &Cx,
    (context, tuple): (View<'_>, &mut Tuple),
    found: View<'_>,
    binding: Binding,
    next: &mut Next<'_>,
) -> Result<(), Fault> {
    if let Some(slot) = binding.parent {
        tuple.set(slot, context.to_item());
    }
    for (place, item) in found.items().enumerate() {
        cx.spend(1)?;
        let mut next_context = item;
        if let Some(slot) = binding.focus {
            tuple.set(slot, item.to_item());
            next_context = context;
        }
        if let Some(slot) = binding.index {
            tuple.set(slot, index(place));
        }
        next(next_context, tuple)?;
    }
    Ok(())
}

/// A step that is a path of tuples itself: theirs are joined with these slots.
pub fn step_of_tuples(
    cx: &Cx,
    tuples: &[Tuple],
    slots: &[usize],
    each: &mut dyn FnMut(&Tuple) -> Result<Vec<Tuple>, Fault>,
) -> Result<Vec<Tuple>, Fault> {
    let mut results = Vec::new();
    for tuple in tuples {
        cx.spend(1)?;
        for inner in each(tuple)? {
            cx.make_items(1 + tuple.width())?;
            let mut result = tuple.clone();
            for slot in slots {
                result.set(*slot, inner.slot(*slot));
            }
            result.item = inner.item;
            results.push(result);
        }
    }
    Ok(results)
}

/// `[filter]`
pub fn filter(
    cx: &Cx,
    tuples: Vec<Tuple>,
    each: &mut dyn FnMut(&Tuple) -> Outcome,
) -> Result<Vec<Tuple>, Fault> {
    filter_items(cx, tuples, each)
}

/// `[0]`
pub fn at(tuples: Vec<Tuple>, number: f64) -> Vec<Tuple> {
    nth(tuples, number).into_iter().collect()
}

/// `#$index`: sets the slot to the place of each tuple.
#[must_use]
pub fn number(mut tuples: Vec<Tuple>, slot: usize) -> Vec<Tuple> {
    for (place, tuple) in tuples.iter_mut().enumerate() {
        tuple.set(slot, index(place));
    }
    tuples
}

/// `^(..)`
pub fn sort(
    cx: &Cx,
    tuples: Vec<Tuple>,
    is_descending: &[bool],
    key: &mut dyn FnMut(usize, &Tuple) -> Outcome,
) -> Result<Vec<Tuple>, Fault> {
    order::sort(cx, tuples, is_descending, &mut |term, tuple| key(term, tuple).map(Found::Made))
}

/// The sequence of the items.
pub fn items(tuples: Vec<Tuple>) -> Outcome {
    Item::sequence(tuples.into_iter().map(|tuple| tuple.item).collect())
}

/// `{key: value}` at the end of a path of tuples. `part` gives the key of a pair for an even
/// number, its value for an odd one.
pub fn group(
    cx: &Cx,
    mut tuples: Vec<Tuple>,
    pairs: usize,
    part: &mut dyn FnMut(usize, &Tuple) -> Outcome,
) -> Outcome {
    if tuples.is_empty() {
        tuples.push(Tuple::default());
    }
    let mut groups: Groups<Vec<Tuple>> = Groups::default();
    for tuple in tuples {
        for pair in 0..pairs {
            cx.spend(1)?;
            let key = part(2 * pair, &tuple)?;
            if let Some(members) = groups.members(cx, key.view(), pair)? {
                cx.make_item()?;
                members.push(tuple.clone());
            }
        }
    }
    groups.finish(|pair, tuples| part(2 * pair + 1, &reduced(cx, tuples)?))
}

/// One tuple of those of a group: each of its items is all of theirs.
fn reduced(cx: &Cx, tuples: Vec<Tuple>) -> Result<Tuple, Fault> {
    let mut tuples = tuples.into_iter();
    let mut result = tuples.next().unwrap_or_default();
    let width = result.width();
    for tuple in tuples {
        result.item = functions::append(cx, result.item.view(), tuple.item.view())?;
        for slot in 0..width.max(tuple.width()) {
            let all = functions::append(cx, result.slot(slot).view(), tuple.slot(slot).view())?;
            result.set(slot, all);
        }
    }
    Ok(result)
}
