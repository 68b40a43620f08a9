//! Compares event histories: ids, links, types and details.

use serde_json::Value;

use super::case::{Case, Event};
use super::chain;
use super::compare::parsed;
use super::exact_text;
use super::matcher::Matcher;
use super::observed::Observed;
use crate::report::Difference;

/// Details that are JSON texts at AWS and values in the corpus.
const DOCUMENTS: [&str; 3] = ["input", "output", "parameters"];

/// The details of an event that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Details {
    /// All details; none may be missing or additional.
    All,
    /// Only the listed details.
    Listed,
}

/// Compares everything that the case has about the history.
pub(crate) fn compare(
    case: &Case,
    observed: &Observed,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    let details = if case.partial_events { Details::Listed } else { Details::All };
    if let Some(expected) = &case.expected_events {
        let expected = &with_todays_links(expected);
        if case.unordered_events {
            unordered(expected, &observed.events, matcher, found);
        } else if is_interleaved(expected) {
            interleaved(expected, &observed.events, matcher, found);
        } else {
            ordered(expected, &observed.events, details, matcher, found);
        }
    }
    if let Some(expected) = &case.last_events {
        let from = observed.events.len().saturating_sub(expected.len());
        ordered(
            expected,
            observed.events.get(from..).unwrap_or_default(),
            Details::All,
            matcher,
            found,
        );
    }
    if let Some(count) = case.expected_event_count.filter(|count| *count != observed.events.len()) {
        found.push(Difference::new("expected_event_count", count, observed.events.len()));
    }
    mentioned(case, &observed.events, matcher, found);
    if let Some(note) = &case.chain_notes {
        found.extend(chain::check(note, &case.definition, &observed.events));
    }
}

/// The recording with the links that AWS has today. Until 2024 AWS linked the exit of a distributed
/// Map to `MapRunSucceeded`; from November 2024 on, to `MapRunStarted`.
fn with_todays_links(expected: &[Event]) -> Vec<Event> {
    let run = |id: &Value| {
        let ended = expected.iter().find(|event| event.get("id") == Some(id))?;
        ended.get("prev").filter(|_| kind(ended) == "MapRunSucceeded")
    };
    let todays = |event: &Event| {
        let mut event = event.clone();
        let started = event.get("prev").and_then(run).filter(|_| kind(&event) == "MapStateExited");
        if let Some(started) = started.cloned() {
            event.insert("prev".to_owned(), started);
        }
        event
    };
    expected.iter().map(todays).collect()
}

/// Compares the events one by one.
fn ordered(
    expected: &[Event],
    actual: &[Event],
    details: Details,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    for (index, wanted) in expected.iter().enumerate() {
        match actual.get(index) {
            Some(event) => exact(wanted, event, details, matcher, found),
            None => found.push(Difference::new(
                format!("event {}", number(wanted)),
                shown(wanted),
                "(absent)",
            )),
        }
    }
    for event in actual.iter().skip(expected.len()) {
        found.push(Difference::new(format!("event {}", number(event)), "(absent)", shown(event)));
    }
}

fn exact(
    wanted: &Event,
    event: &Event,
    details: Details,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    let what = format!("event {}", number(wanted));
    if wanted.get("type") != event.get("type") {
        // Further differences would only repeat this one.
        found.push(Difference::new(what, shown(wanted), shown(event)));
        return;
    }
    for key in ["id", "prev"] {
        let (wanted, actual) = (wanted.get(key), event.get(key));
        if wanted != actual {
            found.push(Difference::new(format!("{what}: {key}"), text(wanted), text(actual)));
        }
    }
    compare_details(&what, wanted, event, details, matcher, found);
}

/// Compares the events inside each Parallel as a multiset: the source sorted them and dropped their
/// ids.
fn unordered(
    expected: &[Event],
    actual: &[Event],
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    let mut rest = actual;
    let mut group = Vec::new();
    for wanted in expected {
        if number(wanted) == 0 {
            group.push(wanted);
            continue;
        }
        let before = rest.iter().take_while(|event| number(event) < number(wanted)).count();
        let (inside, after) = rest.split_at(before);
        multiset(&group, inside, wanted, matcher, found);
        group.clear();
        match after.split_first() {
            Some((event, after)) => {
                exact(wanted, event, Details::All, matcher, found);
                rest = after;
            }
            None => found.push(Difference::new(
                format!("event {}", number(wanted)),
                shown(wanted),
                "(absent)",
            )),
        }
    }
    let end = Event::new();
    multiset(&group, rest, &end, matcher, found);
}

/// Returns true if iterations of a Map ran concurrently at AWS, so that the order of their events
/// is random.
fn is_interleaved(expected: &[Event]) -> bool {
    let starts = |event: &Event| kind(event) == "MapIterationStarted";
    expected.windows(2).any(|pair| pair.iter().all(starts))
}

/// Compares histories of concurrent iterations: both must have the same events, and the same last
/// one. AWS still recorded tasks that ended at the very moment of a failure; in ours the first
/// failure aborts them.
fn interleaved(
    expected: &[Event],
    actual: &[Event],
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    let mut left: Vec<&Event> = expected.iter().collect();
    for event in actual {
        match left.iter().position(|wanted| fits(wanted, event, matcher)) {
            Some(at) => drop(left.remove(at)),
            None => found.push(Difference::new(
                format!("event {}", number(event)),
                "(absent)",
                shown(event),
            )),
        }
    }
    let ended_too = |event: &Event| {
        let ends = ["TaskTimedOut", "TaskFailed", "TaskSucceeded"];
        ends.contains(&kind(event))
            && expected.iter().any(|other| kind(other) == "MapIterationAborted")
    };
    for wanted in left.into_iter().filter(|wanted| !ended_too(wanted)) {
        found.push(Difference::new(format!("event {}", number(wanted)), shown(wanted), "(absent)"));
    }
    let last = |events: &[Event]| events.last().map(|event| kind(event).to_owned());
    if last(expected) != last(actual) {
        found.push(Difference::new(
            "the last event",
            format!("{:?}", last(expected)),
            format!("{:?}", last(actual)),
        ));
    }
}

/// Finds each expected event once among the actual ones, without a rest, except for the event that
/// the source lost: the end of the Parallel before its `ParallelStateExited`.
fn multiset(
    expected: &[&Event],
    actual: &[Event],
    next: &Event,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    let mut left: Vec<&Event> = actual.iter().collect();
    let lost = ["ParallelStateSucceeded", "ParallelStateFailed"];
    if expected.len() < left.len() && kind(next) == "ParallelStateExited" {
        left.pop_if(|event| lost.contains(&kind(event)));
    }
    for wanted in expected {
        let fitting = left.iter().position(|event| fits(wanted, event, matcher));
        match fitting {
            Some(at) => drop(left.remove(at)),
            None => {
                found.push(Difference::new(
                    "an event inside a Parallel",
                    shown(wanted),
                    "(absent)",
                ));
            }
        }
    }
    for event in left {
        found.push(Difference::new("an event inside a Parallel", "(absent)", shown(event)));
    }
}

/// Returns true if type and details match; forms are bound only in that case.
fn fits(wanted: &Event, event: &Event, matcher: &mut Matcher) -> bool {
    let mut tried = matcher.clone();
    let mut found = Vec::new();
    compare_details("", wanted, event, Details::All, &mut tried, &mut found);
    let fits = found.is_empty() && kind(wanted) == kind(event);
    if fits {
        *matcher = tried;
    }
    fits
}

/// Checks `events_include` and `events_absent`: types, or events with some of their details.
fn mentioned(case: &Case, actual: &[Event], matcher: &mut Matcher, found: &mut Vec<Difference>) {
    let has = |wanted: &Value| {
        actual.iter().any(|event| {
            let Some(details) = wanted.as_object() else {
                return Some(wanted) == event.get("type");
            };
            let mut differences = Vec::new();
            compare_details(
                "",
                details,
                event,
                Details::Listed,
                &mut matcher.clone(),
                &mut differences,
            );
            let kind = details.get("type").is_none_or(|kind| Some(kind) == event.get("type"));
            kind && differences.is_empty()
        })
    };
    for wanted in case.events_include.iter().filter(|wanted| !has(wanted)) {
        found.push(Difference::new("events_include", wanted, "(absent)"));
    }
    for unwanted in case.events_absent.iter().filter(|unwanted| has(unwanted)) {
        found.push(Difference::new("events_absent", "(absent)", unwanted));
    }
}

fn compare_details(
    what: &str,
    wanted: &Event,
    event: &Event,
    details: Details,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    for (key, wanted) in wanted.iter().filter(|(key, _)| is_detail(key)) {
        let what = format!("{what}: {key}");
        if let Some(document) = key.strip_suffix("_text") {
            raw_text(&what, wanted, event.get(document), found);
            continue;
        }
        match event.get(key) {
            Some(actual) => detail(&what, key, wanted, actual, matcher, found),
            None => found.push(Difference::new(what, wanted, "(absent)")),
        }
    }
    if details == Details::Listed {
        return;
    }
    for (key, value) in event.iter().filter(|(key, _)| is_detail(key)) {
        if !wanted.contains_key(key) {
            found.push(Difference::new(format!("{what}: {key}"), "(absent)", value));
        }
    }
}

fn is_detail(key: &str) -> bool {
    !matches!(key, "id" | "prev" | "type")
}

fn detail(
    what: &str,
    key: &str,
    wanted: &Value,
    actual: &Value,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    if key == "assignedVariables" {
        return variables(what, wanted, actual, matcher, found);
    }
    if key == "taskCredentials" {
        return matcher.compare(what, wanted, actual, found);
    }
    if !DOCUMENTS.contains(&key) {
        return matcher.compare_text(what, wanted, actual, found);
    }
    match actual.as_str() {
        Some(text) => matcher.compare(what, wanted, &parsed(text), found),
        None => found.push(Difference::new(what, wanted, format!("not a JSON text: {actual}"))),
    }
}

/// Compares variables: at AWS each value is a JSON text.
fn variables(
    what: &str,
    wanted: &Value,
    actual: &Value,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    let texts = |value: &Value| {
        let members = value.as_object().cloned().unwrap_or_default();
        let read = |text: &Value| text.as_str().map_or_else(|| text.clone(), parsed);
        Value::Object(members.iter().map(|(name, text)| (name.clone(), read(text))).collect())
    };
    matcher.compare(what, &texts(wanted), &texts(actual), found);
}

fn raw_text(what: &str, wanted: &Value, actual: Option<&Value>, found: &mut Vec<Difference>) {
    let (wanted, actual) =
        (wanted.as_str().unwrap_or_default(), actual.and_then(Value::as_str).unwrap_or("(absent)"));
    if !exact_text::same(wanted, actual) {
        found.push(Difference::new(what, wanted, actual));
    }
}

/// Id of an event; 0 if it has none.
pub(crate) fn number(event: &Event) -> u64 {
    event.get("id").and_then(Value::as_u64).unwrap_or_default()
}

/// An event's type.
pub(crate) fn kind(event: &Event) -> &str {
    event.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn text(value: Option<&Value>) -> String {
    value.map_or_else(|| "(absent)".to_owned(), Value::to_string)
}

fn shown(event: &Event) -> String {
    Value::Object(event.clone()).to_string()
}
