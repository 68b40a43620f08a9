//! States and variables.

use std::fmt::Write as _;

use asl_codegen::check::variable_uses;
use asl_codegen::diagnostics::printable;
use asl_codegen::ir::{Catcher, Effect, Machine, Node, NodeKind, Retrier, StateId, StateKind};
use asl_codegen::source::FileId;
use asl_codegen::types;

use super::field::method_of;
use crate::analysis::Checked;
use crate::graph::{self, arrows};

/// Maximum number of states in a list.
const MOST: usize = 10;

/// A state: its work, its neighbours and its data.
pub(super) fn card(checked: &Checked, id: StateId, text: &str) -> Option<String> {
    let machine = checked.machine.as_ref()?;
    let state = graph::state(machine, id)?;
    let kind = if state.kind == StateKind::State {
        "state".to_owned()
    } else {
        format!("{:?} state", state.kind)
    };
    let mut card = format!("**`{}`** {kind}\n", name(machine, Some(id)));
    if let Some(comment) = &state.comment {
        line(&mut card, &printable(comment, 400));
    }
    if state.kind == StateKind::Task {
        card.push_str(&method_of(checked, id).unwrap_or_default());
    }
    let node = machine.nodes.get(state.entry.index())?;
    if state.kind != StateKind::State {
        work(&mut card, machine, node);
    }
    transitions(&mut card, machine, id, text);
    if let Some(stages) = checked.stages(id) {
        let (_, before, after) = stages.around(None);
        let (before, after) = (types::shown(machine, &before), types::shown(machine, &after));
        // Writing to a String cannot fail.
        let _ = write!(card, "\n```\ninput   {before}\noutput  {after}\n```\n");
    }
    Some(card)
}

fn line(card: &mut String, text: &str) {
    card.push('\n');
    card.push_str(text);
    card.push_str("  \n");
}

/// The name of a state, or of the start.
fn name(machine: &Machine, id: Option<StateId>) -> String {
    let state = id.and_then(|id| graph::state(machine, id));
    state.map_or_else(|| "the start".to_owned(), |state| printable(&state.name.value, 80))
}

/// Time-outs, retriers, catchers and the number of branches.
fn work(card: &mut String, machine: &Machine, node: &Node) {
    if let NodeKind::Invoke(invoke) = &node.kind
        && let Effect::Task(call) = &invoke.effect
    {
        if call.timeout_given {
            line(card, &format!("Fails after {} s with `States.Timeout`.", call.timeout_seconds));
        }
        if let Some(seconds) = call.heartbeat_seconds {
            line(card, &format!("Needs a heartbeat every {seconds} s."));
        }
    }
    if let NodeKind::Fork(fork) = &node.kind {
        line(card, &format!("Runs {} branches.", fork.branches.len()));
    }
    for retrier in node.kind.retriers() {
        line(card, &retry(retrier));
    }
    for catcher in node.kind.catchers() {
        line(card, &catch(machine, catcher));
    }
}

fn retry(retrier: &Retrier) -> String {
    let errors = names(retrier.errors.iter().map(|error| error.value.as_str()));
    if retrier.max_attempts == 0 {
        return format!("Never retries {errors}.");
    }
    let most = retrier.max_delay_seconds.map(|most| format!(", at most {most} s"));
    format!(
        "Retries {errors} up to {} times, after {} s, then ×{}{}.",
        retrier.max_attempts,
        retrier.interval_seconds,
        retrier.backoff_rate,
        most.unwrap_or_default()
    )
}

fn catch(machine: &Machine, catcher: &Catcher) -> String {
    let errors = names(catcher.errors.iter().map(|error| error.value.as_str()));
    let target = catcher.target.node.and_then(|node| graph::node_state(machine, node));
    match target {
        Some(_) => format!("Catches {errors}, then `{}`.", name(machine, target)),
        None => format!("Catches {errors}."),
    }
}

fn names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> =
        names.take(MOST).map(|name| format!("`{}`", printable(name, 80))).collect();
    names.join(", ")
}

/// The states before and after.
fn transitions(card: &mut String, machine: &Machine, id: StateId, text: &str) {
    let arrows = arrows(machine, text);
    let mut before: Vec<Option<StateId>> =
        arrows.iter().filter(|arrow| arrow.to == id).map(|arrow| arrow.from).collect();
    let mut after: Vec<Option<StateId>> =
        arrows.iter().filter(|arrow| arrow.from == Some(id)).map(|arrow| Some(arrow.to)).collect();
    for (what, states) in [("From", &mut before), ("To", &mut after)] {
        states.sort_unstable();
        states.dedup();
        let more = states.len().saturating_sub(MOST);
        let shown: Vec<String> = states
            .iter()
            .take(MOST)
            .map(|state| match state {
                Some(_) => format!("`{}`", name(machine, *state)),
                None => name(machine, None),
            })
            .collect();
        if !shown.is_empty() {
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            line(card, &format!("{what}: {}{more}", shown.join(", ")));
        }
    }
}

/// The states that assign and read a variable.
pub(super) fn variable(checked: &Checked, wanted: &str) -> String {
    let mut text = format!("**`${}`** variable\n", printable(wanted, 80));
    let Some(machine) = &checked.machine else { return text };
    let uses = variable_uses(machine);
    let uses: Vec<_> = uses.iter().filter(|used| used.name == wanted).collect();
    for (what, is_assigned) in [("Assigned in", true), ("Read in", false)] {
        let mut states: Vec<StateId> = uses
            .iter()
            .filter(|used| used.is_assigned == is_assigned && used.span.file == FileId(0))
            .filter_map(|used| state_before(machine, used.span.start))
            .collect();
        states.sort_unstable();
        states.dedup();
        if !states.is_empty() {
            let shown = states.iter().map(|id| name(machine, Some(*id))).collect::<Vec<_>>();
            line(&mut text, &format!("{what} {}", names(shown.iter().map(String::as_str))));
        }
    }
    text
}

/// The last state that begins before a place. States nest, but none has a field behind its states
/// that a variable is in without being in the outer state's own range; the nearest name is shown.
fn state_before(machine: &Machine, start: u32) -> Option<StateId> {
    let states = graph::states(machine)
        .filter(|(_, state)| state.name.span.file == FileId(0) && state.name.span.start <= start);
    states.max_by_key(|(_, state)| state.name.span.start).map(|(id, _)| id)
}
