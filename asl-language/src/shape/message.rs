//! Text that is put together while rustc runs.

use super::kinds::Kinds;

/// A text of a limited length.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    bytes: [u8; Self::LENGTH],
    length: usize,
    /// If there was no place for a line.
    is_full: bool,
}

impl Message {
    /// Maximum length in bytes. What is beyond is cut off.
    const LENGTH: usize = 4_096;

    /// The last line of a message that is too long.
    const MORE: &str = "\n.. and more";

    /// No text.
    pub const EMPTY: Self = Self { bytes: [0; Self::LENGTH], length: 0, is_full: false };

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

    /// The message with another one in a line of its own, if there is place for it.
    #[must_use]
    pub(super) const fn and_line(mut self, other: &Self) -> Self {
        if self.is_empty() {
            return self.and(other);
        }
        if self.is_full {
            return self;
        }
        if self.length + 1 + other.length + Self::MORE.len() > Self::LENGTH {
            self.is_full = true;
            return self.with(Self::MORE);
        }
        self.with("\n").and(other)
    }

    /// The message with the names of kinds, such as `an object or null`.
    #[must_use]
    pub const fn with_kinds(mut self, kinds: Kinds) -> Self {
        let mut names: &[(Kinds, &str)] = &[
            (Kinds::OBJECT, "an object"),
            (Kinds::LIST, "an array"),
            (Kinds::TEXT, "a string"),
            (Kinds::NUMBER, "a number"),
            (Kinds::BOOLEAN, "`true` or `false`"),
            (Kinds::NULL, "null"),
            (Kinds::ABSENT, "nothing"),
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

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn lines_for_which_there_is_no_place_are_mentioned() {
        let line = Message::EMPTY.with(&"x".repeat(1_000));
        let lines = |count| (0..count).fold(Message::EMPTY, |all, _| all.and_line(&line));
        assert_eq!(lines(4).text().lines().count(), 4);
        let full = lines(6).and_line(&Message::EMPTY.with("short"));
        let shown: Vec<&str> = full.text().lines().collect();
        assert_eq!(shown.get(4..), Some(&[".. and more"][..]));
    }
}
