//! Reports on operations: from actions in progress, and from external callers with a token or an
//! event.

use asl_runtime::event::Event;
use asl_runtime::execution::{
    Applied, Input, OpKey, Outcome, Refusal, Report, SendError, TokenError,
};
use asl_runtime::value::Value;

use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::{Action, CallError, Place, Reply, State, StoreError};
use super::Core;
use super::{park, replay, start};

/// Returns true if a report is about an execution that was parked while the operation was in
/// progress.
pub(super) fn is_parked<D: Disk>(core: &Core<D>, place: &Place) -> bool {
    let entry = core.index.entry(place.slot);
    entry.is_some_and(|entry| entry.number == place.number && entry.has_work)
}

/// Loads the parked execution of a report.
pub(super) fn load<D: Disk>(core: &mut Core<D>, place: &Place) -> Result<(), StoreError> {
    match replay::activate(core, place.slot) {
        // One that is too large to be read cannot continue, so the report is dropped.
        Ok(()) | Err(CallError::TooLarge { .. }) => Ok(()),
        Err(CallError::Store(error)) => Err(core.break_down(error)),
        Err(error) => unreachable!("it was in memory before, with its machine: {error}"),
    }
}

/// Applies a progress report of a call. If no execution waits for the operation any more, the call
/// is dropped.
pub(super) fn pass_on<D: Disk>(
    core: &mut Core<D>,
    place: &Place,
    input: Input,
) -> Result<(), StoreError> {
    if !core.apply(place.slot, input)?.taken() {
        core.actions.push(Action::Drop(*place));
    }
    Ok(())
}

pub(super) fn acknowledge<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    op: OpKey,
) -> Result<(), StoreError> {
    let Some(place) = core.index.entry(slot).map(|entry| entry.active) else { return Ok(()) };
    if let Some(active) = core.actives.get_mut(place) {
        active.detached = active.detached.saturating_sub(1);
    }
    core.apply(slot, Input::Acknowledge(op)).map(|_| ())
}

/// Accepts a report by token. The token contains the execution's id, so the caller needs nothing
/// else.
pub(super) fn report<D: Disk>(
    core: &mut Core<D>,
    token: &str,
    report: Report,
) -> Result<Reply, CallError> {
    let id = token_id(token).ok_or(CallError::Token(TokenError::Unknown))?;
    let slot = core.index.find(id).ok_or(CallError::Token(TokenError::Unknown))?;
    if core.index.entry(slot).is_none_or(|entry| entry.state != State::Running) {
        return Err(CallError::Token(TokenError::Closed));
    }
    replay::activate(core, slot)?;
    let active = core.index.entry(slot).and_then(|entry| core.actives.get(entry.active));
    let found = active.map_or(Err(TokenError::Closed), |active| {
        active.run.check_report(token, &report)?;
        active.run.by_token(token)
    });
    let applied = match found {
        Ok(op) => core.apply(slot, Input::Report(op, report))?,
        Err(error) => {
            park::leave(core, slot);
            return Err(CallError::Token(error));
        }
    };
    match applied {
        Applied::Taken | Applied::Reported(_) => Ok(Reply::Done),
        Applied::Refused(_) | Applied::TimedOut(_) => {
            park::leave(core, slot);
            Err(CallError::Token(TokenError::Closed))
        }
    }
}

/// The id in a token, which is `execution.number.secret`.
pub(crate) fn token_id(token: &str) -> Option<&str> {
    token.rsplitn(3, '.').nth(2)
}

/// Sends an event to an execution.
pub(super) fn send<D: Disk>(
    core: &mut Core<D>,
    id: &str,
    event: Box<Event>,
) -> Result<Reply, CallError> {
    let slot = start::running(core, id)?;
    replay::activate(core, slot)?;
    let refusal = match core.apply(slot, Input::Send(event))? {
        Applied::Taken | Applied::Reported(_) => return Ok(Reply::Done),
        Applied::Refused(refusal) | Applied::TimedOut(refusal) => refusal,
    };
    park::leave(core, slot);
    Err(CallError::Event(match refusal {
        Refusal::Ended | Refusal::Closed | Refusal::Redrive(_) => SendError::Ended,
        Refusal::Event(error) => error,
    }))
}

/// Fires a timer or a time limit that is due.
pub(super) fn time_is_up<D: Disk>(
    core: &mut Core<D>,
    slot: Slot,
    op: OpKey,
) -> Result<(), StoreError> {
    let active = core.index.entry(slot).and_then(|entry| core.actives.get(entry.active));
    let held = active.and_then(|active| active.held.get(&op));
    let outcome = match held {
        Some(held) if held.end <= core.now => Outcome::TimedOut,
        Some(_) => Outcome::HeartbeatMissed,
        None => Outcome::Done(Value::Null),
    };
    core.apply(slot, Input::Complete(op, outcome)).map(|_| ())
}
