//! `|pattern|update, delete|`: a copy of a value with changed objects.
//!
//! jsonata-js changes the objects that the pattern finds in a copy. Here each object of the copy
//! has memory of its own, so its address tells which objects the pattern found. Changes are kept
//! beside the copy, and the result is rebuilt from both.

use std::collections::HashMap;
use std::sync::Arc;

use super::cx::DEEPEST;
use super::{Cx, Fault, Function, Item, Outcome, Tail};
use crate::expression::Limit;
use crate::value::{Object, Text, Value};

/// A part of a transform, evaluated for a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The objects to be changed.
    Pattern,
    /// The new members of an object.
    Update,
    /// The names of members that are removed.
    Delete,
}

/// The changed objects, by their addresses.
type Changes = HashMap<usize, Vec<(Text, Item)>>;

/// The function that a transform is, of this depth. `clone` is the function `$clone`, if the program
/// has its own.
pub fn function(
    clone: Option<Item>,
    depth: u32,
    part: impl Fn(&Cx, Part, &Item) -> Outcome + Send + Sync + 'static,
) -> Outcome {
    Function::of_depth(1, depth, move |cx, _, arguments| {
        let input = arguments.into_iter().next().unwrap_or_default();
        let result =
            transform(cx, &input, clone.as_ref(), &|what, context| part(cx, what, context));
        result.map(Tail::Done)
    })
}

fn transform(
    cx: &Cx,
    input: &Item,
    clone: Option<&Item>,
    part: &dyn Fn(Part, &Item) -> Outcome,
) -> Outcome {
    if input.is_undefined() {
        return Ok(Item::Undefined);
    }
    if !input.is_array() && !input.is_object() {
        return Err(Fault::new("T0410").value(input).index(1));
    }
    let input = match clone {
        None => input.clone(),
        Some(Item::Function(clone)) => clone.apply(cx, vec![input.clone()])?,
        Some(_) => return Err(Fault::new("T2013")),
    };
    let Some(value) = input.to_value(&|| Some(Value::text(""))) else { return Ok(Item::Undefined) };
    let copy = unshared(cx, &value)?;
    let matches = part(Part::Pattern, &Item::Data(copy.clone()))?;
    let mut changes = Changes::new();
    for found in matches.items() {
        cx.spend(1)?;
        update(cx, &found, &mut changes, part)?;
        delete(cx, &found, &mut changes, part)?;
    }
    rebuilt(cx, &Item::Data(copy), &changes, 0)
}

/// A copy in which no two containers are the same in memory.
fn unshared(cx: &Cx, value: &Value) -> Result<Value, Fault> {
    cx.spend(1)?;
    match value {
        Value::Array(items) => {
            cx.make_items(items.len())?;
            let items: Result<Vec<Value>, Fault> =
                items.iter().map(|item| unshared(cx, item)).collect();
            Ok(Value::array(items?))
        }
        Value::Object(object) => {
            cx.make_items(2 * object.len())?;
            let entry = |(key, value): &(Text, Value)| Ok((key.clone(), unshared(cx, value)?));
            let entries: Result<Vec<_>, Fault> = object.entries().iter().map(entry).collect();
            Ok(Value::Object(entries?.into_iter().collect()))
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            Ok(value.clone())
        }
    }
}

/// The address of an object of the copy.
fn address(item: &Item) -> Option<usize> {
    let Item::Data(Value::Object(Object::Shared(map))) = item else { return None };
    Some(Arc::as_ptr(map).addr())
}

/// The members of an object, to be changed.
fn members<'c>(found: &Item, changes: &'c mut Changes) -> Option<&'c mut Vec<(Text, Item)>> {
    let address = address(found)?;
    Some(changes.entry(address).or_insert_with(|| found.entries()))
}

fn update(
    cx: &Cx,
    found: &Item,
    changes: &mut Changes,
    part: &dyn Fn(Part, &Item) -> Outcome,
) -> Result<(), Fault> {
    let update = part(Part::Update, &rebuilt(cx, found, changes, 0)?)?;
    if update.is_undefined() {
        return Ok(());
    }
    if !update.is_object() {
        return Err(Fault::new("T2011").value(update));
    }
    let Some(members) = members(found, changes) else { return Ok(()) };
    for (key, item) in update.entries() {
        cx.make_item()?;
        match members.iter_mut().find(|(name, _)| *name == key) {
            Some(member) => member.1 = item,
            None => members.push((key, item)),
        }
    }
    Ok(())
}

fn delete(
    cx: &Cx,
    found: &Item,
    changes: &mut Changes,
    part: &dyn Fn(Part, &Item) -> Outcome,
) -> Result<(), Fault> {
    let names = part(Part::Delete, &rebuilt(cx, found, changes, 0)?)?;
    if names.items().any(|name| name.as_str().is_none()) {
        return Err(Fault::new("T2012").value(names));
    }
    for name in names.items() {
        cx.spend(1)?;
        if let Some(members) = members(found, changes) {
            members.retain(|(key, _)| Some(key.as_str()) != name.as_str());
        }
    }
    Ok(())
}

/// The value with its changed objects in place of the old ones.
fn rebuilt(cx: &Cx, item: &Item, changes: &Changes, depth: u32) -> Outcome {
    if changes.is_empty() {
        return Ok(item.clone());
    }
    if depth > DEEPEST {
        return Err(Fault::Limit(Limit::Depth));
    }
    cx.spend(1)?;
    if item.is_array() {
        let items = item.items().map(|item| rebuilt(cx, &item, changes, depth + 1));
        return Item::array(items.collect::<Result<_, Fault>>()?);
    }
    if !item.is_object() {
        return Ok(item.clone());
    }
    let changed = address(item).and_then(|address| changes.get(&address)).cloned();
    let entries = changed.unwrap_or_else(|| item.entries()).into_iter();
    let entry = |(key, item): (Text, Item)| Ok((key, rebuilt(cx, &item, changes, depth + 1)?));
    Item::object(entries.map(entry).collect::<Result<_, Fault>>()?)
}
