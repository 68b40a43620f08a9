//! Pictures of whole numbers (`XPath`: "fn:format-integer").

use super::{DecimalPicture, Mistake};

/// The picture of a whole number.
#[derive(Clone, PartialEq, Debug)]
pub struct IntegerPicture {
    /// The way in which a number is written.
    pub primary: Primary,
    /// The case of letters.
    pub case: Case,
    /// `;o`: first, 2nd.
    pub is_ordinal: bool,
}

/// The way in which a number is written.
#[derive(Clone, PartialEq, Debug)]
pub enum Primary {
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
pub enum Case {
    /// All are capitals.
    Upper,
    /// None is a capital.
    Lower,
    /// The first letters of words are capitals.
    Title,
}

impl IntegerPicture {
    /// Reads a picture. Digits of several families in one picture are a mistake.
    pub fn read(picture: &str) -> Result<Self, Mistake> {
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

    /// Returns the mistake that numbers are neither written nor read by the picture.
    pub fn check(&self) -> Result<(), Mistake> {
        match &self.primary {
            Primary::Sequence(token) => {
                Err(Mistake::new("D3130", 0..token.len()).value(token.clone()))
            }
            Primary::Letters | Primary::Roman | Primary::Words | Primary::Decimal(_) => Ok(()),
        }
    }

    /// Returns the picture of a number in digits.
    pub fn decimal(&self) -> Option<&DecimalPicture> {
        match &self.primary {
            Primary::Decimal(decimal) => Some(decimal),
            Primary::Letters | Primary::Roman | Primary::Words | Primary::Sequence(_) => None,
        }
    }

    /// Returns the same to be changed.
    pub(super) fn decimal_mut(&mut self) -> Option<&mut DecimalPicture> {
        match &mut self.primary {
            Primary::Decimal(decimal) => Some(decimal),
            Primary::Letters | Primary::Roman | Primary::Words | Primary::Sequence(_) => None,
        }
    }
}
