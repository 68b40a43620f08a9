//! Values as the causes of errors quote them.

use std::fmt::{self, Write};

use super::Value;
use super::print::boundary;

/// Bytes of data that a cause quotes: AWS's limit for a cause, in characters.
const LONGEST_QUOTE: usize = 32_768;

/// Data as causes quote it: JSON text, cut where it is long. Data that shares its parts can have far
/// more text than memory, and a cause can become data that the next cause quotes.
pub struct Quoted<'v>(pub &'v Value);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, |out| write!(out, "{}", self.0))
    }
}

/// Writes as much of a text as causes quote.
pub fn write_quoted(
    f: &mut fmt::Formatter<'_>,
    text: impl FnOnce(&mut Cut<'_, '_>) -> fmt::Result,
) -> fmt::Result {
    let mut out = Cut { out: f, left: Some(LONGEST_QUOTE) };
    match text(&mut out) {
        Err(fmt::Error) if out.left.is_none() => f.write_char('…'),
        result => result,
    }
}

/// A writer that fails after so many bytes.
pub struct Cut<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    /// `None` when something was cut off.
    left: Option<usize>,
}

impl Write for Cut<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let left = self.left.ok_or(fmt::Error)?;
        self.left = left.checked_sub(text.len());
        if self.left.is_some() {
            return self.out.write_str(text);
        }
        self.out.write_str(text.get(..boundary(text, left)).unwrap_or_default())?;
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn causes_quote_the_beginning_of_long_data() {
        let quoted = |value: &Value| Quoted(value).to_string();
        assert_eq!(quoted(&json!({"a": [1, "b"]})), r#"{"a":[1,"b"]}"#);
        let text = |length: usize| Value::from("x".repeat(length));
        assert_eq!(quoted(&text(LONGEST_QUOTE - 2)).len(), LONGEST_QUOTE);
        let long = quoted(&text(LONGEST_QUOTE - 1));
        assert!(
            long.len() == LONGEST_QUOTE + '…'.len_utf8() && long.ends_with("x…"),
            "{}",
            long.len()
        );
        assert!(quoted(&json!(["\u{1f600}".repeat(LONGEST_QUOTE)])).ends_with("\u{1f600}…"));
        // A terabyte of text.
        let huge = (0..30).fold(text(1_000), |value, _| json!([value.clone(), value]));
        assert_eq!(quoted(&huge).len(), LONGEST_QUOTE + '…'.len_utf8());
    }
}
