//! Rust's own types as values.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::{Array, Error, Items, Map, Object, Text, Value};

macro_rules! from_small_integers {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Value {
            #[inline]
            fn from(number: $integer) -> Self {
                Self::Int(i64::from(number))
            }
        }
    )*};
}

macro_rules! from_large_integers {
    ($($integer:ty)*) => {$(
        /// An integer beyond `i64` is an error: a float would lose digits.
        impl TryFrom<$integer> for Value {
            type Error = Error;

            #[inline]
            fn try_from(number: $integer) -> Result<Self, Error> {
                match i64::try_from(number) {
                    Ok(number) => Ok(Self::Int(number)),
                    Err(_) => Err(Error::Data(format!(
                        "the integer {number} has more than 64 bits with its sign; use a string"
                    ))),
                }
            }
        }
    )*};
}

from_small_integers!(i8 i16 i32 i64 u8 u16 u32);
from_large_integers!(u64 i128 u128 usize isize);

impl Value {
    /// A count, a size or a time in milliseconds, which is never beyond `i64`.
    #[doc(hidden)]
    pub fn of_count(count: u64) -> Self {
        Self::Int(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

/// A number that is not finite becomes `Null`, because JSON cannot express it.
impl From<f64> for Value {
    #[inline]
    fn from(number: f64) -> Self {
        if number.is_finite() { Self::Float(number) } else { Self::Null }
    }
}

/// A number that is not finite becomes `Null`, because JSON cannot express it.
impl From<f32> for Value {
    fn from(number: f32) -> Self {
        f64::from(number).into()
    }
}

impl From<bool> for Value {
    #[inline]
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<()> for Value {
    fn from((): ()) -> Self {
        Self::Null
    }
}

macro_rules! from_text {
    ($($text:ty)*) => {$(
        impl From<$text> for Value {
            #[inline]
            fn from(text: $text) -> Self {
                Self::String(Text::from(text))
            }
        }
    )*};
}

from_text!(&str &String String Box<str> Cow<'_, str> char);

impl From<Text> for Value {
    #[inline]
    fn from(text: Text) -> Self {
        Self::String(text)
    }
}

impl From<&Text> for Value {
    fn from(text: &Text) -> Self {
        Self::String(text.clone())
    }
}

/// Cheap, as all clones of values are.
impl From<&Value> for Value {
    #[inline]
    fn from(value: &Value) -> Self {
        value.clone()
    }
}

impl From<Array> for Value {
    fn from(items: Array) -> Self {
        Self::Array(items)
    }
}

impl From<Items> for Array {
    fn from(items: Items) -> Self {
        Self::Shared(std::sync::Arc::new(items))
    }
}

impl From<Items> for Value {
    fn from(items: Items) -> Self {
        Self::Array(items.into())
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl From<Map> for Value {
    fn from(map: Map) -> Self {
        Self::Object(map.into())
    }
}

impl<V: Into<Value>> From<Option<V>> for Value {
    fn from(value: Option<V>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<V: Into<Value>> From<Vec<V>> for Value {
    fn from(items: Vec<V>) -> Self {
        items.into_iter().collect()
    }
}

impl<V: Clone + Into<Value>> From<&[V]> for Value {
    fn from(items: &[V]) -> Self {
        items.iter().cloned().collect()
    }
}

impl<V: Into<Value>, const N: usize> From<[V; N]> for Value {
    fn from(items: [V; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<K: Into<Text> + AsRef<str>, V: Into<Value>> From<BTreeMap<K, V>> for Value {
    fn from(entries: BTreeMap<K, V>) -> Self {
        entries.into_iter().collect()
    }
}

/// In no particular order.
impl<K: Into<Text> + AsRef<str>, V: Into<Value>, S> From<HashMap<K, V, S>> for Value {
    fn from(entries: HashMap<K, V, S>) -> Self {
        entries.into_iter().collect()
    }
}

/// An array.
impl<V: Into<Value>> FromIterator<V> for Value {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self::Array(items.into_iter().collect())
    }
}

/// An object; of equal keys the last value is kept.
impl<K: Into<Text> + AsRef<str>, V: Into<Value>> FromIterator<(K, V)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self::Object(entries.into_iter().collect())
    }
}
