//! Operators of two values.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Stop;
use super::evaluate::Evaluated;
use super::number_text;
use super::value::{Value, equal};

/// Maximum length of a range.
const LONGEST_RANGE: f64 = 1e7;

/// A number that is used; infinite ones are an error.
pub(super) fn finite(number: f64) -> Result<f64, Stop> {
    if number.is_infinite() { Err(Stop::error("D1001")) } else { Ok(number) }
}

pub(super) fn negate(value: &Value) -> Evaluated {
    match value {
        Value::Undefined => Ok(Value::Undefined),
        Value::Number(number) if !number.is_nan() => Ok(Value::Number(-finite(*number)?)),
        _ => Err(Stop::error("D1002")),
    }
}

/// `and` and `or` have decided if they need the right side.
pub(super) fn apply(operator: &str, left: &Value, right: &Value) -> Evaluated {
    Ok(match operator {
        "and" | "or" => Value::Bool(super::value::truth(right)?),
        "+" | "-" | "*" | "/" | "%" => return arithmetic(operator, left, right),
        "=" | "!=" if left.is_undefined() || right.is_undefined() => Value::Bool(false),
        "=" => Value::Bool(equal(left, right)),
        "!=" => Value::Bool(!equal(left, right)),
        "<" | "<=" | ">" | ">=" => return comparison(operator, left, right),
        "in" => Value::Bool(is_in(left, right)),
        "&" => Value::text(&(operand_text(left)? + &operand_text(right)?)),
        ".." => return range(left, right),
        _ => return Err(Stop::Unsupported("an operator")),
    })
}

fn operand_text(value: &Value) -> Result<String, Stop> {
    Ok(number_text::string(value)?.unwrap_or_default())
}

fn arithmetic(operator: &str, left: &Value, right: &Value) -> Evaluated {
    let operand = |value: &Value, code: &str| match value {
        Value::Undefined => Ok(None),
        Value::Number(number) if !number.is_nan() => finite(*number).map(Some),
        _ => Err(Stop::error(code)),
    };
    let (left, right) = (operand(left, "T2001")?, operand(right, "T2002")?);
    let (Some(left), Some(right)) = (left, right) else { return Ok(Value::Undefined) };
    Ok(Value::Number(match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => left % right,
    }))
}

fn comparison(operator: &str, left: &Value, right: &Value) -> Evaluated {
    let is_comparable =
        |value: &Value| matches!(value, Value::Undefined | Value::Number(_) | Value::Text(_));
    if !is_comparable(left) || !is_comparable(right) {
        return Err(Stop::error("T2010"));
    }
    let order = match (left, right) {
        (Value::Undefined, _) | (_, Value::Undefined) => return Ok(Value::Undefined),
        (Value::Number(a), Value::Number(b)) => a.partial_cmp(b),
        (Value::Text(a), Value::Text(b)) => Some(a.encode_utf16().cmp(b.encode_utf16())),
        _ => return Err(Stop::error("T2009")),
    };
    Ok(Value::Bool(match operator {
        "<" => order == Some(Ordering::Less),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        ">" => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }))
}

/// Arrays and objects are in an array only as themselves.
fn is_in(left: &Value, right: &Value) -> bool {
    if left.is_undefined() || right.is_undefined() {
        return false;
    }
    right.items().iter().any(|item| match (left, item) {
        (Value::Array(a, _), Value::Array(b, _)) => Rc::ptr_eq(a, b),
        (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
        (left, item) => equal(left, item),
    })
}

fn range(left: &Value, right: &Value) -> Evaluated {
    let bound = |value: &Value, code: &str| match value {
        Value::Undefined => Ok(None),
        Value::Number(number) if number.fract() == 0.0 => Ok(Some(*number)),
        _ => Err(Stop::error(code)),
    };
    let (left, right) = (bound(left, "T2003")?, bound(right, "T2004")?);
    let (Some(left), Some(right)) = (left, right) else { return Ok(Value::Undefined) };
    if left > right {
        return Ok(Value::Undefined);
    }
    if right - left + 1.0 > LONGEST_RANGE {
        return Err(Stop::error("D2014"));
    }
    let mut items = Vec::new();
    let mut number = left;
    while number <= right {
        items.push(Value::Number(number));
        number += 1.0;
    }
    Ok(Value::sequence(items))
}
