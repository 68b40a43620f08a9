//! The store without threads, clocks and chance: what comes in is applied to executions in memory
//! and written into the next batch of the journal; [`Core::commit`] brings that to disk, and only
//! then hands out what follows from it. Whoever drives it brings the time.
//!
//! The same calls at the same times give the same bytes on disk and the same actions.

mod active;
mod apply;
mod children;
mod compact;
mod life;
mod migrate;
mod open;
mod park;
mod purge;
mod redrive;
mod replay;
mod reports;
mod tell;
#[cfg(test)]
mod tests;
mod tick;

use std::collections::{BTreeMap, VecDeque};

use asl_runtime::execution::OpKey;

use super::disk::Disk;
use super::index::{Index, Slot};
use super::journal::Journal;
use super::timers::Timers;
use super::versions::Versions;
use super::{Action, CallError, Options, Place, Reply, Request, StoreError};

use active::Actives;
pub use compact::{Rewrite, Rewritten};

/// The store. See the [module](self).
pub struct Core<D: Disk> {
    journal: Journal<D>,
    options: Options,
    versions: Versions,
    index: Index,
    actives: Actives,
    timers: Timers,
    /// Those that could go on without anybody's help.
    runnable: VecDeque<Slot>,
    /// Executions whose parents do not wait for them any more, with their numbers.
    orphans: Vec<(Slot, u64)>,
    /// Executions that end operations of others, with their numbers: they may be purged before the
    /// operation has heard of their end.
    children: BTreeMap<(Slot, u64), (Slot, u64)>,
    /// Who waits for the end of an execution.
    waiters: BTreeMap<Slot, Vec<u64>>,
    /// What is to be done when all of it is on disk.
    actions: Vec<Action>,
    /// About how many bytes were written since the last commit.
    pending: usize,
    /// The record that is being written.
    scratch: Vec<u8>,
    /// The number of the last execution.
    number: u64,
    /// In milliseconds since 1970; it never goes back.
    now: u64,
    /// When to look for executions to park.
    sweep: park::Sweep,
    /// Bytes of records that are still needed.
    live: u64,
    /// Bytes of the journal when it was to be rewritten and was not.
    tried: u64,
    /// Whether the journal is being rewritten.
    is_compacting: bool,
    /// What has broken it.
    broken: Option<StoreError>,
}

impl<D: Disk> Core<D> {
    /// Takes a request; the answer is an [`Action::Answer`] with this ticket, after a
    /// [`Core::commit`].
    ///
    /// # Errors
    /// The store is broken; nothing more can be done with it.
    pub fn request(&mut self, ticket: u64, request: Request, now: u64) -> Result<(), StoreError> {
        self.check(now)?;
        let reply = match self.answer(ticket, request) {
            Ok(None) => return self.settle(),
            Ok(Some(reply)) => Ok(reply),
            Err(error) => Err(error),
        };
        self.actions.push(Action::Answer { ticket, reply });
        self.settle()
    }

    /// The answer, if there is one already.
    fn answer(&mut self, ticket: u64, request: Request) -> Result<Option<Reply>, CallError> {
        match request {
            Request::Start { start, seed, parent } => {
                self.start(start, seed, parent.as_ref()).map(Reply::Started)
            }
            Request::List(list) => Ok(Reply::Page(self.list(&list))),
            Request::Describe(id) => {
                self.describe(&id).map(|told| Reply::Description(Box::new(told)))
            }
            Request::Wait(id) => return self.wait(ticket, &id),
            Request::Cancel(id) => self.cancel(&id),
            Request::Send(id, event) => self.send(&id, event),
            Request::Report(token, report) => self.report(&token, report),
            Request::Redrive(id) => self.redrive(&id),
            Request::History(id) => self.history(&id).map(Reply::History),
            Request::Purge(id) => self.purge(&id),
            Request::PurgeBefore(time) => self.purge_before(time).map(Reply::Purged),
            Request::Migrate(id, to) => self.migrate(&id, to),
            Request::MigrateAll { machine, from, to } => {
                self.migrate_all(&machine, from, to).map(Reply::Migrated)
            }
            Request::Compact => self.compact().map(Reply::Compacted),
        }
        .map(Some)
    }

    /// Brings all that was written to disk, and hands out what is to be done now.
    ///
    /// # Errors
    /// The disk has failed. Nothing of this batch may be acted upon, and the store is broken: to go
    /// on, open it again.
    pub fn commit(&mut self) -> Result<Vec<Action>, StoreError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        match self.journal.commit() {
            Ok(()) => {
                self.pending = 0;
                Ok(std::mem::take(&mut self.actions))
            }
            Err(error) => Err(self.break_down(error.into())),
        }
    }

    /// Its time, in milliseconds since 1970: that of the last that has happened. Earlier ones count
    /// as this.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// About how many bytes wait for [`Core::commit`].
    pub fn pending_bytes(&self) -> usize {
        self.pending
    }

    /// What has broken it, if something has.
    pub fn broken(&self) -> Option<&StoreError> {
        self.broken.as_ref()
    }

    /// How many executions there are, finished ones included.
    pub fn executions(&self) -> usize {
        self.index.len()
    }

    /// The journal below.
    pub fn journal(&self) -> &Journal<D> {
        &self.journal
    }

    /// Sets the clock.
    fn check(&mut self, now: u64) -> Result<(), StoreError> {
        self.now = self.now.max(now);
        self.broken.as_ref().map_or(Ok(()), |error| Err(error.clone()))
    }

    fn break_down(&mut self, error: StoreError) -> StoreError {
        self.actions.clear();
        self.broken.get_or_insert(error).clone()
    }

    fn place(&self, slot: Slot, op: OpKey) -> Place {
        Place { slot, number: self.index.entry(slot).map_or(0, |entry| entry.number), op }
    }
}
