//! Executions of machines written by hand, as the compiler would emit them.

mod history;
mod joins;
mod limits;
pub(crate) mod machines;
mod retries;
mod snapshots;
mod timeouts;

use crate::engine::sim::{Scripted, Sim, Story, TaskCall};
use crate::machine::Machine;
use crate::value::Value;

/// Runs it as it is and with a crash after every step: both must tell the same story.
fn both_ways(machine: &'static Machine, input: &Value, script: impl Fn(&TaskCall) -> Scripted) -> Story {
    let story = Sim::new().run(machine, input.clone(), &script);
    let crashed = Sim::new().crash_every_step().run(machine, input.clone(), &script);
    assert_eq!(story.result, crashed.result);
    assert_eq!(story.events, crashed.events);
    assert_eq!(story.elapsed, crashed.elapsed);
    assert_eq!(sorted(&story.log), sorted(&crashed.log), "the same things are done at the same times");
    assert!(crashed.restored > 0 || story.log.is_empty(), "it was saved wherever it waited");
    story
}

/// A cancel that was lost in a crash is made up for, only in another order.
fn sorted(log: &[String]) -> Vec<&String> {
    let mut lines: Vec<&String> = log.iter().collect();
    lines.sort();
    lines
}

/// `7 TaskStateEntered 6` for each event: its id, type, and the one it follows.
fn chain(story: &Story) -> Vec<String> {
    let line = |event: &crate::HistoryEvent| format!("{} {} {}", event.id, event.kind, event.previous_event_id);
    story.events.iter().map(line).collect()
}
