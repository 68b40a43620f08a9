//! Strings, without regular expressions.

use super::super::Stop;
use super::super::evaluate::Evaluated;
use super::super::number_text;
use super::super::value::Value;
use super::numbers::count_of;
use super::{Native, at, items, native, number, text};

pub(super) const ALL: &[Native] =
    &[
        native("string", "x-b?:s", 1, |_, given| match at(given, 1) {
            Value::Undefined | Value::Bool(false) => Ok(number_text::string(at(given, 0))?
                .map_or(Value::Undefined, |text| Value::text(&text))),
            _ => Err(Stop::Unsupported("pretty text")),
        }),
        native("length", "s-:n", 1, |_, given| {
            Ok(text(given, 0)?.map_or(Value::Undefined, |text| count_of(text.chars().count())))
        }),
        native("substring", "s-nn?:s", 3, |_, given| substring(given)),
        native("substringBefore", "s-s:s", 2, |_, given| cut(given, |before, _| before)),
        native("substringAfter", "s-s:s", 2, |_, given| cut(given, |_, after| after)),
        native("lowercase", "s-:s", 1, |_, given| map(given, str::to_lowercase)),
        native("uppercase", "s-:s", 1, |_, given| map(given, str::to_uppercase)),
        native("trim", "s-:s", 1, |_, given| {
            map(given, |text| {
                let words = text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
                words.collect::<Vec<_>>().join(" ")
            })
        }),
        native("pad", "s-ns?:s", 3, |_, given| pad(given)),
        native("contains", "s-(sf):b", 2, |_, given| {
            let pattern = pattern(given)?;
            Ok(text(given, 0)?.map_or(Value::Undefined, |text| Value::Bool(text.contains(pattern))))
        }),
        native("split", "s-(sf)n?:a<s>", 3, |_, given| split(given)),
        native("join", "a<s>s?:s", 2, |_, given| {
            let Some(parts) = items(given, 0)? else { return Ok(Value::Undefined) };
            let separator = text(given, 1)?.unwrap_or_default();
            let parts = parts.iter().map(|part| match part {
                Value::Text(part) => Ok(&**part),
                _ => Err(Stop::error("T0412")),
            });
            Ok(Value::text(&parts.collect::<Result<Vec<_>, _>>()?.join(separator)))
        }),
    ];

fn map(given: &[Value], result: impl Fn(&str) -> String) -> Evaluated {
    Ok(text(given, 0)?.map_or(Value::Undefined, |text| Value::text(&result(text))))
}

fn pattern(given: &[Value]) -> Result<&str, Stop> {
    match at(given, 1) {
        Value::Text(text) => Ok(text),
        Value::Undefined => Err(Stop::Unsupported("an undefined pattern")),
        _ => Err(Stop::Unsupported("a function as a pattern")),
    }
}

/// The text around the first occurrence of another.
fn cut(given: &[Value], part: impl for<'a> Fn(&'a str, &'a str) -> &'a str) -> Evaluated {
    let Some(whole) = text(given, 0)? else { return Ok(Value::Undefined) };
    Ok(Value::text(match whole.split_once(pattern(given)?) {
        Some((before, after)) => part(before, after),
        None => whole,
    }))
}

fn substring(given: &[Value]) -> Evaluated {
    let Some(whole) = text(given, 0)? else { return Ok(Value::Undefined) };
    let chars: Vec<char> = whole.chars().collect();
    let Value::Number(count) = count_of(chars.len()) else { return Ok(Value::Undefined) };
    let Some(mut start) = number(given, 1)? else {
        return Err(Stop::Unsupported("an undefined start"));
    };
    if count + start < 0.0 {
        start = 0.0;
    }
    // Places are counted from the end if they are negative, and cut to whole ones.
    let place = |at: f64| (if at < 0.0 { count + at } else { at }).clamp(0.0, count).trunc();
    let end = match number(given, 2)? {
        Some(length) if length <= 0.0 => return Ok(Value::text("")),
        Some(length) if start >= 0.0 => start + length,
        Some(length) => count + start + length,
        None => count,
    };
    let (from, to) = (place(start.trunc()), place(end.trunc()));
    let mut part = String::new();
    for (at, c) in chars.iter().enumerate() {
        if let Value::Number(at) = count_of(at)
            && (from..to).contains(&at)
        {
            part.push(*c);
        }
    }
    Ok(Value::text(&part))
}

fn pad(given: &[Value]) -> Evaluated {
    let Some(whole) = text(given, 0)? else { return Ok(Value::Undefined) };
    let Some(width) = number(given, 1)? else {
        return Err(Stop::Unsupported("an undefined width"));
    };
    let filler = text(given, 2)?.filter(|filler| !filler.is_empty()).unwrap_or(" ");
    let mut padding = String::new();
    let mut fill = filler.chars().cycle();
    let mut length = whole.chars().count();
    while matches!(count_of(length), Value::Number(length) if length < width.trunc().abs()) {
        padding.extend(fill.next());
        length += 1;
    }
    Ok(Value::text(&if width > 0.0 {
        format!("{whole}{padding}")
    } else {
        format!("{padding}{whole}")
    }))
}

fn split(given: &[Value]) -> Evaluated {
    let Some(whole) = text(given, 0)? else { return Ok(Value::Undefined) };
    let limit = number(given, 2)?;
    if limit.is_some_and(|limit| limit < 0.0) {
        return Err(Stop::error("D3020"));
    }
    let separator = pattern(given)?;
    let parts: Vec<String> = if separator.is_empty() {
        // JavaScript cuts characters beyond U+FFFF in two.
        whole.encode_utf16().map(|unit| String::from_utf16_lossy(&[unit])).collect()
    } else {
        whole.split(separator).map(str::to_owned).collect()
    };
    let is_wanted = |at: usize| match (count_of(at), limit) {
        (Value::Number(at), Some(limit)) => at < limit.trunc(),
        _ => true,
    };
    let parts = parts.iter().enumerate().filter(|(at, _)| is_wanted(*at));
    Ok(Value::plain(parts.map(|(_, part)| Value::text(part)).collect()))
}
