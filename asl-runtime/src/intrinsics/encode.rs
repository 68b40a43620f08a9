//! `States.Base64Encode`, `States.Base64Decode` and `States.Hash`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};

use crate::error::Failed;
use crate::value::Value;

use super::{MOST_CHARACTERS, failed, json, text_in};

/// A text as Base64 (RFC 4648, with padding).
pub fn base64_encode(text: &Value) -> Result<Value, Failed> {
    let text = short("only", text_in("only", text)?)?;
    Ok(Value::text(STANDARD.encode(text)))
}

/// The text that stands in Base64; bytes that are no UTF-8 come out as U+FFFD.
pub fn base64_decode(text: &Value) -> Result<Value, Failed> {
    let text = short("only", text_in("only", text)?)?;
    let bytes = STANDARD.decode(text).map_err(|error| failed(format_args!("the text is not Base64: {error}")))?;
    Ok(Value::text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The hash of a text, or of other data as JSON text, in lower-case hexadecimal digits.
pub fn hash(data: &Value, algorithm: &Value) -> Result<Value, Failed> {
    let text = match data {
        Value::String(text) => text.to_string(),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Array(_) | Value::Object(_) => {
            json::text_of(data)?
        }
    };
    let bytes = short("first", &text)?.as_bytes();
    let digits = match text_in("second", algorithm)? {
        "MD5" => hexadecimal(&Md5::digest(bytes)),
        "SHA-1" => hexadecimal(&Sha1::digest(bytes)),
        "SHA-256" => hexadecimal(&Sha256::digest(bytes)),
        "SHA-384" => hexadecimal(&Sha384::digest(bytes)),
        "SHA-512" => hexadecimal(&Sha512::digest(bytes)),
        other => return Err(failed(format_args!("there is no algorithm '{other}'"))),
    };
    Ok(Value::text(digits))
}

fn short<'t>(place: &str, text: &'t str) -> Result<&'t str, Failed> {
    if text.len() <= MOST_CHARACTERS || text.chars().count() <= MOST_CHARACTERS {
        return Ok(text);
    }
    Err(failed(format_args!("the {place} argument has more than {MOST_CHARACTERS} characters")))
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digit = |number: u8| DIGITS.get(usize::from(number)).copied().unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
