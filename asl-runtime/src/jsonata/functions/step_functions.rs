//! The functions that Step Functions adds: `$partition`, `$range`, `$hash`, `$random`, `$uuid`,
//! `$parse`. Their rules were measured there. Numbers are cut towards zero.

use crate::data::intrinsics::encode;
use crate::data::intrinsics::random::{Java, uuid_of};
use crate::jsonata::json_text::to_text;
use crate::jsonata::number::{float, index};
use crate::jsonata::{Cx, Fault, Item, Outcome, View};
use crate::value::Value;

/// `$partition`: without a size, one part. Undefined for an empty array and for the size 0.
pub fn partition(cx: &Cx, array: View<'_>, size: View<'_>) -> Outcome {
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    let Some(length) = array.array_len() else {
        return Err(Fault::new("T0412").value(array).index(1));
    };
    let size = size.as_f64().map_or(float(length), f64::trunc);
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

/// `$range`: undefined without a step, or if the step does not lead to the end.
pub fn range(cx: &Cx, start: View<'_>, end: View<'_>, step: View<'_>) -> Outcome {
    let Some(start) = start.as_f64() else { return Ok(Item::Undefined) };
    let end = end.as_f64().ok_or_else(|| Fault::new("T0410").index(2))?.trunc();
    let Some(step) = step.as_f64().map(f64::trunc) else { return Ok(Item::Undefined) };
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

/// `$hash`: undefined without an algorithm.
pub fn hash(cx: &Cx, text: View<'_>, algorithm: View<'_>) -> Outcome {
    let text = text.as_str().ok_or_else(|| Fault::new("T0410").index(1))?;
    let Some(algorithm) = algorithm.as_str() else { return Ok(Item::Undefined) };
    cx.spend(1 + text.len() as u64 / 16)?;
    let digits = encode::digest(text.as_bytes(), algorithm).ok_or_else(|| {
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

/// `$parse`: strict JSON, in which no object has a key twice.
pub fn parse(cx: &Cx, text: View<'_>) -> Outcome {
    if text.is_undefined() {
        return Ok(Item::Undefined);
    }
    let text = to_text(cx, text)?;
    cx.spend(1 + text.len() as u64 / 16)?;
    // An item has two bytes of text at least.
    cx.make_items(text.len() / 2)?;
    let value = Value::from_strict_json(&text).map_err(|_| invalid("Invalid JSON"))?;
    Ok(Item::Data(value))
}

#[cold]
fn invalid(message: &str) -> Fault {
    Fault::new("D3137").message(message)
}
