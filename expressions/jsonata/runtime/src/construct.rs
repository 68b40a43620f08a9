//! Arrays and constants.

use std::sync::Arc;

use super::{Cx, Item, List, Outcome};
use asl_value::value::{Text, Value};

/// An item of an array constructor.
#[derive(Debug)]
pub enum Part {
    /// An array constructor itself: one item.
    Whole(Item),
    /// Any other expression: the items of an array become items.
    Items(Item),
}

/// `[..]`
pub fn array(cx: &Cx, parts: Vec<Part>) -> Outcome {
    let mut items = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Whole(Item::Undefined) => {}
            Part::Whole(item) => items.push(item),
            Part::Items(item) if items.is_empty() && item.is_array() => {
                // Nothing is copied where an array has a range alone.
                items = item.into_items();
            }
            Part::Items(item) => {
                cx.make_items(item.array_len().unwrap_or(1))?;
                items.extend(item.into_items());
            }
        }
    }
    cx.make_array(items.len())?;
    Item::array(items)
}

/// `[..]` as a step of a path, which does not flatten it.
pub fn cons(cx: &Cx, parts: Vec<Part>) -> Outcome {
    let items = array(cx, parts)?.into_items();
    Item::List(Arc::new(List { is_cons: true, ..List::new(items) })).within_depth()
}

/// A number of the program.
#[inline]
pub fn number(number: f64) -> Item {
    super::number::number(number)
}

/// The index of an item.
#[inline]
pub fn index(index: usize) -> Item {
    super::number::count(index)
}

/// A string of the program.
#[inline]
pub fn text(text: &'static str) -> Item {
    Item::Data(Value::String(Text::new_static(text)))
}

/// `true`, `false`
#[inline]
pub fn boolean(flag: bool) -> Item {
    Item::Data(Value::Bool(flag))
}

/// `null`
#[inline]
pub fn null() -> Item {
    Item::Data(Value::Null)
}
