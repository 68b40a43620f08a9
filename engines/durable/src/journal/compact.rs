//! Compaction: the records that are still needed are copied from all segments into one, which then
//! replaces them. Meanwhile the journal continues in a later segment. A crash at any moment leaves
//! either the old segments or the new one.

use super::batch::{Batch, MAX_BATCH, Place, TooLarge};
use super::error::{Fault, JournalError};
use super::layout::{Kind, SEGMENT_HEADER, SegmentHeader, Store};
use super::position::Position;
use super::segment::{Segment, file_name, unfinished_name};
use super::{Journal, Reader, create, directory};
use crate::disk::{Disk, DiskFile, write_full};

/// Bytes of records that are written together.
const BATCH: usize = 256 << 10;

/// A compaction in progress, which may run in another thread than the journal. Dropping it changes
/// nothing in the journal; its file is removed by the next compaction or when the store is opened.
#[derive(Debug)]
pub struct Compaction<D: Disk> {
    store: Store,
    /// The segments that it replaces.
    sealed: Reader<D::File>,
    segment: Segment<D::File>,
    batch: Batch,
    /// Bytes written since the last sync.
    unsynced: u64,
    sync_bytes: u64,
}

impl<D: Disk> Journal<D> {
    /// Commits, ends the segment, and starts a compaction of everything in the journal. The caller
    /// must write all records to keep to the compaction. Positions of later records are greater
    /// than all positions of the compaction.
    pub fn begin_compaction(&mut self) -> Result<Compaction<D>, JournalError> {
        self.commit()?;
        // Left by a compaction that was dropped.
        if let Some(number) = self.compacting.take() {
            // If it cannot be removed, opening the store will report it.
            drop(self.disk.remove(&unfinished_name(number)));
        }
        if self.segments.is_empty() {
            // The first segment must exist, so that a missing one is distinguishable from one that
            // never existed.
            let created = self.create_segment();
            self.note_failure(created)?;
        }
        let Place { segment, first, chain, .. } = self.batch.place;
        let ended = self.segments.last().is_none_or(|last| last.number != segment);
        let number = if ended { segment } else { segment + 1 };
        let header = SegmentHeader {
            store: self.store.id,
            kind: Kind::Compacted,
            number,
            previous: self.previous,
            first,
            chain,
        };
        // Left by a failed attempt to start one.
        drop(self.disk.remove(&unfinished_name(number)));
        let file = create(&self.disk, &unfinished_name(number), &header)?;
        let start = SEGMENT_HEADER as u64;
        self.batch.restart(Place { segment: number + 1, offset: start, first, chain });
        self.compacting = Some(number);
        Ok(Compaction {
            store: self.store,
            sealed: self.reader(),
            segment: file,
            batch: Batch::new(
                self.store,
                Place { segment: number, offset: start, first: 0, chain: 0 },
                MAX_BATCH,
            ),
            unsynced: 0,
            sync_bytes: self.options.sync_bytes,
        })
    }

    /// Replaces the source segments by the compacted one. After an error nothing has changed, and
    /// another compaction can be tried.
    pub fn finish_compaction(&mut self, mut compaction: Compaction<D>) -> Result<(), JournalError> {
        self.check()?;
        let number = compaction.segment.number;
        if self.compacting != Some(number) || compaction.store != self.store {
            return Err(self.fault(Fault::Io {
                doing: "compact",
                error: "another compaction was begun since".into(),
            }));
        }
        let name = file_name(number);
        let io = |doing, error| JournalError::io(self.disk.name(&name), doing, &error);
        compaction.end()?;
        self.disk.rename(&unfinished_name(number), &name).map_err(|error| io("rename", error))?;
        self.compacting = None;
        // The old segments may be removed only now.
        directory::sync(&self.disk)?;
        let mut segment = compaction.segment;
        segment.path = self.disk.name(&name).into();
        self.stats.compacted = segment.end;
        let old = self.segments.iter().take_while(|old| old.number < number).count();
        let removed: Vec<Segment<D::File>> = self.segments.splice(..old, [segment]).collect();
        for old in removed {
            // The rest is removed when the store is opened.
            drop(self.disk.remove(&file_name(old.number)));
        }
        Ok(())
    }
}

impl<D: Disk> Compaction<D> {
    /// The payload of a record from before the compaction.
    pub fn read(&self, position: Position) -> Result<Vec<u8>, JournalError> {
        self.sealed.read(position)
    }

    /// Writes a record. Its position is valid once the compaction is finished.
    pub fn write(&mut self, payload: &[u8]) -> Result<Position, JournalError> {
        let taken = self.batch.append(|record| record.extend(payload));
        let position =
            taken.map_err(|TooLarge(bytes)| self.sealed.fault(Fault::TooLarge(bytes)))?;
        if self.batch.size() >= BATCH {
            self.flush()?;
        }
        Ok(position)
    }

    /// Writes the buffered records and syncs, which shortens the sync at the end.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        if !self.batch.is_empty() {
            self.write_batch(false)?;
        }
        self.sync_file()
    }

    fn end(&mut self) -> Result<(), JournalError> {
        if !self.batch.is_empty() {
            self.write_batch(false)?;
        }
        self.write_batch(true)?;
        self.sync_file()
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        self.write_batch(false)?;
        if self.unsynced >= self.sync_bytes {
            self.sync_file()?;
        }
        Ok(())
    }

    fn write_batch(&mut self, end: bool) -> Result<(), JournalError> {
        let (bytes, next) = if end { self.batch.seal_end() } else { self.batch.seal() };
        let written = write_full(&*self.segment.file, bytes, self.segment.end);
        written.map_err(|error| self.segment.error("write", &error))?;
        self.unsynced += bytes.len() as u64;
        self.segment.end = next.offset;
        self.batch.restart(next);
        Ok(())
    }

    fn sync_file(&mut self) -> Result<(), JournalError> {
        self.segment.file.sync_data().map_err(|error| self.segment.error("sync", &error))?;
        self.unsynced = 0;
        Ok(())
    }
}
