//! The store without threads, clocks and chance: what comes in is applied to executions in memory
//! and written into the next batch of the journal; [`Core::commit`] brings that to disk, and only
//! then hands out what follows from it. Whoever drives it brings the time.
//!
//! The same calls at the same times give the same bytes on disk and the same actions.

mod active;
mod apply;
mod children;
mod compact;
mod end;
mod migrate;
mod open;
mod park;
mod purge;
mod queries;
mod redrive;
mod replay;
mod reports;
mod start;
#[cfg(test)]
mod tests;
mod timers_due;

use std::collections::{BTreeMap, VecDeque};

use asl_runtime::execution::{Input, OpKey};

use super::disk::Disk;
use super::index::{Index, Slot};
use super::journal::Journal;
use super::timers::Timers;
use super::versions::Versions;
use super::{Action, CallError, Options, Place, Reply, Request, Said, StoreError};

use active::Actives;
pub use compact::{Rewrite, Rewritten};
pub use start::execution_seed;

/// The store, without threads, clocks and randomness: see the documentation of this module.
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
    /// Callers that wait for the end of an execution.
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
    /// Time of the next search for executions to park.
    sweep: park::Sweep,
    /// Bytes of the journal when it was to be rewritten and was not.
    tried: u64,
    /// True if the journal is being rewritten.
    is_compacting: bool,
    /// The error that broke it.
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
            Ok(None) => return children::settle(self),
            Ok(Some(reply)) => Ok(reply),
            Err(error) => Err(error),
        };
        self.actions.push(Action::Answer { ticket, reply });
        children::settle(self)
    }

    /// The answer, if there is one already.
    fn answer(&mut self, ticket: u64, request: Request) -> Result<Option<Reply>, CallError> {
        match request {
            Request::Start { start, seed, parent } => {
                start::start(self, start, seed, parent.as_ref()).map(Reply::Started)
            }
            Request::List(list) => Ok(Reply::Page(queries::list(self, &list))),
            Request::Describe(id) => {
                queries::describe(self, &id).map(|told| Reply::Description(Box::new(told)))
            }
            Request::Wait(id) => return end::wait(self, ticket, &id),
            Request::Cancel(id) => end::cancel(self, &id),
            Request::Send(id, event) => reports::send(self, &id, event),
            Request::Report(token, report) => reports::report(self, &token, report),
            Request::Redrive(id) => redrive::redrive(self, &id),
            Request::History(id) => queries::history(self, &id).map(Reply::History),
            Request::Purge(id) => purge::purge(self, &id),
            Request::PurgeBefore(time) => purge::purge_before(self, time).map(Reply::Purged),
            Request::Migrate(id, to) => migrate::migrate(self, &id, to),
            Request::MigrateAll { machine, from, to } => {
                migrate::migrate_all(self, &machine, from, to).map(Reply::Migrated)
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

    /// The error that broke it, if any.
    pub fn broken(&self) -> Option<&StoreError> {
        self.broken.as_ref()
    }

    /// Number of executions, finished ones included.
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

    /// Takes what is heard of an operation that an [`Action`] has begun. What comes too late is
    /// dropped.
    ///
    /// # Errors
    /// The store is broken; nothing more can be done with it.
    pub fn heard(&mut self, place: &Place, said: Said, now: u64) -> Result<(), StoreError> {
        self.check(now)?;
        if !self.is_here(place) {
            return Ok(());
        }
        let (slot, op) = (place.slot, place.op);
        match said {
            Said::Ended(outcome) => {
                self.apply(slot, Input::Complete(op, outcome))?;
            }
            Said::Started(worker) => reports::pass_on(self, place, Input::Started(op, worker))?,
            Said::Submitted(answer) => reports::pass_on(self, place, Input::Submitted(op, answer))?,
            Said::Acknowledged => reports::acknowledge(self, slot, op)?,
        }
        children::settle(self)
    }

    /// Forgets who waits for the end of an execution and is not there any more.
    pub fn retain_waiters(&mut self, is_there: impl Fn(u64) -> bool) {
        self.waiters.retain(|_, tickets| {
            tickets.retain(|ticket| is_there(*ticket));
            !tickets.is_empty()
        });
    }
}
