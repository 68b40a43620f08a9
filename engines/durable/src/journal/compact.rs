//! Compaction: what is still needed of all segments so far is written into one, which takes their
//! place. Meanwhile the journal goes on in a segment behind; a crash at any moment leaves either
//! the old segments or the new one.

use super::batch::{Batch, MAX_BATCH, Place, TooLarge};
use super::error::{Fault, JournalError};
use super::layout::{Kind, SEGMENT_HEADER, SegmentHeader, Store};
use super::position::Position;
use super::segment::{self, Segment, file_name, unfinished_name};
use super::{Journal, create, directory};
use crate::disk::{Disk, DiskFile, write_full};

/// Records are written when there are so many bytes of them.
const BATCH: usize = 256 << 10;

/// A compaction under way. It may go on in another thread than the journal's; dropped, it leaves
/// all as it was, and a file that is removed by the next compaction or when the store is opened.
#[derive(Debug)]
pub struct Compaction<D: Disk> {
    store: Store,
    /// The segments that it stands for.
    sealed: Vec<Segment<D::File>>,
    segment: Segment<D::File>,
    directory: String,
    batch: Batch,
    /// Written since the disk was waited for.
    unsynced: u64,
    sync_bytes: u64,
}

impl<D: Disk> Journal<D> {
    /// Commits, ends the segment, and begins a compaction of all that is in the journal now: what
    /// is to be kept of it must be written to the compaction. Positions of what comes later are
    /// greater than all of the compaction's.
    pub fn begin_compaction(&mut self) -> Result<Compaction<D>, JournalError> {
        self.commit()?;
        // One that was dropped.
        if let Some(number) = self.compacting.take() {
            // Where it cannot be removed, opening the store will tell.
            drop(self.disk.remove(&unfinished_name(number)));
        }
        if self.segments.is_empty() {
            // The first segment is always there: one that is missing is told from one that never
            // was.
            let created = self.create_segment();
            self.note_failure(&created);
            created?;
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
        // One that could not be begun.
        drop(self.disk.remove(&unfinished_name(number)));
        let file = create(&self.disk, &unfinished_name(number), &header)?;
        let start = SEGMENT_HEADER as u64;
        self.batch.restart(Place { segment: number + 1, offset: start, first, chain });
        self.compacting = Some(number);
        Ok(Compaction {
            store: self.store,
            sealed: self.segments.clone(),
            segment: file,
            directory: self.disk.name(""),
            batch: Batch::new(
                self.store,
                Place { segment: number, offset: start, first: 0, chain: 0 },
                MAX_BATCH,
            ),
            unsynced: 0,
            sync_bytes: self.options.sync_bytes,
        })
    }

    /// Puts what the compaction has written in the place of what it has read. After an error all is
    /// as before, and another compaction can be tried.
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
        // Only now may the old ones go.
        directory::sync(&self.disk)?;
        let mut segment = compaction.segment;
        segment.path = self.disk.name(&name).into();
        self.stats.compacted = segment.end;
        let old = self.segments.iter().take_while(|old| old.number < number).count();
        let removed: Vec<Segment<D::File>> = self.segments.splice(..old, [segment]).collect();
        for old in removed {
            // What is left is removed when the store is opened.
            drop(self.disk.remove(&file_name(old.number)));
        }
        Ok(())
    }
}

impl<D: Disk> Compaction<D> {
    /// The payload of a record of before the compaction.
    pub fn read(&self, position: Position) -> Result<Vec<u8>, JournalError> {
        segment::read(&self.sealed, self.store, position).unwrap_or_else(|| {
            Err(JournalError::new(self.directory.clone(), Fault::Gone(position)))
        })
    }

    /// Writes a record; its position holds once the compaction is finished.
    pub fn write(&mut self, payload: &[u8]) -> Result<Position, JournalError> {
        let taken = self.batch.append(|record| record.extend(payload));
        let position = taken.map_err(|TooLarge(bytes)| {
            JournalError::new(self.directory.clone(), Fault::TooLarge(bytes))
        })?;
        if self.batch.size() >= BATCH {
            self.flush()?;
        }
        Ok(position)
    }

    /// Writes what is gathered, and waits for the disk: what has to be done at the end is shorter
    /// then.
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
