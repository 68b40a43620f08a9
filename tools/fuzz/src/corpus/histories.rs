//! Histories of Amazon SWF, recorded with the double.

use asl_language::random::SplitMix64;
use asl_runtime::machine::Machine;
use asl_swf::{Decider, DeciderOptions, Markers};
use asl_swf_double::Double;
use serde_json::Value;

use crate::machines;
use crate::mutation::tree::Donors;

/// Decisions after which the recording of a run ends.
const MOST_DECISIONS: usize = 12;

/// Decision tasks of one run, as JSON.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) machine: &'static str,
    pub(crate) lambda: bool,
    pub(crate) tasks: Vec<Value>,
    pub(crate) donors: Donors,
}

/// Runs each machine on the double and keeps its decision tasks.
pub(super) fn record() -> Vec<Recorded> {
    let mut recorded = Vec::new();
    for (number, (name, machine)) in (0_u64..).zip(machines::all()) {
        let lambda = number % 4 == 0;
        let tasks = tasks(machine, lambda, number);
        if let Some(last) = tasks.last() {
            let donors = Donors::new(std::slice::from_ref(last));
            recorded.push(Recorded { machine: name, lambda, tasks, donors });
        }
    }
    recorded
}

/// Lambda functions and checkpoints take turns: few histories are long enough for both.
pub(crate) fn options(lambda: bool) -> DeciderOptions {
    let checkpoints = if lambda { 0 } else { 12 };
    DeciderOptions::default().lambda(lambda).checkpoints(checkpoints).markers(Markers::All)
}

/// The decision tasks of a run whose activities answer.
fn tasks(machine: &'static Machine, lambda: bool, seed: u64) -> Vec<Value> {
    let mut tasks = Vec::new();
    let Ok(decider) = Decider::new(machine, options(lambda)) else { return tasks };
    let double = Double::new();
    let mut dice = SplitMix64::new(seed);
    let mut lists = Vec::new();
    if double.register(machine.name, "1.0").is_err() {
        return tasks;
    }
    for (_, activity) in decider.activity_types() {
        if double.register_activity(&activity.name, &activity.version).is_ok() {
            lists.push(activity.name.clone());
        }
    }
    let input = r#"{"n": 3, "order": "o-1", "items": [1, 2], "list": [1, 2]}"#;
    let Ok(run) = double.start(machine.name, "1.0", "w", input) else { return tasks };
    while tasks.len() < MOST_DECISIONS {
        let Ok(task) = double.decision(machine.name) else { break };
        if !task.is_empty() {
            let Ok(decided) = decider.decide(&task) else { break };
            tasks.push(serde_json::to_value(&task).unwrap_or_default());
            if double.decide(&task, decided.decisions).is_err() {
                break;
            }
        } else if !work(&double, &lists, &mut dice) {
            let Some(due) = double.next_due() else { break };
            double.advance_to(due);
        }
        let is_open = double
            .describe_workflow_execution("test", &run)
            .is_ok_and(|run| run.close_status.is_none());
        if !is_open {
            break;
        }
    }
    tasks
}

/// Takes an activity task and answers it. Returns whether there was one.
fn work(double: &Double, lists: &[String], dice: &mut SplitMix64) -> bool {
    for list in lists {
        let Ok(task) = double.activity(list) else { continue };
        if !task.is_empty() {
            let result = dice.pick(&["1", "{\"n\": 2}", "\"text\"", "no JSON"]);
            return double.complete_activity(&task, result).is_ok();
        }
    }
    false
}
