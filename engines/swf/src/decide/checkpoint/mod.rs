//! Checkpoints: markers that contain a replay, so that a later one begins there instead of at the
//! first event (seed 001: "they do not need to look at the history beyond the marker event").
//!
//! A checkpoint is the state when a decision task has started and all earlier events were applied.
//! A replay from a checkpoint plans the answer of that task again, and continues with the events
//! after it.

mod parts;
mod saved;
mod tail;

use std::collections::HashMap;

use asl_runtime::execution::{Execution, OpKey, RestoreError, RestoreOptions, Snapshot};
use asl_runtime::value::Text;

use crate::model::decision::RecordMarker;

use super::commands::TaskCall;
use super::event_order::{Outline, Task};
use super::ids::seed;
use super::marker::Marked;
use super::operation::{Cancel, Class, Operation, Role, Status, Work};
use super::operations::Operations;
use super::replay::Replay;
use super::{DecideError, Decided, Decider, History};

pub(super) use parts::{NAME, is_part};
pub(super) use saved::{Inherited, Saved};
use saved::{SavedOperation, SavedWork};
pub(super) use tail::Tail;
pub use tail::reaches_checkpoint;

/// Maximum bytes that an answer starts beside a checkpoint: the service accepts a megabyte in all.
const MOST_BYTES: u64 = 400_000;

const DAMAGED: RestoreError = RestoreError::Malformed("the checkpoint does not fit its snapshot");

/// Returns true if an answer that starts this much has room for a checkpoint.
pub(super) fn has_room(starts: impl Iterator<Item = u64>) -> bool {
    starts.fold(0, u64::saturating_add) <= MOST_BYTES
}

impl Tail<'_> {
    /// Reads the checkpoint.
    pub(super) fn read(&self) -> Result<(Saved, Snapshot), RestoreError> {
        let (saved, run) = Saved::read(&self.text)?;
        if saved.at == self.begins() { Ok((saved, run)) } else { Err(DAMAGED) }
    }
}

impl Decider {
    /// Decides from the newest checkpoint. Returns `None` without a usable one: then the history is
    /// read from its first event.
    pub(super) fn decide_from_checkpoint(
        &self,
        tail: &Tail<'_>,
        history: History<'_>,
    ) -> Option<Result<Decided, DecideError>> {
        let started = history.started_event_id;
        let last = tail.events.last().map_or(0, |event| event.event_id);
        if started.is_some_and(|started| started != last) {
            return None;
        }
        let outline = Outline::new(&tail.events, started);
        if outline.task(last) != Task::Current {
            return None;
        }
        let (saved, run) = tail.read().ok()?;
        let kind = &saved.started.workflow_type;
        if let Err(error) = self.check_type(&kind.name, &kind.version) {
            return Some(Err(error));
        }
        let run = if saved.has_own_seed {
            run.with_seed(seed(self.options.secret.as_ref(), history.run_id))
        } else {
            run
        };
        let mut replay = Replay::resume(self, &saved, run, outline).ok()?;
        replay.run_id = history.run_id;
        Some(replay.run_on(&tail.events))
    }
}

impl<'h> Replay<'h> {
    /// The markers of a checkpoint, if one is due and is not too large.
    pub(super) fn checkpoint_markers(&self, at: i64) -> Option<Vec<RecordMarker>> {
        let every = Some(self.decider.options.checkpoints).filter(|every| *every > 0)?;
        let since = u64::try_from(at.saturating_sub(self.checkpointed)).unwrap_or_default();
        if since < every || self.run.has_ended() || !self.early.is_empty() {
            return None;
        }
        let run = self.run.snapshot();
        // Readers of a marker must not learn the seed of the tokens.
        let has_own_seed = run.seed() == seed(self.decider.options.secret.as_ref(), self.run_id);
        let run = if has_own_seed { run.with_seed(0) } else { run };
        parts::split(&self.save(at, has_own_seed).write(&run, parts::MOST_BYTES)?)
    }

    fn save(&self, at: i64, has_own_seed: bool) -> Saved {
        let mut started = self.started.clone();
        started.input = None;
        let (operations, cancels) =
            self.operations.open(|operation, events| self.save_operation(operation, events));
        let mut last_heartbeats: Vec<(OpKey, u64)> =
            self.last_heartbeats.iter().map(|(op, beat)| (*op, *beat)).collect();
        last_heartbeats.sort_unstable();
        Saved {
            at,
            now: self.now,
            started,
            has_own_seed,
            operations,
            cancels,
            last_heartbeats,
            marks: self.marked.pending(),
            has_deadline: self.has_deadline,
            timer_refusals: self.timer_refusals,
            cancelled: self.cancelled,
            refusals: self.refusals,
            refusal: self.refusal.clone(),
        }
    }

    fn save_operation(&self, operation: &Operation, events: Vec<i64>) -> SavedOperation {
        // The execution issues open operations again, and those that it still wants to start.
        let is_live = operation.status == Status::Queued
            || (matches!(operation.role, Role::Task(_)) && operation.cancel == Cancel::No);
        let work = match &operation.work {
            Work::Timer(seconds) => SavedWork::Timer(*seconds),
            Work::Inherited(left) => SavedWork::Inherited(left.clone()),
            work @ (Work::Activity { .. }
            | Work::Lambda { .. }
            | Work::Child(_)
            | Work::Signal { .. })
                if is_live =>
            {
                let (timeout, heartbeat, begun) = match work {
                    Work::Activity { timeout, heartbeat, .. } => (*timeout, *heartbeat, None),
                    Work::Lambda { timeout, .. } => (*timeout, None, None),
                    Work::Child(child) => (None, None, child.run()),
                    Work::Signal { .. } | Work::Timer(_) | Work::Inherited(_) => (None, None, None),
                };
                SavedWork::Call { class: work.class(), timeout, heartbeat, begun }
            }
            work @ (Work::Activity { .. }
            | Work::Lambda { .. }
            | Work::Child(_)
            | Work::Signal { .. }) => SavedWork::Inherited(self.left(work)),
        };
        let (id, state) = (operation.id.clone(), operation.state.clone());
        SavedOperation { id, state, role: operation.role, events, cancel: operation.cancel, work }
    }

    fn left(&self, work: &Work) -> Inherited {
        let Work::Child(child) = work else {
            return Inherited {
                class: work.class(),
                ends_begun: false,
                run_id: None,
                control: None,
            };
        };
        let note = self.child_options(child).control.as_ref();
        Inherited {
            class: Class::Child,
            ends_begun: !child.is_awaited(),
            run_id: child.run_id.clone(),
            control: note.and_then(|note| note.text(child.input())),
        }
    }

    /// Restores the replay in a checkpoint.
    fn resume(
        decider: &'h Decider,
        saved: &'h Saved,
        run: Snapshot,
        outline: Outline,
    ) -> Result<Self, RestoreError> {
        let marked = Marked::new(&decider.options);
        let options = RestoreOptions::default().now(saved.now).observer(marked.observer());
        let run = Execution::restore(decider.machine, run, options)?;
        let mut replay = Self::new(decider, &saved.started, outline, run, marked, saved.now);
        replay.last_heartbeats = saved.last_heartbeats.iter().copied().collect();
        replay.has_deadline = saved.has_deadline;
        replay.timer_refusals = saved.timer_refusals;
        replay.cancelled = saved.cancelled;
        replay.refusals = saved.refusals;
        replay.refusal.clone_from(&saved.refusal);
        replay.resumed_at = saved.at;
        replay.take_entries(saved)?;
        for mark in saved.marks.iter().rev() {
            replay.marked.put_back(mark.clone());
        }
        Ok(replay)
    }

    fn take_entries(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        let mut calls = self.issued_again();
        let mut entries = Operations::default();
        for operation in &saved.operations {
            self.work += 1;
            let work = match &operation.work {
                SavedWork::Timer(seconds) => Work::Timer(*seconds),
                SavedWork::Inherited(left) => Work::Inherited(left.clone()),
                SavedWork::Call { class, timeout, heartbeat, begun } => {
                    let (Role::Task(op) | Role::Detached(op)) = operation.role else {
                        return Err(DAMAGED);
                    };
                    let asked = calls.remove(&op).ok_or(DAMAGED)?;
                    let (_, work) = self.route(asked).map_err(|_| DAMAGED)?;
                    let work = as_saved(work, (*timeout, *heartbeat), begun.as_ref());
                    if work.class() == *class { work } else { return Err(DAMAGED) }
                }
            };
            let status = if operation.events.is_empty() { Status::Queued } else { Status::Open };
            let (id, state, role, cancel) =
                (operation.id.clone(), operation.state.clone(), operation.role, operation.cancel);
            entries.take(Operation { id, state, role, work, status, cancel }, &operation.events);
        }
        entries.take_cancels_of(&saved.cancels);
        self.operations = entries;
        // An operation that the execution waits for and that was never started would never end.
        if calls.is_empty() { Ok(()) } else { Err(DAMAGED) }
    }

    /// The calls that a restored execution issues again.
    fn issued_again(&mut self) -> HashMap<OpKey, TaskCall> {
        let mut calls = HashMap::new();
        while let Some(command) = self.run.next_command() {
            // Timers, and operations of which only the limits are left, have entries of their own.
            calls.extend(TaskCall::from_command(command).map(|call| (call.op, call)));
        }
        calls
    }

    /// Plans the answer with the checkpoint again, and applies the events after it.
    fn run_on(mut self, events: &[&'h crate::model::Event]) -> Result<Decided, DecideError> {
        let Some((first, rest)) = events.split_first() else { return Err(DecideError::Empty) };
        self.work += 1;
        if let Task::Answered { continued } = self.outline.task(first.event_id) {
            self.plan_answer(first.event_id, continued);
        }
        self.run(rest)
    }
}

/// A call as it was when the checkpoint was written: limits count from its start.
fn as_saved(
    work: Work,
    (timeout, heartbeat): (Option<u64>, Option<u64>),
    begun: Option<&(Text, u64)>,
) -> Work {
    match work {
        Work::Activity { task, input, .. } => Work::Activity { task, input, timeout, heartbeat },
        Work::Lambda { name, input, wrapped, task, .. } => {
            Work::Lambda { name, input, timeout, wrapped, task }
        }
        Work::Child(mut child) => {
            if let Some((run_id, start)) = begun {
                child.begun(run_id, *start);
            }
            Work::Child(child)
        }
        work @ (Work::Timer(_) | Work::Signal { .. } | Work::Inherited(_)) => work,
    }
}
