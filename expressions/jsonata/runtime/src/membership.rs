//! `in`: the items of an array, compared as JavaScript does.

use std::sync::Arc;

use super::view::View;
use super::{Cx, Fault, Item};
use asl_value::value::{Array, Object, Value};

/// `left in right`. Arrays and objects are in an array only if they are the same in memory.
pub fn is_in(cx: &Cx, left: View<'_>, right: View<'_>) -> Result<bool, Fault> {
    if left.is_undefined() {
        return Ok(false);
    }
    let (items, length) = (right.items(), left.as_str().map_or(0, str::len));
    cx.read_items(items.len())?;
    for item in items {
        if let Some(text) = item.as_str().filter(|text| text.len() == length) {
            cx.read_text(text.len())?;
        }
        if is_same(left, item) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_same(left: View<'_>, right: View<'_>) -> bool {
    match (left, right) {
        (View::Value(Value::Array(left)), View::Value(Value::Array(right))) => {
            is_same_array(left, right)
        }
        (View::Value(Value::Object(left)), View::Value(Value::Object(right))) => {
            match (left, right) {
                (Object::Shared(left), Object::Shared(right)) => Arc::ptr_eq(left, right),
                (Object::Static(left), Object::Static(right)) => std::ptr::eq(*left, *right),
                _ => false,
            }
        }
        (View::Value(left), View::Value(right)) => left == right,
        (View::Item(left), View::Item(right)) => match (left, right) {
            (Item::Sequence(left), Item::Sequence(right)) => is_same_array(left, right),
            (Item::List(left), Item::List(right)) => Arc::ptr_eq(left, right),
            (Item::Record(left), Item::Record(right)) => Arc::ptr_eq(left, right),
            (Item::Function(left), Item::Function(right)) => Arc::ptr_eq(left, right),
            _ => false,
        },
        _ => false,
    }
}

fn is_same_array(left: &Array, right: &Array) -> bool {
    match (left, right) {
        (Array::Shared(left), Array::Shared(right)) => Arc::ptr_eq(left, right),
        (Array::Static(left), Array::Static(right)) => std::ptr::eq(*left, *right),
        _ => false,
    }
}
