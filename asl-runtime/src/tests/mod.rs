//! Tests of executions of hand-written machines, as the compiler would emit them.

#[cfg(feature = "tokio")]
mod ahead;
pub(crate) mod history;
mod in_place;
mod inputs;
mod joins;
pub(crate) mod limits;
pub(crate) mod machines;
pub(crate) mod map_runs;
mod random;
mod redrive;
mod reports;
mod retries;
pub(crate) mod sm4c;
mod snapshots;
mod timeouts;

use crate::engine::simulation::{Scripted, Simulation, SimulationRun, TaskCall};
use asl_execution::machine::Machine;
use asl_value::value::Value;

/// Runs it with and without a crash after every step: both runs must be the same.
fn both_ways(
    machine: &'static Machine,
    input: &Value,
    script: impl Fn(&TaskCall) -> Scripted,
) -> SimulationRun {
    both_ways_on(Simulation::new, machine, input, script)
}

/// The same comparison with simulations that are created for each run.
fn both_ways_on(
    sim: impl Fn() -> Simulation,
    machine: &'static Machine,
    input: &Value,
    script: impl Fn(&TaskCall) -> Scripted,
) -> SimulationRun {
    let simulated = sim().run(machine, input.clone(), &script);
    let crashed = sim().crash_every_step().run(machine, input.clone(), &script);
    assert_eq!(simulated.result, crashed.result);
    assert_eq!(simulated.events, crashed.events);
    assert_eq!(simulated.elapsed, crashed.elapsed);
    assert_eq!(
        lasting(&simulated.log),
        lasting(&crashed.log),
        "the same things are done at the same times"
    );
    assert!(crashed.restored > 0 || simulated.log.is_empty(), "it was saved wherever it waited");
    simulated
}

/// The log without operations that were started and cancelled at the same moment, because an engine
/// that fetches commands after each transition sees more of those. It is sorted, because a cancel
/// that was lost in a crash is repeated at the next start.
fn lasting(log: &[String]) -> Vec<&str> {
    let mut lines: Vec<&str> = log.iter().map(String::as_str).collect();
    let cancels: Vec<&str> =
        lines.iter().copied().filter(|line| line.contains(" cancel ")).collect();
    for cancel in cancels {
        let started = cancel.replacen("cancel ", "", 1);
        let is_same = |line: &&str| **line == *started || line.starts_with(&format!("{started} "));
        let cancelled =
            lines.iter().position(|line| *line == cancel).expect("it is one of the lines");
        // The most recent start: the log does not distinguish two timers.
        if let Some(at) = lines[..cancelled].iter().rposition(is_same) {
            lines.remove(cancelled);
            lines.remove(at);
        }
    }
    lines.sort_unstable();
    lines
}

/// `7 TaskStateEntered 6` for each event: its id, its type, and the event that it follows.
fn chain(simulated: &SimulationRun) -> Vec<String> {
    let line = |event: &asl_execution::HistoryEvent| {
        format!("{} {} {}", event.id, event.kind, event.previous_event_id)
    };
    simulated.events.iter().map(line).collect()
}
