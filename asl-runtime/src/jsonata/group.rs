//! Objects: constructors and groups.

use std::collections::HashMap;

use super::view::Found;
use super::{Cx, Fault, Item, Outcome, View};
use crate::value::{Map, Text, Value};

/// The members of each key, in the order in which the keys were found.
#[derive(Default)]
pub(super) struct Groups<T> {
    groups: Vec<Group<T>>,
    /// The places of the keys, if there are many.
    places: HashMap<Text, usize>,
}

/// Up to so many groups are found by comparing their keys.
const FEW_GROUPS: usize = 8;

struct Group<T> {
    key: Text,
    pair: usize,
    members: Vec<T>,
}

impl<T: Clone> Groups<T> {
    /// Adds a member to the group of a key, which a pair of the expression gave. Without a key it
    /// is in no group.
    pub(super) fn add(
        &mut self,
        cx: &Cx,
        key: &Item,
        pair: usize,
        member: &T,
    ) -> Result<(), Fault> {
        let Some(text) = key.as_str() else {
            return if key.is_undefined() { Ok(()) } else { Err(Fault::new("T1003").value(key)) };
        };
        cx.make_item()?;
        match self.place(text).and_then(|place| self.groups.get_mut(place)) {
            Some(group) if group.pair != pair => return Err(Fault::new("D1009").value(key)),
            Some(group) => group.members.push(member.clone()),
            None => self.push(Group { key: text.into(), pair, members: vec![member.clone()] }),
        }
        Ok(())
    }

    fn place(&self, key: &str) -> Option<usize> {
        if self.groups.len() <= FEW_GROUPS {
            return self.groups.iter().position(|group| group.key.as_str() == key);
        }
        self.places.get(key).copied()
    }

    fn push(&mut self, group: Group<T>) {
        self.groups.push(group);
        let first = match self.groups.len() {
            ..=FEW_GROUPS => return,
            _ if self.places.is_empty() => 0,
            length => length - 1,
        };
        for (place, group) in self.groups.iter().enumerate().skip(first) {
            self.places.insert(group.key.clone(), place);
        }
    }

    /// The object of the values, of which each is made of a pair and the members of a group.
    pub(super) fn finish(self, mut value: impl FnMut(usize, Vec<T>) -> Outcome) -> Outcome {
        let mut entries = Vec::with_capacity(self.groups.len());
        for group in self.groups {
            entries.push((group.key, value(group.pair, group.members)?));
        }
        Item::object(entries)
    }
}

/// `input{key: value}`. `part` gives the key of a pair for an even number, its value for an odd one.
pub fn group(
    cx: &Cx,
    input: Item,
    pairs: usize,
    part: &mut dyn FnMut(usize, &Item) -> Outcome,
) -> Outcome {
    if !input.is_array() && pairs <= FEW_PAIRS {
        return of_one(cx, &input, pairs, part);
    }
    let mut items = input.into_items();
    if items.is_empty() {
        items.push(Item::Undefined);
    }
    let mut groups = Groups::default();
    for (place, item) in items.iter().enumerate() {
        for pair in 0..pairs {
            cx.spend(1)?;
            let key = part(2 * pair, item)?;
            groups.add(cx, &key, pair, &place)?;
        }
    }
    groups.finish(|pair, places| {
        let members = || places.iter().filter_map(|place| items.get(*place));
        part(2 * pair + 1, &joined(cx, &members)?)
    })
}

/// Up to so many keys are compared with each other.
const FEW_PAIRS: usize = 16;

/// The object of the pairs for one item, the only member of each group.
fn of_one(
    cx: &Cx,
    item: &Item,
    pairs: usize,
    part: &mut dyn FnMut(usize, &Item) -> Outcome,
) -> Outcome {
    let mut keys: Vec<(Text, usize)> = Vec::with_capacity(pairs);
    for pair in 0..pairs {
        cx.spend(1)?;
        let key = match part(2 * pair, item)? {
            Item::Data(Value::String(key)) => key,
            Item::Undefined => continue,
            other @ (Item::Data(_)
            | Item::Sequence(_)
            | Item::List(_)
            | Item::Record(_)
            | Item::Function(_)) => {
                return Err(Fault::new("T1003").value(other));
            }
        };
        cx.make_item()?;
        if keys.iter().any(|(known, _)| *known == key) {
            return Err(Fault::new("D1009").value(Item::text(key)));
        }
        keys.push((key, pair));
    }
    let mut members = Map::with_capacity(keys.len());
    let mut others = Vec::new();
    for (key, pair) in keys {
        match part(2 * pair + 1, item)? {
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

/// The only member of a group, or an array of all members.
fn joined<'i, I: Iterator<Item = &'i Item>>(cx: &Cx, members: &impl Fn() -> I) -> Outcome {
    let mut rest = members();
    if let (Some(only), None) = (rest.next(), rest.next()) {
        return Ok(only.clone());
    }
    if members().all(|member| matches!(member, Item::Data(_))) {
        let mut all = Vec::new();
        for member in members().filter_map(Item::as_data) {
            if let Value::Array(items) = member {
                cx.make_items(items.len())?;
                all.extend(items.iter().cloned());
            } else {
                cx.make_items(1)?;
                all.push(member.clone());
            }
        }
        return Item::Data(Value::array(all)).within_depth();
    }
    let mut all = Vec::new();
    for member in members() {
        cx.make_items(member.array_len().unwrap_or(1))?;
        all.extend(member.items());
    }
    Item::array(all)
}

/// The context of the values of an object constructor whose keys are different strings.
#[inline]
pub fn context<'v>(cx: &Cx, context: View<'v>) -> Result<Found<'v>, Fault> {
    match context.array_len() {
        None => Ok(Found::Seen(context)),
        Some(0) => Ok(Found::Seen(View::Undefined)),
        Some(1) => Ok(Found::Seen(context.item(0))),
        Some(_) => {
            let items: Vec<Item> = context.items().map(View::to_item).collect();
            joined(cx, &|| items.iter()).map(Found::Made)
        }
    }
}

/// `{"key": value}`, with keys that differ: undefined values are left out.
#[inline]
pub fn object<const N: usize>(cx: &Cx, entries: [(&'static str, Found<'_>); N]) -> Outcome {
    cx.make_items(2 * N)?;
    let is_data = |found: &Found<'_>| match found {
        Found::Seen(view) => !matches!(view, View::Item(_)),
        Found::Made(item) => matches!(item, Item::Data(_) | Item::Undefined),
    };
    if !entries.iter().all(|(_, found)| is_data(found)) {
        let entry =
            |(key, found): (&'static str, Found<'_>)| (Text::new_static(key), found.into_item());
        return Item::object(entries.map(entry).into());
    }
    let mut map = Map::with_capacity(N);
    for (key, found) in entries {
        match found {
            Found::Seen(View::Value(value)) => map.append(Text::new_static(key), value.clone()),
            Found::Made(Item::Data(value)) => map.append(Text::new_static(key), value),
            Found::Seen(_) | Found::Made(_) => {}
        }
    }
    Item::Data(Value::Object(map.into())).within_depth()
}

/// The key of an object's only member, a string; `None` if there is none.
#[inline]
pub fn only_key<'v>(cx: &Cx, key: View<'v>) -> Result<Option<&'v Text>, Fault> {
    cx.spend(1)?;
    match key {
        View::Value(Value::String(key)) => Ok(Some(key)),
        View::Undefined => Ok(None),
        View::Value(_) | View::Item(_) => Err(Fault::new("T1003").value(key)),
    }
}
