//! `States.StringToJson`, `States.JsonToString` and `States.JsonMerge`.

use crate::error::Failed;
use crate::value::{Object, Value};

use super::{MOST_BYTES, failed, text_in, too_large, wrong};

/// The value that a text is the JSON of. As recorded, a blank text is `null`.
pub fn string_to_json(text: &Value) -> Result<Value, Failed> {
    let text = text_in("only", text)?;
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MOST_BYTES {
        return Err(too_large());
    }
    if text.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    match Value::from_json_str(text) {
        // As recorded: `-0` is 0.
        Ok(Value::Float(0.0)) if text.trim_ascii() == "-0" => Ok(Value::Int(0)),
        Ok(value) => Ok(value),
        Err(error) => Err(failed(format_args!("the text is not JSON: {error}"))),
    }
}

/// The JSON text of a value.
pub fn json_to_string(value: &Value) -> Result<Value, Failed> {
    text_of(value).map(Value::text)
}

pub(super) fn text_of(value: &Value) -> Result<String, Failed> {
    if value.size() > MOST_BYTES { Err(too_large()) } else { Ok(value.to_json_string()) }
}

/// The members of both objects; those of the second count where both have one. Only the outermost level is merged: the
/// third argument, which would ask for more, must be `false`.
pub fn json_merge(first: &Value, second: &Value, is_deep: &Value) -> Result<Value, Failed> {
    if is_deep != &Value::Bool(false) {
        return Err(failed("the third argument must be false: deep merging is not supported"));
    }
    let mut merged = object_in("first", first)?.clone();
    let second = object_in("second", second)?;
    let members = merged.make_mut();
    for (key, value) in second.entries() {
        members.insert(key.clone(), value.clone());
    }
    Ok(Value::Object(merged))
}

fn object_in<'v>(place: &str, value: &'v Value) -> Result<&'v Object, Failed> {
    value.as_object().ok_or_else(|| wrong(place, "an object", value))
}
