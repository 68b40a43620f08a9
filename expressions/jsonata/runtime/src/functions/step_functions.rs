//! The functions that Step Functions adds: `$partition`, `$range`, `$hash`, `$random`, `$uuid`,
//! `$parse`. Their rules were measured there. Numbers are cut towards zero.

use crate::json_text::to_text;
use crate::number::{float, index};
use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::encoding;
use asl_value::random::{Java, uuid_of};
use asl_value::value::Value;

/// `$partition`: without a size, one part. With one, undefined for an empty array and for 0.
pub fn partition(cx: &Cx, array: View<'_>, size: View<'_>) -> Outcome {
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    let Some(length) = array.array_len() else {
        return Err(Fault::new("T0412").value(array).index(1));
    };
    let Some(size) = size.as_f64().map(f64::trunc) else {
        cx.make_items(1 + length)?;
        return Item::array(vec![Item::array(array.items().map(View::to_item).collect())?]);
    };
    if size < 0.0 {
        return Err(invalid("Second argument must be zero or greater"));
    }
    let size = index(size);
    if size == 0 || length == 0 {
        return Ok(Item::Undefined);
    }
    cx.make_items(length)?;
    let mut parts = Vec::new();
    let mut items = array.items().map(View::to_item).peekable();
    while items.peek().is_some() {
        cx.make_items(1)?;
        parts.push(Item::array(items.by_ref().take(size).collect())?);
    }
    Item::array(parts)
}

/// `$range`: undefined if an argument is, without a step, or if the step does not lead to the end.
pub fn range(cx: &Cx, start: View<'_>, end: View<'_>, step: View<'_>) -> Outcome {
    let Some(start) = start.as_f64() else { return Ok(Item::Undefined) };
    let (Some(end), Some(step)) = (end.as_f64().map(f64::trunc), step.as_f64().map(f64::trunc))
    else {
        return Ok(Item::Undefined);
    };
    let start = start.trunc();
    let turns = ((end - start) / step).trunc();
    if step == 0.0 || !turns.is_finite() || (end - start) * step < 0.0 {
        return Ok(Item::Undefined);
    }
    let length = index(turns).saturating_add(1);
    cx.make_range(length)?;
    let number = |turn: usize| Item::from(start + float(turn) * step);
    Item::sequence((0..length).map(number).collect())
}

/// `$hash`: undefined for no text, and without an algorithm. One that is given and undefined is
/// unknown.
pub fn hash(cx: &Cx, text: View<'_>, algorithm: Option<View<'_>>) -> Outcome {
    let (Some(text), Some(algorithm)) = (text.as_str(), algorithm) else {
        return Ok(Item::Undefined);
    };
    let algorithm = algorithm.as_str().unwrap_or("undefined");
    cx.spend(1 + text.len() as u64 / 16)?;
    let digits = encoding::digest(text.as_bytes(), algorithm).ok_or_else(|| {
        invalid(&format!(
            "Hash algorithm '{algorithm}' must be one of SHA-1, SHA-384, SHA-256, SHA-512, MD5"
        ))
    })?;
    cx.text(digits)
}

/// `$random`: with a seed, the number of `java.util.Random`.
pub fn random(cx: &Cx, seed: View<'_>) -> Outcome {
    let Some(number) = seed.as_f64() else { return Ok(Item::from(cx.random())) };
    let seed = if let View::Value(Value::Int(seed)) = seed { *seed } else { cut(number) };
    Ok(Item::from(Java::new(seed).fraction()))
}

#[expect(clippy::cast_possible_truncation, reason = "as Java casts a double to a long")]
fn cut(number: f64) -> i64 {
    number as i64
}

/// `$uuid`
pub fn uuid(cx: &Cx) -> Outcome {
    Ok(Item::text(uuid_of(cx.random_bits(), cx.random_bits())))
}

/// `$parse`: strict JSON, in which no object has a key twice, but strings may have single quotes.
pub fn parse(cx: &Cx, text: View<'_>) -> Outcome {
    if text.is_undefined() {
        return Ok(Item::Undefined);
    }
    let text = to_text(cx, text)?;
    cx.spend(1 + text.len() as u64 / 16)?;
    // An item has two bytes of text at least.
    cx.make_items(text.len() / 2)?;
    let rewritten = text.contains('\'').then(|| in_double_quotes(&text));
    let json = rewritten.as_deref().unwrap_or(&text);
    let value = Value::from_strict_json(json).map_err(|_| invalid("Invalid JSON"))?;
    Ok(Item::Data(value))
}

/// JSON whose strings in single quotes have double ones instead. As in Java's reader, a single quote
/// may be escaped in any string.
fn in_double_quotes(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 16);
    let mut letters = text.chars();
    let mut quote = None;
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\'' | '"', None) => {
                quote = Some(letter);
                json.push('"');
            }
            (_, Some(open)) if letter == open => {
                quote = None;
                json.push('"');
            }
            ('"', Some(_)) => json.push_str("\\\""),
            ('\\', Some(_)) => match letters.next() {
                Some('\'') => json.push('\''),
                escaped => {
                    json.push('\\');
                    json.extend(escaped);
                }
            },
            _ => json.push(letter),
        }
    }
    json
}

#[cold]
fn invalid(message: &str) -> Fault {
    Fault::new("D3137").message(message)
}
