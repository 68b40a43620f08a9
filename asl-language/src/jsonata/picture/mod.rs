//! Pictures of numbers, dates and times (`XPath`: `fn:format-number`, `fn:format-integer` and
//! `fn:format-dateTime`), taken apart as jsonata-js does. Those that are literals are read when a
//! program is compiled, too.

mod date;
mod decimal;
mod integer;
mod number;

use std::ops::Range;

pub use date::{Marker, Part, check_read, check_written, read_picture};
pub use decimal::{DecimalPicture, Grouping, digit_of, regular_interval};
pub use integer::{Case, IntegerPicture, Primary};
pub use number::{SubPicture, Symbols, read_pictures};

/// A mistake in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The code of jsonata-js.
    pub code: &'static str,
    /// The place in the picture, in bytes.
    pub at: Range<usize>,
    /// The value that the message shows.
    pub value: Option<String>,
}

impl Mistake {
    fn new(code: &'static str, at: Range<usize>) -> Self {
        Self { code, at, value: None }
    }

    fn value(self, value: impl Into<String>) -> Self {
        Self { value: Some(value.into()), ..self }
    }

    /// The same mistake in a text that contains the picture, from this byte on.
    #[must_use]
    fn behind(self, start: usize) -> Self {
        Self { at: start + self.at.start..start + self.at.end, ..self }
    }
}
