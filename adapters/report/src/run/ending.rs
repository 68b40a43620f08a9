//! Failures, ends and redrives: what becomes of the visits that are open.

use super::visits::{Growing, Place};
use super::{Outcome, attempts};
use crate::history::Event;

/// Notes the error of a state that may still be caught or retried.
pub(super) fn take_error(growing: &mut Growing, index: usize, event: &Event) {
    if let Some(visit) = growing.visit_mut(index) {
        visit.error = Some(event.text("error").unwrap_or_default().to_owned());
        visit.cause = event.text("cause").map(str::to_owned).or_else(|| visit.cause.take());
        visit.location = event.text("location").map(str::to_owned);
    }
}

/// Ends the visits in an iteration that failed.
pub(super) fn fail_inside(growing: &mut Growing, iteration: Place, time: Option<u64>) {
    let inside = |growing: &Growing, mut index: usize| {
        while let Some(visit) = growing.visit(index) {
            if visit.parent == iteration.visit {
                return visit.group == iteration.group;
            }
            let Some(parent) = visit.parent else { return false };
            index = parent;
        }
        false
    };
    let open: Vec<usize> =
        growing.open.iter().copied().filter(|index| inside(growing, *index)).collect();
    for index in open {
        fail(growing, index, time);
    }
}

/// Ends a visit that did not reach its exit: with its error, or because another one failed.
fn fail(growing: &mut Growing, index: usize, time: Option<u64>) {
    let (failed, is_fail_state) = (growing.visit(index), growing.kind(index) == "Fail");
    let has_error = failed.is_some_and(|visit| visit.error.is_some());
    let timed_out = failed
        .and_then(|visit| visit.attempts.last())
        .is_some_and(|attempt| attempt.outcome == Outcome::TimedOut);
    attempts::abort(growing, index, time);
    let outcome = match (has_error || is_fail_state, timed_out) {
        (true, true) => Outcome::TimedOut,
        (true, false) => Outcome::Failed,
        (false, _) => Outcome::Aborted,
    };
    growing.exit(index, time, outcome);
}

/// The failure of the execution is that of the state before its last event, if that is open, and of
/// the states around it.
pub(super) fn blame(growing: &mut Growing, before: Option<Place>) {
    if growing.run.outcome != Outcome::Failed {
        return;
    }
    let (error, cause) = (growing.run.error.clone(), growing.run.cause.clone());
    let last = before.and_then(|place| place.visit).or_else(|| growing.open.last().copied());
    let mut at = last;
    while let Some(index) = at {
        let is_open = growing.open.contains(&index);
        let Some(visit) = growing.visit_mut(index) else { return };
        at = visit.parent;
        if is_open && visit.error.is_none() {
            visit.error = Some(error.clone().unwrap_or_default());
            visit.cause.clone_from(&cause);
        }
    }
}

/// Ends the visits that are open when the execution has ended.
pub(super) fn close(growing: &mut Growing) {
    if growing.run.outcome == Outcome::Running {
        return;
    }
    let time = growing.run.end;
    for index in std::mem::take(&mut growing.open).into_iter().rev() {
        fail(growing, index, time);
    }
    let iterations = growing.run.visits.iter_mut().flat_map(|visit| &mut visit.iterations);
    for iteration in iterations.filter(|iteration| iteration.outcome == Outcome::Running) {
        (iteration.outcome, iteration.end) = (Outcome::Aborted, time);
    }
}

/// The place of a state that a redrive entered again: that of its last visit.
pub(super) fn resumed(growing: &Growing, name: &str) -> Place {
    let last = (0..growing.run.visits.len()).rev().find(|index| growing.name(*index) == name);
    let visit = last.and_then(|index| growing.visit(index));
    visit.map_or(Place::default(), |visit| Place { visit: visit.parent, group: visit.group })
}

/// The visit of a task that a redrive has scheduled again: one that did not succeed, of the same
/// resource if there is one.
pub(super) fn resumed_task(growing: &mut Growing, event: &Event) -> Option<usize> {
    if growing.run.redrives.is_empty() || !event.kind.ends_with("Scheduled") {
        return None;
    }
    let has_failed = |index: &usize| {
        let outcome = growing.visit(*index).map(|visit| visit.outcome);
        growing.kind(*index) == "Task" && outcome.is_some_and(is_unsuccessful)
    };
    let failed: Vec<usize> = (0..growing.run.visits.len()).filter(has_failed).collect();
    let resource = event.text("resource").unwrap_or_default();
    let is_same = |index: &&usize| {
        let last = growing.visit(**index).and_then(|visit| visit.attempts.last());
        last.is_some_and(|attempt| attempt.name.ends_with(resource))
    };
    let index = *failed.iter().find(is_same).or_else(|| failed.first())?;
    reopen(growing, index);
    Some(index)
}

fn is_unsuccessful(outcome: Outcome) -> bool {
    outcome.is_failure() || outcome == Outcome::Aborted
}

/// The visit of a state that a redrive resumed and that ended since: it had not succeeded.
pub(super) fn resumed_exit(growing: &mut Growing, name: &str) -> Option<usize> {
    if growing.run.redrives.is_empty() {
        return None;
    }
    let is_it = |index: &usize| {
        let outcome = growing.visit(*index).map(|visit| visit.outcome);
        growing.name(*index) == name && outcome.is_some_and(is_unsuccessful)
    };
    let index = (0..growing.run.visits.len()).rev().find(is_it)?;
    reopen(growing, index);
    Some(index)
}

/// Opens a visit again, and those around it.
fn reopen(growing: &mut Growing, index: usize) {
    let mut at = Some(index);
    while let Some(index) = at {
        let Some(visit) = growing.visit_mut(index) else { return };
        at = visit.parent;
        if visit.outcome == Outcome::Running {
            continue;
        }
        (visit.outcome, visit.end) = (Outcome::Running, None);
        (visit.error, visit.cause, visit.location) = (None, None, None);
        growing.open.insert(index);
    }
}
