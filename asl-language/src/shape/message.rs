//! Text that is put together while rustc runs.

/// A text of a limited length.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    bytes: [u8; Self::LENGTH],
    length: usize,
}

impl Message {
    /// Maximum length in bytes. What is beyond is cut off.
    const LENGTH: usize = 1_024;

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

    /// The text.
    pub const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
