//! Places in source files, as byte ranges.

/// One file of a [`crate::source::Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct FileId(pub u16);

/// A byte range of one file; `start == end` is a place between two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

/// A value and the place it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}
