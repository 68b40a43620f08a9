//! Timers: waits, and the limits that the driver counts itself.

use asl_runtime::Value;
use asl_runtime::execution::{Limits, OpKey, Outcome};

use super::effect::Sequence;
use super::operations::Wait;
use super::{Driver, effect::LONGEST};

impl Driver {
    /// Starts the time-out of an operation, and the timer for its heartbeats.
    pub(super) fn limit(&mut self, op: OpKey, operation: &str, limits: Limits) {
        let until = self.clock.saturating_add(limits.timeout.min(LONGEST));
        let timer = self.timer(Wait::Limit(op, until), until, operation);
        self.with_open(op, |open| open.limit = Some(timer));
        let Some(longest) = limits.silence else { return };
        let beat = self.clock.saturating_sub(limits.silent_for);
        self.with_open(op, |open| (open.longest_silence, open.beat) = (longest, beat));
        self.listen(op);
    }

    /// Starts a timer for the next heartbeat.
    fn listen(&mut self, op: OpKey) {
        let Some(open) = self.open.get(&op) else { return };
        let due = open.beat.saturating_add(open.longest_silence);
        let timer = self.timer(Wait::Silence(op, due), due, "HeartbeatSeconds");
        self.with_open(op, |open| open.silence = Some(timer));
    }

    /// Handles the end of a timer.
    pub(super) fn fired(&mut self, sequence: Sequence) {
        let Some(wait) = self.waits.remove(sequence) else { return };
        match wait {
            Wait::Timer(op, wake) => {
                self.tell(wake);
                self.complete(op, Outcome::Done(Value::Null));
            }
            Wait::Again(op, wake) => {
                self.tell(wake);
                self.with_open(op, |open| open.timer = None);
                self.lost.push(op);
            }
            Wait::Limit(op, wake) => {
                self.tell(wake);
                self.complete(op, Outcome::TimedOut);
            }
            Wait::Silence(op, wake) => {
                self.tell(wake);
                self.silent(op);
            }
            Wait::Deadline(wake) => {
                self.tell(wake);
                self.deadline = None;
                self.run.advance(self.clock);
            }
            // The numbers of timers are those of timers only.
            Wait::Task(_) | Wait::Child(_) | Wait::Detached => {}
        }
    }

    /// Handles the end of the timer for heartbeats.
    fn silent(&mut self, op: OpKey) {
        let Some(open) = self.open.get_mut(&op) else { return };
        open.silence = None;
        if open.beat.saturating_add(open.longest_silence) > self.clock {
            self.listen(op);
        } else {
            self.complete(op, Outcome::HeartbeatMissed);
        }
    }
}
