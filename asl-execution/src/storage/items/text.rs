//! Parses the text of an object, piece by piece.

use std::collections::VecDeque;

use crate::storage::{ObjectName, ObjectReader, Storage};
use asl_value::value::Value;

use super::csv::Rows;
use super::error::Fault;
use super::gzip::Gzip;
use super::json::ArrayItems;
use super::lines::Lines;
use super::{Csv, ReadError};

/// The format of text.
#[derive(Clone, Copy)]
pub(super) enum TextFormat<'f> {
    Json(&'f [String]),
    Lines,
    Csv(&'f Csv),
}

/// An object whose text is read.
pub(super) struct TextObject {
    name: ObjectName,
    reader: Box<dyn ObjectReader>,
    /// The decompressor and its input.
    gzip: Option<(Gzip, Left)>,
    /// The parser's input.
    plain: Left,
    /// True once the reader has returned everything.
    is_read: bool,
    text: Contents,
}

/// The rest of a piece.
#[derive(Default)]
struct Left {
    bytes: Vec<u8>,
    at: usize,
}

/// Bytes that are decompressed at once: the result may be a thousand times as long.
const PACKED: usize = 4096;

/// Bytes that are parsed at once: items need up to fifty times as much memory as their text.
const PARSED: usize = 64 * 1024;

/// A parser, with the check for a byte order mark.
struct Contents {
    /// Number of bytes of the mark that were read; `None` after it.
    mark: Option<usize>,
    parser: Parser,
}

/// UTF-8's byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

enum Parser {
    Json(ArrayItems),
    Lines(Lines),
    Rows(Box<Rows>),
}

impl TextObject {
    /// True if the items are the members of an object.
    #[inline]
    pub(super) fn are_members(&self) -> bool {
        self.text.parser.are_members()
    }

    pub(super) async fn open(
        storage: &dyn Storage,
        name: ObjectName,
        format: TextFormat<'_>,
    ) -> Result<Self, ReadError> {
        let reader = storage.read(&name).await?;
        let gzip = name.key.ends_with(".gz").then(Gzip::new).transpose();
        let gzip = gzip.map_err(|fault| ReadError::in_object(&name, fault))?;
        let gzip = gzip.map(|gzip| (gzip, Left::default()));
        let text = Contents { mark: Some(0), parser: Parser::new(format) };
        Ok(Self { name, reader, gzip, plain: Left::default(), is_read: false, text })
    }

    /// Continues with a small part, however large the storage's pieces are. Returns true if there
    /// is more. The caller takes the items in between, so that few bytes cannot become more items
    /// than fit into memory.
    pub(super) async fn go_on(&mut self, items: &mut VecDeque<Value>) -> Result<bool, ReadError> {
        if self.advance(items).map_err(|fault| ReadError::in_object(&self.name, fault))? {
            return Ok(!self.text.parser.is_done());
        }
        if self.is_read {
            self.text.end(items).map_err(|fault| ReadError::in_object(&self.name, fault))?;
            return Ok(false);
        }
        match (self.reader.next().await?, &mut self.gzip) {
            (Some(piece), Some((_, packed))) => *packed = Left::from(piece),
            (Some(piece), None) => self.plain = Left::from(piece),
            (None, Some((gzip, _))) => {
                self.is_read = true;
                self.plain =
                    gzip.end().map_err(|fault| ReadError::in_object(&self.name, fault))?.into();
            }
            (None, None) => self.is_read = true,
        }
        Ok(true)
    }

    /// Parses or decompresses a small part. Returns true if there was one.
    #[inline]
    fn advance(&mut self, items: &mut VecDeque<Value>) -> Result<bool, Fault> {
        let plain = self.plain.part(PARSED);
        if !plain.is_empty() {
            let rest = self.text.feed(plain, items)?.len();
            self.plain.at = self.plain.at.saturating_add(plain.len().saturating_sub(rest));
            return Ok(true);
        }
        let Some((gzip, packed)) = &mut self.gzip else { return Ok(false) };
        let part = packed.part(PACKED);
        let length = part.len();
        if length > 0 {
            self.plain = gzip.unpack(part)?.into();
            packed.at = packed.at.saturating_add(length);
        }
        Ok(length > 0)
    }
}

impl Left {
    /// The next bytes, at most this many.
    #[inline]
    fn part(&self, most: usize) -> &[u8] {
        let end = self.bytes.len().min(self.at.saturating_add(most));
        self.bytes.get(self.at..end).unwrap_or_default()
    }
}

impl From<Vec<u8>> for Left {
    #[inline]
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, at: 0 }
    }
}

impl Contents {
    /// Parses a piece. Returns the rest of it.
    #[inline]
    fn feed<'p>(
        &mut self,
        mut piece: &'p [u8],
        items: &mut VecDeque<Value>,
    ) -> Result<&'p [u8], Fault> {
        while let Some(seen) = self.mark {
            let Some((byte, rest)) = piece.split_first() else { return Ok(piece) };
            if MARK.get(seen) == Some(byte) {
                self.mark = Some(seen.saturating_add(1));
                piece = rest;
            } else {
                self.no_mark(items)?;
            }
        }
        self.parser.feed(piece, items)
    }

    #[inline]
    fn end(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        self.no_mark(items)?;
        self.parser.end(items)
    }

    /// Completes the check for the mark: it is complete, or its bytes are contents.
    #[inline]
    fn no_mark(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        let begun = self
            .mark
            .take()
            .and_then(|seen| MARK.get(..seen))
            .filter(|begun| begun.len() < MARK.len());
        // These bytes are too few for a row, so there is no rest.
        self.parser.feed(begun.unwrap_or_default(), items).map(drop)
    }
}

impl Parser {
    #[inline]
    fn new(format: TextFormat<'_>) -> Self {
        match format {
            TextFormat::Json(pointer) => Self::Json(ArrayItems::new(pointer)),
            TextFormat::Lines => Self::Lines(Lines::default()),
            TextFormat::Csv(csv) => Self::Rows(Box::new(Rows::new(csv))),
        }
    }

    /// Parses a piece. Returns the rest of it.
    #[inline]
    fn feed<'p>(
        &mut self,
        piece: &'p [u8],
        items: &mut VecDeque<Value>,
    ) -> Result<&'p [u8], Fault> {
        match self {
            Self::Json(array) => array.feed(piece, items)?,
            Self::Lines(lines) => lines.feed(piece, items)?,
            Self::Rows(rows) => return rows.feed(piece, items),
        }
        Ok(&[])
    }

    #[inline]
    fn end(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        match self {
            Self::Json(array) => array.end(),
            Self::Lines(lines) => lines.end(items),
            Self::Rows(rows) => rows.end(items),
        }
    }

    #[inline]
    fn are_members(&self) -> bool {
        matches!(self, Self::Json(array) if array.are_members())
    }

    #[inline]
    fn is_done(&self) -> bool {
        matches!(self, Self::Json(array) if array.is_done())
    }
}
