//! Values in the texts that `States.Format` makes: as Java prints them, which is what was recorded.

use std::fmt::{self, Write};

use crate::value::Value;

use super::MOST_BYTES;

/// A text that does not grow beyond what a function may make.
#[derive(Default)]
pub(super) struct Bounded {
    text: String,
}

impl Bounded {
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes a value: strings bare, `{Arg1=1, Arg2=[]}`, `[1, 2]`. Data are at most 256 levels deep.
    pub(super) fn plain(&mut self, value: &Value) -> fmt::Result {
        match value {
            Value::String(text) => self.write_str(text),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => write!(self, "{value}"),
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
        if u64::try_from(length).unwrap_or(u64::MAX) > MOST_BYTES {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}
