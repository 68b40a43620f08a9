//! Conversions from and to `serde_json::Value`.

use serde_json::Value as Foreign;

use super::{Items, MAX_DEPTH, Map, Text, Value};

/// A container that is half converted.
enum Half {
    Array(std::vec::IntoIter<Foreign>, Items),
    Object(serde_json::map::IntoIter, Map, Option<Text>),
}

/// Converts with a list, without recursion, so that any depth is possible. Integers beyond `i64`
/// become the nearest float.
impl From<Foreign> for Value {
    fn from(foreign: Foreign) -> Self {
        let mut halves = Vec::new();
        let mut done = begin(foreign, &mut halves);
        while let Some(mut half) = halves.pop() {
            match (&mut half, done.take()) {
                (_, None) => {}
                (Half::Array(_, items), Some(value)) => items.push(value),
                (Half::Object(_, map, key), Some(value)) => {
                    drop(map.insert(key.take().unwrap_or_default(), value));
                }
            }
            let next = match &mut half {
                Half::Array(rest, _) => rest.next(),
                Half::Object(rest, _, key) => rest.next().map(|(name, value)| {
                    *key = Some(name.into());
                    value
                }),
            };
            match (next, half) {
                (Some(next), half) => {
                    halves.push(half);
                    done = begin(next, &mut halves);
                }
                (None, Half::Array(_, items)) => done = Some(items.into()),
                (None, Half::Object(_, map, _)) => done = Some(map.into()),
            }
        }
        done.unwrap_or_default()
    }
}

fn of_number(number: &serde_json::Number) -> Value {
    match number.as_i64() {
        Some(number) => Value::Int(number),
        None => number.as_f64().into(),
    }
}

/// Converts a scalar at once; opens a container.
fn begin(foreign: Foreign, halves: &mut Vec<Half>) -> Option<Value> {
    Some(match foreign {
        Foreign::Null => Value::Null,
        Foreign::Bool(flag) => Value::Bool(flag),
        Foreign::Number(number) => of_number(&number),
        Foreign::String(text) => Value::text(text),
        Foreign::Array(items) => {
            halves.push(Half::Array(items.into_iter(), Items::default()));
            return None;
        }
        Foreign::Object(entries) => {
            let map = Map::with_capacity(entries.len());
            halves.push(Half::Object(entries.into_iter(), map, None));
            return None;
        }
    })
}

/// Containers within [`MAX_DEPTH`] others become strings with their JSON text: dropping the other
/// type at any depth could overflow the stack. No machine has such data.
impl From<&Value> for Foreign {
    fn from(value: &Value) -> Self {
        to_foreign(value, MAX_DEPTH)
    }
}

/// See the conversion from `&Value`.
impl From<Value> for Foreign {
    fn from(value: Value) -> Self {
        Self::from(&value)
    }
}

fn to_foreign(value: &Value, depth: u32) -> Foreign {
    match value {
        Value::Null => Foreign::Null,
        Value::Bool(flag) => Foreign::Bool(*flag),
        Value::Int(number) => Foreign::from(*number),
        Value::Float(number) => Foreign::from(*number),
        Value::String(text) => Foreign::from(text.as_str()),
        Value::Array(_) | Value::Object(_) if depth == 0 => Foreign::from(value.to_json_string()),
        Value::Array(items) => items.iter().map(|item| to_foreign(item, depth - 1)).collect(),
        Value::Object(object) => {
            let entry =
                |(key, value): (&str, &Value)| (key.to_owned(), to_foreign(value, depth - 1));
            object.iter().map(entry).collect()
        }
    }
}

/// Equal as JSON: numbers by value, objects in any order.
impl PartialEq<Foreign> for Value {
    fn eq(&self, other: &Foreign) -> bool {
        match (self, other) {
            (Self::Null, Foreign::Null) => true,
            (Self::Bool(flag), Foreign::Bool(other)) => flag == other,
            (Self::Int(_) | Self::Float(_), Foreign::Number(other)) => *self == of_number(other),
            (Self::String(text), Foreign::String(other)) => text == other,
            (Self::Array(items), Foreign::Array(others)) => {
                items.len() == others.len()
                    && items.iter().zip(others).all(|(item, other)| item == other)
            }
            (Self::Object(object), Foreign::Object(others)) => {
                object.len() == others.len()
                    && object
                        .iter()
                        .all(|(key, value)| others.get(key).is_some_and(|other| value == other))
            }
            _ => false,
        }
    }
}

impl PartialEq<Value> for Foreign {
    fn eq(&self, other: &Value) -> bool {
        other == self
    }
}
