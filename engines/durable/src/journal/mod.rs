//! An append-only list of records on a disk. Committed records survive a crash. Reading returns
//! exactly what was written, or an error that names the file and the offset.
//! `docs/internals/store.md` describes the format.
//!
//! Records are collected into a batch. [`commit`](Journal::commit) writes the batch and syncs once
//! for all of them; the next batch is written only after that. So an incomplete batch with nothing
//! after it is an interrupted commit, and is truncated. Anything else that is incomplete is damage,
//! and is refused.

mod batch;
mod compact;
mod directory;
mod error;
mod layout;
#[cfg(any(test, feature = "testing"))]
pub mod mutate;
mod next;
mod position;
mod reader;
mod recover;
mod scan;
mod segment;

use std::sync::Arc;

pub use batch::Payload;
pub use compact::Compaction;
pub use error::{Fault, JournalError};
pub use position::Position;
pub(crate) use reader::Reader;
pub use recover::Recovery;
pub(crate) use recover::traces;

use batch::{Batch, TooLarge};
use layout::{SEGMENT_HEADER, SegmentHeader, Store};
use next::CommitFault;
use recover::Recovered;
pub(super) use segment::SOCKET;
use segment::Segment;

use super::disk::{Disk, write_full};

#[cfg(test)]
mod tests;

/// Options of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalOptions {
    /// Random id of a new store, which distinguishes it from others. An existing store has its id
    /// on disk.
    pub id: [u8; 16],
    /// Size after which the next segment begins.
    pub segment_bytes: u64,
    /// Maximum bytes of one commit, at most 1 GiB.
    pub batch_bytes: usize,
    /// Bytes after which a compaction syncs, so that its final sync is short.
    pub sync_bytes: u64,
}

impl Default for JournalOptions {
    fn default() -> Self {
        Self {
            id: [0; 16],
            segment_bytes: 64 << 20,
            batch_bytes: batch::MAX_BATCH,
            sync_bytes: 8 << 20,
        }
    }
}

/// Statistics of a journal since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Number of commits that wrote something.
    pub batches: u64,
    /// Records in them.
    pub records: u64,
    /// Bytes written for them, headers included.
    pub bytes: u64,
    /// Bytes of all files, without uncommitted records.
    pub size: u64,
    /// Bytes of those files that the last compaction wrote.
    pub compacted: u64,
}

/// The journal of a store.
#[derive(Debug)]
pub struct Journal<D: Disk> {
    disk: D,
    options: JournalOptions,
    store: Store,
    /// All segments by number. The last one is the batch's own segment, unless that is still to be
    /// created.
    segments: Vec<Segment<D::File>>,
    /// The last segment that is a log.
    previous: u32,
    batch: Batch,
    tip: Option<D::File>,
    /// The file of the next segment.
    next: Option<D::File>,
    /// The name of the last segment may not be on disk.
    has_new_name: bool,
    /// Number that a compaction reserved for its segment.
    compacting: Option<u32>,
    /// The first write that failed.
    failed: Option<String>,
    recovery: Recovery,
    stats: Stats,
    /// Missing if the journal is only read.
    _lock: Option<D::Lock>,
}

impl<D: Disk> Journal<D> {
    /// Opens the journal of a directory, or creates it. The visitor receives every record, oldest
    /// first; compacted records in the order in which the compaction wrote them.
    pub fn open<E: From<JournalError>>(
        disk: D,
        options: JournalOptions,
        mut visit: impl FnMut(Position, &[u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let lock = recover::lock(&disk)?;
        let recovered = recover::recover(&disk, &options, &mut visit)?;
        let mut journal = Self::new(disk, options, recovered, Some(lock));
        // Without the tip some damage goes unnoticed, but nothing else changes.
        let tip = journal.disk.open(segment::TIP);
        journal.tip = tip.or_else(|_| journal.disk.create(segment::TIP)).ok();
        journal.note_tip();
        journal.prepare_next();
        Ok(journal)
    }

    /// Reads the journal of a directory that another process may be using. It takes no lock and
    /// changes nothing; an interrupted commit at the end may be one in progress. All files stay
    /// open, so the records can be read also after a compaction has removed the files. The journal
    /// accepts no records.
    ///
    /// An error may be caused by changes of the directory in the meantime: compare its
    /// [`traces`] before and after.
    pub fn inspect<E: From<JournalError>>(
        disk: D,
        mut visit: impl FnMut(Position, &[u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let options = JournalOptions::default();
        let recovered = recover::inspect(&disk, &options, &mut visit)?;
        let mut journal = Self::new(disk, options, recovered, None);
        journal.failed = Some("it is only read".to_owned());
        Ok(journal)
    }

    fn new(
        disk: D,
        options: JournalOptions,
        recovered: Recovered<D::File>,
        lock: Option<D::Lock>,
    ) -> Self {
        let Recovered { store, segments, place, previous, recovery } = recovered;
        let (batch, stats) = (Batch::new(store, place, options.batch_bytes), Stats::default());
        Self {
            disk,
            options,
            store,
            segments,
            previous,
            batch,
            tip: None,
            next: None,
            has_new_name: false,
            compacting: None,
            failed: None,
            recovery,
            stats,
            _lock: lock,
        }
    }

    /// The random id of its store.
    pub(crate) fn id(&self) -> [u8; 16] {
        self.store.id
    }

    /// Number of its files.
    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    /// Adds a record to the next commit.
    pub fn append(&mut self, payload: &[u8]) -> Result<Position, JournalError> {
        self.append_with(|record| record.extend(payload))
    }

    /// Adds a record to the next commit. `fill` writes it directly to the buffer.
    pub fn append_with(
        &mut self,
        fill: impl FnOnce(&mut Payload<'_>),
    ) -> Result<Position, JournalError> {
        self.check()?;
        self.batch.append(fill).map_err(|TooLarge(bytes)| self.fault(Fault::TooLarge(bytes)))
    }

    /// Returns true if there are records that are not on disk yet.
    pub fn is_pending(&self) -> bool {
        !self.batch.is_empty()
    }

    /// Returns when all records are on disk. If the system lacks files or space, nothing has changed
    /// and the commit can be tried again. After any other error the journal [has
    /// failed](Self::has_failed) and accepts no more records: its state on disk is unknown until it
    /// is opened again.
    pub fn commit(&mut self) -> Result<(), JournalError> {
        self.check()?;
        if self.batch.is_empty() {
            return Ok(());
        }
        let written = self.write();
        self.note_failure(written)
    }

    /// Returns true if a write failed, so that the journal accepts no more records. A failed
    /// compaction does not count.
    pub fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// The payload of a record.
    pub fn read(&self, position: Position) -> Result<Vec<u8>, JournalError> {
        if let Some(payload) = self.pending(position) {
            return Ok(payload.to_vec());
        }
        segment::read(&self.segments, self.store, position)
            .unwrap_or_else(|| Err(self.fault(Fault::Gone(position))))
    }

    /// Reads what is on disk now, in any thread, also after a compaction has removed the files.
    pub(crate) fn reader(&self) -> Reader<D::File> {
        Reader::new(self.store, self.segments.clone(), self.disk.name(""))
    }

    /// The result of opening it.
    pub fn recovery(&self) -> &Recovery {
        &self.recovery
    }

    /// Statistics since it was opened.
    pub fn stats(&self) -> Stats {
        let size = self.segments.iter().map(|segment| segment.end).sum();
        Stats { size, ..self.stats }
    }

    /// The disk that it is on.
    pub fn disk(&self) -> &D {
        &self.disk
    }

    fn pending(&self, position: Position) -> Option<&[u8]> {
        let here = position.segment() == self.batch.place.segment && !self.batch.is_empty();
        self.batch.payload(position).filter(|_| here)
    }

    fn fault(&self, fault: Fault) -> JournalError {
        JournalError::new(self.disk.name(""), fault)
    }

    fn check(&self) -> Result<(), JournalError> {
        match &self.failed {
            Some(because) => Err(self.fault(Fault::Stopped(because.clone()))),
            None => Ok(()),
        }
    }

    fn note_failure(&mut self, written: Result<(), CommitFault>) -> Result<(), JournalError> {
        written.map_err(|fault| match fault {
            CommitFault::Unchanged(error) => error,
            CommitFault::Failed(error) => {
                self.failed = Some(error.to_string());
                error
            }
        })
    }

    /// Writes the batch, syncs, and begins the next one.
    fn write(&mut self) -> Result<(), CommitFault> {
        if self.segments.last().is_none_or(|segment| segment.number != self.batch.place.segment) {
            self.create_segment()?;
        }
        self.sync_names()?;
        let count = self.batch.count();
        let mut next = self.write_batch()?;
        self.stats.batches += 1;
        self.stats.records += u64::from(count);
        if next.offset >= self.options.segment_bytes {
            (next.segment, next.offset) = (next.segment + 1, SEGMENT_HEADER as u64);
        }
        self.batch.restart(next);
        self.note_tip();
        self.prepare_next();
        Ok(())
    }

    /// Notes the last position on disk. The note is not synced: after a crash it may be missing or
    /// old, and then says less. It is never ahead. Errors do not matter.
    fn note_tip(&mut self) {
        let Some(file) = &self.tip else { return };
        let place = self.batch.place;
        let (segment, offset) = self
            .segments
            .last()
            .map_or((place.segment, place.offset), |last| (last.number, last.end));
        let tip = layout::Tip { next: place.first, segment, offset };
        drop(write_full(file, &tip.encode(self.store), 0));
    }
}

/// Creates a file with a header.
fn create<D: Disk>(
    disk: &D,
    name: &str,
    header: &SegmentHeader,
) -> Result<Segment<D::File>, JournalError> {
    let path = disk.name(name);
    let file =
        disk.create(name).map_err(|error| JournalError::io(path.clone(), "create", &error))?;
    write_full(&file, &header.encode(), 0)
        .map_err(|error| JournalError::io(path.clone(), "write", &error))?;
    let (file, path) = (Arc::new(file), path.into());
    Ok(Segment { number: header.number, file, path, end: SEGMENT_HEADER as u64 })
}
