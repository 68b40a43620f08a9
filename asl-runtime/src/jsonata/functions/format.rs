//! `$formatBase`.

use asl_language::jsonata::number_text::write_number;

use super::number::rounded;
use crate::jsonata::{Cx, Fault, Item, Outcome};

/// `$formatBase`
pub fn format_base(cx: &Cx, number: &Item, radix: &Item) -> Outcome {
    let Some(number) = number.as_f64() else { return Ok(Item::Undefined) };
    let (number, radix) = (rounded(number, 0.0), rounded(radix.as_f64().unwrap_or(10.0), 0.0));
    if !(2.0..=36.0).contains(&radix) {
        return Err(Fault::new("D3100").value(radix));
    }
    // Both are whole numbers.
    let is_decimal = (radix - 10.0).abs() < 0.5;
    if is_decimal || !number.is_finite() {
        return cx.text(write_number(number));
    }
    let mut digits = digits(number.abs(), radix);
    if number < 0.0 {
        digits.push('-');
    }
    cx.text(digits.chars().rev().collect::<String>())
}

/// The digits of a whole number, the last one first. As in V8, those beyond the precision of a
/// double are zeros.
fn digits(number: f64, radix: f64) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let mut digits = String::new();
    let mut rest = number;
    while rest >= EXACT {
        rest /= radix;
        digits.push('0');
    }
    loop {
        let digit = rest % radix;
        digits.push(letter(digit));
        rest = (rest - digit) / radix;
        if rest <= 0.0 {
            return digits;
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is below 36")]
fn letter(digit: f64) -> char {
    char::from_digit(digit as u32, 36).unwrap_or('0')
}
