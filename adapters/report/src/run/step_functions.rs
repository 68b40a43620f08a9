//! Events of AWS Step Functions -> a run. Each event names the one before it in its branch, which
//! tells the visit that it belongs to.

use serde_json::Value;

use super::visits::{Growing, Place};
use super::{Iteration, Outcome, Run, attempts, ending};
use crate::history::Event;

/// The run of these events.
pub(super) fn run(events: &[Event]) -> Run {
    let mut growing = Growing::default();
    growing.run.format = "aws";
    let mut unknown = Vec::new();
    let mut truncated = 0_usize;
    for event in events {
        truncated += usize::from(is_truncated(event));
        if !apply(&mut growing, event) && !unknown.contains(&event.kind) {
            unknown.push(event.kind.clone());
        }
    }
    ending::close(&mut growing);
    let mut run = growing.run;
    if growing.lost > 0 {
        run.notes.push(format!(
            "The event before {} is not in this history: the place in the run is a guess.",
            crate::history::count(growing.lost, "event")
        ));
    }
    if !unknown.is_empty() {
        unknown.truncate(10);
        run.notes.push(format!("Events of unknown types are not shown: {}.", unknown.join(", ")));
    }
    if truncated > 0 {
        run.notes.push(format!(
            "The data of {} is cut off in the history.",
            crate::history::count(truncated, "event")
        ));
    }
    if !events.iter().any(has_data) {
        run.notes.push("The history has no data: it was read without execution data.".to_owned());
    }
    run
}

/// True if the history has only the beginning of some data of this event.
fn is_truncated(event: &Event) -> bool {
    let details = |key: &str| event.details.get(key).and_then(|details| details.get("truncated"));
    ["inputDetails", "outputDetails", "assignedVariablesDetails"]
        .into_iter()
        .any(|key| details(key).and_then(Value::as_bool) == Some(true))
}

fn has_data(event: &Event) -> bool {
    ["input", "output", "parameters"].into_iter().any(|key| event.details.contains_key(key))
}

/// Adds an event. Returns false for an unknown type.
fn apply(growing: &mut Growing, event: &Event) -> bool {
    let kind = event.kind.as_str();
    if let Some(kind) = kind.strip_suffix("StateEntered") {
        entered(growing, event, kind);
    } else if let Some(kind) = kind.strip_suffix("StateExited") {
        exited(growing, event, kind);
    } else if let Some(kind) = kind.strip_suffix("StateAborted") {
        let at = growing.place_before(event);
        if let Some(index) = growing.find(at, |growing, index| is_open(growing, index, kind)) {
            attempts::abort(growing, index, event.time);
            growing.exit(index, event.time, Outcome::Aborted);
            growing.set_place(event, Place { visit: Some(index), group: None });
        }
    } else if let Some(end) = kind.strip_prefix("MapIteration") {
        iteration(growing, event, end);
    } else if let Some(end) = kind.strip_prefix("MapRun") {
        map_run(growing, event, end);
    } else if let Some(end) = kind.strip_prefix("ParallelState") {
        fork(growing, event, "Parallel", end);
    } else if let Some(end) = kind.strip_prefix("MapState") {
        fork(growing, event, "Map", end);
    } else if let Some(end) = kind.strip_prefix("Execution") {
        return execution(growing, event, end);
    } else if kind == "EvaluationFailed" || kind == "Warning" {
        evaluation(growing, event);
    } else {
        return attempts::apply(growing, event);
    }
    true
}

fn is_open(growing: &Growing, index: usize, kind: &str) -> bool {
    growing.kind(index) == kind && growing.open.contains(&index)
}

fn execution(growing: &mut Growing, event: &Event, end: &str) -> bool {
    let outcome = match end {
        "Started" => {
            growing.run.start = event.time;
            growing.run.input = event.data("input").map(|text| growing.run.texts.add(text));
            growing.set_place(event, Place::default());
            return true;
        }
        "Redriven" => {
            ending::close(growing);
            let run = &mut growing.run;
            run.redrives.push(event.time);
            (run.end, run.error, run.cause, run.output) = (None, None, None, None);
            run.outcome = Outcome::Running;
            return true;
        }
        "Succeeded" => Outcome::Succeeded,
        "Failed" => Outcome::Failed,
        "TimedOut" => Outcome::TimedOut,
        "Aborted" => Outcome::Aborted,
        _ => return false,
    };
    let before = growing.place_before(event);
    growing.set_place(event, before.unwrap_or_default());
    let run = &mut growing.run;
    (run.outcome, run.end) = (outcome, event.time);
    run.output = event.data("output").map(|text| run.texts.add(text));
    run.error = event.text("error").map(str::to_owned);
    run.cause = event.text("cause").map(str::to_owned);
    ending::blame(growing, before);
    true
}

fn entered(growing: &mut Growing, event: &Event, kind: &str) {
    let name = event.text("name").unwrap_or_default().to_owned();
    let at = match growing.place_before(event) {
        Some(place) => next_to(growing, place),
        None => ending::resumed(growing, &name),
    };
    let index = growing.enter(event, &name, kind, at);
    let input = event.data("input").map(|text| growing.run.texts.add(text));
    if let Some(visit) = growing.visit_mut(index) {
        visit.input = input;
    }
    growing.set_place(event, Place { visit: Some(index), group: None });
}

/// The place of a state that follows an event: in the Parallel or the iteration that began, or
/// beside the state that was exited.
fn next_to(growing: &Growing, place: Place) -> Place {
    let Some(before) = place.visit else { return place };
    let starts_here = place.group.is_some();
    if starts_here {
        return place;
    }
    let is_running_fork = growing.kind(before) == "Parallel" && growing.open.contains(&before);
    if is_running_fork {
        let begun = growing.run.visits.iter().skip(before);
        let branches = begun.filter(|visit| visit.parent == Some(before));
        let known = branches.filter_map(|visit| visit.group).max();
        // Only the first states of branches refer to the Parallel.
        return Place { visit: Some(before), group: Some(known.map_or(0, |last| last + 1)) };
    }
    let sibling = growing.visit(before);
    sibling.map_or(Place::default(), |visit| Place { visit: visit.parent, group: visit.group })
}

fn exited(growing: &mut Growing, event: &Event, kind: &str) {
    let name = event.text("name").unwrap_or_default();
    let before = growing.place_before(event);
    let is_it = |growing: &Growing, index: usize| {
        growing.kind(index) == kind && growing.name(index) == name && growing.open.contains(&index)
    };
    let found = growing.find(before, is_it).or_else(|| ending::resumed_exit(growing, name));
    let index = found.unwrap_or_else(|| growing.enter(event, name, kind, Place::default()));
    let output = event.data("output").map(|text| growing.run.texts.add(text));
    let variables = event.details.get("assignedVariables").and_then(Value::as_object);
    let variables = variables.into_iter().flatten();
    let variables: Vec<_> = variables
        .map(|(name, value)| (name.clone(), growing.run.texts.add(crate::history::text(value))))
        .collect();
    let mut outcome = Outcome::Succeeded;
    if let Some(visit) = growing.visit_mut(index) {
        visit.output = output;
        visit.variables.extend(variables);
        if found.is_none() {
            visit.start = None;
            visit.notes.push("Its entry is missing in the history.".to_owned());
        }
        if visit.error.is_some() {
            outcome = Outcome::Caught;
        }
    }
    growing.exit(index, event.time, outcome);
    growing.set_place(event, Place { visit: Some(index), group: None });
}

/// Events of a Parallel or Map as a whole.
fn fork(growing: &mut Growing, event: &Event, kind: &str, end: &str) {
    let before = growing.place_before(event);
    let Some(index) = growing.find(before, |growing, index| is_open(growing, index, kind)) else {
        return;
    };
    if end == "Failed" {
        ending::take_error(growing, index, event);
    }
    if let (Some(length), Some(visit)) = (event.number("length"), growing.visit_mut(index)) {
        visit.items = Some(length);
    }
    growing.set_place(event, Place { visit: Some(index), group: None });
}

fn iteration(growing: &mut Growing, event: &Event, end: &str) {
    let name = event.text("name").unwrap_or_default();
    let number = event.number("index").unwrap_or_default();
    let before = growing.place_before(event);
    let is_it = |growing: &Growing, index: usize| {
        growing.name(index) == name && is_open(growing, index, "Map")
    };
    let Some(map) = growing.find(before, is_it) else { return };
    let place = Place { visit: Some(map), group: Some(number) };
    growing.set_place(event, place);
    let Some(visit) = growing.visit_mut(map) else { return };
    let outcome = match end {
        "Started" => Outcome::Running,
        "Succeeded" => Outcome::Succeeded,
        "Failed" => Outcome::Failed,
        _ => Outcome::Aborted,
    };
    let is_it = |iteration: &Iteration| iteration.index == number;
    // Iterations mostly begin in the order of their numbers.
    let position = usize::try_from(number).ok();
    let position = position.filter(|position| visit.iterations.get(*position).is_some_and(is_it));
    let position = position.or_else(|| visit.iterations.iter().rposition(is_it));
    let known = position.and_then(|position| visit.iterations.get_mut(position));
    match known {
        Some(iteration) if outcome != Outcome::Running => {
            (iteration.end, iteration.outcome) = (event.time, outcome);
        }
        Some(iteration) => (iteration.end, iteration.outcome) = (None, outcome),
        None => {
            let start = event.time.filter(|_| outcome == Outcome::Running);
            let end = event.time.filter(|_| outcome != Outcome::Running);
            visit.iterations.push(Iteration { index: number, start, end, outcome });
        }
    }
    if outcome == Outcome::Failed {
        ending::fail_inside(growing, place, event.time);
    }
}

/// Events of a distributed Map, whose children have histories of their own.
fn map_run(growing: &mut Growing, event: &Event, end: &str) {
    let before = growing.place_before(event);
    let Some(map) = growing.find(before, |growing, index| growing.kind(index) == "Map") else {
        return;
    };
    if end == "Failed" {
        ending::take_error(growing, map, event);
    }
    let note = match (end, event.text("mapRunArn")) {
        ("Started", Some(arn)) => format!("Its children have histories of their own: {arn}"),
        _ => format!("Map Run: {end}"),
    };
    if let Some(visit) = growing.visit_mut(map) {
        visit.notes.push(note);
    }
    growing.set_place(event, Place { visit: Some(map), group: None });
}

/// A value of a state that could not be computed, or a warning.
fn evaluation(growing: &mut Growing, event: &Event) {
    let before = growing.place_before(event);
    let name = event.text("state").or_else(|| event.text("name")).unwrap_or_default();
    let is_it = |growing: &Growing, index: usize| {
        growing.name(index) == name && growing.open.contains(&index)
    };
    let Some(index) = growing.find(before, is_it) else { return };
    if event.kind == "Warning" {
        let cause = event.text("cause").unwrap_or_default();
        let note = format!("Warning: {} {cause}", event.text("error").unwrap_or_default());
        if let Some(visit) = growing.visit_mut(index) {
            visit.notes.push(note.clone());
        }
    } else {
        ending::take_error(growing, index, event);
    }
    growing.set_place(event, Place { visit: Some(index), group: None });
}
