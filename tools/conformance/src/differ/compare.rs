//! Compares a run with that of the reference interpreter.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::json::Json;
use super::reference::{End, Event, Trace};

/// The first difference between a run and the reference, if any.
pub(crate) fn difference(machine: &Json, end: &End, trace: &Trace, run: &Json) -> Option<String> {
    if trace.ambiguous {
        return None;
    }
    let mut scopes = BTreeMap::new();
    collect(machine, "", &mut scopes);
    let scope = |state: &str| scopes.get(state).cloned().unwrap_or_default();
    ended(end, run)
        .or_else(|| events("entered", &trace.entered, run.items_at("entered"), scope))
        .or_else(|| events("started", &trace.started, run.items_at("started"), scope))
}

/// Collects the branch of each state.
fn collect(machine: &Json, scope: &str, scopes: &mut BTreeMap<String, String>) {
    let Some(Json::Object(states)) = machine.get("States") else { return };
    for (name, state) in states {
        scopes.insert(name.clone(), scope.to_owned());
        for (at, branch) in state.items_at("Branches").iter().enumerate() {
            collect(branch, &format!("{scope}/{name}/{at}"), scopes);
        }
    }
}

fn ended(end: &End, run: &Json) -> Option<String> {
    let null = Json::Null;
    let found = |key| run.get(key).unwrap_or(&null);
    let (at, same) = match end {
        Ok((output, at)) => {
            (*at, *found("failed") == Json::Bool(false) && found("output") == output)
        }
        Err(fault) => {
            let named = (!fault.error.is_empty()).then(|| Json::Text(fault.error.clone()));
            let same_error = *found("error") == named.unwrap_or(Json::Null);
            let same_cause = fault.cause == super::json::ANY_TEXT
                || *found("cause") == Json::Text(fault.cause.clone());
            (fault.at, same_error && same_cause)
        }
    };
    let same_time = found("elapsed").to_string() == at.to_string();
    (!same || !same_time).then(|| "they end differently".to_owned())
}

/// Compares events branch by branch, because the order between branches is not fixed.
fn events(
    what: &str,
    expected: &[Event],
    found: &[Json],
    scope: impl Fn(&str) -> String,
) -> Option<String> {
    let mut by_scope: BTreeMap<String, (Vec<&Event>, Vec<&Json>)> = BTreeMap::new();
    for event in expected {
        by_scope.entry(scope(&event.state)).or_default().0.push(event);
    }
    for event in found {
        let state = parts(event).0;
        by_scope.entry(scope(state)).or_default().1.push(event);
    }
    by_scope.into_iter().find_map(|(scope, (expected, found))| {
        sequence(&expected, &found)
            .map(|at| format!("in branch `{scope}`, {what} number {at} differs"))
    })
}

fn sequence(expected: &[&Event], found: &[&Json]) -> Option<usize> {
    let mut expected = expected.iter();
    for (at, event) in found.iter().enumerate() {
        loop {
            match expected.next() {
                Some(wanted) if is(wanted, event) => break,
                Some(wanted) if wanted.optional => {}
                Some(_) | None => return Some(at),
            }
        }
    }
    expected.any(|wanted| !wanted.optional).then_some(found.len())
}

fn is(wanted: &Event, found: &Json) -> bool {
    let (state, at, input) = parts(found);
    state == wanted.state && at == wanted.at.to_string() && *input == wanted.input
}

fn parts(event: &Json) -> (&str, String, &Json) {
    if let Json::Array(parts) = event
        && let [Json::Text(state), at, input] = parts.as_slice()
    {
        return (state, at.to_string(), input);
    }
    ("", String::new(), event)
}

/// The reference's run as text.
pub(crate) fn told(end: &End, trace: &Trace) -> String {
    let mut text = String::new();
    for (what, events) in [("entered", &trace.entered), ("started", &trace.started)] {
        for event in events {
            let open = if event.optional { " (or cancelled)" } else { "" };
            let _ = writeln!(
                text,
                "  {what} {} at {} with {}{open}",
                event.state, event.at, event.input
            );
        }
    }
    let _ = match end {
        Ok((output, at)) => writeln!(text, "  succeeded at {at} with {output}"),
        Err(fault) => {
            writeln!(text, "  failed at {} with {}: {:?}", fault.at, fault.error, fault.cause)
        }
    };
    text
}

/// A run as text.
pub(crate) fn told_run(run: &Json) -> String {
    let mut text = String::new();
    for what in ["entered", "started"] {
        for event in run.items_at(what) {
            let (state, at, input) = parts(event);
            let _ = writeln!(text, "  {what} {state} at {at} with {input}");
        }
    }
    let shown = |key| run.get(key).map(Json::to_string).unwrap_or_default();
    let _ = if run.get("failed") == Some(&Json::Bool(true)) {
        writeln!(
            text,
            "  failed at {} with {}: {}",
            shown("elapsed"),
            shown("error"),
            shown("cause")
        )
    } else {
        writeln!(text, "  succeeded at {} with {}", shown("elapsed"), shown("output"))
    };
    text
}
