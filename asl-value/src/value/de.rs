//! Reads values from any serde format, up to a depth of [`MAX_DEPTH`].

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::shared::Containers;
use super::{Error, Items, MAX_DEPTH, Map, Text, Value};

/// Reads a value. Equal containers of a large one become one in memory.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    read_with(deserializer, Rules::Usual)
}

/// Reads a value by these rules.
pub(super) fn read_with<'de, D: Deserializer<'de>>(
    deserializer: D,
    rules: Rules,
) -> Result<Value, D::Error> {
    AtDepth { depth: 0, rules, containers: &RefCell::default() }.deserialize(deserializer)
}

/// The rules where readers of JSON differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// Of equal keys, the value of the last one stays.
    Usual,
    /// Equal keys are an error, and the number -0 is 0.
    Strict,
}

/// Reads a value inside this many containers.
#[derive(Clone, Copy)]
struct AtDepth<'c> {
    depth: u32,
    rules: Rules,
    containers: &'c RefCell<Containers>,
}

impl AtDepth<'_> {
    /// The reader for the contents of a container at this depth.
    fn inside<E: de::Error>(self) -> Result<Self, E> {
        if self.depth >= MAX_DEPTH {
            Err(E::custom(Error::TooDeep))
        } else {
            Ok(Self { depth: self.depth + 1, ..self })
        }
    }

    fn shared(self, container: Value) -> Value {
        self.containers.borrow_mut().shared(container)
    }
}

/// Maximum capacity that is reserved in advance, because a length may be wrong.
const TRUSTED: usize = 1024;

impl<'de> serde::Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer)
    }
}

impl<'de> DeserializeSeed<'de> for AtDepth<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AtDepth<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Int(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(nearest(number))
    }

    fn visit_i128<E: de::Error>(self, number: i128) -> Result<Value, E> {
        Value::try_from(number).map_err(E::custom)
    }

    fn visit_u128<E: de::Error>(self, number: u128) -> Result<Value, E> {
        Value::try_from(number).map_err(E::custom)
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        if self.rules != Rules::Usual && number == 0.0 {
            return Ok(Value::Int(0));
        }
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::text(text))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut items = Items::default();
        items.values.reserve(access.size_hint().unwrap_or(0).min(TRUSTED));
        while let Some(item) = access.next_element_seed(inside)? {
            items.push(item);
        }
        // Lists grow to room for at least four; most data is small, and stays in memory.
        items.values.shrink_to_fit();
        Ok(self.shared(Value::Array(items.into())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut map = Map::with_capacity(access.size_hint().unwrap_or(0).min(TRUSTED));
        while let Some(key) = access.next_key::<Text>()? {
            if self.rules != Rules::Usual && map.get(&key).is_some() {
                return Err(de::Error::custom("a key is repeated"));
            }
            map.put(key, access.next_value_seed(inside)?);
        }
        map.entries.shrink_to_fit();
        Ok(self.shared(Value::Object(map.into())))
    }
}

/// A number of JSON text beyond `i64` is read as the nearest float, as JavaScript and AWS read it.
#[expect(clippy::cast_precision_loss, reason = "the nearest one is intended")]
fn nearest(number: u64) -> Value {
    i64::try_from(number).map_or(Value::Float(number as f64), Value::Int)
}
