//! Scans a segment from its first batch, and finds the end of the intact part.

use crc32fast::Hasher;

use super::error::JournalError;
use super::layout::{
    BATCH_HEADER, BatchHeader, MARKER, RECORD_HEADER, RecordHeader, SEGMENT_HEADER, SegmentHeader,
    Store,
};
use super::position::Position;
use super::segment::Segment;
use crate::disk::{DiskFile, read_full};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 20;

/// A segment that is being scanned.
#[derive(Debug)]
pub(super) struct Head<F> {
    pub(super) segment: Segment<F>,
    pub(super) header: SegmentHeader,
    /// Bytes of the file.
    pub(super) size: u64,
}

/// Values that each batch continues from the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thread {
    /// Number of the next record.
    pub(super) first: u64,
    /// Checksum of the batch before.
    pub(super) chain: u32,
}

/// The result of scanning a segment.
#[derive(Debug)]
pub(super) struct Scanned {
    /// End of the last intact batch.
    pub(super) end: u64,
    /// Start of the last intact batch, or of the segment's header.
    pub(super) last: u64,
    pub(super) thread: Thread,
    pub(super) batches: u64,
    pub(super) stop: Stop,
}

/// Reason why the scan of a segment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The file ends after an intact batch.
    Clean,
    /// The mark that ends a compacted segment was read.
    Ended,
    /// The bytes that follow are not an intact batch.
    Broken(&'static str),
}

/// Reads all batches of a segment. The visitor receives a batch's records once the whole batch was
/// verified.
pub(super) fn scan<F: DiskFile, E: From<JournalError>>(
    head: &Head<F>,
    store: Store,
    thread: Thread,
    visit: &mut impl FnMut(Position, &[u8]) -> Result<(), E>,
) -> Result<Scanned, E> {
    let mut window = Window::new(&head.segment, head.size);
    let mut scanned =
        Scanned { end: SEGMENT_HEADER as u64, last: 0, thread, batches: 0, stop: Stop::Clean };
    while scanned.end < head.size && scanned.stop == Stop::Clean {
        let offset = scanned.end;
        let (header, checksum) = match header_at(&mut window, offset, store)? {
            Ok(found) => found,
            Err(what) => {
                scanned.stop = Stop::Broken(what);
                break;
            }
        };
        check_order(&head.segment, offset, &header, scanned.thread)?;
        let Some(records) = window.range(offset + BATCH_HEADER as u64, header.length as usize)?
        else {
            scanned.stop = Stop::Broken("the file ends within a batch");
            break;
        };
        let first = (head.segment.number, offset + BATCH_HEADER as u64);
        if let Err(what) = verify(records, &header, store, first) {
            scanned.stop = Stop::Broken(what);
            break;
        }
        for record in Records::new(records, first) {
            visit(record.position, record.payload)?;
        }
        scanned.last = offset;
        scanned.end = offset + BATCH_HEADER as u64 + u64::from(header.length);
        scanned.thread = Thread { first: header.first + u64::from(header.count), chain: checksum };
        scanned.batches += 1;
        scanned.stop = if header.end { Stop::Ended } else { Stop::Clean };
    }
    Ok(scanned)
}

type Found = Result<(BatchHeader, u32), &'static str>;

fn header_at<F: DiskFile>(
    window: &mut Window<'_, F>,
    offset: u64,
    store: Store,
) -> Result<Found, JournalError> {
    let Some(bytes) = window.range(offset, BATCH_HEADER)? else {
        return Ok(Err("the file ends within the header of a batch"));
    };
    let header = bytes.first_chunk().and_then(|bytes| BatchHeader::decode(bytes, store));
    Ok(header.ok_or("the header of a batch must be here"))
}

/// Checks that the batch continues the one before. Its header is intact, so a contradiction is not
/// a torn write.
fn check_order<F: DiskFile>(
    segment: &Segment<F>,
    offset: u64,
    header: &BatchHeader,
    thread: Thread,
) -> Result<(), JournalError> {
    if header.first != thread.first {
        let (found, expected) = (header.first, thread.first);
        let what = format!(
            "the batch here begins with record {found}, where record {expected} must follow"
        );
        return Err(segment.damaged(offset, what));
    }
    if header.chain != thread.chain {
        return Err(segment.damaged(offset, "the batch here does not follow the one before it"));
    }
    Ok(())
}

/// Verifies all records of a batch.
fn verify(
    records: &[u8],
    header: &BatchHeader,
    store: Store,
    first: (u32, u64),
) -> Result<(), &'static str> {
    let mut digest = Hasher::new();
    let mut count = 0;
    let mut walk = Records::new(records, first);
    for record in walk.by_ref() {
        if store.record(record.position, record.payload) != record.header {
            return Err("the checksum of a record does not fit");
        }
        digest.update(&record.header);
        count += 1;
    }
    let whole = walk.is_done() && count == header.count && digest.finalize() == header.records;
    if whole {
        Ok(())
    } else {
        Err("the records of the batch are not those that its header counts")
    }
}

/// Iterates over the records of a batch.
pub(super) struct Records<'a> {
    rest: &'a [u8],
    segment: u32,
    offset: u64,
}

pub(super) struct Record<'a> {
    position: Position,
    header: [u8; RECORD_HEADER],
    pub(super) payload: &'a [u8],
}

impl<'a> Records<'a> {
    pub(super) fn new(rest: &'a [u8], (segment, offset): (u32, u64)) -> Self {
        Self { rest, segment, offset }
    }

    fn is_done(&self) -> bool {
        self.rest.is_empty()
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let (header, rest) = self.rest.split_first_chunk::<RECORD_HEADER>()?;
        let (payload, rest) = rest.split_at_checked(RecordHeader { bytes: *header }.length())?;
        let position = Position::new(self.segment, self.offset)?;
        self.offset += (RECORD_HEADER + payload.len()) as u64;
        self.rest = rest;
        Some(Record { position, header: *header, payload })
    }
}

/// Searches for a batch header after damage. If there is one, the damaged batch had been on disk.
pub(super) fn batch_behind<F: DiskFile>(
    head: &Head<F>,
    store: Store,
    broken: u64,
) -> Result<Option<u64>, JournalError> {
    let mut window = Window::new(&head.segment, head.size);
    let mut start = broken + 1;
    while start + BATCH_HEADER as u64 <= head.size {
        let length = usize::try_from(head.size - start).unwrap_or(CHUNK).min(CHUNK);
        let Some(bytes) = window.range(start, length)? else { break };
        let found = bytes.windows(BATCH_HEADER).position(|bytes| {
            bytes.first() == Some(&MARKER)
                && bytes
                    .first_chunk()
                    .is_some_and(|bytes| BatchHeader::decode(bytes, store).is_some())
        });
        if let Some(found) = found {
            return Ok(Some(start + found as u64));
        }
        start += (length - BATCH_HEADER + 1) as u64;
    }
    Ok(None)
}

/// A window of a file in memory.
struct Window<'a, F> {
    segment: &'a Segment<F>,
    size: u64,
    start: u64,
    bytes: Vec<u8>,
}

impl<'a, F: DiskFile> Window<'a, F> {
    fn new(segment: &'a Segment<F>, size: u64) -> Self {
        Self { segment, size, start: 0, bytes: Vec::new() }
    }

    /// Returns these bytes of the file, or `None` if it ends before them.
    fn range(&mut self, offset: u64, length: usize) -> Result<Option<&[u8]>, JournalError> {
        let left = self.size.saturating_sub(offset);
        if left < length as u64 {
            return Ok(None);
        }
        let loaded = self.start + self.bytes.len() as u64;
        if offset < self.start || offset + length as u64 > loaded {
            // Read at most to the end of the file: a damaged length must not allocate memory.
            self.bytes
                .resize(usize::try_from(left).unwrap_or(usize::MAX).min(CHUNK.max(length)), 0);
            self.start = offset;
            let read = read_full(&*self.segment.file, &mut self.bytes, offset);
            let read = read.map_err(|error| self.segment.error("read", &error))?;
            self.bytes.truncate(read);
        }
        let from = usize::try_from(offset - self.start).unwrap_or(usize::MAX);
        Ok(self.bytes.get(from..).and_then(|bytes| bytes.get(..length)))
    }
}
