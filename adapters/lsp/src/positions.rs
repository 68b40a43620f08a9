//! A text with its lines, and the conversion between byte offsets and the positions of clients: the
//! only place that counts UTF-16.

use std::ops::Range;

use gen_lsp_types as lsp;

/// The unit in which a client counts the characters of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Code units of UTF-16, the default of the protocol.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

/// A text with the beginnings of its lines.
#[derive(Clone, Debug, Default)]
pub struct Text {
    content: String,
    /// The offset of the first byte of each line.
    starts: Vec<usize>,
    /// True if all characters are of ASCII. Then nothing is counted: a text may be one line of a
    /// megabyte, with thousands of places.
    is_ascii: bool,
    encoding: Encoding,
}

impl Text {
    /// A text whose positions a client counts in this unit.
    pub fn new(content: String, encoding: Encoding) -> Self {
        Self { starts: line_starts(&content), is_ascii: content.is_ascii(), content, encoding }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// The position of a byte. An offset within a character is that of the character, and one
    /// behind the text that of its end.
    pub fn position(&self, offset: usize) -> lsp::Position {
        let offset = floor(&self.content, offset);
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = self.content.get(start..offset).unwrap_or_default();
        let character = match self.encoding {
            Encoding::Utf16 if self.is_ascii => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
            Encoding::Utf8 => before.len(),
        };
        lsp::Position { line: number(line), character: number(character) }
    }

    /// The byte at a position. Positions behind the end of a line are that end, those behind the
    /// last line the end of the text, and those within a character its beginning.
    pub fn offset(&self, position: lsp::Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return self.content.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.content.len());
        let content = self.content.get(start..end).unwrap_or_default();
        let content = content.trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        if self.is_ascii {
            return start + left.min(content.len());
        }
        for (at, character) in content.char_indices() {
            let width = match self.encoding {
                Encoding::Utf16 => character.len_utf16(),
                Encoding::Utf8 => character.len_utf8(),
            };
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + content.len()
    }

    /// The range of some bytes.
    pub fn range(&self, bytes: Range<usize>) -> lsp::Range {
        lsp::Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }

    /// Replaces a part of the text, or all of it without a range.
    pub fn change(&mut self, range: Option<lsp::Range>, new: &str) {
        match range {
            None => {
                new.clone_into(&mut self.content);
                self.starts = line_starts(&self.content);
                self.is_ascii = new.is_ascii();
            }
            Some(range) => {
                let start = self.offset(range.start);
                let end = self.offset(range.end).max(start);
                self.content.replace_range(start..end, new);
                self.is_ascii &= new.is_ascii();
                self.update_starts(start..end, start + new.len());
            }
        }
    }

    /// Finds the lines around a part that was replaced, whose end is a new one. The others only
    /// move: one notification may have thousands of changes.
    fn update_starts(&mut self, old: Range<usize>, new_end: usize) {
        // The byte before the part may be the `\r` of a `\n` in it.
        let before = old.start.saturating_sub(1);
        let first = self.starts.partition_point(|start| *start <= before).saturating_sub(1);
        let begin = self.starts.get(first).copied().unwrap_or_default();
        // A line that begins behind the part does so because of bytes behind it.
        let behind = self.starts.partition_point(|start| *start <= old.end);
        let mut rest = self.starts.split_off(behind);
        for start in &mut rest {
            *start = *start - old.end + new_end;
        }
        self.starts.truncate(first);
        let end = rest.first().copied().unwrap_or(self.content.len());
        let changed = self.content.get(begin..end).unwrap_or_default();
        let found = line_starts(changed).into_iter().map(|start| begin + start);
        self.starts.extend(found.filter(|start| *start < end || rest.is_empty()));
        self.starts.append(&mut rest);
    }
}

/// Lines end with `\n`, `\r\n` or `\r`.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = bytes.iter().enumerate().filter(|&(at, byte)| {
        *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
    });
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

/// The beginning of the character at an offset.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
