//! `States.StringToJson`, `States.JsonToString` and `States.JsonMerge`.

use asl_value::error::Failed;
use asl_value::value::{Object, Value};

use super::{MOST_BYTES, failed, invalid, text_in, too_large};

/// Parses a JSON text. As recorded, a blank text is `null`.
#[inline]
pub fn string_to_json(text: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.StringToJson";
    let text = text_in(NAME, text)?;
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MOST_BYTES {
        return Err(too_large(NAME));
    }
    if text.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    match Value::from_json_str(text) {
        // As recorded: `-0` is 0.
        Ok(Value::Float(0.0)) if text.trim_ascii() == "-0" => Ok(Value::Int(0)),
        Ok(value) => Ok(value),
        Err(error) => {
            Err(failed(format_args!("Cannot convert String to Json in {NAME}, caused by: {error}")))
        }
    }
}

/// Writes a value as JSON text.
pub fn json_to_string(value: &Value) -> Result<Value, Failed> {
    if value.size() > MOST_BYTES {
        return Err(too_large("States.JsonToString"));
    }
    Ok(Value::text(value.to_json_string()))
}

/// Merges two objects. As recorded, the members of the second come first and win. Only the
/// outermost level is merged: the third argument, which requests a deep merge, must be `false`, or
/// its text.
#[inline]
pub fn json_merge(first: &Value, second: &Value, is_deep: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.JsonMerge";
    let object = |value: &'_ Value| -> Result<Object, Failed> {
        value.as_object().cloned().ok_or_else(|| invalid(NAME))
    };
    let (first, mut merged) = (object(first)?, object(second)?);
    if is_deep != &Value::Bool(false) && is_deep.as_str() != Some("false") {
        return Err(invalid(NAME));
    }
    for (key, value) in first.entries() {
        if merged.get(key).is_none() {
            merged.make_mut().insert(key.clone(), value.clone());
        }
    }
    Ok(Value::Object(merged))
}
