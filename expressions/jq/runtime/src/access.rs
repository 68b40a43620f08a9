//! `.name`, `.[key]`, `.[from:to]` and `.[]`: the most frequent operations of programs, so the
//! usual cases are inlined and borrow.

use super::fault::{cannot_index, cannot_iterate};
use super::number::{self, count};
use super::order::equal;
use super::{Cx, Exit, fault};
use asl_value::value::{Array, Object, Text, Value};

/// The reason for which a part is missing.
static NULL: Value = Value::Null;

/// `.name`: the value at a key, null where there is none or the input is null.
#[inline]
pub fn field<'v>(value: &'v Value, name: &str) -> Result<&'v Value, Exit> {
    match value {
        Value::Object(object) => Ok(object.get(name).unwrap_or(&NULL)),
        Value::Null => Ok(&NULL),
        _ => Err(cannot_index_by_name(value, name)),
    }
}

/// `.name?`: as [`field`], without making an error.
#[inline]
pub fn field_if<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    match value {
        Value::Object(object) => Some(object.get(name).unwrap_or(&NULL)),
        Value::Null => Some(&NULL),
        _ => None,
    }
}

/// `.[1]`, `.[-1]`: the item at a place, counted from the end where negative.
#[inline]
pub fn item(value: &Value, place: i64) -> Result<&Value, Exit> {
    match value {
        Value::Array(items) => Ok(at(items, place)),
        Value::Null => Ok(&NULL),
        _ => Err(cannot_index(value, &Value::Int(place))),
    }
}

#[inline]
fn at(items: &Array, place: i64) -> &Value {
    let place = if place < 0 { place.saturating_add_unsigned(items.len() as u64) } else { place };
    usize::try_from(place).ok().and_then(|place| items.get(place)).unwrap_or(&NULL)
}

/// `.[key]`, where it borrows: all but slices and `.[[1, 2]]`.
#[inline]
pub fn index_borrowed<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    match (value, key) {
        (Value::Object(object), Value::String(key)) => Some(object.get(key).unwrap_or(&NULL)),
        (Value::Array(items), Value::Int(place)) => Some(at(items, *place)),
        (Value::Array(items), Value::Float(place)) => {
            // Rounded toward zero, and there is nothing at NaN.
            Some(if place.is_nan() { &NULL } else { at(items, i64::from(number::to_i32(*place))) })
        }
        (Value::Null, Value::String(_) | Value::Int(_) | Value::Float(_) | Value::Object(_)) => {
            Some(&NULL)
        }
        _ => None,
    }
}

/// `.[key]` of any kind.
#[inline]
pub fn index(cx: &Cx, value: &Value, key: &Value) -> Result<Value, Exit> {
    cx.read_text(key.as_str().map_or(0, str::len))?;
    match index_borrowed(value, key) {
        Some(value) => Ok(value.clone()),
        None => index_rarely(cx, value, key),
    }
}

#[cold]
fn index_rarely(cx: &Cx, value: &Value, key: &Value) -> Result<Value, Exit> {
    match (value, key) {
        (Value::Array(_) | Value::String(_), Value::Object(bounds)) => {
            let (from, to) = bounds.get("start").zip(bounds.get("end")).ok_or_else(bad_bounds)?;
            slice(cx, value, Some(from), Some(to))
        }
        (Value::Array(items), Value::Array(part)) => places_of_part(cx, items, part),
        _ => Err(cannot_index(value, key)),
    }
}

/// `.[from:to]`
pub fn slice(
    cx: &Cx,
    value: &Value,
    from: Option<&Value>,
    to: Option<&Value>,
) -> Result<Value, Exit> {
    let (from, to) = (from.unwrap_or(&NULL), to.unwrap_or(&NULL));
    match value {
        Value::Null => Ok(Value::Null),
        Value::Array(items) => {
            let (from, to) = slice_bounds(items.len(), from, to)?;
            let part = items.as_slice().get(from..to).unwrap_or(&[]);
            cx.make_items(part.len())?;
            Ok(Value::array(part.to_vec()))
        }
        Value::String(text) => slice_text(cx, text, from, to),
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Object(_) => {
            Err(cannot_index(value, &slice_key(from, to)))
        }
    }
}

/// The key of a slice in a path.
pub fn slice_key(from: &Value, to: &Value) -> Value {
    Value::object([("start", from.clone()), ("end", to.clone())])
}

/// Characters are counted, which takes no time in ASCII.
fn slice_text(cx: &Cx, text: &Text, from: &Value, to: &Value) -> Result<Value, Exit> {
    cx.spend(1)?;
    cx.read_text(text.len())?;
    let is_ascii = text.is_ascii();
    let length = if is_ascii { text.len() } else { text.chars().count() };
    let (from, to) = slice_bounds(length, from, to)?;
    let byte = |place: usize| {
        if is_ascii {
            place
        } else {
            text.char_indices().nth(place).map_or(text.len(), |(at, _)| at)
        }
    };
    let part = text.get(byte(from)..byte(to)).unwrap_or_default();
    cx.make_text(part.len())?;
    Ok(Value::text(part))
}

/// The bounds of a slice of so many items: fractions are rounded outward, places counted
/// from the end where negative, and what is outside is moved to the edge.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "within the length"
)]
pub fn slice_bounds(length: usize, from: &Value, to: &Value) -> Result<(usize, usize), Exit> {
    let end = length as f64;
    let bound = |value: &Value, default: f64| match value {
        Value::Null => Ok(default),
        value => match value.as_f64() {
            Some(place) if place.is_nan() => Ok(default),
            Some(place) if place < 0.0 => Ok(place + end),
            Some(place) => Ok(place),
            None => Err(bad_bounds()),
        },
    };
    let (from, to) = (bound(from, 0.0)?, bound(to, end)?);
    let from = from.clamp(0.0, end).floor() as usize;
    let to = to.clamp(0.0, end).ceil() as usize;
    Ok((from, to.max(from)))
}

#[cold]
fn bad_bounds() -> Exit {
    fault::plain("Array/string slice indices must be integers")
}

/// The values of `.[]`.
#[derive(Clone, Debug)]
pub enum Each<'v> {
    /// Of an array.
    Items(std::slice::Iter<'v, Value>),
    /// Of an object.
    Entries(std::slice::Iter<'v, asl_value::value::Entry>),
}

impl<'v> Iterator for Each<'v> {
    type Item = &'v Value;

    #[inline]
    fn next(&mut self) -> Option<&'v Value> {
        match self {
            Self::Items(items) => items.next(),
            Self::Entries(entries) => entries.next().map(|(_, value)| value),
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

impl ExactSizeIterator for Each<'_> {}

/// `.[]`
#[inline]
pub fn iterate(value: &Value) -> Result<Each<'_>, Exit> {
    match value {
        Value::Array(items) => Ok(Each::Items(items.iter())),
        Value::Object(object) => Ok(Each::Entries(object.entries().iter())),
        _ => Err(cannot_iterate(value)),
    }
}

/// `.[]?`
#[inline]
pub fn iterate_if(value: &Value) -> Each<'_> {
    match value {
        Value::Array(items) => Each::Items(items.iter()),
        Value::Object(object) => Each::Entries(object.entries().iter()),
        _ => Each::Items([].iter()),
    }
}

#[cold]
fn cannot_index_by_name(value: &Value, name: &str) -> Exit {
    cannot_index(value, &Value::text(name))
}

/// The places of a part in an array, overlapping ones too; an empty part is
/// nowhere.
pub(super) fn places_of_part(cx: &Cx, items: &Array, part: &Array) -> Result<Value, Exit> {
    let mut places = Vec::new();
    if part.is_empty() {
        return Ok(Value::array(places));
    }
    for (place, window) in items.as_slice().windows(part.len()).enumerate() {
        cx.spend(1)?;
        let mut same = true;
        for (number, (item, wanted)) in (1_u32..).zip(window.iter().zip(part)) {
            same = equal(cx, item, wanted)?;
            if number % 8 == 0 {
                cx.spend(1)?;
            }
            if !same {
                break;
            }
        }
        if same {
            places.push(count(place));
        }
    }
    cx.make_items(places.len())?;
    Ok(Value::array(places))
}

/// `has(key)`
pub fn has(cx: &Cx, input: &Value, key: &Value) -> Result<Value, Exit> {
    cx.read_text(key.as_str().map_or(0, str::len))?;
    Ok(Value::Bool(match (input, key) {
        (Value::Null, _) => false,
        (Value::Object(object), Value::String(key)) => object.contains_key(key),
        (Value::Array(items), Value::Int(place)) => {
            usize::try_from(*place).is_ok_and(|place| place < items.len())
        }
        (Value::Array(items), Value::Float(place)) => {
            !place.is_nan()
                && usize::try_from(number::to_i32(*place)).is_ok_and(|place| place < items.len())
        }
        _ => {
            let (of, key) = (input.kind(), key.kind());
            return Err(Exit::error(format!("Cannot check whether {of} has a {key} key")));
        }
    }))
}

/// `keys`: sorted.
pub fn keys(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::Object(object) = input else { return places(cx, input) };
    let mut keys = all_keys(cx, object)?;
    keys.sort_unstable();
    Ok(keys.into_iter().map(Value::String).collect())
}

/// `keys_unsorted`
pub fn keys_unsorted(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::Object(object) = input else { return places(cx, input) };
    Ok(all_keys(cx, object)?.into_iter().map(Value::String).collect())
}

fn all_keys(cx: &Cx, object: &Object) -> Result<Vec<Text>, Exit> {
    cx.make_items(object.len())?;
    Ok(object.entries().iter().map(|(key, _)| key.clone()).collect())
}

/// The keys of an array are its places.
fn places(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::Array(items) = input else { return Err(fault::bad(input, "has no keys")) };
    cx.make_items(items.len())?;
    Ok((0..items.len()).map(count).collect())
}

/// `length`
pub fn length(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    Ok(match input {
        Value::Null => Value::Int(0),
        Value::Bool(_) => return Err(fault::bad(input, "has no length")),
        Value::Int(number) => {
            number.checked_abs().map_or_else(|| number::number(2_f64.powi(63)), Value::Int)
        }
        Value::Float(float) => number::number(float.abs()),
        Value::String(text) => {
            cx.read_text(text.len())?;
            count(text.chars().count())
        }
        Value::Array(items) => count(items.len()),
        Value::Object(object) => count(object.len()),
    })
}
