//! `States.Base64Encode`, `States.Base64Decode` and `States.Hash`.

use asl_value::encoding::{digest, from_base64, to_base64};
use asl_value::error::Failed;
use asl_value::value::Value;

use super::{MOST_CHARACTERS, invalid, text_in};

/// Encodes a text as Base64 (RFC 4648, with padding).
#[inline]
pub fn base64_encode(text: &Value) -> Result<Value, Failed> {
    let text = short_text("States.Base64Encode", text)?;
    Ok(Value::text(to_base64(text.as_bytes())))
}

/// Decodes a text from Base64. Blanks are skipped, and bytes that are not UTF-8 become U+FFFD.
#[inline]
pub fn base64_decode(text: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.Base64Decode";
    let bytes = from_base64(short_text(NAME, text)?).ok_or_else(|| invalid(NAME))?;
    Ok(Value::text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Returns the hash of a text, in lower-case hexadecimal digits.
#[inline]
pub fn hash(data: &Value, algorithm: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.Hash";
    let bytes = short_text(NAME, data)?.as_bytes();
    let digits = digest(bytes, text_in(NAME, algorithm)?).ok_or_else(|| invalid(NAME))?;
    Ok(Value::text(digits))
}

/// Returns a text that is no longer than AWS allows.
fn short_text<'v>(function: &str, text: &'v Value) -> Result<&'v str, Failed> {
    let text = text_in(function, text)?;
    if text.len() <= MOST_CHARACTERS || text.chars().count() <= MOST_CHARACTERS {
        return Ok(text);
    }
    Err(invalid(function))
}
