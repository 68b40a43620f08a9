//! Looking into values, and changing them at the top.

use std::ops::Index;
use std::sync::Arc;

use super::object::INDEXED_ABOVE;
use super::{Array, Error, MAX_DEPTH, Map, Object, Text, Value};

impl Value {
    /// An object of these entries. Of two equal keys, the last value is kept, at the place of the
    /// first. Inlined, but not in debug builds: as a call, a loop over two states took 45 ns a
    /// transition in place of 37.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline)]
    pub fn object<const N: usize>(entries: [(&'static str, Value); N]) -> Self {
        // For literals the compiler computes the answer for many short arrays; in any case it only
        // compares a few lengths.
        let distinct = N <= INDEXED_ABOVE && all_different(&entries);
        let entries = entries.map(|(key, value)| (Text::new_static(key), value));
        let map =
            if distinct { Map::of_few(Vec::from(entries)) } else { entries.into_iter().collect() };
        Self::Object(Object::Shared(Arc::new(map)))
    }

    /// An array of these items.
    #[inline]
    pub fn array(items: Vec<Value>) -> Self {
        Self::Array(items.into())
    }

    /// A string.
    #[inline]
    pub fn text(text: impl Into<Text>) -> Self {
        Self::String(text.into())
    }

    /// The value at a key, if this is an object that has it.
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Object(object) => object.get(key),
            Self::Null
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Array(_) => None,
        }
    }

    /// Descends along keys. Inlined, so that with literals each comparison has a constant length;
    /// not in debug builds, which would take longer to compile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline)]
    pub fn at<const N: usize>(&self, path: [&str; N]) -> Option<&Value> {
        let mut value = self;
        for key in path {
            let Self::Object(object) = value else { return None };
            value = object.get_known(key)?;
        }
        Some(value)
    }

    /// The item at an index, if this is an array that long.
    #[inline]
    pub fn item(&self, index: usize) -> Option<&Value> {
        self.as_array()?.get(index)
    }

    /// Descends along a JSON Pointer (RFC 6901): `/lines/0/sku`.
    pub fn pointer(&self, pointer: &str) -> Option<&Value> {
        if pointer.is_empty() {
            return Some(self);
        }
        let steps = pointer.strip_prefix('/')?.split('/');
        steps.map(|step| step.replace("~1", "/").replace("~0", "~")).try_fold(
            self,
            |value, step| match value {
                Self::Array(items) => items.get(array_index(&step)?),
                Self::Object(object) => object.get(&step),
                Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::String(_) => {
                    None
                }
            },
        )
    }

    /// The name of its type in JSON and jq.
    #[doc(hidden)]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Int(_) | Self::Float(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// True if this is `null`.
    #[inline]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The text of a string.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The number as the nearest float.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "the nearest one is intended")]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            Self::Null | Self::Bool(_) | Self::String(_) | Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// The number, if it was written as an integer.
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    /// The number, if it was written as an integer and is not negative.
    #[inline]
    pub fn as_u64(&self) -> Option<u64> {
        u64::try_from(self.as_i64()?).ok()
    }

    /// `true` or `false`.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(flag) = self { Some(*flag) } else { None }
    }

    /// The array.
    #[inline]
    pub fn as_array(&self) -> Option<&Array> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The object.
    #[inline]
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The array, for writing: `value.as_array_mut()?.make_mut().push(..)`.
    #[inline]
    pub fn as_array_mut(&mut self) -> Option<&mut Array> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The object, for writing: `value.as_object_mut()?.make_mut().insert(..)`.
    #[inline]
    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// Sets the value at a key of this object: in place if the key exists, else at the end. Returns
    /// false and does nothing if this is not an object.
    #[inline]
    pub fn insert(&mut self, key: impl Into<Text> + AsRef<str>, value: impl Into<Value>) -> bool {
        let Self::Object(object) = self else { return false };
        object.make_mut().put(key, value.into());
        true
    }

    /// Removes a key from this object; the entries after it move up.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let object = self.as_object_mut()?;
        // Do not copy if there is nothing to remove.
        object.get(key)?;
        object.make_mut().remove(key)
    }

    /// Changes the value at a key of this object; `None` if there is none.
    #[inline]
    pub fn update<R>(&mut self, key: &str, change: impl FnOnce(&mut Value) -> R) -> Option<R> {
        let object = self.as_object_mut()?;
        object.get(key)?;
        object.make_mut().update(key, change)
    }

    /// This value, or an error if it is nested deeper than [`MAX_DEPTH`].
    pub fn within_depth(&self) -> Result<&Self, Error> {
        if self.depth() > MAX_DEPTH { Err(Error::TooDeep) } else { Ok(self) }
    }
}

/// The value at an index where there is nothing.
static NULL: Value = Value::Null;

/// The value at a key. As with `serde_json`, it is `null` if there is none, or if this is no object.
impl Index<&str> for Value {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&NULL)
    }
}

/// The item at an index. As with `serde_json`, it is `null` if there is none.
impl Index<usize> for Value {
    type Output = Self;

    fn index(&self, index: usize) -> &Self {
        self.item(index).unwrap_or(&NULL)
    }
}

#[inline]
fn all_different(entries: &[(&'static str, Value)]) -> bool {
    let mut rest = entries;
    while let Some(((key, _), behind)) = rest.split_first() {
        if behind.iter().any(|(other, _)| other == key) {
            return false;
        }
        rest = behind;
    }
    true
}

/// RFC 6901: digits without a leading zero.
fn array_index(step: &str) -> Option<usize> {
    let plain = step == "0" || (step.starts_with(|first: char| ('1'..='9').contains(&first)));
    plain.then(|| step.parse().ok()).flatten()
}
