//! A case: a line of `executions/*.jsonl`. Texts whose form matters (key order, spelling of
//! numbers) stay raw.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

/// A case of the corpus.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the corpus")]
pub(crate) struct Case {
    /// Its name in the corpus.
    pub(crate) id: String,
    /// The definition's text.
    pub(crate) definition: String,
    /// The input's text.
    pub(crate) input: String,
    /// True if it is an Express execution.
    pub(crate) is_express: bool,
    /// The calls AWS made, by resource, in the order in which it scheduled them.
    pub(crate) tasks: BTreeMap<String, Vec<Call>>,
    /// True if the source recorded no history: `tasks` is empty, and `functions` describes the
    /// behaviour.
    pub(crate) tasks_unknown: bool,
    /// Behaviour of each function, in words.
    pub(crate) functions: BTreeMap<String, String>,
    /// Objects for its readers.
    pub(crate) objects: Vec<Stored>,
    /// The end of the execution.
    pub(crate) expected: Expected,
    /// The whole history.
    pub(crate) expected_events: Option<Vec<Event>>,
    /// True if the events inside each Parallel have lost their order.
    pub(crate) unordered_events: bool,
    /// True if only the listed details of each event are known.
    pub(crate) partial_events: bool,
    /// The end of the history.
    pub(crate) last_events: Option<Vec<Event>>,
    /// Required events: types, or events with some details.
    pub(crate) events_include: Vec<Value>,
    /// Forbidden events.
    pub(crate) events_absent: Vec<Value>,
    /// Number of events.
    pub(crate) expected_event_count: Option<usize>,
    /// Links between the events of branches, in words; see `chain.rs`.
    pub(crate) chain_notes: Option<String>,
    /// Number of starts of a task.
    pub(crate) expected_attempts: Option<usize>,
    /// Seconds before each retry.
    pub(crate) expected_delays: Option<Vec<f64>>,
    /// Seconds from start to end.
    pub(crate) expected_duration: Option<f64>,
    /// True if the texts were composed from reports, so that their punctuation proves nothing.
    pub(crate) composed: bool,
    /// Recorded before AWS could redrive executions (15 November 2023).
    pub(crate) is_before_redrive: bool,
    /// Requirements of the case that this runner does not know.
    pub(crate) unknown: Vec<String>,
}

/// An event: its details flattened beside `id`, `prev` and `type`.
pub(crate) type Event = serde_json::Map<String, Value>;

/// The end of an execution.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expected {
    pub(crate) status: String,
    #[serde(default, deserialize_with = "present")]
    pub(crate) output: Option<Value>,
    pub(crate) output_text: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) error_text: Option<String>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) cause: Option<Value>,
    pub(crate) cause_text: Option<String>,
    /// True if only the listed keys are known.
    #[serde(default)]
    pub(crate) partial: bool,
    #[serde(default)]
    pub(crate) cause_contains: Pieces,
    pub(crate) output_contains: Option<Event>,
}

/// One text or several.
#[derive(Deserialize, Debug, Default)]
#[serde(untagged)]
pub(crate) enum Pieces {
    #[default]
    None,
    One(String),
    Many(Vec<String>),
}

impl Pieces {
    /// The texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let slice: &[String] = match self {
            Self::None => &[],
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        };
        slice.iter().map(String::as_str)
    }
}

/// An object in a store.
#[derive(Deserialize, serde::Serialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stored {
    pub(crate) bucket: String,
    pub(crate) key: String,
    pub(crate) body: String,
}

/// One call of a task.
#[derive(Deserialize, Debug)]
pub(crate) struct Call {
    pub(crate) state: Option<String>,
    pub(crate) input: Option<Box<RawValue>>,
    #[serde(rename = "return")]
    pub(crate) answer: Option<Box<RawValue>>,
    pub(crate) return_text: Option<String>,
    /// The error, which may have no name.
    #[serde(default, deserialize_with = "present")]
    pub(crate) error: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) cause: Option<Value>,
    /// The phase in which it failed before it ran: `schedule`, `start` or `submit`.
    pub(crate) phase: Option<String>,
    #[serde(default)]
    pub(crate) times_out: bool,
    #[serde(default)]
    pub(crate) hang: bool,
    pub(crate) submitted: Option<Box<RawValue>>,
}

/// The source of a case.
#[derive(Deserialize, Debug, Default)]
struct Source {
    /// Time of the last validation, in ISO 8601.
    validated: Option<String>,
}

/// Distinguishes `null` from absence.
fn present<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

/// Fields that describe the case, its source, or requirements on a host; they are not compared.
const DESCRIPTIONS: [&str; 8] =
    ["id", "kind", "theme", "authority", "adapted", "note", "placeholders", "description"];

/// A case with a faulty format.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// Its name, or the beginning of the line.
    pub(crate) id: String,
    /// The fault.
    pub(crate) error: String,
}

/// Reads a line.
pub(crate) fn read(line: &str) -> Result<Case, Unreadable> {
    let unnamed = |error| Unreadable { id: line.chars().take(60).collect(), error };
    let mut fields: BTreeMap<String, Box<RawValue>> =
        serde_json::from_str(line).map_err(|error| unnamed(error.to_string()))?;
    let mut case = Case { id: required(&mut fields, "id").map_err(unnamed)?, ..Case::default() };
    match fill(&mut case, &mut fields) {
        Ok(()) => Ok(case),
        Err(error) => Err(Unreadable { id: case.id, error }),
    }
}

fn fill(case: &mut Case, fields: &mut BTreeMap<String, Box<RawValue>>) -> Result<(), String> {
    let input: Option<Box<RawValue>> = optional(fields, "input")?;
    let input_text: Option<String> = optional(fields, "input_text")?;
    // AWS starts an execution without an input with `{}`.
    case.input =
        input_text.or(input.map(|input| input.get().to_owned())).unwrap_or_else(|| "{}".to_owned());
    required::<Box<RawValue>>(fields, "definition")?.get().clone_into(&mut case.definition);
    let source = optional::<Source>(fields, "source")?.unwrap_or_default();
    case.is_express = optional::<String>(fields, "machine_type")?.as_deref() == Some("EXPRESS");
    case.is_before_redrive = source.validated.is_some_and(|date| date.as_str() < "2023-11-15");
    case.tasks = optional(fields, "tasks")?.unwrap_or_default();
    let needs: Vec<String> = optional(fields, "needs")?.unwrap_or_default();
    // Our history does not contain the tasks of a distributed Map's child executions.
    let child_tasks = needs.iter().any(|need| need == "child_tasks");
    case.tasks_unknown = optional(fields, "tasks_unknown")?.unwrap_or(child_tasks);
    case.functions = optional(fields, "functions")?.unwrap_or_default();
    case.objects = optional(fields, "s3_objects")?.unwrap_or_default();
    case.expected = required(fields, "expected")?;
    case.expected_events = optional(fields, "expected_events")?;
    case.unordered_events = optional::<Value>(fields, "events_order")?.is_some();
    case.partial_events = optional(fields, "events_partial")?.unwrap_or_default();
    case.last_events = optional(fields, "last_events")?;
    case.events_include = optional(fields, "events_include")?.unwrap_or_default();
    case.events_absent = optional(fields, "events_absent")?.unwrap_or_default();
    case.expected_event_count = optional(fields, "expected_event_count")?;
    case.chain_notes = optional(fields, "chain_notes")?;
    case.expected_attempts = optional(fields, "expected_attempts")?;
    case.expected_delays = optional(fields, "expected_delays")?;
    case.expected_duration = optional(fields, "expected_duration")?;
    case.composed = optional(fields, "composed")?.unwrap_or_default();
    case.unknown =
        fields.keys().filter(|key| !DESCRIPTIONS.contains(&key.as_str())).cloned().collect();
    Ok(())
}

fn required<T: DeserializeOwned>(
    fields: &mut BTreeMap<String, Box<RawValue>>,
    key: &str,
) -> Result<T, String> {
    optional(fields, key)?.ok_or_else(|| format!("`{key}` is missing"))
}

fn optional<T: DeserializeOwned>(
    fields: &mut BTreeMap<String, Box<RawValue>>,
    key: &str,
) -> Result<Option<T>, String> {
    let Some(raw) = fields.remove(key) else { return Ok(None) };
    serde_json::from_str(raw.get()).map(Some).map_err(|error| format!("`{key}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"id": "a", "definition": {"b": 1.0, "a": 2}, "input": {"z": 1.50, "a": null}, "expected":
        {"status": "SUCCEEDED", "output": null}, "expected_event_count": 3, "expected_taste": "sweet"}"#;

    #[test]
    fn key_order_and_number_text_survive() {
        let case = read(&LINE.replace('\n', " ")).unwrap();
        assert_eq!(case.definition, r#"{"b": 1.0, "a": 2}"#);
        assert_eq!(case.input, r#"{"z": 1.50, "a": null}"#);
    }

    #[test]
    fn a_null_output_is_an_output() {
        assert_eq!(read(LINE).unwrap().expected.output, Some(Value::Null));
    }

    #[test]
    fn unknown_requirements_are_named() {
        assert_eq!(read(LINE).unwrap().unknown, ["expected_taste"]);
    }

    #[test]
    fn a_case_without_an_expectation_is_refused() {
        let found = read(r#"{"id": "a", "definition": {}, "input": {}}"#).unwrap_err();
        assert_eq!((found.id.as_str(), found.error.as_str()), ("a", "`expected` is missing"));
        let found =
            read(r#"{"id": "b", "definition": {}, "expected": {"status": "FAILED", "colour": 1}}"#)
                .unwrap_err();
        assert!(found.error.contains("`colour`"), "{}", found.error);
        assert_eq!(read("no JSON").unwrap_err().id, "no JSON");
    }
}
