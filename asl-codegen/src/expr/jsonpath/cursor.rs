//! A reading position in the text of a path or of a call.

use std::ops::Range;

/// Reads a text character by character.
#[derive(Clone, Copy, Debug)]
pub(in crate::expr) struct Cursor<'t> {
    text: &'t str,
    /// Offset of the next character.
    pub(in crate::expr) at: usize,
}

impl<'t> Cursor<'t> {
    pub(in crate::expr) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(in crate::expr) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The text from an earlier offset to the position.
    pub(in crate::expr) fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    pub(in crate::expr) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(in crate::expr) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Moves past `expected` if it is next.
    pub(in crate::expr) fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    pub(in crate::expr) fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
    }

    /// Moves past JSON's white space.
    pub(in crate::expr) fn skip_blanks(&mut self) {
        self.skip_while(is_blank);
    }

    /// The range of the next character, or the end of the text.
    pub(in crate::expr) fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }
}

/// JSON's white space.
pub(in crate::expr) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}
