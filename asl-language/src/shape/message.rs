//! Text that is put together while rustc runs.

use super::kinds::Kinds;

/// A text of a limited length.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    bytes: [u8; Self::LENGTH],
    length: usize,
}

impl Message {
    /// Maximum length in bytes. What is beyond is cut off.
    const LENGTH: usize = 4_096;

    /// No text.
    pub const EMPTY: Self = Self { bytes: [0; Self::LENGTH], length: 0 };

    /// The message with a text at its end.
    #[must_use]
    pub const fn with(mut self, text: &str) -> Self {
        let mut rest = text.as_bytes();
        // A part of a character would not be UTF-8.
        if rest.len() > Self::LENGTH - self.length {
            return self;
        }
        let (_, free) = self.bytes.split_at_mut(self.length);
        let (mut free, mut count) = (free, 0);
        while let ([byte, bytes @ ..], [place, places @ ..]) = (rest, free) {
            *place = *byte;
            (rest, free) = (bytes, places);
            count += 1;
        }
        self.length += count;
        self
    }

    /// The message with another one at its end.
    #[must_use]
    pub(super) const fn and(self, other: &Self) -> Self {
        self.with(other.text())
    }

    /// The message with another one in a line of its own.
    #[must_use]
    pub(super) const fn and_line(self, other: &Self) -> Self {
        if self.is_empty() { self.and(other) } else { self.with("\n").and(other) }
    }

    /// The message with the names of kinds.
    #[must_use]
    pub(super) const fn with_kinds(mut self, kinds: Kinds) -> Self {
        let mut names: &[(Kinds, &str)] = &[
            (Kinds::OBJECT, "an object"),
            (Kinds::LIST, "a list"),
            (Kinds::TEXT, "a string"),
            (Kinds::NUMBER, "a number"),
            (Kinds::BOOLEAN, "`true` or `false`"),
            (Kinds::NULL, "null"),
        ];
        let mut is_first = true;
        while let [(kind, name), others @ ..] = names {
            if kinds.includes(*kind) {
                self = self.with(if is_first { "" } else { " or " }).with(name);
                is_first = false;
            }
            names = others;
        }
        self
    }

    /// If there is no text.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The text.
    pub const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
