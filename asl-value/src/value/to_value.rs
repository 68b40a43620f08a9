//! Converts any `Serialize` type to a value, without a detour over text, in the format of
//! `serde_json`.

use serde::ser::{self, Serialize};

use super::{Error, Items, MAX_DEPTH, Map, Text, Value};

/// Turns data into a value.
///
/// Numbers that are not finite become `null`; integers beyond `i64` are refused, because a float
/// would lose digits; keys of maps may be strings, characters, booleans and integers.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Order { id: u32, paid: bool }
///
/// let order = asl_runtime::value::to_value(&Order { id: 7, paid: true })?;
/// assert_eq!(order.to_json_string(), r#"{"id":7,"paid":true}"#);
/// # Ok::<(), asl_runtime::value::Error>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(data: &T) -> Result<Value, Error> {
    data.serialize(Serializer { depth: 0, beyond: Beyond::Refused })
}

/// As [`to_value`], but an integer beyond `i64` becomes the nearest float, as it does if the data
/// are written as JSON text and read again.
pub(super) fn to_value_as_read<T: Serialize + ?Sized>(data: &T) -> Result<Value, Error> {
    data.serialize(Serializer { depth: 0, beyond: Beyond::Nearest })
}

/// Makes a value inside so many containers.
#[derive(Clone, Copy)]
struct Serializer {
    depth: u32,
    beyond: Beyond,
}

/// The result for an integer beyond `i64`.
#[derive(Clone, Copy)]
enum Beyond {
    /// An error.
    Refused,
    /// The nearest float.
    Nearest,
}

impl Serializer {
    fn inside(self) -> Result<Self, Error> {
        if self.depth >= MAX_DEPTH {
            Err(Error::TooDeep)
        } else {
            Ok(Self { depth: self.depth + 1, ..self })
        }
    }

    fn items(
        self,
        variant: Option<&'static str>,
        length: Option<usize>,
    ) -> Result<ItemsSerializer, Error> {
        let outer = if variant.is_some() { self.inside()? } else { self };
        let mut items = Items::default();
        items.values.reserve(length.unwrap_or(0));
        Ok(ItemsSerializer { inside: outer.inside()?, items, variant })
    }

    fn map(
        self,
        variant: Option<&'static str>,
        length: Option<usize>,
    ) -> Result<MapSerializer, Error> {
        let outer = if variant.is_some() { self.inside()? } else { self };
        let map = Map::with_capacity(length.unwrap_or(0));
        Ok(MapSerializer { inside: outer.inside()?, map, key: Text::default(), variant })
    }
}

/// `{"Variant": value}`, or the value itself where there is no variant.
fn tagged(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        Some(variant) => Value::object([(variant, value)]),
        None => value,
    }
}

macro_rules! from_numbers {
    ($($method:ident $number:ty,)*) => {$(
        fn $method(self, value: $number) -> Result<Value, Error> {
            Ok(value.into())
        }
    )*};
}

macro_rules! from_large_numbers {
    ($($method:ident $number:ty,)*) => {$(
        #[expect(clippy::cast_precision_loss, reason = "the nearest float is asked for")]
        fn $method(self, number: $number) -> Result<Value, Error> {
            let value = Value::try_from(number);
            match self.beyond {
                Beyond::Refused => value,
                Beyond::Nearest => Ok(value.unwrap_or(Value::Float(number as f64))),
            }
        }
    )*};
}

impl ser::Serializer for Serializer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = ItemsSerializer;
    type SerializeTuple = ItemsSerializer;
    type SerializeTupleStruct = ItemsSerializer;
    type SerializeTupleVariant = ItemsSerializer;
    type SerializeMap = MapSerializer;
    type SerializeStruct = MapSerializer;
    type SerializeStructVariant = MapSerializer;

    from_numbers! {
        serialize_bool bool, serialize_char char, serialize_str &str,
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_f32 f32, serialize_f64 f64,
    }

    from_large_numbers! { serialize_u64 u64, serialize_i128 i128, serialize_u128 u128, }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value, Error> {
        self.inside()?;
        Ok(bytes.into())
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Error> {
        Ok(Value::String(Text::new_static(variant)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        Ok(tagged(Some(variant), value.serialize(self.inside()?)?))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<ItemsSerializer, Error> {
        self.items(None, length)
    }

    fn serialize_tuple(self, length: usize) -> Result<ItemsSerializer, Error> {
        self.items(None, Some(length))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<ItemsSerializer, Error> {
        self.items(None, Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<ItemsSerializer, Error> {
        self.items(Some(variant), Some(length))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<MapSerializer, Error> {
        self.map(None, length)
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<MapSerializer, Error> {
        self.map(None, Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<MapSerializer, Error> {
        self.map(Some(variant), Some(length))
    }
}

/// An array in the making.
struct ItemsSerializer {
    inside: Serializer,
    items: Items,
    variant: Option<&'static str>,
}

impl ItemsSerializer {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.items.push(value.serialize(self.inside)?);
        Ok(())
    }

    fn finish(self) -> Value {
        tagged(self.variant, self.items.into())
    }
}

macro_rules! serialize_items {
    ($($kind:ident $method:ident,)*) => {$(
        impl ser::$kind for ItemsSerializer {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.push(value)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.finish())
            }
        }
    )*};
}

serialize_items! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

/// An object in the making.
struct MapSerializer {
    inside: Serializer,
    map: Map,
    /// The key whose value comes next.
    key: Text,
    variant: Option<&'static str>,
}

impl MapSerializer {
    fn insert<T: Serialize + ?Sized>(&mut self, key: Text, value: &T) -> Result<(), Error> {
        self.map.insert(key, value.serialize(self.inside)?);
        Ok(())
    }

    fn finish(self) -> Value {
        tagged(self.variant, self.map.into())
    }
}

impl ser::SerializeMap for MapSerializer {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        // A key deep inside is no deeper than a value there.
        self.key = match key.serialize(self.inside)? {
            Value::String(text) => text,
            Value::Int(number) => Text::from(number.to_string()),
            Value::Bool(flag) => Text::new_static(if flag { "true" } else { "false" }),
            Value::Null | Value::Float(_) | Value::Array(_) | Value::Object(_) => {
                return Err(Error::Data("the key of an object must be a string".to_owned()));
            }
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.insert(key, value)
    }

    fn end(self) -> Result<Value, Error> {
        Ok(self.finish())
    }
}

macro_rules! serialize_fields {
    ($($kind:ident)*) => {$(
        impl ser::$kind for MapSerializer {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.insert(Text::new_static(key), value)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.finish())
            }
        }
    )*};
}

serialize_fields!(SerializeStruct SerializeStructVariant);
