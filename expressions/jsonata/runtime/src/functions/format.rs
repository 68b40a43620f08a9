//! `$formatBase`.

use asl_language::jsonata::number_text::write_number;

use super::number::rounded;
use crate::{Cx, Fault, Item, Outcome, View};

/// `$formatBase`
pub fn format_base(cx: &Cx, number: View<'_>, radix: View<'_>) -> Outcome {
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
    let mut digits = digits(number.abs(), small(radix));
    if number < 0.0 {
        digits.push('-');
    }
    cx.text(digits.chars().rev().collect::<String>())
}

/// The digits of a whole number, the last one first. Beyond 128 bits they are zeros.
fn digits(number: f64, radix: u8) -> String {
    const END: f64 = 340_282_366_920_938_463_463_374_607_431_768_211_456.0;
    let mut digits = String::new();
    let mut number = number;
    while number >= END {
        number /= f64::from(radix);
        digits.push('0');
    }
    let mut rest = whole(number);
    loop {
        let digit = rest % u128::from(radix);
        digits.extend(u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 36)));
        rest /= u128::from(radix);
        if rest == 0 {
            return digits;
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is at most 36")]
fn small(radix: f64) -> u8 {
    radix as u8
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it fits")]
fn whole(number: f64) -> u128 {
    number as u128
}
