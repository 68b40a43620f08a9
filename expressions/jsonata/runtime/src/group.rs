//! Objects: constructors and groups.

mod constructor;
mod members;

use std::collections::HashMap;

pub use self::constructor::Entries;
use self::members::Links;
pub use self::members::{Inputs, Members};
use super::view::Found;
use super::{Cx, Fault, Item, Outcome, View};
use asl_value::value::{Map, Text, Value};

/// The groups of keys, in the order in which the keys were found. `M` is what is kept of the
/// members of a group.
#[derive(Default)]
pub(super) struct Groups<M> {
    groups: Vec<Group<M>>,
    /// The places of the keys, if there are many.
    places: HashMap<Text, usize>,
}

/// Up to so many groups are found by comparing their keys.
const FEW_GROUPS: usize = 8;

struct Group<M> {
    key: Text,
    pair: usize,
    members: M,
}

impl<M: Default> Groups<M> {
    /// The members of the group of a key, which a pair of the expression gave. Without a key there
    /// is no group.
    #[inline]
    pub(super) fn members(
        &mut self,
        cx: &Cx,
        key: View<'_>,
        pair: usize,
    ) -> Result<Option<&mut M>, Fault> {
        let View::Value(Value::String(text)) = key else {
            return if key.is_undefined() { Ok(None) } else { Err(Fault::new("T1003").value(key)) };
        };
        cx.read_text(text.len())?;
        let place = match self.place(text) {
            Some(place) => place,
            None => {
                cx.make_item()?;
                self.push(Group { key: text.clone(), pair, members: M::default() })
            }
        };
        match self.groups.get_mut(place) {
            Some(group) if group.pair != pair => Err(Fault::new("D1009").value(key)),
            group => Ok(group.map(|group| &mut group.members)),
        }
    }

    fn place(&self, key: &str) -> Option<usize> {
        if self.groups.len() <= FEW_GROUPS {
            return self.groups.iter().position(|group| group.key.as_str() == key);
        }
        self.places.get(key).copied()
    }

    /// Adds a group and returns its place.
    fn push(&mut self, group: Group<M>) -> usize {
        self.groups.push(group);
        let place = self.groups.len() - 1;
        if place < FEW_GROUPS {
            return place;
        }
        let first = if self.places.is_empty() { 0 } else { place };
        for (place, group) in self.groups.iter().enumerate().skip(first) {
            self.places.insert(group.key.clone(), place);
        }
        place
    }

    /// The object of the values, of which each is made of a pair and the members of a group.
    pub(super) fn finish(self, mut value: impl FnMut(usize, M) -> Outcome) -> Outcome {
        let mut entries = Vec::with_capacity(self.groups.len());
        for group in self.groups {
            entries.push((group.key, value(group.pair, group.members)?));
        }
        Item::object(entries)
    }
}

/// A part of `{key: value}`: the key of a pair for an even number and an item, its value for an odd
/// number and the members of a group.
pub type GroupPart<'a> = dyn FnMut(usize, Members<'_>) -> Outcome + 'a;

/// The key of a pair for an item, if it is data where it is: an `Outcome` moves through memory in
/// pieces.
pub type SeenKey<'a> = dyn for<'v> FnMut(usize, View<'v>) -> Option<View<'v>> + 'a;

/// The members of a group in a list of links.
#[derive(Default)]
struct Ends {
    first: usize,
    last: Option<usize>,
}

/// The link behind the last member of a group.
const NONE: usize = usize::MAX;

/// `input{key: value}`
pub fn group(
    cx: &Cx,
    input: View<'_>,
    pairs: usize,
    seen: &mut SeenKey<'_>,
    part: &mut GroupPart<'_>,
) -> Outcome {
    let input = if input.array_len() == Some(0) { View::Undefined } else { input };
    if !input.is_array() && pairs <= FEW_PAIRS {
        return of_one(cx, input, pairs, seen, part);
    }
    let length = input.array_len().unwrap_or(1);
    let links = length.saturating_mul(pairs);
    cx.make_items(links)?;
    // Links need one list for all groups: a list for each took a sixth of the time of five items.
    let mut next = vec![NONE; links];
    let mut groups: Groups<Ends> = Groups::default();
    for (place, item) in input.items_or_undefined().enumerate() {
        for pair in 0..pairs {
            cx.spend(1)?;
            let ends = match seen(pair, item) {
                Some(key) => groups.members(cx, key, pair)?,
                None => {
                    let key = part(2 * pair, Members::of_one(item))?;
                    groups.members(cx, key.view(), pair)?
                }
            };
            let Some(ends) = ends else { continue };
            let link = pair * length + place;
            match ends.last.and_then(|last| next.get_mut(last)) {
                Some(next) => *next = link,
                None => ends.first = link,
            }
            ends.last = Some(link);
        }
    }
    groups.finish(|pair, ends| {
        let links = Links { next: &next, offset: pair * length, first: ends.first };
        part(2 * pair + 1, Members { input, links: Some(links) })
    })
}

/// Up to so many keys are compared with each other.
const FEW_PAIRS: usize = 16;

/// The object of the pairs for one item, the only member of each group.
fn of_one(
    cx: &Cx,
    item: View<'_>,
    pairs: usize,
    seen: &mut SeenKey<'_>,
    part: &mut GroupPart<'_>,
) -> Outcome {
    let only = Members::of_one(item);
    let mut keys: Vec<(Text, usize)> = Vec::with_capacity(pairs);
    for pair in 0..pairs {
        cx.spend(1)?;
        let key = match seen(pair, item) {
            Some(key) => Found::Seen(key),
            None => Found::Made(part(2 * pair, only)?),
        };
        let key = key.view();
        let View::Value(Value::String(text)) = key else {
            if key.is_undefined() {
                continue;
            }
            return Err(Fault::new("T1003").value(key));
        };
        cx.make_item()?;
        cx.read_text(text.len())?;
        if keys.iter().any(|(known, _)| known == text) {
            return Err(Fault::new("D1009").value(key));
        }
        keys.push((text.clone(), pair));
    }
    let mut members = Map::with_capacity(keys.len());
    let mut others = Vec::new();
    for (key, pair) in keys {
        match part(2 * pair + 1, only)? {
            Item::Data(value) if others.is_empty() => members.append(key, value),
            Item::Undefined => {}
            value @ (Item::Data(_)
            | Item::Sequence(_)
            | Item::List(_)
            | Item::Record(_)
            | Item::Function(_)) => {
                others.push((key, value));
            }
        }
    }
    let members = Item::Data(Value::Object(members.into()));
    if others.is_empty() {
        return members.within_depth();
    }
    Item::object(members.entries().into_iter().chain(others).collect())
}

/// The context of the values of an object constructor whose keys are different strings. It is `made`
/// where it is the items of several inputs.
#[inline]
pub fn context<'v>(cx: &Cx, context: View<'v>, made: &'v mut Item) -> Result<View<'v>, Fault> {
    match context.array_len() {
        None => Ok(context),
        Some(0) => Ok(View::Undefined),
        Some(1) => Ok(context.item(0)),
        Some(_) => {
            *made = members::joined(cx, &|| context.items())?.into_item();
            Ok(made.view())
        }
    }
}

/// The key of an object's only member, a string; `None` if there is none.
#[inline]
pub fn only_key<'v>(cx: &Cx, key: View<'v>) -> Result<Option<&'v Text>, Fault> {
    cx.spend(1)?;
    match key {
        View::Value(Value::String(key)) => {
            cx.read_text(key.len())?;
            Ok(Some(key))
        }
        View::Undefined => Ok(None),
        View::Value(_) | View::Item(_) => Err(Fault::new("T1003").value(key)),
    }
}
