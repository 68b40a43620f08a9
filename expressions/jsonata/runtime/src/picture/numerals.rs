//! Roman numerals, and letters as columns of a spreadsheet have them.

use crate::{Cx, Fault};

const NUMERALS: [(f64, &str); 13] = [
    (1000.0, "M"),
    (900.0, "CM"),
    (500.0, "D"),
    (400.0, "CD"),
    (100.0, "C"),
    (90.0, "XC"),
    (50.0, "L"),
    (40.0, "XL"),
    (10.0, "X"),
    (9.0, "IX"),
    (5.0, "V"),
    (4.0, "IV"),
    (1.0, "I"),
];

/// Writes a whole number that is not negative; nothing for 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturation is wanted")]
pub(super) fn roman(cx: &Cx, number: f64) -> Result<String, Fault> {
    let thousands = (number / 1000.0) as usize;
    cx.make_text(thousands.saturating_add(16))?;
    let mut rest = number;
    let mut text = String::new();
    for (value, numeral) in NUMERALS {
        while rest >= value {
            text.push_str(numeral);
            rest -= value;
        }
    }
    Ok(text)
}

/// Reads a Roman numeral of any case; NaN if there are other letters.
pub(super) fn read_roman(text: &str) -> f64 {
    let (mut number, mut greatest) = (0.0, 1.0);
    for c in text.chars().rev() {
        let numeral = c.to_ascii_uppercase();
        let single = NUMERALS.iter().find(|(_, text)| text.chars().eq([numeral]));
        let Some((value, _)) = single else { return f64::NAN };
        if *value < greatest {
            number -= value;
        } else {
            greatest = *value;
            number += value;
        }
    }
    number
}

/// Writes a whole number that is not negative: A, B, .., Z, AA, AB; nothing for 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is below 26")]
pub(super) fn letters(number: f64) -> String {
    let (mut rest, mut letters) = (number, Vec::new());
    while rest > 0.0 {
        letters.push(char::from(b'A' + ((rest - 1.0) % 26.0) as u8));
        rest = ((rest - 1.0) / 26.0).floor();
    }
    letters.iter().rev().collect()
}

/// Reads a number in letters of any case.
pub(super) fn read_letters(text: &str) -> f64 {
    text.chars().fold(0.0, |number, c| {
        let letter = f64::from(u32::from(c.to_ascii_uppercase())) - f64::from(b'A') + 1.0;
        number * 26.0 + letter
    })
}
