//! Conversions from and to `serde_json::Value`.

use serde_json::Value as Foreign;

use super::{Error, Items, Map, Text, Value};

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

/// Converts a scalar at once; opens a container.
fn begin(foreign: Foreign, halves: &mut Vec<Half>) -> Option<Value> {
    Some(match foreign {
        Foreign::Null => Value::Null,
        Foreign::Bool(flag) => Value::Bool(flag),
        Foreign::Number(number) => match number.as_i64() {
            Some(number) => Value::Int(number),
            None => number.as_f64().into(),
        },
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

/// Fails if the value is nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH): dropping the other
/// type would overflow the stack.
impl TryFrom<&Value> for Foreign {
    type Error = Error;

    fn try_from(value: &Value) -> Result<Self, Error> {
        value.within_depth().map(to_foreign)
    }
}

/// See the conversion from `&Value`.
impl TryFrom<Value> for Foreign {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self, Error> {
        Self::try_from(&value)
    }
}

/// Recursive; the depth has been checked.
fn to_foreign(value: &Value) -> Foreign {
    match value {
        Value::Null => Foreign::Null,
        Value::Bool(flag) => Foreign::Bool(*flag),
        Value::Int(number) => Foreign::from(*number),
        Value::Float(number) => Foreign::from(*number),
        Value::String(text) => Foreign::from(text.as_str()),
        Value::Array(items) => items.iter().map(to_foreign).collect(),
        Value::Object(object) => {
            object.iter().map(|(key, value)| (key, to_foreign(value))).collect()
        }
    }
}
