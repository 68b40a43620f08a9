//! Pictures of whole numbers (`XPath`: "fn:format-integer").

use asl_language::jsonata::number_text;

use super::decimal::DecimalPicture;
use super::{numerals, words};
use crate::jsonata::{Cx, Fault, Item};

/// The picture of a whole number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct IntegerPicture {
    pub(super) primary: Primary,
    pub(super) case: Case,
    /// `;o`: first, 2nd.
    pub(super) is_ordinal: bool,
}

/// The way in which a number is written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Primary {
    /// `A`, `a`
    Letters,
    /// `I`, `i`
    Roman,
    /// `W`, `w`, `Ww`
    Words,
    /// `#,##0`
    Decimal(DecimalPicture),
    /// Anything else, which no implementation of JSONata supports.
    Sequence(String),
}

/// The case of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Case {
    Upper,
    Lower,
    Title,
}

impl IntegerPicture {
    /// Reads a picture. Digits of several families in one picture are an error.
    pub(crate) fn read(picture: &str) -> Result<Self, Fault> {
        let (primary, modifier) = picture.rsplit_once(';').unwrap_or((picture, ""));
        let (case, primary) = match primary {
            "A" => (Case::Upper, Primary::Letters),
            "a" => (Case::Lower, Primary::Letters),
            "I" => (Case::Upper, Primary::Roman),
            "i" => (Case::Lower, Primary::Roman),
            "W" => (Case::Upper, Primary::Words),
            "w" => (Case::Lower, Primary::Words),
            "Ww" => (Case::Title, Primary::Words),
            _ => (
                Case::Lower,
                match DecimalPicture::read(primary)? {
                    Some(decimal) => Primary::Decimal(decimal),
                    None => Primary::Sequence(primary.to_owned()),
                },
            ),
        };
        Ok(Self { primary, case, is_ordinal: modifier.starts_with('o') })
    }

    /// Writes a number, rounded down.
    pub(crate) fn write(&self, cx: &Cx, number: f64) -> Result<String, Fault> {
        let number = number.floor();
        if !number.is_finite() {
            return Ok(number_text::write_number(number));
        }
        let size = number.abs();
        let text = match &self.primary {
            Primary::Letters => in_case(numerals::letters(size), self.case),
            Primary::Roman => in_case(numerals::roman(cx, size)?, self.case),
            Primary::Words => in_case(words::write_words(size, self.is_ordinal), self.case),
            Primary::Decimal(decimal) => decimal.write(cx, size, self.is_ordinal)?,
            Primary::Sequence(_) => return Err(self.unsupported()),
        };
        Ok(if number < 0.0 { format!("-{text}") } else { text })
    }

    /// Reads a number; NaN if the text is none.
    pub(crate) fn read_number(&self, text: &str) -> Result<f64, Fault> {
        Ok(match &self.primary {
            Primary::Letters => numerals::read_letters(text),
            Primary::Roman => numerals::read_roman(text),
            Primary::Words => words::read_words(text),
            Primary::Decimal(decimal) => decimal.read_number(text, self.is_ordinal),
            Primary::Sequence(_) => return Err(self.unsupported()),
        })
    }

    /// The error for a picture that is not supported.
    pub(super) fn unsupported(&self) -> Fault {
        let token = match &self.primary {
            Primary::Sequence(token) => token.as_str(),
            Primary::Letters | Primary::Roman | Primary::Words | Primary::Decimal(_) => "",
        };
        Fault::new("D3130").value(Item::text(token))
    }

    /// The picture of a number in digits.
    pub(super) fn decimal(&self) -> Option<&DecimalPicture> {
        match &self.primary {
            Primary::Decimal(decimal) => Some(decimal),
            Primary::Letters | Primary::Roman | Primary::Words | Primary::Sequence(_) => None,
        }
    }

    /// The same to be changed.
    pub(super) fn decimal_mut(&mut self) -> Option<&mut DecimalPicture> {
        match &mut self.primary {
            Primary::Decimal(decimal) => Some(decimal),
            Primary::Letters | Primary::Roman | Primary::Words | Primary::Sequence(_) => None,
        }
    }
}

/// Changes the case of a text that begins its words in upper case, or is in upper case.
pub(super) fn in_case(text: String, case: Case) -> String {
    match case {
        Case::Upper => text.to_uppercase(),
        Case::Lower => text.to_lowercase(),
        Case::Title => text,
    }
}
