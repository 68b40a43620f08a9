//! The plan of a scripted task: its happenings and their times, with its limits applied.

use std::collections::VecDeque;

use asl_execution::event::Event;
use asl_execution::execution::{Limits, Outcome};
use asl_execution::machine::Form;
use asl_value::value::{Text, Value};

use super::script::Scripted;

/// A happening of a task. The last one of a plan is its end, if it has one.
#[derive(Debug)]
pub(super) enum Happening {
    /// A worker started.
    Started(Option<Text>),
    /// The service accepted the job.
    Submitted(Value),
    /// Events arrive for the machine.
    Events(Vec<Event>),
    /// The task ended.
    End(Outcome),
}

/// Happenings with their virtual milliseconds after the call.
pub(super) type Plan = VecDeque<(u64, Happening)>;

/// A plan under construction.
struct Course {
    plan: Plan,
    limits: Limits,
    /// Current time of the script.
    at: u64,
    /// Time from which the limits apply. `None` until a worker has started.
    begun: Option<u64>,
    last_beat: u64,
}

/// The plan of a task with this script and these limits.
#[inline]
pub(super) fn plan(script: Scripted, limits: Limits, form: Form) -> Plan {
    let is_queued = form == Form::Activity && matches!(script, Scripted::Started { .. });
    let begun = (!is_queued).then_some(0);
    let mut course = Course { plan: Plan::new(), limits, at: 0, begun, last_beat: 0 };
    if form == Form::Activity && !is_queued {
        course.plan.push_back((0, Happening::Started(None)));
    }
    course.follow(script);
    course.plan
}

impl Course {
    #[inline]
    fn follow(&mut self, mut script: Scripted) {
        loop {
            let (after, happening, then) = match script {
                Scripted::Answer { after, output } => {
                    (after, Some(Happening::End(Outcome::Done(output))), None)
                }
                Scripted::Fail { after, error } => {
                    (after, Some(Happening::End(Outcome::Failed(error))), None)
                }
                Scripted::Started { after, worker, then } => {
                    (after, Some(Happening::Started(worker)), Some(then))
                }
                Scripted::Submitted { after, answer, then } => {
                    (after, Some(Happening::Submitted(answer)), Some(then))
                }
                Scripted::Emits { after, events, then } => {
                    (after, Some(Happening::Events(events)), Some(then))
                }
                Scripted::Heartbeats { every, times, then } => {
                    if !self.beat(every, times) {
                        return;
                    }
                    script = *then;
                    continue;
                }
                Scripted::TimeOut => return self.time_out(),
                Scripted::Hang => (u64::MAX, None, None),
            };
            if !self.pass(after) {
                return;
            }
            let is_start = matches!(happening, Some(Happening::Started(_)));
            self.plan.extend(happening.map(|happening| (self.at, happening)));
            if is_start {
                (self.begun, self.last_beat) = (Some(self.at), self.at);
            }
            let Some(then) = then else { return };
            script = *then;
        }
    }

    /// Sends heartbeats. Returns false if one comes too late. The time-out is checked by the next
    /// happening.
    #[inline]
    fn beat(&mut self, every: u64, times: u32) -> bool {
        if times > 0 && self.limits.silence.is_some_and(|silence| every > silence) {
            return self.pass(u64::MAX);
        }
        self.at = self.at.saturating_add(every.saturating_mul(u64::from(times)));
        self.last_beat = self.at;
        true
    }

    /// Lets time pass. Returns false if the task ends first, because it took too long or was silent
    /// for too long. An answer at the very moment of the time-out is in time.
    #[inline]
    fn pass(&mut self, millis: u64) -> bool {
        self.at = self.at.saturating_add(millis);
        let Some(limit) = self.limit() else { return true };
        let missed = self.limits.silence.map(|silence| self.last_beat.saturating_add(silence));
        let missed = missed.filter(|missed| self.at > *missed && *missed <= limit);
        let (end, outcome) = match missed {
            Some(missed) => (missed, Outcome::HeartbeatMissed),
            None if self.at > limit => (limit, Outcome::TimedOut),
            None => return true,
        };
        self.plan.push_back((end, Happening::End(outcome)));
        false
    }

    #[inline]
    fn time_out(&mut self) {
        let end = self.limit().map(|limit| (limit, Happening::End(Outcome::TimedOut)));
        self.plan.extend(end);
    }

    fn limit(&self) -> Option<u64> {
        self.begun.map(|begun| begun.saturating_add(self.limits.timeout))
    }
}
