//! The values of a run.

use std::collections::HashMap;
use std::sync::Arc;

use super::cx::DEEPEST;
use super::shared::Shared;
use super::view::{View, Views};
use super::{Fault, Function, List, Outcome, Record};
use asl_value::expression::Limit;
use asl_value::value::{Array, Map, Text, Value};

/// A value of a run: plain JSON in most cases.
#[derive(Clone, Debug, Default)]
pub enum Item {
    /// JavaScript's undefined: nothing.
    #[default]
    Undefined,
    /// JSON without functions or flags. Its numbers may be NaN or infinite.
    Data(Value),
    /// A sequence of JSON without any other flag: the result of most paths.
    Sequence(Array),
    /// An array with other flags, or with an item that is no `Data`.
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
        match all_data(items) {
            Ok(values) => Self::Data(Value::array(values)).within_depth(),
            Err(items) => Self::List(Arc::new(List::new(items))).within_depth(),
        }
    }

    /// A sequence as it is, without collapsing.
    pub fn sequence(items: Vec<Self>) -> Outcome {
        match all_data(items) {
            Ok(values) => Self::sequence_of_data(values),
            Err(items) => Self::List(Arc::new(List::sequence(items))).within_depth(),
        }
    }

    /// A sequence of plain data, without collapsing.
    pub(super) fn sequence_of_data(values: Vec<Value>) -> Outcome {
        let values = Array::from(values);
        if values.depth() > DEEPEST {
            Err(Fault::Limit(Limit::Depth))
        } else {
            Ok(Self::Sequence(values))
        }
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
        let mut places = HashMap::new();
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
        Self::Record(Arc::new(Record::new(different, places))).within_depth()
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
            Self::Sequence(values) => values.depth(),
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

    /// The value, to be read.
    #[inline]
    pub fn view(&self) -> View<'_> {
        match self {
            Self::Undefined => View::Undefined,
            Self::Data(value) => View::Value(value),
            Self::Sequence(_) | Self::List(_) | Self::Record(_) | Self::Function(_) => {
                View::Item(self)
            }
        }
    }

    /// A copy, as of a [`View`].
    #[inline]
    #[must_use]
    pub fn to_item(&self) -> Self {
        self.clone()
    }

    /// True for an array of any kind.
    #[inline]
    pub fn is_array(&self) -> bool {
        self.view().is_array()
    }

    /// True for an object of any kind; functions are none.
    #[inline]
    pub fn is_object(&self) -> bool {
        self.view().is_object()
    }

    /// True for a sequence.
    #[inline]
    pub fn is_sequence(&self) -> bool {
        self.view().is_sequence()
    }

    /// The number of items of an array.
    #[inline]
    pub fn array_len(&self) -> Option<usize> {
        self.view().array_len()
    }

    /// The item at an index of an array; undefined if there is none.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        self.view().item(index).to_item()
    }

    /// Copies of the items of an array; of anything else, but undefined, itself.
    pub fn items(&self) -> Items<'_> {
        Items(self.view().items())
    }

    /// The items of an array; of anything else, but undefined, itself.
    pub fn into_items(self) -> Vec<Self> {
        match self {
            Self::Undefined => Vec::new(),
            Self::Data(Value::Array(items)) | Self::Sequence(items) => {
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
        self.view().member(key).to_item()
    }

    /// The entries of an object, in order; none of anything else.
    pub fn entries(&self) -> Vec<(Text, Self)> {
        self.view().entries()
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

    pub(super) fn into_data(self) -> Option<Value> {
        if let Self::Data(value) = self { Some(value) } else { None }
    }

    /// The JSON value without flags; functions become what `function` says, undefined is nothing.
    pub fn to_value(&self, function: impl FnMut() -> Option<Value>) -> Option<Value> {
        Plain { function, known: Shared::default() }.value_of(self)
    }
}

/// The JSON values of items.
struct Plain<F> {
    function: F,
    known: Shared,
}

impl<F: FnMut() -> Option<Value>> Plain<F> {
    fn value_of(&mut self, item: &Item) -> Option<Value> {
        match item {
            Item::Undefined => None,
            Item::Data(value) => Some(value.clone()),
            Item::Sequence(values) => Some(Value::Array(values.clone())),
            Item::List(list) => self.of_shared(list, |this| {
                let value = |item| this.value_of(item).unwrap_or_default();
                Some(Value::array(list.items.iter().map(value).collect()))
            }),
            Item::Record(record) => self.of_shared(record, |this| {
                let entry = |(key, item): &(Text, Item)| Some((key.clone(), this.value_of(item)?));
                let entries: Map = record.entries.iter().filter_map(entry).collect();
                Some(Value::Object(entries.into()))
            }),
            Item::Function(_) => (self.function)(),
        }
    }

    /// The value of a container, which may have been made before.
    fn of_shared<T>(
        &mut self,
        container: &Arc<T>,
        value: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Option<Value> {
        if let Some(known) = self.known.get(container) {
            return known.clone();
        }
        let value = value(self);
        self.known.insert(container, value.as_ref());
        value
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

/// The items as plain data, if all are.
fn all_data(items: Vec<Item>) -> Result<Vec<Value>, Vec<Item>> {
    if items.iter().all(|item| matches!(item, Item::Data(_))) {
        Ok(items.into_iter().filter_map(Item::into_data).collect())
    } else {
        Err(items)
    }
}

/// Copies of the items of an array, or of a single item.
#[derive(Clone, Debug)]
pub struct Items<'i>(Views<'i>);

impl Iterator for Items<'_> {
    type Item = Item;

    #[inline]
    fn next(&mut self) -> Option<Item> {
        self.0.next().map(View::to_item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Items<'_> {}

impl DoubleEndedIterator for Items<'_> {
    fn next_back(&mut self) -> Option<Item> {
        self.0.next_back().map(View::to_item)
    }
}
