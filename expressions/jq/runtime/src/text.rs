//! Strings: cutting, trimming, characters.

use super::number::{count, to_i32};
use super::order::look_through;
use super::{Cx, Exit, fault};
use asl_value::value::{Text, Value};

/// `utf8bytelength`
pub fn utf8bytelength(_: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::String(text) = input else {
        return Err(fault::bad(input, "only strings have UTF-8 byte length"));
    };
    Ok(count(text.len()))
}

/// Two strings, or an error.
fn texts<'v>(
    cx: &Cx,
    input: &'v Value,
    other: &'v Value,
    error: &'static str,
) -> Result<(&'v Text, &'v Text), Exit> {
    match (input, other) {
        (Value::String(text), Value::String(other)) => {
            look_through(cx, text, other)?;
            Ok((text, other))
        }
        _ => Err(fault::plain(error)),
    }
}

const STARTSWITH: &str = "startswith() requires string inputs";
const ENDSWITH: &str = "endswith() requires string inputs";

/// `startswith(start)`
pub fn startswith(cx: &Cx, input: &Value, start: &Value) -> Result<Value, Exit> {
    let (text, start) = texts(cx, input, start, STARTSWITH)?;
    Ok(Value::Bool(text.starts_with(start.as_str())))
}

/// `endswith(end)`
pub fn endswith(cx: &Cx, input: &Value, end: &Value) -> Result<Value, Exit> {
    let (text, end) = texts(cx, input, end, ENDSWITH)?;
    Ok(Value::Bool(text.ends_with(end.as_str())))
}

/// The part of a string; the string itself where it is all of it.
fn part(cx: &Cx, text: &Text, part: &str) -> Result<Value, Exit> {
    if part.len() == text.len() {
        return Ok(Value::String(text.clone()));
    }
    cx.make_text(part.len())?;
    Ok(Value::text(part))
}

/// `ltrimstr(start)`
pub fn ltrimstr(cx: &Cx, input: &Value, start: &Value) -> Result<Value, Exit> {
    let (text, start) = texts(cx, input, start, STARTSWITH)?;
    part(cx, text, text.strip_prefix(start.as_str()).unwrap_or(text))
}

/// `rtrimstr(end)`
pub fn rtrimstr(cx: &Cx, input: &Value, end: &Value) -> Result<Value, Exit> {
    let (text, end) = texts(cx, input, end, ENDSWITH)?;
    part(cx, text, text.strip_suffix(end.as_str()).unwrap_or(text))
}

/// `trimstr(both)`
pub fn trimstr(cx: &Cx, input: &Value, both: &Value) -> Result<Value, Exit> {
    let (text, both) = texts(cx, input, both, STARTSWITH)?;
    let rest = text.strip_prefix(both.as_str()).unwrap_or(text);
    part(cx, text, rest.strip_suffix(both.as_str()).unwrap_or(rest))
}

fn trimmable(input: &Value) -> Result<&Text, Exit> {
    if let Value::String(text) = input {
        Ok(text)
    } else {
        Err(fault::plain("trim input must be a string"))
    }
}

/// The part of a string without spaces, character by character.
fn trimmed(cx: &Cx, text: &Text, rest: &str) -> Result<Value, Exit> {
    cx.spend((text.len() - rest.len()) as u64 / 32)?;
    part(cx, text, rest)
}

/// `trim`
pub fn trim(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = trimmable(input)?;
    trimmed(cx, text, text.trim())
}

/// `ltrim`
pub fn ltrim(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = trimmable(input)?;
    trimmed(cx, text, text.trim_start())
}

/// `rtrim`
pub fn rtrim(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = trimmable(input)?;
    trimmed(cx, text, text.trim_end())
}

/// `split(separator)`
pub fn split(cx: &Cx, input: &Value, separator: &Value) -> Result<Value, Exit> {
    let (text, separator) =
        texts(cx, input, separator, "split input and separator must be strings")?;
    split_text(cx, text, separator)
}

/// The parts between separators; all characters if the separator is empty. An empty string has no
/// parts.
pub(super) fn split_text(cx: &Cx, text: &Text, separator: &Text) -> Result<Value, Exit> {
    cx.spend(1 + text.len() as u64 / 16)?;
    if text.is_empty() {
        return Ok(Value::array(Vec::new()));
    }
    cx.spend(separator.len() as u64 / 16)?;
    let parts: Vec<Value> = if separator.is_empty() {
        cx.make_items(text.len())?;
        text.chars().map(Value::from).collect()
    } else {
        cx.make_text(text.len())?;
        cx.make_items(1 + text.matches(separator.as_str()).count())?;
        text.split(separator.as_str()).map(Value::from).collect()
    };
    Ok(Value::array(parts))
}

fn characters(input: &Value) -> Result<&Text, Exit> {
    if let Value::String(text) = input {
        Ok(text)
    } else {
        Err(fault::plain("explode input must be a string"))
    }
}

/// `explode`
pub fn explode(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = characters(input)?;
    cx.make_items(text.len())?;
    Ok(text.chars().map(|character| Value::from(u32::from(character))).collect())
}

/// `implode`: what is no character becomes U+FFFD.
pub fn implode(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let Value::Array(points) = input else {
        return Err(fault::plain("implode input must be an array"));
    };
    cx.make_text(points.len())?;
    cx.spend(points.len() as u64 / 8)?;
    let mut text = String::with_capacity(points.len());
    for point in points {
        let Some(number) = point.as_f64().filter(|number| !number.is_nan()) else {
            return Err(fault::bad(
                point,
                "can't be imploded, unicode codepoint needs to be numeric",
            ));
        };
        let character = u32::try_from(to_i32(number)).ok().and_then(char::from_u32);
        text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    Ok(Value::text(text))
}

/// `ascii`: the character of a number below 128, as other editions of jq have it.
pub fn ascii(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    implode(cx, &Value::array(vec![input.clone()]))
}

/// `ascii_downcase`
pub fn ascii_downcase(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = characters(input)?;
    cx.make_text(text.len())?;
    Ok(Value::text(text.to_ascii_lowercase()))
}

/// `ascii_upcase`
pub fn ascii_upcase(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let text = characters(input)?;
    cx.make_text(text.len())?;
    Ok(Value::text(text.to_ascii_uppercase()))
}
