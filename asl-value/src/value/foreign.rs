//! Conversions from and to `serde_json::Value`.

use serde_json::Value as Foreign;

use super::{Entry, Items, MAX_DEPTH, Map, Text, Value};

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

/// A container that is half converted back.
enum HalfForeign<'v> {
    Array(std::slice::Iter<'v, Value>, Vec<Foreign>),
    Object(std::slice::Iter<'v, Entry>, serde_json::Map<String, Foreign>, String),
}

/// Containers within [`MAX_DEPTH`] others become strings with their JSON text: dropping the other
/// type at any depth could overflow the stack. No machine has such data.
impl From<&Value> for Foreign {
    fn from(value: &Value) -> Self {
        let mut halves = Vec::new();
        let mut done = begin_foreign(value, &mut halves);
        while let Some(mut half) = halves.pop() {
            match (&mut half, done.take()) {
                (_, None) => {}
                (HalfForeign::Array(_, items), Some(value)) => items.push(value),
                (HalfForeign::Object(_, map, key), Some(value)) => {
                    map.insert(std::mem::take(key), value);
                }
            }
            let next = match &mut half {
                HalfForeign::Array(rest, _) => rest.next(),
                HalfForeign::Object(rest, _, key) => rest.next().map(|(name, value)| {
                    *key = name.to_string();
                    value
                }),
            };
            match (next, half) {
                (Some(next), half) => {
                    halves.push(half);
                    done = begin_foreign(next, &mut halves);
                }
                (None, HalfForeign::Array(_, items)) => done = Some(Self::Array(items)),
                (None, HalfForeign::Object(_, map, _)) => done = Some(Self::Object(map)),
            }
        }
        done.unwrap_or_default()
    }
}

/// See the conversion from `&Value`.
impl From<Value> for Foreign {
    fn from(value: Value) -> Self {
        Self::from(&value)
    }
}

/// Converts a scalar at once; opens a container.
fn begin_foreign<'v>(value: &'v Value, halves: &mut Vec<HalfForeign<'v>>) -> Option<Foreign> {
    let is_deep = halves.len() >= MAX_DEPTH as usize;
    Some(match value {
        Value::Null => Foreign::Null,
        Value::Bool(flag) => Foreign::Bool(*flag),
        Value::Int(number) => Foreign::from(*number),
        Value::Float(number) => Foreign::from(*number),
        Value::String(text) => Foreign::from(text.as_str()),
        Value::Array(_) | Value::Object(_) if is_deep => Foreign::from(value.to_json_string()),
        Value::Array(items) => {
            halves.push(HalfForeign::Array(items.iter(), Vec::with_capacity(items.len())));
            return None;
        }
        Value::Object(object) => {
            let map = serde_json::Map::new();
            halves.push(HalfForeign::Object(object.entries().iter(), map, String::new()));
            return None;
        }
    })
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
