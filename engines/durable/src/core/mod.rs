//! The store without threads, clocks or randomness. It applies inputs to executions in memory and
//! appends them to the next batch of the journal. [`Core::commit`] writes the batch to disk, and
//! only then returns the actions that follow. The driver supplies the time.
//!
//! The same calls at the same times produce the same bytes on disk and the same actions.

mod active;
mod apply;
mod checkpoints;
mod children;
mod compact;
mod end;
mod forecast;
mod history;
mod inspect;
mod leave;
mod map_runs;
mod migrate;
mod moves;
mod open;
mod park;
mod placement;
mod places;
mod purge;
mod queries;
mod redrive;
mod replay;
mod reports;
mod rows;
mod stand_in;
mod start;
mod steps;
#[cfg(test)]
mod tests;
mod timers_due;
mod unfit;

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use asl_runtime::__engine::{SpareCommands, Withheld};
use asl_runtime::execution::{Input, OpKey};
use asl_runtime::history::ObserverHandle;

use super::disk::Disk;
use super::index::{Index, Slot};
use super::journal::{Journal, JournalError};
use super::timers::Timers;
use super::versions::Versions;
use super::{Action, CallError, Options, Place, Reply, Request, StoreError, TaskReport, UnfitData};

use active::Actives;
use checkpoints::Checkpoints;
pub use compact::{Rewrite, Rewritten};
pub use history::HistorySource;
pub use inspect::{MachineCount, Problem, Statistics, Verified};
pub use leave::Left;
#[cfg(feature = "messages")]
pub(crate) use reports::token_id;
pub use start::execution_seed;
#[cfg(feature = "messages")]
pub(crate) use start::name_of;

/// Maximum number of actions whose memory is kept between commits.
const KEPT: usize = 4_096;

/// The store, without threads, clocks and randomness: see the documentation of this module.
pub struct Core<D: Disk> {
    journal: Journal<D>,
    options: Options,
    versions: Versions,
    index: Index,
    actives: Actives,
    timers: Timers,
    /// Executions that can advance without further input.
    runnable: VecDeque<Slot>,
    children: children::Children,
    /// Checkpoints for histories.
    checkpoints: Arc<Mutex<Checkpoints>>,
    waiters: end::Waiters,
    /// Events to report when everything is on disk.
    observed: Option<Withheld>,
    /// Actions to hand out when everything is on disk.
    actions: Vec<Action>,
    /// Approximate number of bytes written since the last commit.
    pending: usize,
    /// Memory for the commands of the execution that is being worked on.
    commands: SpareCommands,
    /// Buffer for the record that is being written.
    scratch: Vec<u8>,
    /// Buffer for the input of the execution that is being started, as JSON text.
    input_text: Vec<u8>,
    /// Number of the newest execution.
    number: u64,
    /// Milliseconds since 1970. It never decreases.
    now: u64,
    /// Time of the next search for executions to park.
    sweep: park::Sweep,
    /// Number of executions that are parked.
    parked: u64,
    /// Size of the journal when a compaction last failed, in bytes.
    tried: u64,
    /// True while the journal is being compacted.
    is_compacting: bool,
    /// True if another process may have the store open, and this one only reads it.
    is_inspected: bool,
    /// Data that did not fit the types when the store was opened.
    unfit: Vec<UnfitData>,
    /// The rows of executions, if the disk keeps them.
    rows: Option<rows::Rows>,
    /// The error that broke the store.
    broken: Option<StoreError>,
}

impl<D: Disk> Core<D> {
    /// Accepts a request. The answer is an [`Action::Answer`] with this ticket, after a
    /// [`Core::commit`].
    ///
    /// # Errors
    /// The store is broken. It accepts no further calls.
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

    /// The answer, if it is available at once.
    fn answer(&mut self, ticket: u64, request: Request) -> Result<Option<Reply>, CallError> {
        match request {
            Request::Start { start, seed, parent } => {
                start::start(self, *start, seed, parent.as_ref()).map(Reply::Started)
            }
            Request::List(list) => Ok(Reply::Page(queries::list(self, &list))),
            Request::Describe(id) => {
                queries::describe(self, &id).map(|told| Reply::Description(Box::new(told)))
            }
            Request::Wait(id, machine) => return end::wait(self, ticket, &id, machine),
            Request::Cancel(id, reason) => end::cancel(self, &id, reason),
            Request::Send(id, event) => reports::send(self, &id, event),
            Request::Report(token, report) => reports::report(self, &token, report),
            Request::Redrive(id, token) => redrive::redrive(self, &id, &token),
            // Drivers with threads use `HistorySource` for these three.
            Request::History(ref id)
            | Request::HistoryPage(ref id, _)
            | Request::MapRuns(ref id) => history::source_now(self, id)?.answer(&request),
            Request::UpdateMapRun(id, update) => map_runs::update(self, &id, update),
            Request::Purge(id) => purge::purge(self, &id),
            Request::PurgeBefore(time) => purge::purge_before(self, time).map(Reply::Purged),
            Request::Migrate(id, to) => migrate::migrate(self, &id, to),
            Request::MigrateAll { machine, from, to } => {
                migrate::migrate_all(self, &machine, from, to).map(Reply::Migrated)
            }
            Request::MoveTo { id, state, data } => placement::place(self, &id, &state, data),
            Request::Compact => self.compact().map(Reply::Compacted),
            Request::Versions => Ok(Reply::Versions(queries::versions(self))),
            Request::Needs => Ok(Reply::Needs(queries::needs(self))),
            Request::Check => Ok(Reply::Unfit(unfit::check_data(self))),
            Request::CheckParent(parent) => children::check(self, &parent),
            Request::Abandon(id, parent) => children::abandon_from(self, &id, &parent),
        }
        .map(Some)
    }

    /// Writes everything that was appended to disk, and returns the actions that follow.
    ///
    /// # Errors
    /// The disk failed. Do not act upon anything of this batch. If the store is
    /// [broken](Core::broken), open it again to continue. Otherwise the system lacked files or
    /// space: call this again later.
    pub fn commit(&mut self) -> Result<Vec<Action>, StoreError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        self.write_early()?;
        Ok(std::mem::take(&mut self.actions))
    }

    /// Writes a snapshot of each unfinished execution that has had inputs since the last one, so that
    /// another program can read what it holds. A [`Core::commit`] must follow.
    ///
    /// # Errors
    /// The store is broken, or records of an execution contradict each other.
    pub fn leave_snapshots(&mut self, now: u64) -> Result<Left, StoreError> {
        self.check(now)?;
        leave::leave_snapshots(self)
    }

    /// Takes back the empty list of a [`Core::commit`], so that later actions use its memory.
    pub fn reuse(&mut self, actions: Vec<Action>) {
        if self.actions.capacity() == 0 && actions.is_empty() && actions.capacity() <= KEPT {
            self.actions = actions;
        }
    }

    /// The store's time in milliseconds since 1970: that of the latest call. Earlier times count as
    /// this one.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Approximate number of bytes that wait for [`Core::commit`].
    pub fn pending_bytes(&self) -> usize {
        self.pending
    }

    /// The error that broke the store, if any.
    pub fn broken(&self) -> Option<&StoreError> {
        self.broken.as_ref()
    }

    /// Number of executions, finished ones included.
    pub fn executions(&self) -> usize {
        self.index.len()
    }

    /// Number of executions that are parked.
    pub fn parked(&self) -> u64 {
        self.parked
    }

    /// Data that did not fit the types when the store was opened.
    pub fn unfit_data(&self) -> &[UnfitData] {
        &self.unfit
    }

    /// The underlying journal.
    pub fn journal(&self) -> &Journal<D> {
        &self.journal
    }

    /// Sets the clock.
    fn check(&mut self, now: u64) -> Result<(), StoreError> {
        self.now = self.now.max(now);
        self.broken.as_ref().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// The error of a call to the journal. It breaks the store if the contents of the disk are
    /// unknown; otherwise the system lacked files or space.
    fn failed(&mut self, error: JournalError) -> StoreError {
        if self.journal.has_failed() { self.break_down(error.into()) } else { error.into() }
    }

    fn break_down(&mut self, error: StoreError) -> StoreError {
        self.actions.clear();
        if let Some(observed) = &self.observed {
            drop(observed.take());
        }
        self.broken.get_or_insert(error).clone()
    }

    /// Reports events to the observer, after a [`Core::commit`].
    pub fn report_events(&self) {
        if let Some(observed) = &self.observed {
            observed.report(&observed.take());
        }
    }

    /// The observer of executions in memory.
    fn observer(&self) -> Option<ObserverHandle> {
        self.observed.clone().map(ObserverHandle::from)
    }

    fn place(&self, slot: Slot, op: OpKey) -> Place {
        Place::new(slot, self.index.entry(slot).map_or(0, |entry| entry.number), op)
    }

    /// Accepts a report on an operation that an [`Action`] started. Reports that arrive too late
    /// are dropped.
    ///
    /// # Errors
    /// The store is broken. It accepts no further calls.
    pub fn task_reported(
        &mut self,
        place: &Place,
        report: TaskReport,
        now: u64,
    ) -> Result<(), StoreError> {
        self.task_reported_with(place, report, None, now)
    }

    /// As [`Core::task_reported`], for a task that has written to the medium of the disk: its end
    /// is committed with that, or not at all. Nothing else may be pending.
    ///
    /// # Errors
    /// As there.
    pub fn task_reported_with(
        &mut self,
        place: &Place,
        report: TaskReport,
        written: Option<Box<dyn Any + Send>>,
        now: u64,
    ) -> Result<(), StoreError> {
        self.check(now)?;
        let is_parked = reports::is_parked(self, place);
        if is_parked {
            reports::load(self, place)?;
        }
        if !self.is_here(place) {
            return Ok(());
        }
        let (slot, op) = (place.slot, place.op());
        match report {
            TaskReport::Ended(outcome) => {
                let is_joined = written.is_some();
                if is_joined {
                    self.journal.disk().join(written);
                }
                let applied = self.apply(slot, Input::Complete(op, outcome))?;
                if is_joined && !applied.taken() {
                    self.journal.disk().join(None);
                }
            }
            TaskReport::Started(worker) => {
                reports::pass_on(self, place, Input::Started(op, worker))?;
            }
            TaskReport::Submitted(answer) => {
                reports::pass_on(self, place, Input::Submitted(op, answer))?;
            }
            TaskReport::Acknowledged => reports::acknowledge(self, slot, op)?,
        }
        if is_parked {
            park::leave(self, slot);
        }
        children::settle(self)
    }

    /// Drops the waiters for the end of an execution that `is_there` rejects.
    pub fn retain_waiters(&mut self, is_there: impl Fn(u64) -> bool) {
        self.waiters.retain(is_there);
    }
}
