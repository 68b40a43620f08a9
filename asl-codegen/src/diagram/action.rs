//! One-line descriptions of SM4C's actions.

use super::drawing::LONGEST_TEXT;
use crate::ir::{ActionKind, Effect, Expr, Invoke, Join, Machine, Node, NodeKind, WaitFor};
use asl_source::diagnostics::printable;

/// The description of an action. Empty for other nodes.
pub(super) fn text(machine: &Machine, node: &Node) -> String {
    let Some(action) = &node.action else { return String::new() };
    let what = what(machine, node, action.kind);
    let name = action.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    printable(format!("{name}{} {what}", action.kind.word()).trim_end(), LONGEST_TEXT)
}

fn what(machine: &Machine, node: &Node, kind: ActionKind) -> String {
    match &node.kind {
        NodeKind::Eval(eval) => {
            match eval.output.template.as_ref().or(eval.input.template.as_ref()) {
                Some(Expr::Jq(query)) => query.program.text.clone(),
                Some(_) | None => String::new(),
            }
        }
        NodeKind::Invoke(invoke) => call(machine, invoke),
        NodeKind::Fork(fork) if kind == ActionKind::Parallel => {
            completion(fork.join, fork.branches.len())
        }
        NodeKind::ForEach(each) => match each.collection.as_deref() {
            Some(Expr::Jq(query)) => query.program.text.clone(),
            Some(_) | None => String::new(),
        },
        NodeKind::Fork(_)
        | NodeKind::Branch(_)
        | NodeKind::Await(_)
        | NodeKind::End(_)
        | NodeKind::Fail(_) => String::new(),
    }
}

fn call(machine: &Machine, invoke: &Invoke) -> String {
    match &invoke.effect {
        Effect::Wait(WaitFor::Milliseconds(millis)) => timespan(*millis),
        Effect::Wait(_) => String::new(),
        Effect::Task(call) => match machine.tasks.get(call.task.index()) {
            Some(task) => invoke.call_name(task).to_owned(),
            None => String::new(),
        },
    }
}

/// The condition that completes a parallel action.
fn completion(join: Join, actions: usize) -> String {
    match join {
        Join::All | Join::Settled => "and".to_owned(),
        Join::First => "xor".to_owned(),
        Join::Count(count) => format!("{count} of {actions}"),
    }
}

/// A duration in ISO 8601.
pub(super) fn timespan(millis: u64) -> String {
    let part = |value: u64, letter: char| {
        if value == 0 { String::new() } else { format!("{value}{letter}") }
    };
    let (days, rest) = (millis / 86_400_000, millis % 86_400_000);
    let (hours, minutes, rest) = (rest / 3_600_000, rest / 60_000 % 60, rest % 60_000);
    let seconds = match (rest / 1_000, rest % 1_000) {
        (0, 0) => String::new(),
        (seconds, 0) => format!("{seconds}S"),
        (seconds, millis) => format!("{seconds}.{}S", format!("{millis:03}").trim_end_matches('0')),
    };
    let clock = format!("{}{}{seconds}", part(hours, 'H'), part(minutes, 'M'));
    match (days, clock.is_empty()) {
        (0, true) => "PT0S".to_owned(),
        (_, true) => format!("P{}", part(days, 'D')),
        (_, false) => format!("P{}T{clock}", part(days, 'D')),
    }
}
