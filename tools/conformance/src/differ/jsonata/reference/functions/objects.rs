//! Objects, and values of any type.

use super::super::Stop;
use super::super::call::set;
use super::super::evaluate::Evaluated;
use super::super::number_text;
use super::super::operators::finite;
use super::super::value::{Value, append};
use super::{Native, at, items, native, text};

pub(super) const ALL: &[Native] = &[
    native("keys", "x-:a<s>", 1, |_, given| {
        let keys = keys(at(given, 0));
        Ok(Value::sequence(keys.iter().map(|key| Value::text(key)).collect()))
    }),
    native("lookup", "x-s:x", 2, |_, given| {
        let Some(key) = text(given, 1)? else { return Err(Stop::Unsupported("an undefined key")) };
        Ok(lookup(at(given, 0), key))
    }),
    native("spread", "x-:a<o>", 1, |_, given| Ok(spread(at(given, 0)))),
    native("merge", "a<o>:o", 1, |_, given| {
        let Some(objects) = items(given, 0)? else { return Ok(Value::Undefined) };
        let mut merged = Vec::new();
        for object in objects {
            let Value::Object(members) = object else { return Err(Stop::error("T0412")) };
            for (key, value) in members.borrow().iter() {
                set(&mut merged, key.clone(), value.clone());
            }
        }
        Ok(Value::object(merged))
    }),
    native("clone", "(oa)-:o", 1, |_, given| clone(at(given, 0))),
    native("type", "x:s", 1, |_, given| {
        Ok(Value::text(match at(given, 0) {
            Value::Undefined | Value::Tuples(_) => return Ok(Value::Undefined),
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            // jsonata-js asks whether it is a number: that fails for an infinite one, and is false
            // for one that is no number (`1 % 0`).
            Value::Number(number) => {
                if finite(*number)?.is_nan() {
                    "object"
                } else {
                    "number"
                }
            }
            Value::Text(_) => "string",
            Value::Array(..) => "array",
            Value::Object(_) => "object",
            Value::Function(_) => "function",
        }))
    }),
    native("error", "s?:x", 1, |_, _| Err(Stop::error("D3137"))),
    native("assert", "bs?:x", 2, |_, given| match at(given, 0) {
        Value::Bool(true) => Ok(Value::Undefined),
        _ => Err(Stop::error("D3141")),
    }),
];

/// The member of an object, or those of all objects in an array as a sequence.
pub(in super::super) fn lookup(input: &Value, key: &str) -> Value {
    match input {
        Value::Object(members) => {
            let members = members.borrow();
            let found = members.iter().find(|(name, _)| name == key);
            found.map_or(Value::Undefined, |(_, value)| value.clone())
        }
        Value::Array(list, _) => {
            let mut found = Vec::new();
            for item in list.iter() {
                let value = lookup(item, key);
                if !value.is_undefined() {
                    found.extend(value.items());
                }
            }
            Value::sequence(found)
        }
        _ => Value::Undefined,
    }
}

fn keys(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    match value {
        Value::Object(members) => {
            found.extend(members.borrow().iter().map(|(key, _)| key.clone()));
        }
        Value::Array(list, _) => {
            for key in list.iter().flat_map(keys) {
                if !found.contains(&key) {
                    found.push(key);
                }
            }
        }
        _ => {}
    }
    found
}

fn spread(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let single =
                |(key, value): &(String, Value)| Value::object(vec![(key.clone(), value.clone())]);
            Value::sequence(members.borrow().iter().map(single).collect())
        }
        Value::Array(list, _) => {
            let empty = Value::sequence(Vec::new());
            list.iter().fold(empty, |all, item| append(&all, &spread(item)))
        }
        other => other.clone(),
    }
}

/// A copy by way of JSON.
fn clone(value: &Value) -> Evaluated {
    Ok(match value {
        Value::Array(list, _) => Value::plain(list.iter().map(clone).collect::<Result<_, _>>()?),
        Value::Object(members) => {
            let mut copies = Vec::new();
            for (key, value) in members.borrow().iter() {
                copies.push((key.clone(), clone(value)?));
            }
            Value::object(copies)
        }
        Value::Number(number) if number.is_nan() => Value::Null,
        Value::Number(number) => Value::Number(number_text::rounded(finite(*number)?)),
        Value::Function(_) => Value::text(""),
        other => other.clone(),
    })
}
