//! What the world outside does: how long each attempt of a task takes and what comes of it. Decided
//! by the attempt's idempotency key alone, so that an attempt that is started again after a crash
//! ends as it would have without.

use asl_runtime::error::TaskError;
use asl_runtime::event::Event;
use asl_runtime::execution::{Limits, Outcome, Report};
use asl_runtime::machine::Form;
use asl_runtime::{Value, json};

use asl_language::hash::fnv1a;
use asl_language::random::SplitMix64;

/// What is heard of an attempt.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    /// It is over: it has answered, or its time is over.
    Ended(Outcome),
    /// The service has taken the job.
    Submitted(Value),
    /// Somebody has reported with the token.
    Report(Report),
}

/// The script of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Script {
    seed: u64,
}

/// What a client does to an execution besides starting it.
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

    /// What is heard of an attempt, and how many milliseconds after its start.
    pub(crate) fn attempt(self, key: &str, form: Form, limits: &Limits) -> Vec<(u64, Heard)> {
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

    /// What a client does to an execution, and how long after its start: in order.
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

    /// True for so many of a hundred.
    pub(crate) fn picks(self, id: &str, percent: u64) -> bool {
        SplitMix64::new(self.dice(id).next_u64()).percent(percent)
    }

    /// The start of an execution.
    pub(crate) fn input(self, id: &str) -> Value {
        let mut dice = self.dice(id);
        let list: Vec<Value> = (0..dice.below(4)).map(|at| json!(at)).collect();
        json!({"n": dice.below(10), "order": id, "items": list.clone(), "list": list})
    }
}

/// Some never answer: then their time-out must come, and be short enough to be waited for.
fn hangs(dice: &mut SplitMix64, limits: &Limits) -> bool {
    dice.percent(10) && limits.timeout < 100_000
}

/// Whoever runs a task that only answers counts its time.
fn answer(dice: &mut SplitMix64, limits: &Limits) -> Vec<(u64, Heard)> {
    let after = if hangs(dice, limits) { u64::MAX } else { dice.between(1, 4_000) };
    let silent = limits.silence.unwrap_or(u64::MAX);
    let outcome = if after < limits.timeout.min(silent) {
        Outcome::from(result(dice))
    } else if silent < limits.timeout {
        Outcome::HeartbeatMissed
    } else {
        Outcome::TimedOut
    };
    vec![(after.min(limits.timeout).min(silent), Heard::Ended(outcome))]
}

/// The time of those that end with a report is counted by the engine.
fn token(dice: &mut SplitMix64, limits: &Limits) -> Vec<(u64, Heard)> {
    let submitted = dice.between(1, 300);
    if dice.percent(5) {
        let refused = TaskError::new("Busy", "no job was taken");
        return vec![(submitted, Heard::Ended(Outcome::Failed(refused)))];
    }
    let mut heard = vec![(submitted, Heard::Submitted(json!({"MessageId": "m"})))];
    let is_silent = hangs(dice, limits);
    // It may come before the service has answered.
    let reported = dice.between(1, 6_000);
    if let Some(silence) = limits.silence {
        let beats = (1..=dice.below(5))
            .map(|beat| beat * silence * 7 / 10)
            .filter(|at| is_silent || *at < reported);
        heard.extend(beats.map(|at| (at, Heard::Report(Report::Heartbeat))));
    }
    if !is_silent {
        heard.push((
            reported,
            Heard::Report(result(dice).map_or_else(Report::Failed, Report::Done)),
        ));
    }
    heard
}

fn result(dice: &mut SplitMix64) -> Result<Value, TaskError> {
    match dice.below(20) {
        0..=13 => Ok(json!(dice.below(10))),
        14 | 15 => Ok(json!({"n": dice.below(10), "text": "\u{e9}\n\"x\""})),
        16..=18 => Err(TaskError::new("Busy", "try again")),
        _ => Err(TaskError::new("Broken", "for good")),
    }
}
