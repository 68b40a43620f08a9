//! Events of Temporal -> those of Amazon SWF, from which they come: only names and data differ.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

/// The start of the types of events.
const PREFIX: &str = "EVENT_TYPE_";

/// Maximum number of causes of a failure that are followed.
const DEEPEST: usize = 16;

/// Amazon SWF's type of an event. `None` for other types than those of Temporal.
pub(super) fn kind(kind: &str) -> Option<String> {
    let words = kind.strip_prefix(PREFIX)?.split('_').map(|word| {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        first.to_owned() + &rest.to_ascii_lowercase()
    });
    let kind: String = words.collect();
    Some(match kind.strip_prefix("WorkflowTask") {
        Some(end) => format!("DecisionTask{end}"),
        None => kind,
    })
}

/// The details of an event as those of Amazon SWF. `summary` is the payload with the name of a
/// timer.
pub(super) fn details(
    mut details: Map<String, Value>,
    summary: Option<&Value>,
) -> Map<String, Value> {
    for (_, value) in &mut details {
        let payload = value.get("payloads").map(|payloads| payloads.get(0));
        if let Some(payload) = payload {
            *value = payload.map_or(Value::Null, |payload| Value::String(text(payload)));
        }
    }
    if let Some(failure) = details.remove("failure") {
        let (reason, cause) = error(&failure);
        details.insert("reason".to_owned(), reason);
        details.insert("details".to_owned(), cause);
    }
    let name = summary.map(text).and_then(|text| serde_json::from_str::<String>(&text).ok());
    if let Some(name) = name {
        details.insert("name".to_owned(), Value::String(name));
    }
    details
}

/// The data of a payload.
fn text(payload: &Value) -> String {
    let bytes = |value: Option<&Value>| {
        STANDARD.decode(value.and_then(Value::as_str).unwrap_or_default()).unwrap_or_default()
    };
    let encoding = bytes(payload.get("metadata").and_then(|metadata| metadata.get("encoding")));
    let encoding = String::from_utf8_lossy(&encoding);
    match encoding.as_ref() {
        "binary/null" => "null".to_owned(),
        encoding if encoding.starts_with("json/") => {
            String::from_utf8_lossy(&bytes(payload.get("data"))).into_owned()
        }
        encoding => Value::from(format!("data with the encoding {encoding}")).to_string(),
    }
}

/// The error and the cause of a failure: those of the innermost one that has its own, since the
/// failures of activities and children are around them.
fn error(failure: &Value) -> (Value, Value) {
    let mut inner = failure;
    for _ in 0..DEEPEST {
        let is_around = ["activityFailureInfo", "childWorkflowExecutionFailureInfo"];
        let is_around = is_around.iter().any(|kind| inner.get(kind).is_some());
        match inner.get("cause") {
            Some(cause) if is_around => inner = cause,
            Some(_) | None => break,
        }
    }
    let error = inner.get("applicationFailureInfo").and_then(|info| info.get("type"));
    let timeout = inner.get("timeoutFailureInfo").and_then(|info| info.get("timeoutType"));
    let cause = inner.get("message").cloned().unwrap_or_default();
    (error.or(timeout).cloned().unwrap_or_default(), cause)
}
