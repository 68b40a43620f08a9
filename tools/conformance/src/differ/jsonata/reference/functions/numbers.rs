//! Numbers, Boolean values and aggregates.

use super::super::Stop;
use super::super::evaluate::Evaluated;
use super::super::number_text;
use super::super::value::{Value, truth};
use super::{Native, at, items, native, number};

pub(super) const ALL: &[Native] = &[
    native("sum", "a<n>:n", 1, |_, given| aggregate(given, |numbers| Some(numbers.iter().sum()))),
    native("count", "a:n", 1, |_, given| {
        let count = items(given, 0)?.map_or(0, <[Value]>::len);
        Ok(count_of(count))
    }),
    native("max", "a<n>:n", 1, |_, given| {
        aggregate(given, |numbers| numbers.iter().copied().reduce(f64::max))
    }),
    native("min", "a<n>:n", 1, |_, given| {
        aggregate(given, |numbers| numbers.iter().copied().reduce(f64::min))
    }),
    native("average", "a<n>:n", 1, |_, given| aggregate(given, mean)),
    native("number", "(nsb)-:n", 1, |_, given| to_number(at(given, 0))),
    native("abs", "n-:n", 1, |_, given| map(given, f64::abs)),
    native("floor", "n-:n", 1, |_, given| map(given, f64::floor)),
    native("ceil", "n-:n", 1, |_, given| map(given, f64::ceil)),
    native("round", "n-n?:n", 2, |_, given| {
        let places = number(given, 1)?.unwrap_or(0.0);
        map(given, |number| round(number, places))
    }),
    native("sqrt", "n-:n", 1, |_, given| match number(given, 0)? {
        Some(number) if number < 0.0 => Err(Stop::error("D3060")),
        _ => map(given, f64::sqrt),
    }),
    native("power", "n-n:n", 2, |_, given| {
        let Some(base) = number(given, 0)? else { return Ok(Value::Undefined) };
        let power = base.powf(number(given, 1)?.unwrap_or(f64::NAN));
        if power.is_finite() { Ok(Value::Number(power)) } else { Err(Stop::error("D3061")) }
    }),
    native("boolean", "x-:b", 1, |_, given| match at(given, 0) {
        Value::Undefined => Ok(Value::Undefined),
        value => Ok(Value::Bool(truth(value)?)),
    }),
    native("not", "x-:b", 1, |_, given| match at(given, 0) {
        Value::Undefined => Ok(Value::Undefined),
        value => Ok(Value::Bool(!truth(value)?)),
    }),
    native("exists", "x:b", 1, |_, given| Ok(Value::Bool(!at(given, 0).is_undefined()))),
];

#[expect(clippy::cast_precision_loss, reason = "lists are short")]
pub(super) fn count_of(count: usize) -> Value {
    Value::Number(count as f64)
}

fn mean(numbers: &[f64]) -> Option<f64> {
    let Value::Number(count) = count_of(numbers.len()) else { return None };
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / count)
}

fn aggregate(given: &[Value], result: impl Fn(&[f64]) -> Option<f64>) -> Evaluated {
    let Some(items) = items(given, 0)? else { return Ok(Value::Undefined) };
    let numbers = items.iter().map(|item| match item {
        Value::Number(number) => Ok(*number),
        _ => Err(Stop::error("T0412")),
    });
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>()?;
    // A sum of nothing is 0, not the -0 that Rust begins with.
    Ok(result(&numbers).map_or(Value::Undefined, |number| Value::Number(number + 0.0)))
}

fn map(given: &[Value], result: impl Fn(f64) -> f64) -> Evaluated {
    Ok(number(given, 0)?.map_or(Value::Undefined, |number| Value::Number(result(number))))
}

fn to_number(value: &Value) -> Evaluated {
    let failed = Err(Stop::error("D3030"));
    Ok(Value::Number(match value {
        Value::Undefined => return Ok(Value::Undefined),
        Value::Number(number) => *number,
        Value::Bool(value) => f64::from(u8::from(*value)),
        Value::Text(text) => match decimal(text).or_else(|| with_radix(text)) {
            Some(number) => number,
            None => return failed,
        },
        _ => return failed,
    }))
}

/// A number in JSON's form, in which zeros may lead.
fn decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let is_number = unsigned.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
        && unsigned.chars().all(|c| c.is_ascii_digit() || ".eE+-".contains(c))
        && !unsigned.contains(".e")
        && !unsigned.contains(".E");
    text.parse().ok().filter(|number: &f64| is_number && number.is_finite())
}

fn with_radix(text: &str) -> Option<f64> {
    let digits = text.get(2..)?;
    let radix = match text.get(..2)? {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    #[expect(clippy::cast_precision_loss, reason = "the nearest double")]
    i64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+')).map(|n| n as f64)
}

/// The number moved by decimal places in its text.
fn shift(value: f64, places: f64) -> f64 {
    let text = number_text::number(value);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent = exponent.parse().unwrap_or(0.0) + places;
    format!("{digits}e{exponent}").parse().unwrap_or(f64::NAN)
}

/// The nearest number with so many decimal places; halves go to the even one.
fn round(number: f64, places: f64) -> f64 {
    let shifted = if places == 0.0 { number } else { shift(number, places) };
    let mut rounded = (shifted + 0.5).floor();
    if (rounded - shifted - 0.5).abs() == 0.0 && rounded % 2.0 != 0.0 {
        rounded -= 1.0;
    }
    (if places == 0.0 { rounded } else { shift(rounded, -places) }) + 0.0
}
