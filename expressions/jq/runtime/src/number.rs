//! jq's numbers: doubles, of which whole ones below 2^53 are kept as integers, and their text.
//!
//! Integers that data brought keep all their digits as long as nothing is computed with them, in
//! `tojson` too; longer numbers and fractions become the nearest double when they are read.
//! `have_decnum` is false, therefore.

use std::fmt::{self, Write};

use asl_value::expression::number::whole;
use asl_value::value::Value;

/// The number that was computed.
#[inline]
pub fn number(float: f64) -> Value {
    match whole(float) {
        Some(int) if int != 0 || float.is_sign_positive() => Value::Int(int),
        _ => Value::Float(float),
    }
}

/// A count.
#[inline]
pub(super) fn count(length: usize) -> Value {
    Value::Int(i64::try_from(length).unwrap_or(i64::MAX))
}

/// The whole part as C casts it to `int`: toward zero, NaN to 0, the limits where it does not fit.
#[expect(clippy::cast_possible_truncation, reason = "saturation is what is wanted")]
pub(super) fn to_i32(float: f64) -> i32 {
    float as i32
}

/// jq's text of a number: 17 digits at most, `1e+17`, `null` for NaN, and the largest number for
/// infinity.
pub(super) fn write_float(float: f64, out: &mut impl Write) -> fmt::Result {
    if float.is_nan() {
        return out.write_str("null");
    }
    let float = float.clamp(f64::MIN, f64::MAX);
    if float == 0.0 {
        return out.write_str(if float.is_sign_negative() { "-0" } else { "0" });
    }
    // The shortest digits that give this double back, as Rust writes them: `-1.2345e-7`.
    let scientific = format!("{float:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return out.write_str(&scientific);
    };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if float.is_sign_negative() {
        out.write_char('-')?;
    }
    place_point(&digits, exponent.parse::<i32>().unwrap_or(0) + 1, out)
}

/// Writes digits with a decimal point after so many of them. jq takes an exponent below
/// 0.0001, and above so many digits plus 15.
fn place_point(digits: &str, point: i32, out: &mut impl Write) -> fmt::Result {
    let length = i32::try_from(digits.len()).unwrap_or(17);
    let split = |at: i32| digits.split_at(usize::try_from(at).unwrap_or(0).min(digits.len()));
    if point <= -4 || point > length + 15 {
        let (first, rest) = split(1);
        out.write_str(first)?;
        if !rest.is_empty() {
            write!(out, ".{rest}")?;
        }
        let exponent = point - 1;
        return write!(out, "e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    if point <= 0 {
        out.write_str("0.")?;
        (point..0).try_for_each(|_| out.write_char('0'))?;
        return out.write_str(digits);
    }
    if point >= length {
        out.write_str(digits)?;
        return (length..point).try_for_each(|_| out.write_char('0'));
    }
    let (whole, fraction) = split(point);
    write!(out, "{whole}.{fraction}")
}

/// The number that a text is: as in JSON, but also `+1`, `.5`, `1.`, `007`, `nan` and `infinity`;
/// nothing around it.
pub(super) fn parse(text: &str) -> Option<Value> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        let name = digits.to_ascii_lowercase();
        let float = match name.as_str() {
            "nan" | "snan" => f64::NAN,
            "inf" | "infinity" => f64::INFINITY,
            _ => return None,
        };
        return Some(Value::Float(if text.starts_with('-') { -float } else { float }));
    }
    if digits.bytes().all(|digit| digit.is_ascii_digit())
        && digits != "0"
        && let Ok(int) = text.parse()
    {
        return Some(Value::Int(int));
    }
    // What is left differs from Rust's grammar in nothing.
    text.parse().ok().map(number)
}
