//! Reads a history: JSON text -> events in the order of their numbers. A text that ends too early
//! gives the events before its end, with a note.

mod event;
mod reader;
mod temporal;

pub(crate) use event::{Event, Format};

use serde_json::Value;

use crate::error::ReportError;
use reader::Found;

/// The events of an execution.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) format: Format,
    /// In the order of their numbers.
    pub(crate) events: Vec<Event>,
    /// Name of the machine or the execution, if the text has one.
    pub(crate) name: Option<String>,
    /// The missing parts.
    pub(crate) notes: Vec<String>,
}

/// Reads the JSON of a history: an object with `events`, or their array.
pub(crate) fn read(text: &str) -> Result<History, ReportError> {
    let (found, fault) = reader::found(text);
    let Found { mut events, name, has_more, has_events } = found;
    let mut notes = Vec::new();
    if let Some(fault) = fault {
        let is_cut = fault.is_eof() && !events.is_empty();
        if !is_cut {
            return Err(not_history(&fault));
        }
        notes.push(format!(
            "The text of the history ends in the middle, after {}: what happened later is missing.",
            count(events.len(), "event")
        ));
    }
    if !has_events {
        return Err(ReportError::not_history(
            "it has no `events`; expected the JSON of `get-execution-history`, or an array of events",
        ));
    }
    let Some(first) = events.first() else {
        return Err(ReportError::not_history("it has no event"));
    };
    let format = first.format;
    if let Some(other) = events.iter().find(|event| event.format != format) {
        return Err(ReportError::not_history(format!(
            "event {} is of another kind than the first: it is a mix of histories",
            other.id
        )));
    }
    if has_more {
        notes.push(
            "The history has more pages (`nextToken`): what happened later is missing.".to_owned(),
        );
    }
    events.sort_by_key(|event| event.id);
    notes.extend(repeated(&mut events));
    notes.extend(gaps(&events));
    Ok(History { format, events, name, notes })
}

fn not_history(fault: &serde_json::Error) -> ReportError {
    let text = fault.to_string();
    let place = format!(" at line {} column {}", fault.line(), fault.column());
    let message = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    ReportError::NotHistory { line: fault.line(), column: fault.column(), message }
}

/// Removes events with a number that another one has.
fn repeated(events: &mut Vec<Event>) -> Option<String> {
    let before = events.len();
    events.dedup_by_key(|event| event.id);
    let removed = before - events.len();
    (removed > 0).then(|| {
        format!(
            "{} had a number that an earlier one has, and are not shown.",
            count(removed, "event")
        )
    })
}

/// Names the numbers that are missing at the start and in between.
fn gaps(events: &[Event]) -> Option<String> {
    let mut missing = Vec::new();
    let mut expected = 1;
    for event in events {
        if event.id > expected {
            missing.push((expected, event.id - 1));
        }
        expected = event.id + 1;
    }
    let shown: Vec<String> = missing
        .iter()
        .take(5)
        .map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") })
        .collect();
    let more = if missing.len() > shown.len() { ", and others" } else { "" };
    (!missing.is_empty()).then(|| format!("Events are missing: {}{more}.", shown.join(", ")))
}

/// "1 event", "2 events".
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A member of details as text; data that is no text as its JSON.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string()
        }
    }
}
