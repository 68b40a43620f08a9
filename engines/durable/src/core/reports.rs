//! What is heard of operations: from what is under way outside, and from anybody who has a token or
//! an event.

use asl_runtime::event::Event;
use asl_runtime::execution::{
    Applied, Input, OpKey, Outcome, Refusal, Report, SendError, TokenError,
};
use asl_runtime::value::Value;

use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::{Action, CallError, Place, Reply, Said, State, StoreError};
use super::Core;

impl<D: Disk> Core<D> {
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
            Said::Started(worker) => self.tell(place, Input::Started(op, worker))?,
            Said::Submitted(answer) => self.tell(place, Input::Submitted(op, answer))?,
            Said::Acknowledged => self.acknowledge(slot, op)?,
        }
        self.settle()
    }

    /// Passes on what a call says that goes on; where nobody waits for it any more, it is dropped.
    fn tell(&mut self, place: &Place, input: Input) -> Result<(), StoreError> {
        if !self.apply(place.slot, input)?.taken() {
            self.actions.push(Action::Drop(*place));
        }
        Ok(())
    }

    fn acknowledge(&mut self, slot: Slot, op: OpKey) -> Result<(), StoreError> {
        let Some(place) = self.index.entry(slot).map(|entry| entry.active) else { return Ok(()) };
        if let Some(active) = self.actives.get_mut(place) {
            active.detached = active.detached.saturating_sub(1);
        }
        self.apply(slot, Input::Acknowledge(op)).map(|_| ())
    }

    /// Takes a report by token. The token names the execution; who has a token need not know more.
    pub(super) fn report(&mut self, token: &str, report: Report) -> Result<Reply, CallError> {
        // `execution.number.secret`
        let id = token.rsplitn(3, '.').nth(2).ok_or(CallError::Token(TokenError::Unknown))?;
        let slot = self.index.find(id).ok_or(CallError::Token(TokenError::Unknown))?;
        if self.index.entry(slot).is_none_or(|entry| entry.state != State::Running) {
            return Err(CallError::Token(TokenError::Closed));
        }
        self.activate(slot)?;
        let active = self.index.entry(slot).and_then(|entry| self.actives.get(entry.active));
        let found = active.map_or(Err(TokenError::Closed), |active| active.run.by_token(token));
        let applied = match found {
            Ok(op) => self.apply(slot, Input::Report(op, report))?,
            Err(error) => {
                self.leave(slot);
                return Err(CallError::Token(error));
            }
        };
        match applied {
            Applied::Taken | Applied::Reported(_) => Ok(Reply::Done),
            Applied::Refused(_) | Applied::TimedOut(_) => {
                self.leave(slot);
                Err(CallError::Token(TokenError::Closed))
            }
        }
    }

    /// Hands an execution an event.
    pub(super) fn send(&mut self, id: &str, event: Event) -> Result<Reply, CallError> {
        let slot = self.known(id)?;
        let state = self.index.entry(slot).map_or(State::Aborted, |entry| entry.state);
        if state.is_over() {
            return Err(CallError::Ended { id: id.into(), state });
        }
        self.activate(slot)?;
        let refusal = match self.apply(slot, Input::Send(event))? {
            Applied::Taken | Applied::Reported(_) => return Ok(Reply::Done),
            Applied::Refused(refusal) | Applied::TimedOut(refusal) => refusal,
        };
        self.leave(slot);
        Err(CallError::Event(match refusal {
            Refusal::Ended | Refusal::Closed | Refusal::Redrive(_) => SendError::Ended,
            Refusal::Event(error) => error,
        }))
    }

    /// A timer or a limit is due.
    pub(super) fn time_is_up(&mut self, slot: Slot, op: OpKey) -> Result<(), StoreError> {
        let active = self.index.entry(slot).and_then(|entry| self.actives.get(entry.active));
        let held = active.and_then(|active| active.held.get(&op));
        let outcome = match held {
            Some(held) if held.end <= self.now => Outcome::TimedOut,
            Some(_) => Outcome::HeartbeatMissed,
            None => Outcome::Done(Value::Null),
        };
        self.apply(slot, Input::Complete(op, outcome)).map(|_| ())
    }
}
