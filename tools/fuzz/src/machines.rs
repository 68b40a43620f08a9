//! Compiled machines, and how a target drives their executions.

use asl_language::random::SplitMix64;
use asl_runtime::execution::{Command, Execution, OpKey, Outcome, Report};
use asl_runtime::machine::Machine;
use asl_runtime::{Event, TaskError, Value};

#[allow(
    unused_must_use,
    clippy::semicolon_if_nothing_returned,
    reason = "warnings of the definitions, which are theirs on purpose"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/machines.rs"));

    /// The machines of the tests' definitions and those of the fault tests.
    pub(super) fn all()
    -> impl Iterator<Item = (&'static str, &'static asl_runtime::machine::Machine)> {
        let crash = asl_faults::machines::ALL.iter().map(|machine| (machine.name, *machine));
        OWN.iter().copied().chain(crash)
    }
}

/// Steps after which a run is left as it is.
const MOST_STEPS: u32 = 200;
/// Transitions between two looks of the driver.
pub(super) const FUEL: u32 = 50;
/// Names of events that the machines wait for, and one that none waits for.
const EVENTS: &[&str] = &["said", "asked", "paid", "Approved", "OrderPaid", "Nobody"];

/// All machines by name.
pub(super) fn all() -> Vec<(&'static str, &'static Machine)> {
    generated::all().collect()
}

/// The machine of this name.
pub(super) fn find(name: &str) -> Option<&'static Machine> {
    generated::all().find(|(known, _)| *known == name).map(|(_, machine)| machine)
}

/// Drives an execution with random completions, until it ends or has taken enough steps. Tasks
/// answer one of `answers`.
pub(super) fn drive(run: &mut Execution, answers: &[Value], dice: &mut SplitMix64, now: &mut u64) {
    let mut open: Vec<OpKey> = Vec::new();
    for _ in 0..MOST_STEPS {
        while let Some(command) = run.next_command() {
            match command {
                Command::Run { op, .. }
                | Command::Hold { op, .. }
                | Command::Timer { op, .. }
                | Command::Read { op, .. }
                | Command::Write { op, .. } => open.push(op),
                Command::Detach { op, .. } => run.acknowledge(op),
                Command::Cancel { op } => open.retain(|other| *other != op),
            }
        }
        if run.result().is_some() {
            return;
        }
        *now += dice.below(5_000);
        if run.is_runnable() {
            run.advance(*now);
        } else if !open.is_empty() && dice.percent(90) {
            let at = dice.index(open.len());
            let Some(op) = open.get(at).copied() else { continue };
            if complete(run, op, answers, dice, *now) {
                open.remove(at);
            }
        } else if !disturb(run, answers, dice, *now) && open.is_empty() {
            return;
        }
    }
}

/// Ends an operation, or reports on it. Returns whether it has ended.
fn complete(
    run: &mut Execution,
    op: OpKey,
    answers: &[Value],
    dice: &mut SplitMix64,
    now: u64,
) -> bool {
    let answer = if answers.is_empty() { Value::Null } else { dice.pick(answers).clone() };
    let outcome = match dice.below(12) {
        0 => Outcome::Failed(TaskError::new("Busy", "try again")),
        1 => Outcome::TimedOut,
        2 => Outcome::HeartbeatMissed,
        3 => Outcome::Items(vec![answer], "S3://bucket/key".into()),
        4 => Outcome::Items(Vec::new(), "S3://bucket/key".into()),
        5 => Outcome::Done(Value::Null),
        6 => {
            run.submitted(op, &answer, now);
            return false;
        }
        7 => {
            let _ = run.report_on(op, Report::Heartbeat, now);
            return false;
        }
        8 => {
            let _ = run.report_on(op, Report::Done(answer), now);
            return !run.is_open(op);
        }
        _ => Outcome::Done(answer),
    };
    run.complete(op, outcome, now);
    true
}

/// Sends an event, cancels, or lets time pass. Returns whether the execution took notice.
fn disturb(run: &mut Execution, answers: &[Value], dice: &mut SplitMix64, now: u64) -> bool {
    match dice.below(10) {
        0 => run.cancel(now),
        1 | 2 => {
            run.advance(now);
            run.is_runnable()
        }
        _ => {
            let data = if answers.is_empty() { Value::Null } else { dice.pick(answers).clone() };
            run.send(Event::named(*dice.pick::<&str>(EVENTS)).with_data(data), now).is_ok()
        }
    }
}
