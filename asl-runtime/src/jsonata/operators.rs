//! Operators between two values, with the errors of jsonata-js.

use std::cmp::Ordering;
use std::sync::Arc;

use super::compare::{self, text_order};
use super::number::number;
use super::{Cx, Fault, Item, Outcome, functions};
use crate::value::{Array, Object, Value};

/// Maximum number of items of a range.
const LONGEST_RANGE: f64 = 1e7;

/// The number that an operand is; `None` if it is undefined. Infinity is an error.
fn operand(item: &Item, code: &'static str, token: &str) -> Result<Option<f64>, Fault> {
    match item.as_f64() {
        Some(number) if number.is_finite() => Ok(Some(number)),
        Some(number) if number.is_infinite() => Err(Fault::new("D1001").token(token).value(item)),
        _ if item.is_undefined() => Ok(None),
        _ => Err(Fault::new(code).token(token).value(item)),
    }
}

fn arithmetic(
    token: &str,
    left: &Item,
    right: &Item,
    compute: impl FnOnce(f64, f64) -> f64,
) -> Outcome {
    let left = operand(left, "T2001", token)?;
    let right = operand(right, "T2002", token)?;
    Ok(match (left, right) {
        (Some(left), Some(right)) => number(compute(left, right)),
        _ => Item::Undefined,
    })
}

/// `left + right`
pub fn add(left: &Item, right: &Item) -> Outcome {
    arithmetic("+", left, right, |left, right| left + right)
}

/// `left - right`
pub fn subtract(left: &Item, right: &Item) -> Outcome {
    arithmetic("-", left, right, |left, right| left - right)
}

/// `left * right`
pub fn multiply(left: &Item, right: &Item) -> Outcome {
    arithmetic("*", left, right, |left, right| left * right)
}

/// `left / right`
pub fn divide(left: &Item, right: &Item) -> Outcome {
    arithmetic("/", left, right, |left, right| left / right)
}

/// `left % right`
pub fn modulo(left: &Item, right: &Item) -> Outcome {
    arithmetic("%", left, right, |left, right| left % right)
}

/// `-value`
pub fn negate(value: &Item) -> Outcome {
    Ok(operand(value, "D1002", "-")?.map_or(Item::Undefined, |value| number(-value)))
}

/// True if a value counts as true: what `$boolean` makes of it, where undefined is false.
pub fn is_true(item: &Item) -> Result<bool, Fault> {
    Ok(functions::truth(item)?.unwrap_or(false))
}

/// `left = right`
pub fn equal(cx: &Cx, left: &Item, right: &Item) -> Result<bool, Fault> {
    Ok(!left.is_undefined() && !right.is_undefined() && compare::equal(cx, left, right)?)
}

/// `left != right`
pub fn not_equal(cx: &Cx, left: &Item, right: &Item) -> Result<bool, Fault> {
    Ok(!left.is_undefined() && !right.is_undefined() && !compare::equal(cx, left, right)?)
}

/// True if the order of two values, both numbers or both strings, is the right one. Undefined if one
/// of them is.
fn ordered(
    token: &str,
    left: &Item,
    right: &Item,
    is_right: impl FnOnce(Ordering) -> bool,
) -> Outcome {
    let is_comparable =
        |item: &Item| item.is_undefined() || item.as_f64().is_some() || item.as_str().is_some();
    if !is_comparable(left) || !is_comparable(right) {
        let is_left = left.as_f64().is_none() && left.as_str().is_none();
        let value = if is_left { left } else { right };
        return Err(Fault::new("T2010").token(token).value(value));
    }
    if left.is_undefined() || right.is_undefined() {
        return Ok(Item::Undefined);
    }
    let order = match (left, right) {
        (Item::Data(Value::Int(left)), Item::Data(Value::Int(right))) => Some(left.cmp(right)),
        (Item::Data(Value::String(left)), Item::Data(Value::String(right))) => {
            Some(text_order(left, right))
        }
        _ => match (left.as_f64(), right.as_f64()) {
            (Some(left), Some(right)) => left.partial_cmp(&right),
            _ => return Err(Fault::new("T2009").token(token).value(left).value2(right)),
        },
    };
    Ok(Item::from(order.is_some_and(is_right)))
}

/// `left < right`
pub fn less(left: &Item, right: &Item) -> Outcome {
    ordered("<", left, right, Ordering::is_lt)
}

/// `left <= right`
pub fn less_or_equal(left: &Item, right: &Item) -> Outcome {
    ordered("<=", left, right, Ordering::is_le)
}

/// `left > right`
pub fn greater(left: &Item, right: &Item) -> Outcome {
    ordered(">", left, right, Ordering::is_gt)
}

/// `left >= right`
pub fn greater_or_equal(left: &Item, right: &Item) -> Outcome {
    ordered(">=", left, right, Ordering::is_ge)
}

/// `left in right`. Arrays and objects are in an array only if they are the same in memory.
pub fn is_in(left: &Item, right: &Item) -> bool {
    !left.is_undefined() && right.items().any(|item| is_same(left, &item))
}

fn is_same(left: &Item, right: &Item) -> bool {
    match (left, right) {
        (Item::Data(Value::Array(left)), Item::Data(Value::Array(right))) => match (left, right) {
            (Array::Shared(left), Array::Shared(right)) => Arc::ptr_eq(left, right),
            (Array::Static(left), Array::Static(right)) => std::ptr::eq(*left, *right),
            _ => false,
        },
        (Item::Data(Value::Object(left)), Item::Data(Value::Object(right))) => {
            match (left, right) {
                (Object::Shared(left), Object::Shared(right)) => Arc::ptr_eq(left, right),
                (Object::Static(left), Object::Static(right)) => std::ptr::eq(*left, *right),
                _ => false,
            }
        }
        (Item::Data(left), Item::Data(right)) => left == right,
        (Item::List(left), Item::List(right)) => Arc::ptr_eq(left, right),
        (Item::Record(left), Item::Record(right)) => Arc::ptr_eq(left, right),
        (Item::Function(left), Item::Function(right)) => Arc::ptr_eq(left, right),
        _ => false,
    }
}

/// `left & right`
pub fn concatenate(cx: &Cx, left: &Item, right: &Item) -> Outcome {
    let left = as_text(cx, left)?;
    let right = as_text(cx, right)?;
    let (left, right) = (left.as_str().unwrap_or(""), right.as_str().unwrap_or(""));
    cx.make_text(left.len() + right.len())?;
    Ok(Item::text([left, right].concat()))
}

fn as_text(cx: &Cx, item: &Item) -> Outcome {
    match item {
        Item::Undefined | Item::Data(Value::String(_)) => Ok(item.clone()),
        Item::Data(_) | Item::List(_) | Item::Record(_) | Item::Function(_) => {
            functions::string(cx, item, &Item::Undefined)
        }
    }
}

/// `left .. right`: a sequence.
pub fn range(cx: &Cx, left: &Item, right: &Item) -> Outcome {
    let left = bound(left, "T2003")?;
    let right = bound(right, "T2004")?;
    let (Some(left), Some(right)) = (left, right) else { return Ok(Item::Undefined) };
    if left > right {
        return Ok(Item::Undefined);
    }
    let size = right - left + 1.0;
    if size > LONGEST_RANGE {
        return Err(Fault::new("D2014").token("..").value(size));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 10,000,000")]
    let size = size as u32;
    cx.make_array(size as usize)?;
    Item::sequence((0..size).map(|index| number(left + f64::from(index))).collect())
}

fn bound(item: &Item, code: &'static str) -> Result<Option<f64>, Fault> {
    match item.as_f64() {
        Some(number) if number.is_finite() && number.fract() == 0.0 => Ok(Some(number)),
        None if item.is_undefined() => Ok(None),
        _ => Err(Fault::new(code).token("..").value(item)),
    }
}
