//! Lines and columns of byte offsets.

use std::ops::Range;

use super::Position;

/// Finds lines and columns of a text without reading it from the start each time, however long its
/// lines are.
#[derive(Clone, Debug, Default)]
pub struct LineIndex {
    /// Offset of the first byte of each line; the first line begins at 0.
    starts: Vec<usize>,
    /// Characters before each multiple of [`LineIndex::STRIDE`].
    characters: Vec<u32>,
}

impl LineIndex {
    /// Bytes between two counts of characters.
    const STRIDE: usize = 1024;

    /// Reads the text once. Lines end with `\n`.
    pub fn new(text: &str) -> Self {
        let behind_each_line =
            text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(behind_each_line).collect();
        let mut count = 0;
        let characters = text.as_bytes().chunks(Self::STRIDE).map(|chunk| {
            let before = count;
            count += characters(chunk);
            before
        });
        Self { characters: characters.collect(), starts }
    }

    /// Line and column of a byte offset of the text that this was made from.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let offset = (offset as usize).min(text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start =
            line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or_default();
        let column = self
            .characters_before(text, offset)
            .saturating_sub(self.characters_before(text, start));
        Position { line: u32::try_from(line.max(1)).unwrap_or(u32::MAX), column: column + 1 }
    }

    /// The bytes of a line, counted from 1, without its end.
    pub fn line(&self, text: &str, line: u32) -> Range<usize> {
        let line = line as usize;
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(text.len());
        let end = self.starts.get(line).copied().unwrap_or(text.len());
        let content = text.get(start..end).unwrap_or_default();
        start..start + content.trim_end_matches(['\n', '\r']).len()
    }

    fn characters_before(&self, text: &str, offset: usize) -> u32 {
        let stride = offset / Self::STRIDE;
        let counted = self.characters.get(stride).copied();
        let rest = text.as_bytes().get(stride * Self::STRIDE..offset).unwrap_or_default();
        // A text that ends on a stride has no count for its end: the last chunk is counted whole.
        counted.unwrap_or_else(|| self.characters_before_last(text, stride)) + characters(rest)
    }

    fn characters_before_last(&self, text: &str, stride: usize) -> u32 {
        let Some(last) = stride.checked_sub(1) else { return 0 };
        let counted = self.characters.get(last).copied().unwrap_or_default();
        counted + characters(text.as_bytes().get(last * Self::STRIDE..).unwrap_or_default())
    }
}

/// Characters that begin in these bytes of a UTF-8 text.
fn characters(bytes: &[u8]) -> u32 {
    let begins = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    u32::try_from(begins).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let text = "ab\né😀x\r\n\nlast";
        let index = LineIndex::new(text);
        for (offset, character) in text.char_indices().chain([(text.len(), '\n')]) {
            let before = &text[..offset];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let found = index.position(text, u32::try_from(offset).unwrap());
            assert_eq!(
                (found.line as usize, found.column as usize),
                (line, column),
                "{offset} {character:?}"
            );
        }
        assert_eq!(&text[index.line(text, 2)], "é😀x");
        assert_eq!(&text[index.line(text, 4)], "last");
        assert_eq!(index.line(text, 9), text.len()..text.len());
    }

    #[test]
    fn columns_of_long_lines_are_right_around_each_stride() {
        for length in [1023, 1024, 1025, 2048, 5000] {
            let text = "é".repeat(length);
            let index = LineIndex::new(&text);
            for column in [0, 511, 512, 513, 1023, 1024, length - 1, length] {
                let found = index.position(&text, u32::try_from(column.min(length) * 2).unwrap());
                assert_eq!(found.column as usize, column.min(length) + 1);
            }
        }
        assert_eq!(LineIndex::new("").position("", 7), Position { line: 1, column: 1 });
    }
}
