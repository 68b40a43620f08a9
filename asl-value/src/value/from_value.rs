//! Converts values to any `Deserialize` type, without a detour over text, in the format of
//! `serde_json`.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _,
    IntoDeserializer, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::{Entry, Error, Object, Text, Value};

/// Converts a value to data of a type.
///
/// ```
/// use asl_runtime::{json, value::from_value};
///
/// #[derive(serde::Deserialize)]
/// struct Order { id: u32, paid: bool }
///
/// let order: Order = from_value(json!({"id": 7, "paid": true}))?;
/// assert!(order.paid && order.id == 7);
/// # Ok::<(), asl_runtime::value::Error>(())
/// ```
#[expect(clippy::needless_pass_by_value, reason = "a task's input is the task's")]
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Reader { value: value.within_depth()?, step: Step::Root })
}

/// As [`from_value`], for a type that may borrow from the value.
#[doc(hidden)]
pub fn from_static_value<T: Deserialize<'static>>(value: &'static Value) -> Result<T, Error> {
    T::deserialize(Reader { value, step: Step::Root })
}

/// A value whose depth was checked, and the last step of its place, for errors.
#[derive(Clone, Copy)]
struct Reader<'de> {
    value: &'de Value,
    step: Step<'de>,
}

#[derive(Clone, Copy)]
enum Step<'de> {
    /// No step, or one that the caller adds.
    Root,
    Key(&'de Text),
    Index(usize),
}

impl<'de> Reader<'de> {
    /// The reader of a part of this value.
    fn again(self) -> Self {
        Self { step: Step::Root, ..self }
    }

    /// Adds the step to the place of an error.
    #[cold]
    fn place(self, error: Error) -> Error {
        match self.step {
            Step::Root => error,
            Step::Key(key) => error.within(&format!(".{key}")),
            Step::Index(index) => error.within(&format!("[{index}]")),
        }
    }

    fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::String(variant) => visitor.visit_enum(Variant { variant, content: None }),
            Value::Object(object) => visitor.visit_enum(variant_of(object)?),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Array(_) => {
                Err(Error::invalid_type(
                    unexpected(self.value),
                    &"a string or an object with one key",
                ))
            }
        }
    }
}

/// A value without parts.
fn scalar<'de, V: Visitor<'de>>(value: &'de Value, visitor: V) -> Result<V::Value, Error> {
    match value {
        Value::Bool(flag) => visitor.visit_bool(*flag),
        Value::Int(number) => match u64::try_from(*number) {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => visitor.visit_i64(*number),
        },
        Value::Float(number) => visitor.visit_f64(*number),
        Value::String(text) => visitor.visit_borrowed_str(text),
        Value::Null | Value::Array(_) | Value::Object(_) => visitor.visit_unit(),
    }
}

/// A key: text, or a type that text represents in a map.
struct Key<'de>(&'de Text);

impl<'de> IntoDeserializer<'de, Error> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> IntoDeserializer<'de, Error> for Key<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

fn pair((key, value): &Entry) -> (Key<'_>, Reader<'_>) {
    (Key(key), Reader { value, step: Step::Key(key) })
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        // One function for what recurses, and another one for the rest: 256 levels must fit on small
        // stacks, even without optimisation.
        let made = match self.value {
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                scalar(self.value, visitor)
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let mut access = SeqDeserializer::new(
                    items.map(|(index, value)| Reader { value, step: Step::Index(index) }),
                );
                visitor.visit_seq(&mut access).and_then(|made| access.end().map(|()| made))
            }
            Value::Object(object) => {
                let mut access = MapDeserializer::new(object.entries().iter().map(pair));
                visitor.visit_map(&mut access).and_then(|made| access.end().map(|()| made))
            }
        };
        made.map_err(|error| self.place(error))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let made = if self.value.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self.again())
        };
        made.map_err(|error| self.place(error))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self.again()).map_err(|error| self.place(error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.variant(visitor).map_err(|error| self.place(error))
    }

    /// Texts alone, as `serde_json` does: the tag of a variant is no number.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::String(text) = self.value else {
            return Err(self.place(Error::invalid_type(unexpected(self.value), &visitor)));
        };
        visitor.visit_borrowed_str(text).map_err(|error| self.place(error))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(flag) => Unexpected::Bool(*flag),
        Value::Int(number) => Unexpected::Signed(*number),
        Value::Float(number) => Unexpected::Float(*number),
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// Integers and booleans as keys are text.
macro_rules! parsed_keys {
    ($($method:ident $visit:ident,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse() {
                Ok(parsed) => visitor.$visit(parsed),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    parsed_keys! {
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64,
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_i128 visit_i128, deserialize_u128 visit_u128, deserialize_bool visit_bool,
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(Variant { variant: self.0, content: None })
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// `"Variant"` or `{"Variant": content}`.
struct Variant<'de> {
    variant: &'de Text,
    content: Option<Reader<'de>>,
}

fn variant_of(object: &Object) -> Result<Variant<'_>, Error> {
    match object.entries() {
        [(variant, content)] => Ok(Variant {
            variant,
            content: Some(Reader { value: content, step: Step::Key(variant) }),
        }),
        _ => Err(Error::invalid_value(Unexpected::Map, &"an object with one key")),
    }
}

impl<'de> Variant<'de> {
    fn content(&self, expected: &'static str) -> Result<Reader<'de>, Error> {
        self.content.ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(Key(self.variant))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            None | Some(Reader { value: Value::Null, .. }) => Ok(()),
            Some(Reader { value: other, .. }) => {
                Err(Error::invalid_type(unexpected(other), &"no content"))
            }
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.content("content")?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.content("an array")?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.content("an object or an array")?.deserialize_any(visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[derive(serde::Deserialize, Debug)]
    #[expect(dead_code, reason = "only read")]
    struct Line {
        amount: Option<u8>,
        kind: Kind,
    }

    #[derive(serde::Deserialize, Debug)]
    #[expect(dead_code, reason = "only read")]
    enum Kind {
        Tea(Vec<u8>),
    }

    #[test]
    fn errors_tell_where_the_data_does_not_fit() {
        let fault =
            |value: Value| from_value::<Vec<Line>>(value).expect_err("it does not fit").to_string();
        let good = json!({ "amount": 1, "kind": { "Tea": [1] } });
        assert_eq!(fault(json!(1)), "invalid type: integer `1`, expected a sequence");
        assert_eq!(fault(json!([good.clone(), { "amount": 1 }])), "missing field `kind` at $[1]");
        let negative = fault(json!([good, { "amount": -1, "kind": { "Tea": [] } }]));
        assert_eq!(negative, "invalid value: integer `-1`, expected u8 at $[1].amount");
        let item = fault(json!([{ "kind": { "Tea": [1, "2"] } }]));
        assert_eq!(item, "invalid type: string \"2\", expected u8 at $[0].kind.Tea[1]");
    }
}
