//! Whole numbers → text by a picture, and back (`XPath`: "fn:format-integer").

use asl_language::jsonata::number_text;
use asl_language::jsonata::picture::{Case, IntegerPicture, Primary};

use super::{decimal, numerals, words};
use crate::jsonata::{Cx, Fault};

/// Writes a number, rounded down.
pub(crate) fn write_integer(
    picture: &IntegerPicture,
    cx: &Cx,
    number: f64,
) -> Result<String, Fault> {
    let number = number.floor();
    if !number.is_finite() {
        return Ok(number_text::write_number(number));
    }
    picture.check().map_err(Fault::of_picture)?;
    let size = number.abs();
    let text = match &picture.primary {
        Primary::Letters => in_case(numerals::letters(size), picture.case),
        Primary::Roman => in_case(numerals::roman(cx, size)?, picture.case),
        Primary::Words => in_case(words::write_words(size, picture.is_ordinal), picture.case),
        Primary::Decimal(decimal) => decimal::write(decimal, cx, size, picture.is_ordinal)?,
        Primary::Sequence(_) => String::new(),
    };
    Ok(if number < 0.0 { format!("-{text}") } else { text })
}

/// Reads a number; NaN if the text is none.
pub(crate) fn read_integer(picture: &IntegerPicture, text: &str) -> Result<f64, Fault> {
    picture.check().map_err(Fault::of_picture)?;
    Ok(match &picture.primary {
        Primary::Letters => numerals::read_letters(text),
        Primary::Roman => numerals::read_roman(text),
        Primary::Words => words::read_words(text),
        Primary::Decimal(decimal) => decimal::read_number(decimal, text, picture.is_ordinal),
        Primary::Sequence(_) => f64::NAN,
    })
}

/// Changes the case of a text that begins its words in upper case, or is in upper case.
pub(super) fn in_case(text: String, case: Case) -> String {
    match case {
        Case::Upper => text.to_uppercase(),
        Case::Lower => text.to_lowercase(),
        Case::Title => text,
    }
}
