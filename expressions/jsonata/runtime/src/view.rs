//! Values that are only read: contexts and operands, which nothing copies.

use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::slice;
use std::sync::Arc;

use super::{Function, Item, Outcome};
use asl_value::value::{Array, Text, Value};

/// A value where it is: plain data, or an item that is none.
#[derive(Clone, Copy, Debug, Default)]
pub enum View<'v> {
    /// Nothing.
    #[default]
    Undefined,
    /// Plain data.
    Value(&'v Value),
    /// Any other item.
    Item(&'v Item),
}

impl<'v> View<'v> {
    /// This view, for code that does not know if it has a view or an item.
    #[inline]
    #[must_use]
    pub fn view(self) -> Self {
        self
    }

    /// A copy of the value.
    #[inline]
    #[must_use]
    pub fn to_item(self) -> Item {
        match self {
            Self::Undefined => Item::Undefined,
            Self::Value(value) => Item::Data(value.clone()),
            Self::Item(item) => item.clone(),
        }
    }

    /// True if there is nothing.
    #[inline]
    pub fn is_undefined(self) -> bool {
        matches!(self, Self::Undefined)
    }

    /// True for an array of any kind.
    #[inline]
    pub fn is_array(self) -> bool {
        match self {
            Self::Undefined => false,
            Self::Value(value) => matches!(value, Value::Array(_)),
            Self::Item(item) => matches!(item, Item::Sequence(_) | Item::List(_)),
        }
    }

    /// True for an object of any kind; functions are none.
    #[inline]
    pub fn is_object(self) -> bool {
        match self {
            Self::Undefined => false,
            Self::Value(value) => matches!(value, Value::Object(_)),
            Self::Item(item) => matches!(item, Item::Record(_)),
        }
    }

    /// True for a sequence.
    #[inline]
    pub fn is_sequence(self) -> bool {
        match self {
            Self::Item(Item::Sequence(_)) => true,
            Self::Item(Item::List(list)) => list.is_sequence,
            Self::Undefined | Self::Value(_) | Self::Item(_) => false,
        }
    }

    /// True for an array that a path does not flatten.
    #[inline]
    pub(super) fn is_cons(self) -> bool {
        matches!(self, Self::Item(Item::List(list)) if list.is_cons)
    }

    /// The number of items of an array.
    #[inline]
    pub fn array_len(self) -> Option<usize> {
        match self {
            Self::Value(Value::Array(items)) | Self::Item(Item::Sequence(items)) => {
                Some(items.len())
            }
            Self::Item(Item::List(list)) => Some(list.items.len()),
            Self::Undefined | Self::Value(_) | Self::Item(_) => None,
        }
    }

    /// The item at an index of an array; undefined if there is none.
    #[inline]
    #[must_use]
    pub fn item(self, index: usize) -> Self {
        match self {
            Self::Value(Value::Array(items)) | Self::Item(Item::Sequence(items)) => {
                items.get(index).map_or(Self::Undefined, Self::Value)
            }
            Self::Item(Item::List(list)) => {
                list.items.get(index).map_or(Self::Undefined, Item::view)
            }
            Self::Undefined | Self::Value(_) | Self::Item(_) => Self::Undefined,
        }
    }

    /// The items of an array; of anything else, but undefined, itself.
    #[inline]
    pub fn items(self) -> Views<'v> {
        match self {
            Self::Undefined => Views::None,
            Self::Value(Value::Array(items)) | Self::Item(Item::Sequence(items)) => {
                Views::of_array(items)
            }
            Self::Value(value) => Views::Values(slice::from_ref(value).iter()),
            Self::Item(Item::List(list)) => Views::Items(list.items.iter()),
            Self::Item(item) => Views::Items(slice::from_ref(item).iter()),
        }
    }

    /// The items that the first step of a path is evaluated for.
    #[inline]
    pub fn inputs(self) -> Views<'v> {
        self.items_or_undefined()
    }

    /// The items of an array; of anything else itself, also of undefined.
    #[inline]
    pub(super) fn items_or_undefined(self) -> Views<'v> {
        if self.is_undefined() { Views::Undefined } else { self.items() }
    }

    /// The items of an array that are strings, each by its text, and `None` for the others.
    pub(super) fn texts(self) -> impl Iterator<Item = Option<&'v str>> {
        let (values, items) = match self {
            Self::Value(Value::Array(values)) | Self::Item(Item::Sequence(values)) => {
                (values.as_slice(), [].as_slice())
            }
            Self::Item(Item::List(list)) => ([].as_slice(), list.items()),
            Self::Undefined | Self::Value(_) | Self::Item(_) => ([].as_slice(), [].as_slice()),
        };
        values.iter().map(Value::as_str).chain(items.iter().map(Item::as_str))
    }

    /// The entries of an object, in order; none of anything else.
    pub fn entries(self) -> Vec<(Text, Item)> {
        match self {
            Self::Value(Value::Object(object)) => object
                .entries()
                .iter()
                .map(|(key, value)| (key.clone(), Item::Data(value.clone())))
                .collect(),
            Self::Item(Item::Record(record)) => record.entries().to_vec(),
            Self::Undefined | Self::Value(_) | Self::Item(_) => Vec::new(),
        }
    }

    /// The number of entries of an object; 0 for anything else.
    pub(super) fn entry_count(self) -> usize {
        match self {
            Self::Value(Value::Object(object)) => object.len(),
            Self::Item(Item::Record(record)) => record.entries().len(),
            Self::Undefined | Self::Value(_) | Self::Item(_) => 0,
        }
    }

    /// The item at a key of an object; undefined if there is none.
    #[inline]
    #[must_use]
    pub fn member(self, key: &str) -> Self {
        match self {
            Self::Value(Value::Object(object)) => {
                object.get(key).map_or(Self::Undefined, Self::Value)
            }
            Self::Item(Item::Record(record)) => record.get(key).map_or(Self::Undefined, Item::view),
            Self::Undefined | Self::Value(_) | Self::Item(_) => Self::Undefined,
        }
    }

    /// The same at a key that is written in the program.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the key is a constant: see `Object::get_known`")]
    pub(super) fn known_member(self, key: &'static str) -> Self {
        match self {
            Self::Value(Value::Object(object)) => {
                object.get_known(key).map_or(Self::Undefined, Self::Value)
            }
            Self::Undefined | Self::Value(_) => Self::Undefined,
            Self::Item(_) => self.member(key),
        }
    }

    /// The plain data; `None` for anything else.
    #[inline]
    pub fn as_data(self) -> Option<&'v Value> {
        if let Self::Value(value) = self { Some(value) } else { None }
    }

    /// The number, if this is one.
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        self.as_data()?.as_f64()
    }

    /// The text of a string.
    #[inline]
    pub fn as_str(self) -> Option<&'v str> {
        self.as_data()?.as_str()
    }

    /// The Boolean value.
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        self.as_data()?.as_bool()
    }

    /// The function.
    #[inline]
    pub fn as_function(self) -> Option<&'v Arc<Function>> {
        if let Self::Item(Item::Function(function)) = self { Some(function) } else { None }
    }
}

impl<'v> From<&'v Item> for View<'v> {
    #[inline]
    fn from(item: &'v Item) -> Self {
        item.view()
    }
}

impl<'v> From<&'v Value> for View<'v> {
    #[inline]
    fn from(value: &'v Value) -> Self {
        Self::Value(value)
    }
}

impl From<View<'_>> for Item {
    fn from(view: View<'_>) -> Self {
        view.to_item()
    }
}

/// A copy of data as a result. Not inlined: it is written where it is wanted. A copy that moves there
/// is moved in pieces, for which the processor waits (a quarter of the smallest program).
#[inline(never)]
#[expect(clippy::unnecessary_wraps, reason = "in a `Result` already, it is not moved into one")]
pub(super) fn copied(value: &Value) -> Outcome {
    Ok(Item::Data(value.clone()))
}

/// The place of a value that is made to be read.
///
/// Most stay empty. Their drop is inlined: the call of that of an item took 14 instructions, for
/// each item of a loop.
#[derive(Debug)]
pub struct Made(ManuallyDrop<Item>);

impl Made {
    /// A place that is empty. Its constant is copied as a whole: a value that is made in place was
    /// copied in pieces, for which the processor waits.
    #[inline]
    pub fn none() -> Self {
        const NONE: Made = Made(ManuallyDrop::new(Item::Undefined));
        NONE
    }
}

impl Deref for Made {
    type Target = Item;

    fn deref(&self) -> &Item {
        &self.0
    }
}

impl DerefMut for Made {
    #[inline]
    fn deref_mut(&mut self) -> &mut Item {
        &mut self.0
    }
}

impl Drop for Made {
    #[inline]
    fn drop(&mut self) {
        if !self.0.is_undefined() {
            discard(self.0.take());
        }
    }
}

#[inline(never)]
fn discard(item: Item) {
    drop(item);
}

/// The items of an array, or of a single item.
#[derive(Clone, Debug)]
pub enum Views<'v> {
    /// There are none.
    None,
    /// One that is undefined.
    Undefined,
    /// Those of plain data.
    Values(slice::Iter<'v, Value>),
    /// Those of a list.
    Items(slice::Iter<'v, Item>),
}

impl<'v> Views<'v> {
    fn of_array(array: &'v Array) -> Self {
        Self::Values(array.iter())
    }

    /// A value as one item, even if it is an array.
    #[inline]
    pub(super) fn alone(view: View<'v>) -> Self {
        match view {
            View::Undefined => Self::None,
            View::Value(value) => Self::Values(slice::from_ref(value).iter()),
            View::Item(item) => Self::Items(slice::from_ref(item).iter()),
        }
    }
}

impl<'v> Iterator for Views<'v> {
    type Item = View<'v>;

    #[inline]
    fn next(&mut self) -> Option<View<'v>> {
        match self {
            Self::Values(values) => values.next().map(View::Value),
            Self::Items(items) => items.next().map(Item::view),
            Self::None => None,
            Self::Undefined => {
                *self = Self::None;
                Some(View::Undefined)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::None => (0, Some(0)),
            Self::Undefined => (1, Some(1)),
            Self::Values(values) => values.size_hint(),
            Self::Items(items) => items.size_hint(),
        }
    }
}

impl ExactSizeIterator for Views<'_> {}

impl DoubleEndedIterator for Views<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        match self {
            Self::Values(values) => values.next_back().map(View::Value),
            Self::Items(items) => items.next_back().map(Item::view),
            Self::None | Self::Undefined => self.next(),
        }
    }
}

/// The value of a path: where it is, or made.
#[derive(Clone, Debug)]
pub enum Found<'v> {
    /// Data where it is.
    Seen(View<'v>),
    /// A new value.
    Made(Item),
}

impl Found<'_> {
    /// The value, to be read.
    #[inline]
    pub fn view(&self) -> View<'_> {
        match self {
            Self::Seen(view) => *view,
            Self::Made(item) => item.view(),
        }
    }

    /// The text of a string.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Seen(view) => view.as_str(),
            Self::Made(item) => item.as_str(),
        }
    }

    /// The value itself.
    #[inline]
    #[must_use]
    pub fn into_item(self) -> Item {
        match self {
            Self::Seen(view) => view.to_item(),
            Self::Made(item) => item,
        }
    }
}

impl<'v> From<View<'v>> for Found<'v> {
    #[inline]
    fn from(view: View<'v>) -> Self {
        Self::Seen(view)
    }
}

impl From<Item> for Found<'_> {
    #[inline]
    fn from(item: Item) -> Self {
        Self::Made(item)
    }
}
