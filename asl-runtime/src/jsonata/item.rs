//! The values of a run.

use std::sync::Arc;

use super::cx::DEEPEST;
use super::{Fault, Function, List, Outcome, Record};
use crate::expression::Limit;
use crate::value::{Map, Text, Value};

/// A value of a run: plain JSON in most cases.
#[derive(Clone, Debug, Default)]
pub enum Item {
    /// JavaScript's undefined: nothing.
    #[default]
    Undefined,
    /// JSON without functions or flags. Its numbers may be NaN or infinite.
    Data(Value),
    /// An array with flags, or with an item that is no `Data`.
    List(Arc<List>),
    /// An object with a member that is no `Data`.
    Record(Arc<Record>),
    /// A lambda, a built-in, a partial application, or a regular expression.
    Function(Arc<Function>),
}

const _: () = assert!(size_of::<Item>() == 24);

impl Item {
    /// An array without flags: plain data if all items are.
    pub fn array(items: Vec<Self>) -> Outcome {
        if items.iter().all(|item| matches!(item, Self::Data(_))) {
            let values = items.into_iter().filter_map(Self::into_data).collect();
            return Self::Data(Value::array(values)).within_depth();
        }
        Self::List(Arc::new(List::new(items))).within_depth()
    }

    /// A sequence as it is, without collapsing.
    pub fn sequence(items: Vec<Self>) -> Outcome {
        Self::List(Arc::new(List::sequence(items))).within_depth()
    }

    /// The result of a path or a built-in: nothing, one item, or a sequence of several.
    pub fn collapsed(mut items: Vec<Self>) -> Outcome {
        match items.len() {
            0 => Ok(Self::Undefined),
            1 => Ok(items.pop().unwrap_or_default()),
            _ => Self::sequence(items),
        }
    }

    /// An array with the flags of `list`; plain data if there are none and all items are.
    pub fn list(list: List) -> Outcome {
        if list.has_flags() {
            Self::List(Arc::new(list)).within_depth()
        } else {
            Self::array(list.items)
        }
    }

    /// An object of these entries. Of two with the same key the last one's item stays, in the place
    /// of the first. Undefined items are kept out.
    pub fn object(entries: Vec<(Text, Self)>) -> Outcome {
        if entries.iter().all(|(_, item)| matches!(item, Self::Data(_) | Self::Undefined)) {
            let mut map = Map::with_capacity(entries.len());
            for (key, item) in entries {
                if let Self::Data(value) = item {
                    map.put(key, value);
                }
            }
            return Self::Data(Value::Object(map.into())).within_depth();
        }
        let mut different: Vec<(Text, Self)> = Vec::with_capacity(entries.len());
        let mut places = std::collections::HashMap::new();
        for (key, item) in entries {
            if item.is_undefined() {
                continue;
            }
            let place = *places.entry(key.clone()).or_insert(different.len());
            match different.get_mut(place) {
                Some(entry) => entry.1 = item,
                None => different.push((key, item)),
            }
        }
        Self::Record(Arc::new(Record::new(different))).within_depth()
    }

    /// A string. Its bytes are not accounted for: see [`Cx::text`](super::Cx::text).
    pub fn text(text: impl Into<Text>) -> Self {
        Self::Data(Value::String(text.into()))
    }

    /// This item, or a fault if it is nested too deeply.
    pub fn within_depth(self) -> Outcome {
        if self.depth() > DEEPEST { Err(Fault::Limit(Limit::Depth)) } else { Ok(self) }
    }

    /// The number of containers within each other.
    pub fn depth(&self) -> u32 {
        match self {
            Self::Undefined => 0,
            Self::Data(value) => value.depth(),
            Self::List(list) => list.depth,
            Self::Record(record) => record.depth,
            Self::Function(function) => function.depth(),
        }
    }

    /// Takes the item; nothing stays.
    #[must_use]
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// True if there is nothing.
    #[inline]
    pub fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined)
    }

    /// True for an array of any kind.
    #[inline]
    pub fn is_array(&self) -> bool {
        matches!(self, Self::Data(Value::Array(_)) | Self::List(_))
    }

    /// True for an object of any kind; functions are none.
    #[inline]
    pub fn is_object(&self) -> bool {
        matches!(self, Self::Data(Value::Object(_)) | Self::Record(_))
    }

    /// True for a sequence.
    #[inline]
    pub fn is_sequence(&self) -> bool {
        matches!(self, Self::List(list) if list.is_sequence)
    }

    /// The number of items of an array.
    #[inline]
    pub fn array_len(&self) -> Option<usize> {
        match self {
            Self::Data(Value::Array(items)) => Some(items.len()),
            Self::List(list) => Some(list.items.len()),
            Self::Undefined | Self::Data(_) | Self::Record(_) | Self::Function(_) => None,
        }
    }

    /// The item at an index of an array; undefined if there is none.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        match self {
            Self::Data(Value::Array(items)) => {
                items.get(index).map_or(Self::Undefined, |value| Self::Data(value.clone()))
            }
            Self::List(list) => list.items.get(index).cloned().unwrap_or_default(),
            Self::Undefined | Self::Data(_) | Self::Record(_) | Self::Function(_) => {
                Self::Undefined
            }
        }
    }

    /// The items of an array; of anything else, but undefined, itself; of undefined none.
    pub fn items(&self) -> Items<'_> {
        match self {
            Self::Undefined => Items::None,
            Self::Data(Value::Array(items)) => Items::Values(items.iter()),
            Self::List(list) => Items::Items(list.items.iter()),
            Self::Data(_) | Self::Record(_) | Self::Function(_) => {
                Items::Items(std::slice::from_ref(self).iter())
            }
        }
    }

    /// The items of an array that are strings, each by its text, and `None` for the others.
    pub(super) fn texts(&self) -> impl Iterator<Item = Option<&str>> {
        let (values, items) = match self {
            Self::Data(Value::Array(values)) => (values.as_slice(), [].as_slice()),
            Self::List(list) => ([].as_slice(), list.items()),
            Self::Undefined | Self::Data(_) | Self::Record(_) | Self::Function(_) => {
                ([].as_slice(), [].as_slice())
            }
        };
        values.iter().map(Value::as_str).chain(items.iter().map(Self::as_str))
    }

    /// The items of an array; of anything else, but undefined, itself.
    pub fn into_items(self) -> Vec<Self> {
        match self {
            Self::Undefined => Vec::new(),
            Self::Data(Value::Array(items)) => {
                items.into_vec().into_iter().map(Self::Data).collect()
            }
            Self::List(list) => {
                Arc::try_unwrap(list).map_or_else(|shared| shared.items.clone(), |list| list.items)
            }
            item @ (Self::Data(_) | Self::Record(_) | Self::Function(_)) => vec![item],
        }
    }

    /// The item at a key of an object; undefined if there is none.
    #[must_use]
    pub fn member(&self, key: &str) -> Self {
        match self {
            Self::Data(Value::Object(object)) => {
                object.get(key).map_or(Self::Undefined, |value| Self::Data(value.clone()))
            }
            Self::Record(record) => record.get(key).cloned().unwrap_or_default(),
            Self::Undefined | Self::Data(_) | Self::List(_) | Self::Function(_) => Self::Undefined,
        }
    }

    /// The entries of an object, in order; none of anything else.
    pub fn entries(&self) -> Vec<(Text, Self)> {
        match self {
            Self::Data(Value::Object(object)) => object
                .entries()
                .iter()
                .map(|(key, value)| (key.clone(), Self::Data(value.clone())))
                .collect(),
            Self::Record(record) => record.entries.clone(),
            Self::Undefined | Self::Data(_) | Self::List(_) | Self::Function(_) => Vec::new(),
        }
    }

    /// The number, if this is one.
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        if let Self::Data(value) = self { value.as_f64() } else { None }
    }

    /// The text of a string.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Data(value) = self { value.as_str() } else { None }
    }

    /// The Boolean value.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Data(value) = self { value.as_bool() } else { None }
    }

    /// The function.
    #[inline]
    pub fn as_function(&self) -> Option<&Arc<Function>> {
        if let Self::Function(function) = self { Some(function) } else { None }
    }

    /// The plain data; `None` for anything else.
    #[inline]
    pub fn as_data(&self) -> Option<&Value> {
        if let Self::Data(value) = self { Some(value) } else { None }
    }

    fn into_data(self) -> Option<Value> {
        if let Self::Data(value) = self { Some(value) } else { None }
    }

    /// The JSON value without flags; functions become what `function` says, undefined is nothing.
    pub fn to_value(&self, function: &impl Fn() -> Option<Value>) -> Option<Value> {
        match self {
            Self::Undefined => None,
            Self::Data(value) => Some(value.clone()),
            Self::List(list) => {
                let value = |item: &Self| item.to_value(function).unwrap_or_default();
                Some(Value::array(list.items.iter().map(value).collect()))
            }
            Self::Record(record) => {
                let entry =
                    |(key, item): &(Text, Self)| Some((key.clone(), item.to_value(function)?));
                let entries: Map = record.entries.iter().filter_map(entry).collect();
                Some(Value::Object(entries.into()))
            }
            Self::Function(_) => function(),
        }
    }
}

impl From<Value> for Item {
    #[inline]
    fn from(value: Value) -> Self {
        Self::Data(value)
    }
}

impl From<bool> for Item {
    #[inline]
    fn from(flag: bool) -> Self {
        Self::Data(Value::Bool(flag))
    }
}

impl From<f64> for Item {
    #[inline]
    fn from(float: f64) -> Self {
        super::number::number(float)
    }
}

impl From<Option<f64>> for Item {
    #[inline]
    fn from(float: Option<f64>) -> Self {
        float.map_or(Self::Undefined, Self::from)
    }
}

impl From<Option<bool>> for Item {
    #[inline]
    fn from(flag: Option<bool>) -> Self {
        flag.map_or(Self::Undefined, Self::from)
    }
}

impl From<&str> for Item {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<&Item> for Item {
    fn from(item: &Item) -> Self {
        item.clone()
    }
}

/// The items of an array, or of a single item.
#[derive(Clone, Debug)]
pub enum Items<'i> {
    /// There are none.
    None,
    /// Those of plain data.
    Values(std::slice::Iter<'i, Value>),
    /// Those of a list.
    Items(std::slice::Iter<'i, Item>),
}

impl Iterator for Items<'_> {
    type Item = Item;

    #[inline]
    fn next(&mut self) -> Option<Item> {
        match self {
            Self::None => None,
            Self::Values(values) => values.next().map(|value| Item::Data(value.clone())),
            Self::Items(items) => items.next().cloned(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::None => (0, Some(0)),
            Self::Values(values) => values.size_hint(),
            Self::Items(items) => items.size_hint(),
        }
    }
}

impl ExactSizeIterator for Items<'_> {}

impl DoubleEndedIterator for Items<'_> {
    fn next_back(&mut self) -> Option<Item> {
        match self {
            Self::None => None,
            Self::Values(values) => values.next_back().map(|value| Item::Data(value.clone())),
            Self::Items(items) => items.next_back().cloned(),
        }
    }
}
