//! Source texts and places in them: byte ranges, and their lines and columns.

mod lines;
mod sources;

use std::fmt;

pub use lines::LineIndex;
pub use sources::{Notation, OpenTexts, Source, Sources};

/// One file of a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct FileId(pub u16);

/// A byte range of one file; `start == end` is a place between two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The first byte, the opening brace of an object: marks an object without a name.
    #[doc(hidden)]
    #[must_use]
    pub fn first_byte(self) -> Self {
        Self { end: self.start.saturating_add(1).min(self.end), ..self }
    }
}

/// A value and the place it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A place as people and editors name it: both count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl Default for Position {
    /// The beginning of a text.
    fn default() -> Self {
        Self { line: 1, column: 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
