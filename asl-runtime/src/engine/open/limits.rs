//! Timers: waits, and the time-outs and heartbeats that a driver counts itself.

use asl_execution::execution::{Input, Limits, OpKey, Outcome};
use asl_value::value::Value;

use super::{OpenExecution, Port, Sequence, Timer, Wait};

impl<P: Port> OpenExecution<P> {
    /// Starts a timer until a time.
    pub fn timer(&mut self, wait: Wait, wake: u64, name: &str) -> Sequence {
        let sequence = self.waits.insert(wait);
        let timer = Timer { sequence, wait, wake, clock: self.clock, name };
        self.effects.push_back(self.port.start_timer(timer));
        sequence
    }

    /// Starts the time-out of an operation, and the timer for its heartbeats if the driver counts
    /// them.
    pub fn limit(&mut self, op: OpKey, limits: Limits, counts_heartbeats: bool) {
        let name = self.open.get(&op).map(|open| open.operation.clone()).unwrap_or_default();
        let until = self.port.until(&name);
        let until = until.unwrap_or_else(|| self.clock.saturating_add(limits.timeout));
        let timer = self.timer(Wait::Limit(op, until), until, &name);
        self.with_open(op, |open| open.limit = Some((timer, until)));
        let Some(longest) = limits.silence.filter(|_| counts_heartbeats) else { return };
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

    /// Handles the end of a timer. The numbers of timers are those of timers only.
    pub fn fired(&mut self, wait: Wait) {
        match wait {
            Wait::Timer(op, wake) => {
                self.tell(wake);
                self.complete(op, Outcome::Done(Value::Null));
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
                self.apply(Input::Advance);
            }
            Wait::Call(_) | Wait::Child(_) | Wait::Store(_) | Wait::Detached | Wait::Again(..) => {}
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
