//! The batch that is being gathered: records one after the other, in one buffer that is used again
//! and again.

use std::io;

use crc32fast::Hasher;

use super::layout::{BATCH_HEADER, BatchHeader, RECORD_HEADER, Store};
use super::position::Position;

/// What a batch may have: a number of 32 bits says its length.
pub(super) const MAX_BATCH: usize = 1 << 30;
/// What the buffer keeps between batches.
const KEPT: usize = 4 << 20;

/// Position of the next batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) segment: u32,
    pub(super) offset: u64,
    /// The number of its first record.
    pub(super) first: u64,
    /// The checksum of the batch before.
    pub(super) chain: u32,
}

/// Records that are not on disk yet.
#[derive(Debug)]
pub(super) struct Batch {
    store: Store,
    pub(super) place: Place,
    /// The header's place, then the records.
    bytes: Vec<u8>,
    count: u32,
    digest: Hasher,
    /// What it may have in all.
    limit: usize,
}

/// The reason why a record is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge(pub(super) usize);

impl Batch {
    pub(super) fn new(store: Store, place: Place, limit: usize) -> Self {
        let limit = limit.min(MAX_BATCH);
        Self { store, place, bytes: vec![0; BATCH_HEADER], count: 0, digest: Hasher::new(), limit }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Bytes of the batch as it is, with its header.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Takes one more record, whose payload `fill` writes.
    pub(super) fn append(
        &mut self,
        fill: impl FnOnce(&mut Payload<'_>),
    ) -> Result<Position, TooLarge> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&[0; RECORD_HEADER]);
        fill(&mut Payload(&mut self.bytes));
        let taken = self.close(start);
        if taken.is_err() {
            self.bytes.truncate(start);
        }
        taken
    }

    /// Writes the header of the record that begins at `start`.
    fn close(&mut self, start: usize) -> Result<Position, TooLarge> {
        let size = self.bytes.len();
        let position = Position::new(self.place.segment, self.place.offset + start as u64);
        let record = self
            .bytes
            .get_mut(start..)
            .and_then(|record| record.split_at_mut_checked(RECORD_HEADER));
        let (Some(position), Some((header, payload)), true) =
            (position, record, size <= self.limit)
        else {
            return Err(TooLarge(size - start));
        };
        header.copy_from_slice(&self.store.record(position, payload));
        self.digest.update(header);
        self.count += 1;
        Ok(position)
    }

    /// The payload of a record that is still here.
    pub(super) fn payload(&self, position: Position) -> Option<&[u8]> {
        let start = position.offset().checked_sub(self.place.offset)?;
        let record = self.bytes.get(usize::try_from(start).ok()?..)?;
        let (header, rest) = record.split_first_chunk::<RECORD_HEADER>()?;
        let payload = rest.get(..super::layout::RecordHeader { bytes: *header }.length())?;
        (self.store.record(position, payload) == *header).then_some(payload)
    }

    /// The bytes to be written, and the place behind them.
    pub(super) fn seal(&mut self) -> (&[u8], Place) {
        self.close_batch(false)
    }

    /// The same for the batch that ends a compacted segment, and has no records.
    pub(super) fn seal_end(&mut self) -> (&[u8], Place) {
        self.close_batch(true)
    }

    fn close_batch(&mut self, end: bool) -> (&[u8], Place) {
        let header = BatchHeader {
            end,
            // At most `MAX_BATCH`.
            length: u32::try_from(self.bytes.len() - BATCH_HEADER).unwrap_or(u32::MAX),
            first: self.place.first,
            count: self.count,
            records: self.digest.clone().finalize(),
            chain: self.place.chain,
        };
        let (encoded, chain) = header.encode(self.store);
        if let Some(place) = self.bytes.first_chunk_mut() {
            *place = encoded;
        }
        let next = Place {
            segment: self.place.segment,
            offset: self.place.offset + self.bytes.len() as u64,
            first: self.place.first + u64::from(self.count),
            chain,
        };
        (&self.bytes, next)
    }

    /// Begins the next batch.
    pub(super) fn restart(&mut self, place: Place) {
        self.place = place;
        self.bytes.truncate(BATCH_HEADER);
        if self.bytes.capacity() > KEPT {
            self.bytes.shrink_to(KEPT);
        }
        self.count = 0;
        self.digest.reset();
    }
}

/// Takes the bytes of one record: a [`Write`](io::Write) that never fails.
#[derive(Debug)]
pub struct Payload<'a>(&'a mut Vec<u8>);

impl Payload<'_> {
    /// Adds bytes to the record.
    pub fn extend(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

impl io::Write for Payload<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
