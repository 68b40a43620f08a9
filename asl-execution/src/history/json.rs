//! Converts events to the format of AWS's `GetExecutionHistory`: each type has its details under a
//! key of its own, and data is JSON text.

use asl_language::calendar::DateTime;

use crate::machine::StateKind;
use asl_value::value::{Map, Text, Value};

use super::event::{Details, EventType, HistoryEvent, Observed};
use super::integration::Integration;

impl HistoryEvent {
    /// The event in AWS's format.
    ///
    /// ```
    /// use asl_runtime::history::{Details, EventType, HistoryEvent};
    /// use asl_runtime::json;
    ///
    /// let event = HistoryEvent {
    ///     id: 1,
    ///     previous_event_id: 0,
    ///     timestamp: 0,
    ///     kind: EventType::ExecutionStarted,
    ///     details: Details { input: Some(json!({"a": 1})), ..Details::default() },
    /// };
    /// let details = json!({"input": "{\"a\":1}", "inputDetails": {"truncated": false}});
    /// assert_eq!(event.to_json(), json!({
    ///     "timestamp": "1970-01-01T00:00:00.000Z", "type": "ExecutionStarted", "id": 1, "previousEventId": 0,
    ///     "executionStartedEventDetails": details,
    /// }));
    /// ```
    #[inline]
    pub fn to_json(&self) -> Value {
        if let Some(observed) = &self.details.observed {
            return self.observed_json(observed);
        }
        let mut event = Map::default();
        event.insert("timestamp", timestamp(self.timestamp));
        event.insert("type", Value::text(self.kind.to_string()));
        event.insert("id", Value::of_count(self.id));
        event.insert("previousEventId", Value::of_count(self.previous_event_id));
        if let Some(key) = details_key(self.kind) {
            event.insert(key, details(self.kind, &self.details));
        }
        Value::from(event)
    }

    /// The event with the names of SM4C's host interface, preceded by number and time.
    #[inline]
    fn observed_json(&self, observed: &Observed) -> Value {
        let mut event = Map::default();
        event.insert("id", Value::of_count(self.id));
        event.insert("timestamp", timestamp(self.timestamp));
        event.insert("action", Value::text(self.kind.to_string()));
        event.insert("instanceId", observed.instance_id.clone());
        event.insert("start", observed.start.clone());
        event.insert("name", observed.name);
        event.insert("version", observed.version);
        if let Some(description) = observed.description {
            event.insert("description", description);
        }
        event.insert("data", Value::text(observed.data.to_json_string()));
        if let Some(state) = &self.details.name {
            event.insert("stateName", state.clone());
        }
        if let Some((name, kind)) = &observed.action {
            event.insert("actionName", name.clone().map_or(Value::Null, Value::String));
            event.insert("actionType", *kind);
        }
        Value::from(event)
    }
}

/// The last year that is written as a date.
const LAST_YEAR: i64 = 262_142;

/// Writes milliseconds since 1970 as AWS does: `2026-01-01T00:00:00.000Z`. Times beyond
/// `LAST_YEAR` stay numbers.
pub fn timestamp(millis: u64) -> Value {
    let time = i64::try_from(millis / 1000).ok().and_then(DateTime::from_seconds);
    let Some(time) = time.filter(|time| time.year <= LAST_YEAR) else {
        return Value::of_count(millis);
    };
    let DateTime { year, month, day, hour, minute, second, .. } = time;
    let (month, millis) = (month + 1, millis % 1000);
    Value::text(format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z"
    ))
}

/// The key of the details; some types have none.
#[inline]
fn details_key(kind: EventType) -> Option<String> {
    match kind {
        EventType::StateEntered(_) => Some("stateEnteredEventDetails".to_owned()),
        EventType::StateExited(_) => Some("stateExitedEventDetails".to_owned()),
        EventType::StateStarted(StateKind::Map) => Some("mapStateStartedEventDetails".to_owned()),
        EventType::Started(Integration::Lambda)
        | EventType::StateAborted(_)
        | EventType::StateStarted(_)
        | EventType::StateSucceeded(_)
        | EventType::MapRunSucceeded
        | EventType::MapRunAborted
        | EventType::StateFailed(_)
        | EventType::EnterStateMachine
        | EventType::ExitStateMachine
        | EventType::EnterState
        | EventType::ExitState
        | EventType::BeforeAction
        | EventType::AfterAction => None,
        EventType::ExecutionStarted
        | EventType::ExecutionSucceeded
        | EventType::ExecutionFailed
        | EventType::ExecutionTimedOut
        | EventType::ExecutionAborted
        | EventType::ExecutionRedriven
        | EventType::ExecutionMigrated
        | EventType::Scheduled(_)
        | EventType::Started(_)
        | EventType::Succeeded(_)
        | EventType::Failed(_)
        | EventType::TimedOut(_)
        | EventType::Submitted
        | EventType::SubmitFailed
        | EventType::StartFailed(_)
        | EventType::ScheduleFailed(_)
        | EventType::MapIterationStarted
        | EventType::MapIterationSucceeded
        | EventType::MapIterationFailed
        | EventType::MapIterationAborted
        | EventType::MapRunStarted
        | EventType::MapRunRedriven
        | EventType::EvaluationFailed
        | EventType::Warning
        | EventType::MapRunFailed => Some(lower_first(&format!("{kind}EventDetails"))),
    }
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_ascii_lowercase(), letters.as_str())
    })
}

#[inline]
fn details(kind: EventType, details: &Details) -> Value {
    let mut map = Map::default();
    let mut text = |key: &'static str, text: &Option<Text>| {
        if let Some(text) = text {
            map.insert(key, Value::String(text.clone()));
        }
    };
    text(if kind == EventType::EvaluationFailed { "state" } else { "name" }, &details.name);
    text("location", &details.location);
    text("resource", &details.resource);
    text("resourceType", &details.resource_type);
    text("region", &details.region);
    text("error", &details.error);
    text("cause", &details.cause);
    text("workerName", &details.worker_name);
    text("mapRunArn", &details.map_run_arn);
    if let Some(role) = &details.role_arn {
        map.insert("taskCredentials", Value::object([("roleArn", Value::String(role.clone()))]));
    }
    if let Some(input) = &details.input {
        let json = Value::text(input.to_json_string());
        if kind == EventType::Scheduled(Integration::Service) {
            map.insert("parameters", json);
        } else {
            map.insert("input", json);
            map.insert("inputDetails", Value::object([("truncated", Value::Bool(false))]));
        }
    }
    if let Some(output) = &details.output {
        map.insert("output", Value::text(output.to_json_string()));
        map.insert("outputDetails", Value::object([("truncated", Value::Bool(false))]));
    }
    if let Some(Value::Object(variables)) = &details.assigned_variables {
        let texts = variables
            .iter()
            .map(|(name, value)| (name.to_owned(), Value::text(value.to_json_string())));
        map.insert("assignedVariables", Value::from(texts.collect::<Map>()));
        map.insert("assignedVariablesDetails", Value::object([("truncated", Value::Bool(false))]));
    }
    if let Some((before, after)) = details.versions {
        map.insert("previousVersion", Value::text(before.to_string()));
        map.insert("version", Value::text(after.to_string()));
    }
    let mut number = |key: &'static str, number: Option<u32>| {
        if let Some(number) = number {
            map.insert(key, number);
        }
    };
    number("timeoutInSeconds", details.timeout_in_seconds);
    number("heartbeatInSeconds", details.heartbeat_in_seconds);
    number("length", details.length);
    number("index", details.index);
    number("redriveCount", details.redrive_count);
    Value::from(map)
}
