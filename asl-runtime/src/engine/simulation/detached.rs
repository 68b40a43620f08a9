//! SM4C: the calls that a machine does not wait for.

use asl_execution::execution::{OpKey, Outcome};

use super::environment::Environment;
use super::plan::Happening;
use super::running::Report;
use super::script::{Scripted, TaskCall};

impl<F: FnMut(&TaskCall) -> Option<Scripted>> Environment<F> {
    /// The happening that is due for a detached call.
    pub(super) fn happen_detached(&mut self, op: OpKey, place: usize, happening: Happening) {
        let result = match happening {
            Happening::Started(_) | Happening::Submitted(_) => return self.wake_for(op),
            Happening::Events(events) => {
                for event in events {
                    self.expect(self.now, event);
                }
                return self.wake_for(op);
            }
            Happening::End(Outcome::Done(output)) => Ok(output),
            Happening::End(Outcome::Failed(error)) => Err(error),
            Happening::End(
                Outcome::TimedOut
                | Outcome::HeartbeatMissed
                | Outcome::Items(..)
                | Outcome::Members(..),
            ) => {
                unreachable!(
                    "a call without limits that is no reading of items ends in no other way"
                )
            }
        };
        self.open.remove(&op);
        if let Some(call) = self.detached.get_mut(place) {
            call.end = Some((self.now - self.start, result));
        }
    }

    /// Keeps the detached calls only, after the end of the execution. Virtual time continues until
    /// all of them that ever end have ended.
    pub(super) fn keep_detached(&mut self) {
        self.open.retain(|_, open| open.detached.is_some());
        for call in &mut self.detached {
            call.outlived = call.end.is_none();
        }
    }

    /// Runs the detached calls until they have ended.
    pub(super) fn end_detached(&mut self) {
        self.keep_detached();
        loop {
            match self.next_report() {
                Some((op, report)) => self.apply_detached_report(op, report),
                None if self.pass_time_of_detached() => {}
                None => return,
            }
        }
    }

    /// Applies the reports of a real task that the machine did not wait for.
    pub(super) fn apply_detached_report(&mut self, op: OpKey, report: Report) {
        if let Report::Answer(result) = report {
            self.end_one_detached(op, Happening::End(Outcome::from(result)));
        }
    }

    /// Lets time pass until the next happening of a detached call. Returns false if there is none.
    pub(super) fn pass_time_of_detached(&mut self) -> bool {
        let Some((at, _, op)) = self.next_due().filter(|(at, ..)| *at < u64::MAX) else {
            return false;
        };
        self.due.pop();
        self.now = self.now.max(at);
        if let Some(happening) = self.due_now(op, at) {
            self.end_one_detached(op, happening);
        }
        true
    }

    fn end_one_detached(&mut self, op: OpKey, happening: Happening) {
        if let Some(place) = self.open.get(&op).and_then(|open| open.detached) {
            self.happen_detached(op, place, happening);
        }
    }
}
