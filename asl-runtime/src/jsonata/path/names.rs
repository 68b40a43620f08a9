//! Paths of names: data is read where it is, and only the results are copied.

use super::{Next, Sequence, each, name};
use crate::jsonata::{Cx, Fault, Item, Outcome};
use crate::value::Value;

/// A path of names, each a step without stages.
pub fn names(cx: &Cx, context: &Item, keys: &[&str]) -> Outcome {
    // Most paths meet no array before their end.
    if let Item::Data(value) = context {
        match descend(value, keys) {
            Descent::Array => {}
            Descent::End(member) => {
                cx.spend(1)?;
                return Ok(member.map_or(Item::Undefined, |value| Item::Data(value.clone())));
            }
        }
    }
    let mut results = Sequence::default();
    add_names(cx, context, keys, &mut |item| results.add(cx, item))?;
    results.finish()
}

/// The end of a path of names.
enum Descent<'v> {
    /// The member there, if there is one.
    End(Option<&'v Value>),
    /// An array is met before.
    Array,
}

fn descend<'v>(value: &'v Value, keys: &[&str]) -> Descent<'v> {
    let mut value = value;
    for key in keys {
        match value {
            Value::Object(object) => match object.get(key) {
                Some(member) => value = member,
                None => return Descent::End(None),
            },
            Value::Array(_) => return Descent::Array,
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                return Descent::End(None);
            }
        }
    }
    Descent::End(Some(value))
}

/// Runs a part for each item after some steps that are names.
pub fn each_of_names(
    cx: &Cx,
    context: &Item,
    keys: &[&str],
    next: &mut Next<'_>,
) -> Result<(), Fault> {
    add_names(cx, context, keys, &mut |item| each(cx, &item, next))
}

/// Takes the result of a last step, which is not flattened yet.
type Add<'a> = dyn FnMut(Item) -> Result<(), Fault> + 'a;

/// Adds the results of steps that are names.
pub fn add_names(
    cx: &Cx,
    context: &Item,
    keys: &[&str],
    add: &mut dyn FnMut(Item) -> Result<(), Fault>,
) -> Result<(), Fault> {
    match context {
        Item::Data(Value::Array(items)) => {
            items.iter().try_for_each(|value| add_of_value(cx, value, keys, add))
        }
        Item::List(list) => list.items().iter().try_for_each(|item| add_of(cx, item, keys, add)),
        Item::Undefined | Item::Data(_) | Item::Record(_) | Item::Function(_) => {
            add_of(cx, context, keys, add)
        }
    }
}

fn add_of(cx: &Cx, item: &Item, keys: &[&str], add: &mut Add<'_>) -> Result<(), Fault> {
    if let Item::Data(value) = item {
        return add_of_value(cx, value, keys, add);
    }
    let Some((key, rest)) = keys.split_first() else { return Ok(()) };
    cx.spend(1)?;
    add_rest(cx, name(cx, item, key)?, rest, add)
}

fn add_of_value(cx: &Cx, value: &Value, keys: &[&str], add: &mut Add<'_>) -> Result<(), Fault> {
    let Some((key, rest)) = keys.split_first() else { return Ok(()) };
    cx.spend(1)?;
    match value {
        Value::Object(object) => match object.get(key) {
            Some(member) if rest.is_empty() => add(Item::Data(member.clone())),
            Some(Value::Array(items)) => {
                items.iter().try_for_each(|item| add_of_value(cx, item, rest, add))
            }
            Some(member) => add_of_value(cx, member, rest, add),
            None => Ok(()),
        },
        // An array in an array: its members are a sequence of their own.
        Value::Array(_) => add_rest(cx, name(cx, &Item::Data(value.clone()), key)?, rest, add),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => Ok(()),
    }
}

fn add_rest(cx: &Cx, result: Item, rest: &[&str], add: &mut Add<'_>) -> Result<(), Fault> {
    if rest.is_empty() {
        return add(result);
    }
    each(cx, &result, &mut |item| add_of(cx, item, rest, add))
}
