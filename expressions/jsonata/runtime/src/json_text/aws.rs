//! `$string` in the states of a machine, as Step Functions was measured to write numbers and texts.

use std::fmt::{self, Write};

use asl_language::jsonata::number_text::write_number;

use super::{Layout, SHOWN, digits, write_shown};
use asl_value::value::Style;

/// The JSON text of `$string`.
pub(super) struct Shown(pub(super) Layout);

impl Style for Shown {
    fn write_float(number: f64, out: &mut impl Write) -> fmt::Result {
        write_shown(number, shown, out)
    }

    /// Only these have escapes; other control characters are written as they are.
    fn is_escaped(character: char) -> bool {
        matches!(character, '"' | '\\' | '\u{8}' | '\u{c}' | '\n' | '\r' | '\t')
    }

    fn has_lines(&self) -> bool {
        self.0 == Layout::Lines
    }
}

/// The text of a finite number. A whole one has all its digits, as in JavaScript. Any other one is
/// rounded towards minus infinity, and has the form of Java's `BigDecimal`.
pub(super) fn shown(number: f64) -> String {
    /// The least double, of which Java writes two digits.
    const LEAST: f64 = 5e-324;
    if number.fract() == 0.0 {
        return write_number(number);
    }
    let sign = if number < 0.0 { "-" } else { "" };
    let text = if number.abs() > LEAST { format!("{:e}", number.abs()) } else { "4.9e-324".into() };
    let (digits, exponent) = digits(&text);
    let (kept, exponent) = rounded_down(digits, exponent, number < 0.0);
    format!("{sign}{}", written(&kept, exponent))
}

/// As many digits as are shown, of which the last one is rounded up for a negative number, and the
/// exponent of the first one.
fn rounded_down(digits: String, exponent: i32, is_negative: bool) -> (String, i32) {
    let Some((kept, rest)) = digits.split_at_checked(SHOWN).filter(|(_, rest)| !rest.is_empty())
    else {
        return (digits, exponent);
    };
    let is_up = is_negative && rest.bytes().any(|digit| digit != b'0');
    let next = kept.parse::<u64>().unwrap_or_default() + u64::from(is_up);
    let next = next.to_string();
    let carried = i32::from(next.len() > kept.len());
    (next.trim_end_matches('0').to_owned(), exponent + carried)
}

/// Digits, the first of which has this exponent: plain unless that is below -6, or unless the last
/// one is before the units.
fn written(digits: &str, exponent: i32) -> String {
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let before = usize::try_from(exponent + 1).unwrap_or(0);
    if exponent < -6 || length <= exponent {
        let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{first}{point}{rest}e{exponent:+}");
    }
    match digits.split_at_checked(before) {
        Some(("", fraction)) => {
            let zeros = usize::try_from(-exponent - 1).unwrap_or(0);
            format!("0.{}{fraction}", "0".repeat(zeros))
        }
        Some((whole, "")) => whole.to_owned(),
        Some((whole, fraction)) => format!("{whole}.{fraction}"),
        None => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn fractions_are_rounded_towards_minus_infinity() {
        for (number, text) in [
            (2.0 / 3.0, "0.666666666666666"),
            (-2.0 / 3.0, "-0.666666666666667"),
            (0.1 + 0.2, "0.3"),
            (-(0.1 + 0.2), "-0.300000000000001"),
            (-0.999_999_999_999_999_9, "-1"),
            (-9.999_999_999_999_999, "-1e+1"),
            (99_999_999_999_999.98, "99999999999999.9"),
            (-99_999_999_999_999.98, "-1e+14"),
            (-999_999_999_999_999.9, "-1e+15"),
            (1_234_567_890_123_456.7, "1.23456789012345e+15"),
            (123_456_789_012_345.67, "123456789012345"),
            (0.000_001_5, "0.0000015"),
            (0.000_000_15, "1.5e-7"),
            (5e-324, "4.9e-324"),
            (-5e-324, "-4.9e-324"),
            (12.5, "12.5"),
            (0.3, "0.3"),
        ] {
            assert_eq!(shown(number), text, "{number:e}");
        }
    }

    #[test]
    fn whole_numbers_keep_their_digits() {
        for (number, text) in [
            (1e20, "100000000000000000000"),
            (1.5e21, "1.5e+21"),
            (-1e21, "-1e+21"),
            (9_223_372_036_854_775_808.0, "9223372036854776000"),
            (-0.0, "0"),
        ] {
            assert_eq!(shown(number), text);
        }
    }
}
