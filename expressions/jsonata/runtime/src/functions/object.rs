//! `$keys`, `$lookup`, `$spread`, `$merge`, `$clone`, `$type`.

use std::collections::HashSet;

use super::aggregate::wrong_items;
use super::array::append;
use crate::copy::copied;
use crate::json_text::{Layout, to_string};
use crate::view::Found;
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::value::{Map, Text, Value};

/// `$keys`: those of an object, or of all objects in an array.
pub fn keys(cx: &Cx, object: View<'_>) -> Outcome {
    let mut keys = Keys { cx, found: Vec::new(), known: HashSet::new() };
    keys.add(object)?;
    Item::sequence(keys.found)
}

struct Keys<'a> {
    cx: &'a Cx,
    found: Vec<Item>,
    known: HashSet<Text>,
}

impl Keys<'_> {
    fn add(&mut self, item: View<'_>) -> Result<(), Fault> {
        self.cx.spend(1)?;
        if item.is_array() {
            return item.items().try_for_each(|item| self.add(item));
        }
        for (key, _) in item.entries() {
            self.cx.make_item()?;
            if self.known.insert(key.clone()) {
                self.found.push(Item::Data(Value::String(key)));
            }
        }
        Ok(())
    }
}

/// `$lookup`: the value at a key of an object, or the values in an array of objects.
pub fn lookup(cx: &Cx, object: View<'_>, key: View<'_>) -> Outcome {
    let key = key.as_str().unwrap_or("undefined");
    cx.read_text(key.len())?;
    if !object.is_array() {
        return Ok(object.member(key).to_item());
    }
    let mut found = Vec::new();
    add_values(cx, object, key, &mut found)?;
    Item::sequence(found)
}

fn add_values(cx: &Cx, array: View<'_>, key: &str, found: &mut Vec<Item>) -> Result<(), Fault> {
    for item in array.items() {
        cx.spend(1)?;
        cx.read_text(key.len())?;
        if item.is_array() {
            add_values(cx, item, key, found)?;
            continue;
        }
        for value in item.member(key).items() {
            cx.make_item()?;
            found.push(value.to_item());
        }
    }
    Ok(())
}

/// `$spread`: an object of its own for each member.
pub fn spread(cx: &Cx, object: View<'_>) -> Outcome {
    if object.is_array() {
        let mut spread_items = Item::sequence(Vec::new())?;
        for item in object.items() {
            // An empty array has no items to pay for.
            cx.spend(1)?;
            spread_items = append(cx, spread_items.view(), spread(cx, item)?.view())?;
        }
        return Ok(spread_items);
    }
    if !object.is_object() {
        return Ok(object.to_item());
    }
    let entries = object.entries();
    cx.make_items(entries.len().saturating_mul(4))?;
    let single = |entry| Item::object(vec![entry]);
    Item::sequence(entries.into_iter().map(single).collect::<Result<_, Fault>>()?)
}

/// `$merge`
pub fn merge(cx: &Cx, array: View<'_>) -> Outcome {
    if let Some(merged) = merged_data(cx, array)? {
        return Item::Data(Value::Object(merged.into())).within_depth();
    }
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    let mut entries = Vec::new();
    for object in array.items() {
        let more = object.entries();
        cx.make_items(more.len().saturating_mul(2))?;
        entries.extend(more);
    }
    Item::object(entries)
}

/// The members of objects that are plain data; `None` if there is something else.
fn merged_data(cx: &Cx, array: View<'_>) -> Result<Option<Map>, Fault> {
    let (values, items) = match array {
        View::Value(Value::Array(values)) | View::Item(Item::Sequence(values)) => {
            (values.as_slice(), [].as_slice())
        }
        View::Item(Item::List(list)) => ([].as_slice(), list.items()),
        View::Undefined | View::Value(_) | View::Item(_) => return Ok(None),
    };
    let mut merged = Map::with_capacity(values.len() + items.len());
    for value in values.iter().map(Some).chain(items.iter().map(Item::as_data)) {
        let Some(value) = value else { return Ok(None) };
        let Value::Object(object) = value else { continue };
        cx.make_items(object.len().saturating_mul(2))?;
        for (key, value) in object.entries() {
            merged.put(key.clone(), value.clone());
        }
    }
    Ok(Some(merged))
}

/// The object of `$merge` while the objects of a sequence are added one by one.
#[derive(Default)]
pub struct Merged {
    members: Map,
    /// All members, if one is no plain data.
    entries: Option<Vec<(Text, Item)>>,
    has_value: bool,
    has_others: bool,
}

impl Merged {
    /// Notes if there is a value.
    #[inline]
    pub fn note_value(&mut self, has_value: bool) {
        self.has_value = has_value;
    }

    /// Adds the members of an item.
    pub fn add(&mut self, cx: &Cx, item: View<'_>) -> Result<(), Fault> {
        match item {
            View::Value(Value::Object(object)) => {
                cx.make_items(object.len().saturating_mul(2))?;
                for (key, value) in object.entries() {
                    self.put(key, View::Value(value).into());
                }
            }
            View::Item(Item::Record(record)) => {
                cx.make_items(record.entries().len().saturating_mul(2))?;
                for (key, item) in record.entries() {
                    self.put(key, item.view().into());
                }
            }
            View::Undefined | View::Value(_) | View::Item(_) => self.has_others = true,
        }
        Ok(())
    }

    /// Adds the member of an object that has no other; none if the value is undefined.
    #[inline]
    pub fn add_member<'v>(
        &mut self,
        cx: &Cx,
        key: &Text,
        value: impl Into<Found<'v>>,
    ) -> Result<(), Fault> {
        cx.make_items(2)?;
        self.put(key, value.into());
        Ok(())
    }

    #[inline]
    fn put(&mut self, key: &Text, value: Found<'_>) {
        if self.entries.is_none() {
            match value {
                Found::Seen(View::Value(value)) => {
                    return self.members.put(key.clone(), value.clone());
                }
                Found::Made(Item::Data(value)) => return self.members.put(key.clone(), value),
                Found::Seen(_) | Found::Made(_) => {}
            }
        }
        self.put_any(key, value.into_item());
    }

    #[cold]
    fn put_any(&mut self, key: &Text, item: Item) {
        if item.is_undefined() {
            return;
        }
        let members = &mut self.members;
        let entries = self.entries.get_or_insert_with(|| {
            let members = Value::Object(std::mem::take(members).into());
            View::Value(&members).entries()
        });
        entries.push((key.clone(), item));
    }

    /// `$merge` of a value, if there is one.
    pub fn finish(self) -> Outcome {
        if self.has_others {
            return Err(wrong_items("merge", "objects"));
        }
        match self.entries {
            _ if !self.has_value => Ok(Item::Undefined),
            Some(entries) => Item::object(entries),
            None => Item::Data(Value::Object(self.members.into())).within_depth(),
        }
    }
}

/// `$clone`: what the JSON text of the value stands for.
pub fn clone(cx: &Cx, value: View<'_>) -> Outcome {
    if value.is_undefined() {
        return Ok(Item::Undefined);
    }
    if let View::Value(value) = value {
        return copied(cx, value.clone()).map(Item::Data);
    }
    let text = to_string(cx, value, Layout::Compact)?;
    let value = Value::from_json_str(&text)
        .map_err(|_| Fault::Limit(asl_value::expression::Limit::Depth))?;
    Ok(Item::Data(value))
}

/// `$type`
pub fn type_of(cx: &Cx, value: View<'_>) -> Outcome {
    Ok(Item::text(match value {
        View::Undefined => return Ok(Item::Undefined),
        View::Value(Value::Null) => "null",
        View::Value(Value::Bool(_)) => "boolean",
        View::Value(Value::Float(number)) if number.is_infinite() && !cx.is_aws() => {
            return Err(Fault::new("D1001").value(value));
        }
        View::Value(Value::Float(number)) if number.is_nan() && !cx.is_aws() => "object",
        View::Value(Value::Int(_) | Value::Float(_)) => "number",
        View::Value(Value::String(_)) => "string",
        View::Item(Item::Function(_)) => "function",
        _ if value.is_array() => "array",
        View::Value(_) | View::Item(_) => "object",
    }))
}
