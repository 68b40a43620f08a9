//! From values to text, numbers and truth, and back.

use super::{Cx, Exit, access, fault, json, number};
use asl_value::expression::Bounded;
use asl_value::value::Value;

/// The JSON text of a value.
pub(super) fn text_of(cx: &Cx, value: &Value) -> Result<String, Exit> {
    let mut out = Bounded::in_run(&cx.budget, cx.room_for_text());
    json::write(value, &mut out).map_err(|_| Exit::Limit(out.limit))?;
    cx.make_text(out.text.len())?;
    cx.spend(out.steps())?;
    Ok(out.text)
}

/// `tojson`
pub fn tojson(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    text_of(cx, input).map(Value::text)
}

/// `tostring`
#[inline]
pub fn tostring(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    if let Value::String(_) = input { Ok(input.clone()) } else { tojson(cx, input) }
}

/// `type`
pub fn type_name(_: &Cx, input: &Value) -> Result<Value, Exit> {
    Ok(Value::String(asl_value::value::Text::new_static(input.kind())))
}

/// `tonumber`
pub fn tonumber(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    match input {
        Value::Int(_) | Value::Float(_) => return Ok(input.clone()),
        Value::String(text) => {
            cx.spend(text.len() as u64 / 16)?;
            if let Some(number) = number::parse(text) {
                return Ok(if let Value::Float(float) = number {
                    cx.number(float)
                } else {
                    number
                });
            }
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {}
    }
    Err(fault::bad(input, "cannot be parsed as a number"))
}

/// `toboolean`
pub fn toboolean(_: &Cx, input: &Value) -> Result<Value, Exit> {
    match input {
        Value::Bool(_) => Ok(input.clone()),
        Value::String(text) if text == "true" => Ok(Value::Bool(true)),
        Value::String(text) if text == "false" => Ok(Value::Bool(false)),
        _ => Err(fault::bad(input, "cannot be parsed as a boolean")),
    }
}

/// `toarray`: an array as it is, anything else in one, as other editions of jq have it.
pub fn toarray(_: &Cx, input: &Value) -> Result<Value, Exit> {
    Ok(if let Value::Array(_) = input { input.clone() } else { Value::array(vec![input.clone()]) })
}

/// `have_decnum`: numbers are doubles and 64-bit integers.
pub fn have_decnum(_: &Cx, _: &Value) -> Result<Value, Exit> {
    Ok(Value::Bool(false))
}

/// `abs`
pub fn abs(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    match input {
        Value::Int(_) | Value::Float(_) => access::length(cx, input),
        Value::Null | Value::Bool(_) => Err(fault::bad(input, "cannot be negated")),
        _ => Ok(input.clone()),
    }
}
