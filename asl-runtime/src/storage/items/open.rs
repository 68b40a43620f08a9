//! Reads items from one object after another, piece by piece.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::storage::{ObjectList, ObjectName, ObjectReader, Storage};
use crate::value::{Text, Value};

use super::csv::Rows;
use super::error::Fault;
use super::gzip::Gzip;
use super::json::ArrayItems;
use super::lines::Lines;
use super::manifest::Manifest;
use super::{Format, ItemSource, LONGEST, ManifestKind, ReadError, Source, list};

/// Reads the items of an [`ItemSource`].
pub struct ItemReader {
    storage: Arc<dyn Storage>,
    rest: Rest,
    /// The current object.
    open: Option<OpenObject>,
    /// Items that were read but not yet returned, and their source.
    ready: VecDeque<Value>,
    source: Text,
    /// Maximum number of items that may still be returned.
    left: u64,
}

/// A batch of items, in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// At least one item.
    pub items: Vec<Value>,
    /// Their source, as in `$$.Map.Item.Source`: `s3://bucket/key`, or `s3://bucket` for the
    /// entries of a list.
    pub source: Text,
}

/// The objects after the current one.
enum Rest {
    Objects(VecDeque<ObjectName>, Format),
    /// Entries of a list that are items themselves.
    Entries(Box<dyn ObjectList>),
    /// Objects to read: those of the current page, and the list of further pages.
    Contents(VecDeque<ObjectName>, Box<dyn ObjectList>, Text, Format),
}

struct OpenObject {
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

impl ItemReader {
    /// Opens the source. A manifest is read at once; an object is only opened.
    pub async fn open(storage: Arc<dyn Storage>, source: ItemSource) -> Result<Self, ReadError> {
        let ItemSource { source, max_items } = source;
        let mut place = Text::default();
        let rest = match source {
            Source::Object { name, format } => Rest::Objects(VecDeque::from([name]), format),
            Source::Manifest { name, kind } => manifest(&*storage, name, kind).await?,
            Source::Objects { bucket, prefix, contents } => {
                place = smol_str::format_smolstr!("s3://{bucket}");
                let list = storage.list(&bucket, &prefix).await?;
                match contents {
                    None => Rest::Entries(list),
                    Some(format) => Rest::Contents(VecDeque::new(), list, bucket, format),
                }
            }
        };
        let left = max_items.unwrap_or(u64::MAX);
        let mut reader =
            Self { storage, rest, open: None, ready: VecDeque::new(), source: place, left };
        // Report a missing object at once.
        reader.go_on().await?;
        Ok(reader)
    }

    /// The next items, at most this many; `None` at the end.
    pub async fn next(&mut self, most: usize) -> Result<Option<Batch>, ReadError> {
        loop {
            let length = self
                .ready
                .len()
                .min(most.max(1))
                .min(usize::try_from(self.left).unwrap_or(usize::MAX));
            if length > 0 {
                self.left = self.left.saturating_sub(u64::try_from(length).unwrap_or(u64::MAX));
                return Ok(Some(Batch {
                    items: self.ready.drain(..length).collect(),
                    source: self.source.clone(),
                }));
            }
            if self.left == 0 || !self.go_on().await? {
                return Ok(None);
            }
        }
    }

    /// Skips this many items, which were returned before a restart.
    pub async fn skip(&mut self, mut items: u64) -> Result<(), ReadError> {
        while items > 0 {
            let most = usize::try_from(items).unwrap_or(usize::MAX);
            let Some(batch) = self.next(most).await? else { return Ok(()) };
            items = items.saturating_sub(u64::try_from(batch.items.len()).unwrap_or(u64::MAX));
        }
        Ok(())
    }

    /// Reads one piece, opens one object or fetches one page. Returns false at the end.
    async fn go_on(&mut self) -> Result<bool, ReadError> {
        if let Some(open) = &mut self.open {
            if !open.go_on(&mut self.ready).await? {
                self.open = None;
            }
            return Ok(true);
        }
        let (name, format) = match &mut self.rest {
            Rest::Objects(names, format) => match names.pop_front() {
                Some(name) => (name, &*format),
                None => return Ok(false),
            },
            Rest::Entries(list) => {
                let page = list.next().await?;
                let more = page.is_some();
                self.ready.extend(page.into_iter().flatten().map(list::item));
                return Ok(more);
            }
            Rest::Contents(names, list, bucket, format) => match names.pop_front() {
                Some(name) => (name, &*format),
                None => {
                    let page = list.next().await?;
                    let more = page.is_some();
                    names.extend(
                        page.into_iter()
                            .flatten()
                            .map(|info| ObjectName::new(bucket.clone(), info.key)),
                    );
                    return Ok(more);
                }
            },
        };
        self.source = smol_str::format_smolstr!("s3://{name}");
        self.open = Some(OpenObject::new(&*self.storage, name, format).await?);
        Ok(true)
    }
}

/// Reads a manifest.
async fn manifest(
    storage: &dyn Storage,
    name: ObjectName,
    kind: ManifestKind,
) -> Result<Rest, ReadError> {
    let mut reader = storage.read(&name).await?;
    let mut text = Vec::new();
    while let Some(piece) = reader.next().await? {
        text.extend(piece);
        if text.len() > LONGEST {
            return Err(ReadError::in_object(
                &name,
                Fault::Whole("this manifest is longer than 64 MiB".to_owned()),
            ));
        }
    }
    let manifest =
        Manifest::read(&name, kind, &text).map_err(|fault| ReadError::in_object(&name, fault))?;
    Ok(Rest::Objects(manifest.objects.into(), manifest.format))
}

impl OpenObject {
    async fn new(
        storage: &dyn Storage,
        name: ObjectName,
        format: &Format,
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
    async fn go_on(&mut self, items: &mut VecDeque<Value>) -> Result<bool, ReadError> {
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
    fn part(&self, most: usize) -> &[u8] {
        let end = self.bytes.len().min(self.at.saturating_add(most));
        self.bytes.get(self.at..end).unwrap_or_default()
    }
}

impl From<Vec<u8>> for Left {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, at: 0 }
    }
}

impl Contents {
    /// Parses a piece. Returns the rest of it.
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

    fn end(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        self.no_mark(items)?;
        self.parser.end(items)
    }

    /// Completes the check for the mark: it is complete, or its bytes are contents.
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
    fn new(format: &Format) -> Self {
        match format {
            Format::Json { pointer } => Self::Json(ArrayItems::new(pointer)),
            Format::JsonLines => Self::Lines(Lines::default()),
            Format::Csv(csv) => Self::Rows(Box::new(Rows::new(csv))),
        }
    }

    /// Parses a piece. Returns the rest of it.
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

    fn end(&mut self, items: &mut VecDeque<Value>) -> Result<(), Fault> {
        match self {
            Self::Json(array) => array.end(),
            Self::Lines(lines) => lines.end(items),
            Self::Rows(rows) => rows.end(items),
        }
    }

    fn is_done(&self) -> bool {
        match self {
            Self::Json(array) => array.is_done(),
            Self::Lines(_) | Self::Rows(_) => false,
        }
    }
}

impl std::fmt::Debug for ItemReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ItemReader")
            .field("source", &self.source)
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}
