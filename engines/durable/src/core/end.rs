//! The end of executions: by themselves, or by a call to cancel.

use std::collections::BTreeSet;

use asl_runtime::error::{Failure, Status};
use asl_runtime::execution::{Cancellation, Input};
use asl_runtime::value::{Text, Value};

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::{NEVER, Slot};
use super::super::record::{EndHead, Kind, Record, write_json};
use super::super::{Action, CallError, Reply, State, StoreError};
use super::Core;
use super::apply::length;
use super::{purge, queries, replay, start};

/// Cancels an execution.
pub(super) fn cancel<D: Disk>(
    core: &mut Core<D>,
    id: &str,
    reason: Cancellation,
) -> Result<Reply, CallError> {
    let slot = start::running(core, id)?;
    match replay::activate(core, slot) {
        Err(CallError::TooLarge { .. }) => {
            cancel_unread(core, slot, reason)?;
        }
        Err(CallError::WaitsForMachine { .. }) => {
            record_cancellation(core, slot, reason.clone())?;
            cancel_unread(core, slot, reason)?;
        }
        activated => {
            activated?;
            core.apply(slot, Input::from(reason))?;
        }
    }
    Ok(Reply::Done)
}

/// Records the input that cancels an execution whose machine is not registered, so that its history
/// and a redrive have it. To a cancelled execution nothing remains to be done.
fn record_cancellation<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    reason: Cancellation,
) -> Result<(), StoreError> {
    let Some(entry) = core.index.entry(slot) else { return Ok(()) };
    Record::begin(&mut core.scratch, Kind::Input, entry.number, Some(entry.last), core.now);
    write_json(&mut core.scratch, &Input::from(reason).sound());
    core.scratch.push(0);
    core.write(slot)
}

/// Cancels an execution that cannot be read: it is too large, or its machine is not registered.
pub(super) fn cancel_unread<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    reason: Cancellation,
) -> Result<(), StoreError> {
    let Some(entry) = core.index.entry(slot) else { return Ok(()) };
    let is_registered = core.versions.machine(entry.version).is_some();
    let (wake, is_parked) = (entry.until, entry.is_parked && is_registered);
    Record::begin(&mut core.scratch, Kind::End, entry.number, Some(entry.last), core.now);
    EndHead { state: State::Aborted, detached: 0, json: b"" }.write(&mut core.scratch);
    let failure = reason.into_failure();
    write_json(&mut core.scratch, &failure);
    core.index.set_error(slot, failure.error().map(Text::from));
    core.waiters.answer(slot, &mut core.actions, || Err(*failure));
    // Before the write, which may be that of a large batch: its row says what its records say.
    core.index.set_state(slot, State::Aborted, core.now);
    if let Some(entry) = core.index.entry_mut(slot) {
        (entry.is_parked, entry.has_work) = (false, false);
    }
    core.write(slot)?;
    if is_parked {
        core.timers.unpark(slot, wake);
        core.parked = core.parked.saturating_sub(1);
    }
    core.children.abandon_all(slot);
    purge::end_needs_less(core, slot, 0, length(&core.scratch));
    Ok(())
}

/// Records the end of an execution, and answers its waiters.
pub(super) fn end<D: Disk>(core: &mut Core<D>, slot: Slot) -> Result<(), StoreError> {
    let Some(entry) = core.index.entry(slot) else { return Ok(()) };
    let Some(active) = core.actives.get(entry.active) else { return Ok(()) };
    let Some(result) = active.run.result() else { return Ok(()) };
    let state = match result.map_err(Failure::status) {
        Ok(_) => State::Succeeded,
        Err(Status::Failed) => State::Failed,
        Err(Status::TimedOut) => State::TimedOut,
        Err(Status::Aborted) => State::Aborted,
    };
    let (detached, snapshot_bytes) = (active.detached, active.snapshot_bytes);
    Record::begin(&mut core.scratch, Kind::End, entry.number, Some(entry.last), core.now);
    EndHead { state, detached, json: b"" }.write(&mut core.scratch);
    match result {
        Ok(output) => output.append_json(&mut core.scratch),
        Err(failure) => write_json(&mut core.scratch, failure),
    }
    let error = result.err().and_then(Failure::error).map(Text::from);
    let result = || result.cloned().map_err(Clone::clone);
    core.waiters.answer(slot, &mut core.actions, result);
    // As above.
    core.index.set_state(slot, state, core.now);
    core.index.set_error(slot, error);
    core.write(slot)?;
    core.timers.clear(slot);
    if let Some(active) =
        core.index.entry(slot).and_then(|entry| core.actives.get_mut(entry.active))
    {
        // The execution may be redriven while it is in memory.
        active.deadline = NEVER;
    }
    core.children.abandon_all(slot);
    purge::end_needs_less(core, slot, snapshot_bytes, length(&core.scratch));
    if detached == 0 {
        core.forget(slot);
    }
    Ok(())
}

/// Answers the request when the execution has ended.
pub(super) fn wait<D: Disk>(
    core: &mut Core<D>,
    ticket: u64,
    id: &str,
    machine: Option<&'static str>,
) -> Result<Option<Reply>, CallError> {
    let slot = start::known(core, id)?;
    if let Some(wanted) = machine {
        queries::check_machine(core, slot, id, wanted)?;
    }
    if core.index.entry(slot).is_some_and(|entry| entry.state.is_over()) {
        return result(core, slot).map(|result| Some(Reply::Ended(result)));
    }
    replay::check_machine(core, slot)?;
    core.waiters.add(slot, ticket);
    Ok(None)
}

/// The persisted result of an execution.
pub(super) fn result<D: Disk>(
    core: &Core<D>,
    slot: Slot,
) -> Result<Result<Value, Failure>, CallError> {
    let Chain { records, .. } = replay::read_chain(core, slot, |kind| kind == Kind::End)?;
    let Some(record) = records.first().filter(|record| record.record().kind == Kind::End) else {
        return Err(replay::unreadable(
            core,
            slot,
            "it has ended, and the record of its end is missing",
        )
        .into());
    };
    let Some(end) = EndHead::read(record.record().body) else {
        return Err(replay::unreadable(core, slot, "the record of its end is cut off").into());
    };
    let read = match end.state {
        State::Succeeded => replay::read_json(end.json).map(Ok),
        State::Running
        | State::WaitsForMachine
        | State::Failed
        | State::TimedOut
        | State::Aborted => replay::read_json(end.json).map(Err),
    };
    read.map_err(|error| replay::unreadable(core, slot, error).into())
}

/// Tickets of requests that wait for the end of an execution.
#[derive(Default)]
pub(super) struct Waiters(BTreeSet<(Slot, u64)>);

impl Waiters {
    fn add(&mut self, slot: Slot, ticket: u64) {
        self.0.insert((slot, ticket));
    }

    /// Answers all requests that wait for the end of an execution.
    fn answer(
        &mut self,
        slot: Slot,
        actions: &mut Vec<Action>,
        result: impl FnOnce() -> Result<Value, Failure>,
    ) {
        let of_slot = (slot, 0)..=(slot, u64::MAX);
        let mut next = self.0.range(of_slot.clone()).next().copied();
        let reply = next.map(|_| Ok(Reply::Ended(result())));
        while let (Some(first), Some(reply)) = (next, &reply) {
            self.0.remove(&first);
            actions.push(Action::Answer { ticket: first.1, reply: reply.clone() });
            next = self.0.range(of_slot.clone()).next().copied();
        }
    }

    /// Removes the tickets of callers that are gone.
    pub(super) fn retain(&mut self, is_there: impl Fn(u64) -> bool) {
        self.0.retain(|(_, ticket)| is_there(*ticket));
    }
}
