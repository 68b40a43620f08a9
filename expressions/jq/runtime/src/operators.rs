//! `+ - * / %`, comparison and truth, as emitted code calls them.

use super::number::{self, number};
use super::{Cx, Exit, Flow, LONGEST, fault, merge, sort, text};
use asl_value::value::{Array, Object, Text, Value};

pub use super::access::{
    Each, field, field_if, index, index_borrowed, item, iterate, iterate_if, slice, slice_bounds,
    slice_key,
};
pub use super::order::{compare, equal};

/// Integers between these add up to integers that are doubles too.
const SMALL: std::ops::RangeInclusive<i64> = -(1 << 52)..=1 << 52;

/// Two numbers: what operators mostly get, and what they do without a call.
#[inline]
fn both(left: &Value, right: &Value) -> Option<(f64, f64)> {
    left.as_f64().zip(right.as_f64())
}

/// `left + right`
#[inline]
pub fn add(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) if SMALL.contains(left) && SMALL.contains(right) => {
            Ok(Value::Int(left + right))
        }
        _ => match both(left, right) {
            Some((left, right)) => Ok(cx.number(left + right)),
            None => add_any(cx, left, right),
        },
    }
}

#[inline(never)]
fn add_any(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    match (left, right) {
        (Value::Null, other) | (other, Value::Null) => Ok(other.clone()),
        (Value::String(left), Value::String(right)) => join_text(cx, left, right),
        (Value::Array(items), Value::Array(_)) if items.is_empty() => Ok(right.clone()),
        (Value::Object(entries), Value::Object(_)) if entries.is_empty() => Ok(right.clone()),
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            add_any_to(cx, left.clone(), right)
        }
        _ => Err(fault::bad_pair(left, right, "cannot be added")),
    }
}

fn join_text(cx: &Cx, left: &Text, right: &Text) -> Result<Value, Exit> {
    let length = left.len() + right.len();
    cx.make_text(length)?;
    let mut text = String::with_capacity(length);
    text.push_str(left);
    text.push_str(right);
    Ok(Value::String(text.into()))
}

/// `left + right` where nothing else needs the left side: arrays and objects grow in place.
#[inline]
pub fn add_to(cx: &Cx, left: Value, right: &Value) -> Result<Value, Exit> {
    match both(&left, right) {
        Some(_) => add(cx, &left, right),
        None => add_any_to(cx, left, right),
    }
}

#[inline(never)]
fn add_any_to(cx: &Cx, mut left: Value, right: &Value) -> Result<Value, Exit> {
    grow_any(cx, &mut left, right)?;
    Ok(left)
}

fn extend(cx: &Cx, left: &mut Array, right: &Array) -> Flow {
    if !right.is_empty() {
        cx.make_items(right.len())?;
        cx.own_items(left)?;
        let items = left.make_mut();
        right.iter().for_each(|item| items.push(item.clone()));
    }
    Ok(())
}

fn overlay(cx: &Cx, left: &mut Object, right: &Object) -> Flow {
    if right.is_empty() {
        return Ok(());
    }
    cx.make_items(2 * right.len())?;
    cx.own_entries(left)?;
    // Each key is looked up by all its bytes.
    cx.spend(right.entries().iter().map(|(key, _)| key.len() as u64 / 64).sum())?;
    let entries = left.make_mut();
    right.entries().iter().for_each(|(key, value)| entries.put(key.clone(), value.clone()));
    Ok(())
}

/// `type == "kind"`: the kind is a constant, so that one comparison remains of these.
#[inline]
pub fn is_kind(value: &Value, kind: &str) -> bool {
    match value {
        Value::Null => kind == "null",
        Value::Bool(_) => kind == "boolean",
        Value::Int(_) | Value::Float(_) => kind == "number",
        Value::String(_) => kind == "string",
        Value::Array(_) => kind == "array",
        Value::Object(_) => kind == "object",
    }
}

/// `here += right`: containers grow in place.
#[inline]
pub fn grow(cx: &Cx, here: &mut Value, right: &Value) -> Flow {
    if both(here, right).is_none() {
        return grow_any(cx, here, right);
    }
    *here = add(cx, here, right)?;
    Ok(())
}

#[inline(never)]
fn grow_any(cx: &Cx, here: &mut Value, right: &Value) -> Flow {
    match (&mut *here, right) {
        (Value::Array(left), Value::Array(right)) if !left.is_empty() => extend(cx, left, right),
        (Value::Object(left), Value::Object(right)) if !left.is_empty() => overlay(cx, left, right),
        _ => {
            *here = add_any(cx, here, right)?;
            Ok(())
        }
    }
}

/// `left - right`
#[inline]
pub fn subtract(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) if SMALL.contains(left) && SMALL.contains(right) => {
            Ok(Value::Int(left - right))
        }
        _ => match both(left, right) {
            Some((left, right)) => Ok(cx.number(left - right)),
            None => subtract_any(cx, left, right),
        },
    }
}

#[inline(never)]
fn subtract_any(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    match (left, right) {
        (Value::Array(left), Value::Array(right)) => sort::without(cx, left, right),
        _ => Err(fault::bad_pair(left, right, "cannot be subtracted")),
    }
}

/// `left * right`: also repeats strings, and merges objects deeply.
#[inline]
pub fn multiply(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    match both(left, right) {
        Some((left, right)) => Ok(cx.number(left * right)),
        None => multiply_any(cx, left, right),
    }
}

#[inline(never)]
fn multiply_any(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    match (left, right) {
        (Value::String(text), times) | (times, Value::String(text)) if times.as_f64().is_some() => {
            repeat(cx, text, times.as_f64().unwrap_or_default())
        }
        (Value::Object(left), Value::Object(right)) => merge::deeply(cx, left, right),
        _ => Err(fault::bad_pair(left, right, "cannot be multiplied")),
    }
}

fn repeat(cx: &Cx, text: &Text, times: f64) -> Result<Value, Exit> {
    if times < 0.0 || times.is_nan() {
        return Ok(Value::Null);
    }
    let times = usize::try_from(number::to_i32(times)).unwrap_or(0);
    let length = text.len().saturating_mul(times);
    if length > LONGEST {
        return Err(fault::plain("Repeat string result too long"));
    }
    cx.make_text(length)?;
    Ok(Value::text(text.repeat(if text.is_empty() { 0 } else { times })))
}

/// `left / right`: also splits strings.
pub fn divide(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    if let (Value::String(left), Value::String(right)) = (left, right) {
        return text::split_text(cx, left, right);
    }
    match both(left, right) {
        Some((_, 0.0)) => {
            Err(fault::bad_pair(left, right, "cannot be divided because the divisor is zero"))
        }
        Some((left, right)) => Ok(cx.number(left / right)),
        None => Err(fault::bad_pair(left, right, "cannot be divided")),
    }
}

/// `left % right`, of the whole parts.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "saturates as jq does"
)]
pub fn modulo(cx: &Cx, left: &Value, right: &Value) -> Result<Value, Exit> {
    let Some((dividend, divisor)) = both(left, right) else {
        return Err(fault::bad_pair(left, right, "cannot be divided (remainder)"));
    };
    if dividend.is_nan() || divisor.is_nan() {
        return Ok(cx.number(f64::NAN));
    }
    let remainder = match divisor as i64 {
        0 => {
            return Err(fault::bad_pair(
                left,
                right,
                "cannot be divided (remainder) because the divisor is zero",
            ));
        }
        divisor => (dividend as i64).wrapping_rem(divisor),
    };
    Ok(number(remainder as f64))
}

/// `-value`
pub fn negate(_: &Cx, value: &Value) -> Result<Value, Exit> {
    match value {
        Value::Int(int) => Ok(int.checked_neg().map_or_else(|| number(2_f64.powi(63)), Value::Int)),
        Value::Float(float) => Ok(number(-float)),
        _ => Err(fault::bad(value, "cannot be negated")),
    }
}

/// True if a condition holds: all values but `null` and `false` do.
#[inline]
pub fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false))
}

/// `left < right`; NaN is less than all numbers, itself included.
#[inline]
pub fn less(cx: &Cx, left: &Value, right: &Value) -> Result<bool, Exit> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(left < right),
        _ => match both(left, right) {
            Some((left, right)) => Ok(left < right || left.is_nan()),
            None => Ok(compare(cx, left, right)?.is_lt()),
        },
    }
}

/// `left <= right`
#[inline]
pub fn less_or_equal(cx: &Cx, left: &Value, right: &Value) -> Result<bool, Exit> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(left <= right),
        _ => match both(left, right) {
            Some((left, right)) => Ok(left <= right || left.is_nan()),
            None => Ok(compare(cx, left, right)?.is_le()),
        },
    }
}

/// The key of an entry of `{(key): value}`.
#[inline]
pub fn key(value: &Value) -> Result<Text, Exit> {
    match value {
        Value::String(key) => Ok(key.clone()),
        _ => Err(no_key(value)),
    }
}

#[cold]
fn no_key(value: &Value) -> Exit {
    Exit::error(format!("Cannot use {} ({}) as object key", value.kind(), fault::dump(value)))
}
