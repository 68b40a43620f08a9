//! Values to any serde format. Values deeper than [`MAX_DEPTH`](super::MAX_DEPTH) are refused
//! before anything is written.

use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{Array, Object, Value};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.within_depth().map_err(S::Error::custom)?;
        Inner(self).serialize(serializer)
    }
}

/// A value whose depth has been checked.
struct Inner<'v>(&'v Value);

impl Serialize for Inner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Bool(flag) => serializer.serialize_bool(*flag),
            Value::Int(number) => serializer.serialize_i64(*number),
            Value::Float(number) if number.is_finite() => serializer.serialize_f64(*number),
            Value::Float(_) | Value::Null => serializer.serialize_unit(),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(items) => array(items, serializer),
            Value::Object(object) => self::object(object, serializer),
        }
    }
}

fn array<S: Serializer>(items: &Array, serializer: S) -> Result<S::Ok, S::Error> {
    let mut out = serializer.serialize_seq(Some(items.len()))?;
    items.iter().try_for_each(|item| out.serialize_element(&Inner(item)))?;
    out.end()
}

fn object<S: Serializer>(object: &Object, serializer: S) -> Result<S::Ok, S::Error> {
    let mut out = serializer.serialize_map(Some(object.len()))?;
    object.iter().try_for_each(|(key, value)| out.serialize_entry(key, &Inner(value)))?;
    out.end()
}
