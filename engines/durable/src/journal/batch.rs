//! The batch of records that the next commit writes, in one buffer that is reused.

use std::io;

use crc32fast::Hasher;

use super::layout::{BATCH_HEADER, BatchHeader, RECORD_HEADER, Store};
use super::position::Position;

/// Maximum bytes of a batch. Its length is stored in 32 bits.
pub(super) const MAX_BATCH: usize = 1 << 30;
/// Bytes of the buffer that are kept between batches.
const KEPT: usize = 4 << 20;

/// Position of the next batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) segment: u32,
    pub(super) offset: u64,
    /// Number of its first record.
    pub(super) first: u64,
    /// Checksum of the batch before it.
    pub(super) chain: u32,
}

/// Records that are not on disk yet.
#[derive(Debug)]
pub(super) struct Batch {
    store: Store,
    pub(super) place: Place,
    /// Space for the header, then the records.
    bytes: Vec<u8>,
    count: u32,
    digest: Hasher,
    /// Maximum bytes of the batch.
    limit: usize,
}

/// A record, with this size, is too large.
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

    /// Bytes of the batch so far, with its header.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Adds a record whose payload `fill` writes.
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

    /// The payload of a record in this batch.
    pub(super) fn payload(&self, position: Position) -> Option<&[u8]> {
        let start = position.offset().checked_sub(self.place.offset)?;
        let record = self.bytes.get(usize::try_from(start).ok()?..)?;
        let (header, rest) = record.split_first_chunk::<RECORD_HEADER>()?;
        let payload = rest.get(..super::layout::RecordHeader { bytes: *header }.length())?;
        (self.store.record(position, payload) == *header).then_some(payload)
    }

    /// The bytes to write, and the position of the batch after them.
    pub(super) fn seal(&mut self) -> (&[u8], Place) {
        self.close_batch(false)
    }

    /// The same for the empty batch that ends a compacted segment.
    pub(super) fn seal_end(&mut self) -> (&[u8], Place) {
        self.close_batch(true)
    }

    fn close_batch(&mut self, end: bool) -> (&[u8], Place) {
        let header = BatchHeader {
            end,
            // It is at most `MAX_BATCH`.
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

/// A writer for the payload of one record. It never fails.
#[derive(Debug)]
pub struct Payload<'a>(&'a mut Vec<u8>);

impl Payload<'_> {
    /// Appends bytes to the payload.
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
