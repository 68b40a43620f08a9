//! Arrays and objects as wholes: `reverse`, `flatten`, `transpose`, `to_entries`, `any`, `all`.

use super::access::{self, iterate};
use super::number::count;
use super::operators::{is_true, subtract};
use super::order::compare;
use super::{Cx, Exit, control, fault};
use asl_value::value::{Entry, Value};

/// `reverse`
pub fn reverse(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    if let Value::Array(items) = input {
        cx.make_items(items.len())?;
        return Ok(items.iter().rev().collect());
    }
    // jq reads the items by their places, from the last to the first; what has no length has none.
    let length = access::length(cx, input)?.as_f64().unwrap_or_default();
    if length <= 0.0 {
        return Ok(Value::array(Vec::new()));
    }
    access::index(cx, input, &super::number::number(length - 1.0))
}

/// `any`
pub fn any(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let mut values = iterate(input)?;
    cx.spend(values.len() as u64 / 8)?;
    Ok(Value::Bool(values.any(is_true)))
}

/// `all`
pub fn all(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let mut values = iterate(input)?;
    cx.spend(values.len() as u64 / 8)?;
    Ok(Value::Bool(values.all(is_true)))
}

/// `flatten`
pub fn flatten(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    flatten_levels(cx, input, -1.0)
}

/// `flatten(levels)`
pub fn flatten_to(cx: &Cx, input: &Value, levels: &Value) -> Result<Value, Exit> {
    if compare(cx, levels, &Value::Int(0))?.is_lt() {
        return Err(fault::plain("flatten depth must not be negative"));
    }
    if let Some(levels) = levels.as_f64() {
        return flatten_levels(cx, input, levels);
    }
    // jq finds out only where there is something to flatten.
    if iterate(input)?.any(|item| matches!(item, Value::Array(_))) {
        subtract(cx, levels, &Value::Int(1))?;
    }
    flatten_levels(cx, input, 0.0)
}

/// Flattens until the levels are 0; never, where they are not whole or negative.
fn flatten_levels(cx: &Cx, input: &Value, levels: f64) -> Result<Value, Exit> {
    let mut flat = Vec::new();
    let mut open = vec![(iterate(input)?, levels)];
    while let Some((items, levels)) = open.last_mut() {
        let levels = *levels;
        match items.next() {
            Some(Value::Array(inner)) if levels != 0.0 => {
                cx.spend(1)?;
                open.push((access::Each::Items(inner.iter()), levels - 1.0));
            }
            Some(item) => {
                cx.make_item()?;
                flat.push(item.clone());
            }
            None => {
                open.pop();
            }
        }
    }
    Ok(Value::array(flat))
}

/// `transpose`: rows that are too short are filled with null.
pub fn transpose(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let mut width = Value::Int(0);
    for row in iterate(input)? {
        let length = access::length(cx, row)?;
        if compare(cx, &length, &width)?.is_gt() {
            width = length;
        }
    }
    let mut columns = Vec::new();
    let mut place = 0;
    while compare(cx, &Value::Int(place), &width)?.is_lt() {
        let rows = iterate(input)?;
        cx.spend(1)?;
        cx.make_items(rows.len() + 1)?;
        let column: Result<Vec<Value>, Exit> =
            rows.map(|row| access::item(row, place).cloned()).collect();
        columns.push(Value::array(column?));
        place += 1;
    }
    Ok(Value::array(columns))
}

/// `{key, value}`
pub fn entry(cx: &Cx, key: Value, value: Value) -> Result<Value, Exit> {
    control::object(cx, [("key", key), ("value", value)])
}

/// Keys and values of an object or an array.
#[derive(Clone, Debug)]
pub enum Members<'v> {
    /// Of an array.
    Items(std::iter::Enumerate<std::slice::Iter<'v, Value>>),
    /// Of an object.
    Entries(std::slice::Iter<'v, Entry>),
}

impl<'v> Iterator for Members<'v> {
    type Item = (Value, &'v Value);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Items(items) => items.next().map(|(place, item)| (count(place), item)),
            Self::Entries(entries) => {
                entries.next().map(|(key, value)| (Value::String(key.clone()), value))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Items(items) => items.size_hint(),
            Self::Entries(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for Members<'_> {}

/// The keys and values of `to_entries`.
pub fn members(input: &Value) -> Result<Members<'_>, Exit> {
    match input {
        Value::Array(items) => Ok(Members::Items(items.as_slice().iter().enumerate())),
        Value::Object(object) => Ok(Members::Entries(object.entries().iter())),
        _ => Err(fault::bad(input, "has no keys")),
    }
}

/// `to_entries`
pub fn to_entries(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    members(input)?.map(|(key, value)| entry(cx, key, value.clone())).collect()
}
