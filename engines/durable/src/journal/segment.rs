//! The files of a journal: their names, and reading records by position.

use std::sync::Arc;

use super::error::JournalError;
use super::layout::{RECORD_HEADER, RecordHeader, Store};
use super::position::Position;
use crate::disk::{DiskFile, read_full};

/// The file that is locked.
pub(super) const LOCK: &str = "store.lock";
/// The file with the last position that is known to be on disk.
pub(super) const TIP: &str = "store.tip";
/// The file of the next segment, which gets its own name when it is needed.
pub(super) const NEXT: &str = "store.next";
/// The socket in the directory.
pub(in super::super) const SOCKET: &str = "store.socket";

const PREFIX: &str = "journal-";
const SUFFIX: &str = ".log";
const UNFINISHED: &str = ".new";
/// Bytes that are read together with a record's header: most records are no longer.
const GUESS: usize = 504;

/// The name of a segment's file.
pub(super) fn file_name(number: u32) -> String {
    format!("{PREFIX}{number:010}{SUFFIX}")
}

/// The name of a compacted segment's file while it is being written.
pub(super) fn unfinished_name(number: u32) -> String {
    format!("{PREFIX}{number:010}{UNFINISHED}")
}

/// The kind of a file in the directory, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Segment(u32),
    /// Left by a compaction that did not finish.
    Unfinished,
    /// The lock, the tip, the file of the next segment or the socket.
    Own,
    Unknown,
}

pub(super) fn entry(name: &str) -> Entry {
    if [LOCK, TIP, NEXT, SOCKET].contains(&name) {
        return Entry::Own;
    }
    let number = |suffix| {
        let digits = name.strip_prefix(PREFIX)?.strip_suffix(suffix)?;
        let number: u32 = digits.parse().ok()?;
        (number != 0 && digits == format!("{number:010}")).then_some(number)
    };
    match (number(SUFFIX), number(UNFINISHED)) {
        (Some(number), _) => Entry::Segment(number),
        (None, Some(_)) => Entry::Unfinished,
        (None, None) => Entry::Unknown,
    }
}

/// One file of the journal.
#[derive(Debug)]
pub(super) struct Segment<F> {
    pub(super) number: u32,
    pub(super) file: Arc<F>,
    /// Its full name, for messages.
    pub(super) path: Arc<str>,
    /// End of the last batch.
    pub(super) end: u64,
}

impl<F> Clone for Segment<F> {
    fn clone(&self) -> Self {
        Self {
            number: self.number,
            file: Arc::clone(&self.file),
            path: Arc::clone(&self.path),
            end: self.end,
        }
    }
}

impl<F: DiskFile> Segment<F> {
    pub(super) fn error(&self, doing: &'static str, error: &std::io::Error) -> JournalError {
        JournalError::io(self.path.to_string(), doing, error)
    }

    pub(super) fn damaged(&self, offset: u64, what: impl Into<String>) -> JournalError {
        JournalError::damaged(self.path.to_string(), offset, what)
    }

    /// The payload of the record at this position of this segment.
    fn read(&self, store: Store, position: Position) -> Result<Vec<u8>, JournalError> {
        let offset = position.offset();
        let left = usize::try_from(self.end.saturating_sub(offset)).unwrap_or(usize::MAX);
        let mut bytes = vec![0; (RECORD_HEADER + GUESS).min(left)];
        let read = self.read_at(&mut bytes, offset)?;
        let Some(header) = bytes
            .first_chunk()
            .filter(|_| read == bytes.len())
            .map(|bytes| RecordHeader { bytes: *bytes })
        else {
            return Err(self.damaged(offset, "there is no whole record here"));
        };
        let length = header.length();
        if length > left - RECORD_HEADER {
            return Err(self.damaged(offset, "the record is longer than what is left of the file"));
        }
        bytes.drain(..RECORD_HEADER);
        let had = bytes.len();
        bytes.resize(length, 0);
        if let Some(rest) = bytes.get_mut(had..).filter(|rest| !rest.is_empty()) {
            let want = rest.len();
            if self.read_at(rest, offset + (RECORD_HEADER + had) as u64)? != want {
                return Err(self.damaged(offset, "the file ends within the record"));
            }
        }
        if store.record(position, &bytes) != header.bytes {
            return Err(self.damaged(offset, "the checksum of the record does not fit"));
        }
        Ok(bytes)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<usize, JournalError> {
        read_full(&*self.file, buffer, offset).map_err(|error| self.error("read", &error))
    }
}

/// Reads the payload of the record at this position. Returns `None` if no segment has that number.
pub(super) fn read<F: DiskFile>(
    segments: &[Segment<F>],
    store: Store,
    position: Position,
) -> Option<Result<Vec<u8>, JournalError>> {
    let number = position.segment();
    let index = segments.binary_search_by_key(&number, |segment| segment.number).ok()?;
    Some(segments.get(index)?.read(store, position))
}
