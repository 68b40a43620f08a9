//! Prints values for `States.Format` as Java does, which was recorded.

use std::fmt::{self, Write};

use asl_value::value::Value;

use super::MOST_BYTES;

/// A text with a maximum number of bytes.
pub(super) struct Bounded {
    text: String,
    most: u64,
}

impl Bounded {
    /// An empty text that may grow to the size of a function's result.
    pub(super) fn new() -> Self {
        Self { text: String::new(), most: MOST_BYTES }
    }

    /// Returns the text of a value, if it does not exceed this number of bytes.
    #[inline]
    pub(super) fn text_of(value: &Value, most: usize) -> Option<String> {
        let mut text = Self { most: u64::try_from(most).unwrap_or(u64::MAX), ..Self::new() };
        text.plain(value).ok().map(|()| text.text)
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes a value: strings bare, `{Arg1=1, Arg2=[]}`, `[1, 2]`. Data are at most 256 levels
    /// deep.
    #[inline]
    pub(super) fn plain(&mut self, value: &Value) -> fmt::Result {
        match value {
            Value::String(text) => self.write_str(text),
            Value::Null | Value::Bool(_) | Value::Int(_) => write!(self, "{value}"),
            Value::Float(number) => self.number(*number),
            Value::Array(items) => {
                self.write_char('[')?;
                self.list(items.iter(), Self::plain)?;
                self.write_char(']')
            }
            Value::Object(object) => {
                self.write_char('{')?;
                self.list(object.iter(), |out, (key, value)| {
                    out.write_str(key)?;
                    out.write_char('=')?;
                    out.plain(value)
                })?;
                self.write_char('}')
            }
        }
    }

    /// Writes a number as `Double.toString` does: from 10^7 and below 10^-3 with an exponent,
    /// always with a decimal point.
    fn number(&mut self, number: f64) -> fmt::Result {
        let is_plain = number == 0.0 || (1e-3..1e7).contains(&number.abs());
        if is_plain {
            return write!(self, "{number:?}");
        }
        let digits = format!("{number:e}");
        match digits.split_once('e') {
            Some((digits, exponent)) if digits.contains('.') => write!(self, "{digits}E{exponent}"),
            Some((digits, exponent)) => write!(self, "{digits}.0E{exponent}"),
            None => self.write_str(&digits),
        }
    }

    fn list<T>(
        &mut self,
        elements: impl Iterator<Item = T>,
        print: impl Fn(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        for (number, element) in elements.enumerate() {
            if number > 0 {
                self.write_str(", ")?;
            }
            print(self, element)?;
        }
        Ok(())
    }
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let length = self.text.len().saturating_add(text.len());
        if u64::try_from(length).unwrap_or(u64::MAX) > self.most {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}
