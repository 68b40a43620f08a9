//! URLs and their parts, with `%` escapes as JavaScript's `encodeURI` and its like have them.

use crate::{Cx, Fault, Item, Outcome, View};

/// Characters that `encodeURIComponent` leaves as they are, besides letters and digits.
const PLAIN: &[u8] = b"-_.!~*'()";

/// Characters with a meaning in URLs, which `encodeURI` leaves as they are, too.
const RESERVED: &[u8] = b";/?:@&=+$,#";

/// `$encodeUrlComponent`
pub fn encode_url_component(cx: &Cx, text: View<'_>) -> Outcome {
    encode(cx, text, b"")
}

/// `$encodeUrl`
pub fn encode_url(cx: &Cx, text: View<'_>) -> Outcome {
    encode(cx, text, RESERVED)
}

/// `$decodeUrlComponent`. In Step Functions `+` is a space, and bytes that are not UTF-8 become
/// U+FFFD.
pub fn decode_url_component(cx: &Cx, item: View<'_>) -> Outcome {
    const NAME: &str = "decodeUrlComponent";
    match item.as_str().filter(|_| cx.is_aws()) {
        Some(text) => {
            cx.read_text(text.len())?;
            let text = text.replace('+', " ");
            let bytes = bytes_of(&text, b"").ok_or_else(|| malformed(item, NAME))?;
            cx.text(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => decode(cx, item, b"", NAME),
    }
}

/// `$decodeUrl`
pub fn decode_url(cx: &Cx, text: View<'_>) -> Outcome {
    decode(cx, text, RESERVED, "decodeUrl")
}

fn encode(cx: &Cx, text: View<'_>, kept: &[u8]) -> Outcome {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let Some(text) = text.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    let is_plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || PLAIN.contains(byte) || kept.contains(byte);
    let escapes = text.bytes().filter(|byte| !is_plain(byte)).count();
    cx.make_text(text.len() + 2 * escapes)?;
    let mut encoded = String::with_capacity(text.len() + 2 * escapes);
    let digit = |half: u8| char::from(DIGITS.get(usize::from(half)).copied().unwrap_or(b'0'));
    for byte in text.bytes() {
        if is_plain(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    Ok(Item::text(encoded))
}

/// Decodes the escapes, except those of characters that are kept escaped.
fn decode(cx: &Cx, item: View<'_>, kept: &[u8], function: &str) -> Outcome {
    let Some(text) = item.as_str() else { return Ok(Item::Undefined) };
    cx.read_text(text.len())?;
    cx.make_text(text.len())?;
    let decoded = bytes_of(text, kept).and_then(|bytes| String::from_utf8(bytes).ok());
    decoded.map(Item::text).ok_or_else(|| malformed(item, function))
}

/// The bytes that a text with escapes stands for; `None` if one is malformed.
fn bytes_of(text: &str, kept: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        decoded.extend_from_slice(before.as_bytes());
        let byte = after.get(..2).and_then(hexadecimal)?;
        rest = after.get(2..).unwrap_or_default();
        if kept.contains(&byte) {
            decoded.push(b'%');
            decoded.extend_from_slice(after.get(..2).unwrap_or_default().as_bytes());
        } else {
            decoded.push(byte);
        }
    }
    decoded.extend_from_slice(rest.as_bytes());
    Some(decoded)
}

fn hexadecimal(digits: &str) -> Option<u8> {
    let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_number)
}

#[cold]
fn malformed(text: View<'_>, function: &str) -> Fault {
    Fault::new("D3140").value(text).message(function)
}
