//! An event of any of the forms.

use asl_language::timestamp::Moment;
use serde_json::{Map, Value};

use super::temporal;

/// The forms of histories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// `GetExecutionHistory` of AWS Step Functions.
    StepFunctions,
    /// Events of SM4C machines.
    Sm4c,
    /// `GetWorkflowExecutionHistory` of Amazon SWF.
    Swf,
    /// The history of a workflow of Temporal, as its command line and its UI write it. Its events
    /// are converted to those of Amazon SWF.
    Temporal,
}

/// An event. `details` has the members of the object that each type has under a key of its own;
/// for SM4C all members.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) format: Format,
    pub(crate) id: u64,
    /// The event before it in its branch; 0 without one.
    pub(crate) previous: u64,
    /// Milliseconds since 1970.
    pub(crate) time: Option<u64>,
    pub(crate) kind: String,
    pub(crate) details: Map<String, Value>,
}

impl Event {
    /// Makes an event of its members. `position` is its place in the list, from 1.
    pub(super) fn read(mut members: Map<String, Value>, position: usize) -> Result<Self, String> {
        let (format, kind) = if let Some(kind) = members.remove("type") {
            (Format::StepFunctions, kind)
        } else if let Some(kind) = members.remove("eventType") {
            (Format::Swf, kind)
        } else if let Some(kind) = members.remove("action") {
            (Format::Sm4c, kind)
        } else {
            return Err(format!("event number {position} of the list has no `type`"));
        };
        let Value::String(kind) = kind else {
            return Err(format!("the type of event number {position} of the list is no text"));
        };
        let (format, kind) = match temporal::kind(&kind).filter(|_| format == Format::Swf) {
            Some(kind) => (Format::Temporal, kind),
            None => (format, kind),
        };
        let prefix = match format {
            Format::StepFunctions | Format::Sm4c => "id",
            Format::Swf | Format::Temporal => "eventId",
        };
        let id = members.get(prefix).and_then(whole);
        let id = id.or_else(|| u64::try_from(position).ok()).unwrap_or_default();
        let previous = members.get("previousEventId").and_then(Value::as_u64).unwrap_or_default();
        let times = ["timestamp", "eventTimestamp", "eventTime"];
        let time = times.iter().find_map(|key| members.get(*key));
        let time = time.and_then(millis);
        let summary = members.get("userMetadata").and_then(|data| data.get("summary")).cloned();
        let details = match format {
            Format::Sm4c => members,
            Format::StepFunctions | Format::Swf | Format::Temporal => members
                .into_iter()
                .find(|(key, _)| key.ends_with("EventDetails") || key.ends_with("EventAttributes"))
                .map(|(_, details)| details)
                .and_then(|details| match details {
                    Value::Object(details) => Some(details),
                    Value::Null
                    | Value::Bool(_)
                    | Value::Number(_)
                    | Value::String(_)
                    | Value::Array(_) => None,
                })
                .unwrap_or_default(),
        };
        let details = match format {
            Format::Temporal => temporal::details(details, summary.as_ref()),
            Format::StepFunctions | Format::Sm4c | Format::Swf => details,
        };
        Ok(Self { format, id, previous, time, kind, details })
    }

    /// A member of the details as text, as in the history.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.details.get(key).and_then(Value::as_str)
    }

    /// A member of the details that is data: JSON text.
    pub(crate) fn data(&self, key: &str) -> Option<String> {
        self.details.get(key).filter(|value| !value.is_null()).map(super::text)
    }

    /// A number in the details.
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        self.details.get(key).and_then(whole)
    }
}

/// A number; SWF writes some as text, Temporal all.
fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Reads a time: RFC 3339, or seconds or milliseconds since 1970.
fn millis(value: &Value) -> Option<u64> {
    /// Numbers from here on are milliseconds: as seconds they would be in the year 5138.
    const LEAST_MILLIS: f64 = 1e11;
    if let Some(text) = value.as_str() {
        return Moment::parse(text).ok().map(Moment::milliseconds);
    }
    let number = value.as_f64().filter(|number| *number >= 0.0)?;
    let millis = if number < LEAST_MILLIS { (number * 1000.0).round() } else { number };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and `as` saturates"
    )]
    let millis = millis as u64;
    Some(millis)
}
