//! Time limits that the driver enforces: time-outs and heartbeats.

use asl_runtime::execution::{Limits, OpKey, Outcome};

use super::Driver;
use super::operations::Wait;

impl Driver {
    /// Starts the time-out of an operation, and the timer for its heartbeats if the driver counts
    /// them.
    pub(super) fn limit(&mut self, op: OpKey, limits: Limits, counts_heartbeats: bool) {
        let carried = self.open.get(&op).and_then(|open| self.carried.get(&open.operation)?.until);
        let until = carried.unwrap_or_else(|| self.clock.saturating_add(limits.timeout));
        let tag = self.after(Wait::Limit(op, until), until.saturating_sub(self.clock));
        self.with_open(op, |open| open.limit = Some((tag, until)));
        let Some(longest) = limits.silence.filter(|_| counts_heartbeats) else { return };
        let beat = self.clock.saturating_sub(limits.silent_for);
        self.with_open(op, |open| (open.longest_silence, open.beat) = (longest, beat));
        self.listen(op);
    }

    /// Starts a timer for the next heartbeat.
    fn listen(&mut self, op: OpKey) {
        let Some(open) = self.open.get(&op) else { return };
        let due = open.beat.saturating_add(open.longest_silence);
        let tag = self.after(Wait::Silence(op, due), due.saturating_sub(self.clock));
        self.with_open(op, |open| open.silence = Some(tag));
    }

    /// Handles the end of the timer for heartbeats.
    pub(super) fn silent(&mut self, op: OpKey) {
        let Some(open) = self.open.get_mut(&op) else { return };
        open.silence = None;
        if open.beat.saturating_add(open.longest_silence) > self.clock {
            self.listen(op);
        } else {
            self.complete(op, Outcome::HeartbeatMissed);
        }
    }
}
