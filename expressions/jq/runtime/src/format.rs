//! `@text`, `@json`, `@html`, `@uri`, `@csv` and the others.

use asl_value::encoding::to_base64;

use super::convert::{text_of, tojson, tostring};
use super::{Cx, Exit, LONGEST, Limit, fault};
use asl_value::value::{Text, Value};

/// `format(name)`
#[inline]
pub fn format(cx: &Cx, input: &Value, name: &Value) -> Result<Value, Exit> {
    let Value::String(name) = name else { return Err(fault::bad(name, "is not a valid format")) };
    match name.as_str() {
        "text" => format_text(cx, input),
        "json" => format_json(cx, input),
        "csv" => format_csv(cx, input),
        "tsv" => format_tsv(cx, input),
        "html" => format_html(cx, input),
        "uri" => format_uri(cx, input),
        "urid" => format_urid(cx, input),
        "sh" => format_sh(cx, input),
        "base64" => format_base64(cx, input),
        "base64d" => format_base64d(cx, input),
        "base32" => format_base32(cx, input),
        "base32d" => format_base32d(cx, input),
        other => Err(Exit::error(format!("{other} is not a valid format"))),
    }
}

/// `@text`
pub fn format_text(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    tostring(cx, input)
}

/// `@json`
pub fn format_json(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    tojson(cx, input)
}

/// The text that most formats begin with.
fn plain(cx: &Cx, input: &Value) -> Result<Text, Exit> {
    let text = match input {
        Value::String(text) => text.clone(),
        _ => text_of(cx, input).map(Text::from)?,
    };
    cx.read_text(text.len())?;
    Ok(text)
}

/// A string that was made, if it is not too long.
fn made(cx: &Cx, text: String) -> Result<Value, Exit> {
    cx.make_text(text.len())?;
    Ok(Value::text(text))
}

/// Refuses what would grow too long, before it does.
fn bounded(length: usize) -> Result<(), Exit> {
    if length > LONGEST { Err(Exit::Limit(Limit::Size)) } else { Ok(()) }
}

/// Appends a text with some characters replaced; NUL always is.
fn escape(
    out: &mut String,
    text: &str,
    replaced: fn(char) -> Option<&'static str>,
) -> Result<(), Exit> {
    for character in text.chars() {
        match if character == '\0' { Some("\\0") } else { replaced(character) } {
            Some(other) => out.push_str(other),
            None => out.push(character),
        }
    }
    bounded(out.len())
}

/// `@html`
pub fn format_html(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let mut out = String::new();
    escape(&mut out, &plain(cx, input)?, |character| match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\'' => Some("&apos;"),
        '"' => Some("&quot;"),
        _ => None,
    })?;
    made(cx, out)
}

/// `@csv`
pub fn format_csv(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::Array(cells) = input else {
        return Err(fault::bad(input, "cannot be csv-formatted, only array"));
    };
    row(cx, cells.as_slice(), ",", "\"", |character| (character == '"').then_some("\"\""))
}

/// `@tsv`
pub fn format_tsv(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::Array(cells) = input else {
        return Err(fault::bad(input, "cannot be tsv-formatted, only array"));
    };
    row(cx, cells.as_slice(), "\t", "", |character| match character {
        '\t' => Some("\\t"),
        '\r' => Some("\\r"),
        '\n' => Some("\\n"),
        '\\' => Some("\\\\"),
        _ => None,
    })
}

fn row(
    cx: &Cx,
    cells: &[Value],
    separator: &str,
    quote: &str,
    replaced: fn(char) -> Option<&'static str>,
) -> Result<Value, Exit> {
    let mut out = String::new();
    for (place, cell) in cells.iter().enumerate() {
        cx.spend(1)?;
        if place > 0 {
            out.push_str(separator);
        }
        match cell {
            Value::Null => {}
            Value::Float(float) if float.is_nan() => {}
            Value::Bool(_) | Value::Int(_) | Value::Float(_) => out.push_str(&text_of(cx, cell)?),
            Value::String(text) => {
                cx.read_text(text.len())?;
                out.push_str(quote);
                escape(&mut out, text, replaced)?;
                out.push_str(quote);
            }
            // Of tsv too.
            Value::Array(_) | Value::Object(_) => {
                return Err(fault::bad(cell, "is not valid in a csv row"));
            }
        }
    }
    made(cx, out)
}

/// `@sh`
pub fn format_sh(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let words = if let Value::Array(words) = input {
        words.as_slice()
    } else {
        std::slice::from_ref(input)
    };
    let mut out = String::new();
    for (place, word) in words.iter().enumerate() {
        cx.spend(1)?;
        if place > 0 {
            out.push(' ');
        }
        match word {
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
                out.push_str(&text_of(cx, word)?);
            }
            Value::String(text) => {
                cx.read_text(text.len())?;
                out.push('\'');
                escape(&mut out, text, |character| (character == '\'').then_some("'\\''"))?;
                out.push('\'');
            }
            Value::Array(_) | Value::Object(_) => {
                return Err(fault::bad(word, "can not be escaped for shell"));
            }
        }
    }
    made(cx, out)
}

/// `@uri`
pub fn format_uri(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or('0');
    let text = plain(cx, input)?;
    bounded(text.len().saturating_mul(3))?;
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    made(cx, out)
}

/// `@urid`
pub fn format_urid(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = plain(cx, input)?;
    let decoded = percent_decoded(text.as_bytes()).and_then(|bytes| String::from_utf8(bytes).ok());
    match decoded {
        Some(decoded) => made(cx, decoded),
        None => Err(fault::bad(&Value::String(text), "is not a valid uri encoding")),
    }
}

fn percent_decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        if *byte != b'%' {
            decoded.push(*byte);
            continue;
        }
        let mut digit = || char::from(*bytes.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        decoded.push(u8::try_from(high * 16 + low).ok()?);
    }
    Some(decoded)
}

/// `@base64`
pub fn format_base64(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = plain(cx, input)?;
    bounded(text.len() / 3 * 4 + 4)?;
    made(cx, to_base64(text.as_bytes()))
}

/// `@base64d`: up to the first `=`; what is not UTF-8 then becomes U+FFFD.
#[inline]
pub fn format_base64d(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = plain(cx, input)?;
    let value = |digit: u8| match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    match unpacked(text.as_bytes(), 6, value) {
        Some((_, 6)) => Err(fault::bad(&Value::String(text), "trailing base64 byte found")),
        Some((bytes, _)) => made(cx, lossy(&bytes)),
        None => Err(fault::bad(&Value::String(text), "is not valid base64 data")),
    }
}

/// `@base32`, as other editions of jq have it.
pub fn format_base32(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    const DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let text = plain(cx, input)?;
    bounded(text.len() / 5 * 8 + 8)?;
    let mut out = String::with_capacity(text.len() / 5 * 8 + 8);
    for group in text.as_bytes().chunks(5) {
        let bits = (0..5)
            .fold(0_u64, |bits, at| bits << 8 | u64::from(group.get(at).copied().unwrap_or(0)));
        let used = (group.len() * 8).div_ceil(5);
        for at in 0..8 {
            let digit = usize::try_from(bits >> (35 - 5 * at) & 31)
                .ok()
                .and_then(|digit| DIGITS.get(digit));
            out.push(if at < used { digit.copied().map_or('=', char::from) } else { '=' });
        }
    }
    made(cx, out)
}

/// `@base32d`, as other editions of jq have it.
#[inline]
pub fn format_base32d(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = plain(cx, input)?;
    let value = |digit: u8| match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'2'..=b'7' => Some(digit - b'2' + 26),
        _ => None,
    };
    match unpacked(text.as_bytes(), 5, value) {
        Some((bytes, _)) => made(cx, lossy(&bytes)),
        None => Err(fault::bad(&Value::String(text), "is not valid base32 data")),
    }
}

/// The bytes that digits of so many bits encode, up to the first `=`, and how many bits are left
/// over.
fn unpacked(digits: &[u8], width: u32, value: impl Fn(u8) -> Option<u8>) -> Option<(Vec<u8>, u32)> {
    let mut bytes = Vec::with_capacity(digits.len());
    let (mut bits, mut count) = (0_u32, 0);
    for digit in digits.iter().take_while(|digit| **digit != b'=') {
        bits = bits << width | u32::from(value(*digit)?);
        count += width;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 255).ok()?);
            bits &= (1 << count) - 1;
        }
    }
    Some((bytes, count))
}

/// The text of bytes; each sequence that is wrong becomes one U+FFFD, however long its first byte
/// says it is.
fn lossy(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(first) = rest.first() {
        let wanted = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        // A sequence that the end cuts short takes with it what is left.
        if wanted > rest.len() {
            text.push(char::REPLACEMENT_CHARACTER);
            break;
        }
        let follows =
            rest.iter().skip(1).take(wanted - 1).take_while(|byte| **byte & 0xc0 == 0x80).count();
        let (sequence, behind) = rest.split_at(follows + 1);
        match std::str::from_utf8(sequence) {
            Ok(good) => text.push_str(good),
            Err(_) => text.push(char::REPLACEMENT_CHARACTER),
        }
        rest = behind;
    }
    text
}
