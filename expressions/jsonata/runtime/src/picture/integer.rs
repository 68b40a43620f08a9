//! Whole numbers → text by a picture, and back (`XPath`: "fn:format-integer").

use asl_language::jsonata::number_text;
use asl_language::jsonata::picture::{Case, IntegerPicture, Primary};

use super::{decimal, numerals, words};
use crate::{Cx, Fault};

/// Appends a number, rounded down.
pub(crate) fn write_integer(
    picture: &IntegerPicture,
    cx: &Cx,
    number: f64,
    out: &mut String,
) -> Result<(), Fault> {
    let number = number.floor();
    if !number.is_finite() {
        out.push_str(&number_text::write_number(number));
        return Ok(());
    }
    picture.check().map_err(Fault::of_picture)?;
    if number < 0.0 {
        out.push('-');
    }
    let size = number.abs();
    let text = match &picture.primary {
        Primary::Decimal(decimal) => {
            return decimal::write(decimal, cx, size, picture.is_ordinal, out);
        }
        Primary::Letters => numerals::letters(size),
        Primary::Roman => numerals::roman(cx, size)?,
        Primary::Words => words::write_words(size, picture.is_ordinal),
        Primary::Sequence(_) => String::new(),
    };
    out.push_str(&in_case(text, picture.case));
    Ok(())
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
