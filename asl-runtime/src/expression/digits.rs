//! Numbers as decimal digits.

use std::fmt::{self, Write};

/// The shortest digits that give a finite double back, and the place of the decimal point in them:
/// `12`, `1` for 1.2. The sign is left out.
pub(crate) fn shortest(float: f64) -> (String, i32) {
    taken_apart(&format!("{:e}", float.abs()))
}

/// The digits and the place of the point of a number such as `1.2e-7`.
pub(crate) fn taken_apart(scientific: &str) -> (String, i32) {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect();
    (digits, exponent.parse::<i32>().unwrap_or(0) + 1)
}

/// Writes digits with the decimal point after so many of them, and without an exponent.
pub(crate) fn write_plain(digits: &str, point: i32, out: &mut impl Write) -> fmt::Result {
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    if point <= 0 {
        out.write_str("0.")?;
        (point..0).try_for_each(|_| out.write_char('0'))?;
        return out.write_str(digits);
    }
    if point >= length {
        out.write_str(digits)?;
        return (length..point).try_for_each(|_| out.write_char('0'));
    }
    let (whole, fraction) = split(digits, point);
    write!(out, "{whole}.{fraction}")
}

/// Writes digits with the decimal point after the first one: `1.25`, `1`.
pub(crate) fn write_mantissa(digits: &str, out: &mut impl Write) -> fmt::Result {
    let (first, rest) = split(digits, 1);
    out.write_str(first)?;
    if rest.is_empty() { Ok(()) } else { write!(out, ".{rest}") }
}

fn split(digits: &str, at: i32) -> (&str, &str) {
    digits.split_at(usize::try_from(at).unwrap_or(0).min(digits.len()))
}
