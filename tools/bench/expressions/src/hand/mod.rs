//! Hand-written programs on our `Value`. A missing value, or one of another type, is an error, or
//! `null`.

pub(crate) mod jq;
pub(crate) mod jsonata;

use asl_runtime::Value;

/// The result of all of them; the error is a text.
pub(crate) type Made = Result<Value, String>;

pub(crate) fn field<'v>(value: &'v Value, name: &str) -> Result<&'v Value, String> {
    static NULL: Value = Value::Null;
    match value {
        Value::Object(members) => Ok(members.get(name).unwrap_or(&NULL)),
        Value::Null => Ok(&NULL),
        _ => Err(format!("no members: {value}")),
    }
}

pub(crate) fn items(value: &Value) -> Result<&[Value], String> {
    match field(value, "items")? {
        Value::Array(items) => Ok(items.as_slice()),
        other => Err(format!("no items: {other}")),
    }
}

pub(crate) fn number(value: &Value) -> Result<f64, String> {
    value.as_f64().ok_or_else(|| format!("no number: {value}"))
}

/// Numbers as in both languages: whole ones are integers.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn made(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        Value::Int(number as i64)
    } else {
        Value::Float(number)
    }
}

pub(crate) fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("no text: {value}"))
}
