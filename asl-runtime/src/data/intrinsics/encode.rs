//! `States.Base64Encode`, `States.Base64Decode` and `States.Hash`.

use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::engine::{DecodePaddingMode, Engine};
use hmac_sha512::sha384;
use sha1_smol::Sha1;

use crate::error::Failed;
use crate::value::Value;

use super::{MOST_CHARACTERS, invalid, text_in};

/// Decodes as AWS does: padding may be missing, and trailing bits are ignored.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Encodes a text as Base64 (RFC 4648, with padding).
pub fn base64_encode(text: &Value) -> Result<Value, Failed> {
    let text = short_text("States.Base64Encode", text)?;
    Ok(Value::text(to_base64(text.as_bytes())))
}

/// Decodes a text from Base64. Blanks are skipped, and bytes that are not UTF-8 become U+FFFD.
pub fn base64_decode(text: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.Base64Decode";
    let bytes = from_base64(short_text(NAME, text)?).ok_or_else(|| invalid(NAME))?;
    Ok(Value::text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Returns the hash of a text, in lower-case hexadecimal digits.
pub fn hash(data: &Value, algorithm: &Value) -> Result<Value, Failed> {
    const NAME: &str = "States.Hash";
    let bytes = short_text(NAME, data)?.as_bytes();
    let digits = digest(bytes, text_in(NAME, algorithm)?).ok_or_else(|| invalid(NAME))?;
    Ok(Value::text(digits))
}

/// Encodes bytes as Base64 (RFC 4648, with padding).
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Decodes Base64 without the blanks in it.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text: String = text.split_ascii_whitespace().collect();
    LENIENT.decode(text).ok()
}

/// Returns the hash of bytes in lower-case hexadecimal digits, or `None` for an algorithm that AWS
/// does not know.
pub(crate) fn digest(bytes: &[u8], algorithm: &str) -> Option<String> {
    Some(match algorithm {
        "MD5" => hexadecimal(&md5::compute(bytes).0),
        "SHA-1" => hexadecimal(&Sha1::from(bytes).digest().bytes()),
        "SHA-256" => hexadecimal(&hmac_sha256::Hash::hash(bytes)),
        "SHA-384" => hexadecimal(&sha384::Hash::hash(bytes)),
        "SHA-512" => hexadecimal(&hmac_sha512::Hash::hash(bytes)),
        _ => return None,
    })
}

/// Returns a text that is no longer than AWS allows.
fn short_text<'v>(function: &str, text: &'v Value) -> Result<&'v str, Failed> {
    let text = text_in(function, text)?;
    if text.len() <= MOST_CHARACTERS || text.chars().count() <= MOST_CHARACTERS {
        return Ok(text);
    }
    Err(invalid(function))
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digit = |number: u8| DIGITS.get(usize::from(number)).copied().unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
