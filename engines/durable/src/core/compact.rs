//! Rewrites the journal so that it keeps only what is still needed, each execution in one place.
//! Another thread may do the work while the store continues.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::chain::{self, Broken, Chain, Whereabouts};
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::journal::{Compaction, JournalError, Position};
use super::super::record::{
    EndHead, Kind, Owned, Record, write_bundled, write_types, write_version,
};
use super::super::versions::Written;
use super::super::{CallError, Compacted, StoreError};
use super::Core;
use super::{replay, rows};

/// Bytes of records that are merged into one bundle.
const BUNDLE: usize = 1 << 20;

/// Minimum size of a journal that is compacted automatically, in bytes.
const WORTHWHILE: u64 = 1 << 20;

/// A compaction that has started.
pub struct Rewrite<D: Disk> {
    compaction: Compaction<D>,
    path: String,
    before: u64,
    keep_history: bool,
    versions: Vec<Written>,
    /// The versions whose machines are registered.
    registered: BTreeSet<u16>,
    executions: Vec<(Slot, Whereabouts, bool)>,
    now: u64,
    stop: Arc<AtomicBool>,
}

/// A compaction whose work is done.
pub struct Rewritten<D: Disk> {
    compaction: Compaction<D>,
    before: u64,
    /// For each execution, the location of its records before and after, and their size in bytes.
    moved: Vec<(Slot, Whereabouts, Position, u32)>,
    /// The versions that executions name, and those whose machines are registered.
    named: BTreeSet<u16>,
}

impl<D: Disk> Core<D> {
    /// Returns true if more than half of the journal is no longer needed.
    pub fn wants_rewrite(&self) -> bool {
        let stats = self.journal.stats();
        self.options.compact_by_itself
            && !self.is_compacting
            && self.broken.is_none()
            && stats.size > WORTHWHILE
            && stats.size / 2 > self.index.bytes()
            // The count of needed bytes is an estimate, so do not try twice for the same bytes.
            && stats.size / 2 > stats.compacted
            // After a failure, do not retry at once.
            && stats.size > self.tried.saturating_add(self.tried / 8)
    }

    /// Starts a compaction. Records that are written meanwhile follow behind it.
    ///
    /// # Errors
    /// The disk failed. The store continues unchanged, unless it is [broken](Core::broken).
    pub fn begin_rewrite(&mut self) -> Result<Rewrite<D>, StoreError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let before = self.journal.stats().size;
        self.tried = before;
        // What is pending is written first.
        rows::put(self);
        // There may be no space for another file, and still enough to continue.
        let compaction = self.journal.begin_compaction().map_err(|error| self.failed(error))?;
        self.is_compacting = true;
        let executions = self
            .index
            .after("")
            .map(|(_, slot, entry)| (slot, entry.whereabouts(), entry.state.is_over()));
        Ok(Rewrite {
            compaction,
            path: replay::path(self),
            before,
            keep_history: self.options.keep_history,
            versions: self.versions.written(),
            registered: self.versions.registered_numbers(),
            executions: executions.collect(),
            now: self.now,
            stop: Arc::default(),
        })
    }

    /// Replaces the old journal by the compacted one.
    ///
    /// # Errors
    /// The disk failed. The old journal is unchanged.
    pub fn finish_rewrite(
        &mut self,
        rewritten: Result<Rewritten<D>, StoreError>,
    ) -> Result<Compacted, StoreError> {
        self.is_compacting = false;
        let Rewritten { compaction, before, moved, mut named } = rewritten?;
        self.journal.finish_compaction(compaction).map_err(|error| self.failed(error))?;
        // Versions have come meanwhile.
        named.extend(self.versions.registered_numbers());
        self.versions.drop_origins(&named);
        self.tried = 0;
        for (slot, was, position, bytes) in moved {
            // The execution may have been purged meanwhile, and its slot reused.
            let Some(entry) = self.index.entry_mut(slot).filter(|entry| entry.number == was.number)
            else {
                continue;
            };
            entry.base = Some(position);
            if entry.last == was.last {
                entry.last = position;
                self.index.set_bytes(slot, bytes);
            }
        }
        Ok(Compacted { before, after: self.journal.stats().size })
    }

    /// Compacts the journal at once.
    pub(super) fn compact(&mut self) -> Result<Compacted, CallError> {
        let rewrite = self.begin_rewrite()?;
        Ok(self.finish_rewrite(rewrite.run())?)
    }
}

impl<D: Disk> Rewrite<D> {
    /// Returns a flag that stops the work. The result is then an error.
    pub fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Does the work. It may take long, and does not need the store.
    ///
    /// # Errors
    /// The disk failed, or the old journal is damaged. The old journal is unchanged.
    pub fn run(mut self) -> Result<Rewritten<D>, StoreError> {
        let mut record = Vec::new();
        for (number, Written { hash, name, types, .. }) in (0..).zip(&self.versions) {
            Record::begin(&mut record, Kind::Version, number, None, self.now);
            write_version(&mut record, *hash, name);
            self.compaction.write(&record)?;
            if !types.is_empty() {
                Record::begin(&mut record, Kind::Types, number, None, self.now);
                write_types(&mut record, types);
                self.compaction.write(&record)?;
            }
        }
        let mut moved = Vec::with_capacity(self.executions.len());
        let mut named: BTreeSet<u16> = self.registered.clone();
        for (slot, at, is_over) in std::mem::take(&mut self.executions) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(StoreError::NoThread("it was asked to stop".into()));
            }
            let read = |position| self.compaction.read(position);
            let chain = chain::follow(at, read, |kind| kind == Kind::Start)
                .map_err(|broken| self.broken(at, broken))?;
            let kept = self.kept(chain, is_over);
            named.extend(kept.records.iter().filter_map(|owned| owned.record().version()));
            let (position, bytes) = self.bundle(at.number, &kept)?;
            moved.push((slot, at, position, bytes));
        }
        self.write_origins(&named)?;
        self.compaction.sync()?;
        Ok(Rewritten { compaction: self.compaction, before: self.before, moved, named })
    }

    /// Writes the origins of these versions.
    fn write_origins(&mut self, named: &BTreeSet<u16>) -> Result<(), JournalError> {
        let mut record = Vec::new();
        for (number, Written { origin, .. }) in (0..).zip(&self.versions) {
            if let Some(origin) = origin.as_ref().filter(|_| named.contains(&number)) {
                Record::begin(&mut record, Kind::Origin, u64::from(number), None, self.now);
                origin.write(&mut record);
                self.compaction.write(&record)?;
            }
        }
        Ok(())
    }

    fn broken(&self, at: Whereabouts, broken: Broken) -> StoreError {
        match broken {
            Broken::Journal(error) => error.into(),
            Broken::Unreadable(why) => StoreError::Unreadable {
                path: self.path.clone(),
                id: format!("number {}", at.number).into(),
                why: why.into(),
            },
        }
    }

    /// Selects the records of an execution to keep: all inputs if histories are kept, and the last
    /// snapshot if the execution is not finished.
    fn kept(&self, chain: Chain, is_over: bool) -> Chain {
        let Chain { records, is_complete } = chain;
        // Detached calls that are still to be made need the execution as it was.
        let is_over = is_over && !has_calls(&records);
        let last = if is_over {
            None
        } else {
            records.iter().rposition(|record| record.record().kind.is_whole())
        };
        let end = records.iter().rposition(|record| record.record().kind == Kind::End);
        let is_kept = |at: usize, kind: Kind| match kind {
            Kind::Start => true,
            Kind::Snapshot => last == Some(at),
            Kind::End if is_over && end == Some(at) => true,
            Kind::Input | Kind::Redrive | Kind::Migrated | Kind::End if self.keep_history => true,
            // Records after the end are detached calls that were made.
            Kind::Input
            | Kind::Redrive
            | Kind::Migrated
            | Kind::End
            | Kind::Version
            | Kind::Types
            | Kind::Origin
            | Kind::Purge
            | Kind::Bundle => {
                last.is_some_and(|last| at >= last) || end.is_some_and(|end| is_over && at > end)
            }
        };
        let count = records.len();
        let snapshots =
            records.iter().filter(|record| record.record().kind == Kind::Snapshot).count();
        let records: Vec<Owned> = records
            .into_iter()
            .enumerate()
            .filter(|(at, record)| is_kept(*at, record.record().kind))
            .map(|(_, record)| record)
            .collect();
        let snapshots_kept =
            records.iter().filter(|record| record.record().kind == Kind::Snapshot).count();
        let is_complete = is_complete && count - snapshots == records.len() - snapshots_kept;
        Chain { records, is_complete }
    }

    /// Writes records as bundles. Returns the last position and the number of bytes.
    fn bundle(&mut self, number: u64, chain: &Chain) -> Result<(Position, u32), JournalError> {
        let mut record = Vec::new();
        let (mut previous, mut bytes) = (None, 0_usize);
        let mut parts = chain.records.iter().peekable();
        loop {
            Record::begin(&mut record, Kind::Bundle, number, previous, self.now);
            record.push(u8::from(chain.is_complete));
            while let Some(part) = parts.next() {
                write_bundled(&mut record, part.bytes());
                if parts.peek().is_some_and(|next| record.len() + next.bytes().len() > BUNDLE) {
                    break;
                }
            }
            let position = self.compaction.write(&record)?;
            bytes = bytes.saturating_add(record.len());
            previous = Some(position);
            if parts.peek().is_none() {
                return Ok((position, u32::try_from(bytes).unwrap_or(u32::MAX)));
            }
        }
    }
}

/// Returns true if an execution that has ended still has detached calls to make. A record after its
/// end marks a call as made.
pub(super) fn has_calls(records: &[Owned]) -> bool {
    let Some(end) = records.iter().rposition(|record| record.record().kind == Kind::End) else {
        return false;
    };
    let calls = records
        .get(end)
        .and_then(|end| EndHead::read(end.record().body))
        .map_or(0, |end| end.detached);
    let made =
        records.iter().skip(end).filter(|record| record.record().kind == Kind::Input).count();
    usize::try_from(calls).is_ok_and(|calls| calls > made)
}
