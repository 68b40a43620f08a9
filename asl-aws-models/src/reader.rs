//! Bytes of a table to numbers and texts. The bytes are part of the program, so `None`, for bytes
//! that end too early, is only a fault of the package.

use crate::id::{ShapeId, Text};

/// A place in the bytes of a table.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    /// The number of texts that were met.
    texts: u32,
    /// The number of shapes that were met.
    shapes: u32,
}

/// The result of a read, which may be nothing.
pub(crate) struct Maybe<T>(pub(crate) Option<T>);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], shapes: u32) -> Self {
        Self { rest: bytes, texts: 0, shapes }
    }

    /// All bytes that were not read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// A number in LEB128.
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (first, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u64::from(first & 0x7F) << shift;
            if first & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    pub(crate) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    pub(crate) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// A number whose sign is its last bit.
    pub(crate) fn signed(&mut self) -> Option<i64> {
        let coded = self.number()?;
        let half = i64::try_from(coded >> 1).ok()?;
        Some(if coded & 1 == 0 { half } else { -half - 1 })
    }

    /// The next bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    /// The text up to the next zero byte.
    pub(crate) fn inline_text(&mut self) -> Option<&'a str> {
        let end = self.rest.iter().position(|byte| *byte == 0)?;
        let text = self.bytes(end)?;
        self.bytes(1)?;
        str::from_utf8(text).ok()
    }

    /// A reference: 0 is the next new thing, and others are one more than their index.
    fn refer(code: u32, met: &mut u32) -> u32 {
        if let Some(index) = code.checked_sub(1) {
            return index;
        }
        *met += 1;
        *met - 1
    }

    pub(crate) fn text(&mut self) -> Option<Text> {
        let code = self.small()?;
        Some(Text(Self::refer(code, &mut self.texts)))
    }

    /// A text that may be missing: 0 is none, others are references and 1.
    pub(crate) fn optional_text(&mut self) -> Option<Maybe<Text>> {
        let code = self.small()?;
        Some(Maybe(code.checked_sub(1).map(|code| Text(Self::refer(code, &mut self.texts)))))
    }

    pub(crate) fn shape(&mut self) -> Option<ShapeId> {
        let code = self.small()?;
        Some(ShapeId(Self::refer(code, &mut self.shapes)))
    }

    pub(crate) fn optional_shape(&mut self) -> Option<Maybe<ShapeId>> {
        let code = self.small()?;
        Some(Maybe(code.checked_sub(1).map(|code| ShapeId(Self::refer(code, &mut self.shapes)))))
    }
}
