//! Changed histories of Amazon SWF: an error or an answer, and the same one every time.

use asl_language::random::SplitMix64;
use asl_runtime::machine::Machine;
use asl_swf::model::{Decision, DecisionTask};
use asl_swf::{Decider, DeciderOptions, Markers};
use asl_swf_double::Double;
use serde_json::Value;

use super::{Verdict, head, machines, text};
use crate::corpus::Corpus;
use crate::mutation::bytes;
use crate::mutation::tree::{self, Donors, Tree};

/// Decisions after which the recording of a run ends.
const MOST_DECISIONS: usize = 12;
/// Work for each event of a history, at most, and besides.
const WORK: (u64, u64) = (64, 10_000);

/// Decision tasks of one run, as JSON.
#[derive(Debug)]
pub(crate) struct Recorded {
    machine: &'static str,
    lambda: bool,
    tasks: Vec<Value>,
    donors: Donors,
}

/// Runs each machine on the double and keeps its decision tasks.
pub(crate) fn record() -> Vec<Recorded> {
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
fn options(lambda: bool) -> DeciderOptions {
    let checkpoints = if lambda { 0 } else { 12 };
    DeciderOptions { lambda, checkpoints, markers: Markers::All, ..DeciderOptions::default() }
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

/// The name of a machine, its options, and a decision task: a line each.
pub(crate) fn make(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let recorded = dice.pick(corpus.histories());
    let mut tree = Tree::from(dice.pick(&recorded.tasks));
    let donors =
        if dice.percent(70) { &recorded.donors } else { &dice.pick(corpus.histories()).donors };
    tree::mutate(&mut tree, donors, dice);
    let mut task = tree.text().into_bytes();
    if dice.percent(10) {
        bytes::mutate(&mut task, dice);
    }
    let task = String::from_utf8_lossy(&task).replace('\n', " ");
    format!("{}\n{}\n{task}\n", recorded.machine, recorded.lambda).into_bytes()
}

pub(crate) fn check(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let Some(([name, lambda, task], _)) = head::<3>(&text) else { return Ok(Verdict::Refused) };
    let Some(machine) = machines::find(name) else { return Ok(Verdict::Refused) };
    let Ok(task) = serde_json::from_str::<DecisionTask>(task) else { return Ok(Verdict::Refused) };
    let Ok(decider) = Decider::new(machine, options(lambda == "true")) else {
        return Ok(Verdict::Refused);
    };
    let decided = decider.decide(&task);
    match (&decided, decider.decide(&task)) {
        (Ok(first), Ok(again)) if *first == again => {}
        (Err(first), Err(again)) if first.to_string() == again.to_string() => {
            return Ok(Verdict::Refused);
        }
        (_, _) => return Err("the same history has two answers".to_owned()),
    }
    let Ok(decided) = decided else { return Ok(Verdict::Refused) };
    let closing = decided.decisions.iter().position(Decision::closes);
    if closing.is_some_and(|at| at + 1 != decided.decisions.len()) {
        return Err("decisions follow the one that closes the run".to_owned());
    }
    let (per_event, besides) = WORK;
    let most = besides + per_event * u64::try_from(task.events.len()).unwrap_or(u64::MAX);
    if decided.work > most {
        return Err(format!("{} steps of work for {} events", decided.work, task.events.len()));
    }
    Ok(Verdict::Accepted)
}
