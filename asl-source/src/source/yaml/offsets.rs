//! The YAML reader's places, counted in characters, as byte offsets.

use saphyr_parser::Marker;

use crate::span::{FileId, Span};

/// Byte offsets of the characters of a text.
pub(super) struct Offsets<'t> {
    text: &'t str,
    file: FileId,
    /// By character; `None`: all of the text is ASCII, and the numbers are the same.
    bytes: Option<Vec<u32>>,
}

impl<'t> Offsets<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        let bytes =
            (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| offset(at)).collect());
        Self { text, file, bytes }
    }

    /// The byte that a place begins with.
    pub(super) fn byte(&self, marker: &Marker) -> usize {
        let end = self.text.len();
        match &self.bytes {
            None => marker.index().min(end),
            Some(bytes) => bytes.get(marker.index()).map_or(end, |at| *at as usize),
        }
    }

    /// A range of bytes.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: offset(start), end: offset(end.max(start)) }
    }

    /// The character at a place.
    pub(super) fn character(&self, marker: &Marker) -> Span {
        let start = self.byte(marker);
        let next = self
            .text
            .get(start..)
            .and_then(|rest| rest.chars().next())
            .filter(|next| !matches!(next, '\n' | '\r'));
        self.span(start, start + next.map_or(0, char::len_utf8))
    }
}

/// Texts have at most 1 MiB.
pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
