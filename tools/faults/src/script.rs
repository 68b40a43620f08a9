//! The behaviour of the environment: durations and results of attempts. They depend only on the
//! attempt's idempotency key, so that an attempt that is started again after a crash ends as it
//! would have without.

use asl_runtime::error::TaskError;
use asl_runtime::event::Event;
use asl_runtime::execution::{Limits, Outcome, Report};
use asl_runtime::machine::Form;
use asl_runtime::value::Text;
use asl_runtime::{Value, json};

use asl_language::hash::fnv1a;
use asl_language::random::SplitMix64;

/// A report on an attempt.
#[derive(Clone, Debug)]
pub(crate) enum TaskEvent {
    /// It ended, with an answer or a time-out.
    Ended(Outcome),
    /// The service accepted the job.
    Submitted(Value),
    /// A report with the token.
    Report(Report),
}

/// The script of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Script {
    seed: u64,
}

/// An action of a client on an execution after its start.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Send(Box<Event>),
    Cancel,
}

impl Script {
    /// The script of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed }
    }

    fn dice(self, key: &str) -> SplitMix64 {
        SplitMix64::new(fnv1a(key.as_bytes()) ^ self.seed)
    }

    /// The reports on an attempt, with their milliseconds after its start.
    pub(crate) fn attempt(self, key: &str, form: Form, limits: &Limits) -> Vec<(u64, TaskEvent)> {
        let mut dice = self.dice(key);
        match form {
            Form::Token => token(&mut dice, limits),
            Form::Answer
            | Form::Sync
            | Form::Sync2
            | Form::Activity
            | Form::Rest
            | Form::Rpc
            | Form::Event
            | Form::Subflow => answer(&mut dice, limits),
        }
    }

    /// The actions of a client on an execution, with their times after its start, in order.
    pub(crate) fn acts(self, id: &str, listens: bool) -> Vec<(u64, Act)> {
        let mut dice = self.dice(id);
        let mut acts = Vec::new();
        if listens {
            for name in ["said", "asked"] {
                if dice.percent(70) {
                    let event = Event::named(name)
                        .with_id(format!("{name}-{id}"))
                        .with_data(json!(dice.below(100)));
                    acts.push((dice.between(1, 9_000), Act::Send(Box::new(event))));
                }
            }
        }
        if dice.percent(8) {
            acts.push((dice.between(1, 9_000), Act::Cancel));
        }
        acts.sort_by_key(|(after, _)| *after);
        acts
    }

    /// The time after its start at which an execution is moved to one of these states, and the state.
    pub(crate) fn moves(self, id: &str, states: &[&str]) -> Option<(u64, Text)> {
        let mut dice = self.dice(&format!("{id} moves"));
        let is_moved = dice.percent(30) && !states.is_empty();
        is_moved.then(|| (dice.between(1, 9_000), Text::from(*dice.pick(states))))
    }

    /// Returns true for this percentage of ids.
    pub(crate) fn picks(self, id: &str, percent: u64) -> bool {
        SplitMix64::new(self.dice(id).next_u64()).percent(percent)
    }

    /// The input of an execution.
    pub(crate) fn input(self, id: &str) -> Value {
        let mut dice = self.dice(id);
        let list: Vec<Value> = (0..dice.below(4)).map(|at| json!(at)).collect();
        json!({"n": dice.below(10), "order": id, "items": list.clone(), "list": list})
    }
}

/// Some attempts never answer: then they need a time-out that is short enough.
fn hangs(dice: &mut SplitMix64, limits: &Limits) -> bool {
    dice.percent(10) && limits.timeout < 100_000
}

/// The environment enforces the time-out of a task that only answers.
fn answer(dice: &mut SplitMix64, limits: &Limits) -> Vec<(u64, TaskEvent)> {
    let after = if hangs(dice, limits) { u64::MAX } else { dice.between(1, 4_000) };
    let silent = limits.silence.unwrap_or(u64::MAX);
    let outcome = if after < limits.timeout.min(silent) {
        Outcome::from(result(dice))
    } else if silent < limits.timeout {
        Outcome::HeartbeatMissed
    } else {
        Outcome::TimedOut
    };
    vec![(after.min(limits.timeout).min(silent), TaskEvent::Ended(outcome))]
}

/// The engine enforces the time-out of a task that ends with a report.
fn token(dice: &mut SplitMix64, limits: &Limits) -> Vec<(u64, TaskEvent)> {
    let submitted = dice.between(1, 300);
    if dice.percent(5) {
        let refused = TaskError::new("Busy", "no job was taken");
        return vec![(submitted, TaskEvent::Ended(Outcome::Failed(refused)))];
    }
    let mut events = vec![(submitted, TaskEvent::Submitted(json!({"MessageId": "m"})))];
    let is_silent = hangs(dice, limits);
    // The report may come before the service has answered.
    let reported = dice.between(1, 6_000);
    if let Some(silence) = limits.silence {
        let beats = (1..=dice.below(5))
            .map(|beat| beat * silence * 7 / 10)
            .filter(|at| is_silent || *at < reported);
        events.extend(beats.map(|at| (at, TaskEvent::Report(Report::Heartbeat))));
    }
    if !is_silent {
        events.push((
            reported,
            TaskEvent::Report(result(dice).map_or_else(Report::Failed, Report::Done)),
        ));
    }
    events
}

fn result(dice: &mut SplitMix64) -> Result<Value, TaskError> {
    match dice.below(20) {
        0..=13 => Ok(json!(dice.below(10))),
        14 | 15 => Ok(json!({"n": dice.below(10), "text": "\u{e9}\n\"x\""})),
        16..=18 => Err(TaskError::new("Busy", "try again")),
        _ => Err(TaskError::new("Broken", "for good")),
    }
}
