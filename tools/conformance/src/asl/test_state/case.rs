//! A case: a line of `test_state/*.jsonl`. Documents stay raw.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::asl::case::Pieces;

/// A call of the `TestState` API.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) id: String,
    /// The text of a state, or of a machine if `state_name` is given.
    pub(crate) definition: String,
    pub(crate) state_name: Option<String>,
    /// JSON texts.
    pub(crate) input: Option<String>,
    pub(crate) variables: Option<String>,
    pub(crate) context: Option<String>,
    pub(crate) mock: Mock,
    pub(crate) level: String,
    pub(crate) configuration: Configuration,
    pub(crate) reveals_secrets: bool,
    /// Behaviour of each function, in words.
    pub(crate) functions: BTreeMap<String, String>,
    pub(crate) expected: Expected,
}

/// The mock of a state's work.
#[derive(Debug, Default)]
pub(crate) struct Mock {
    /// The result as in the API: a JSON text.
    pub(crate) result: Option<String>,
    /// Error and cause.
    pub(crate) error: Option<(String, String)>,
    pub(crate) validation: Option<String>,
}

/// Earlier events of the state.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Configuration {
    pub(crate) retrier_retry_count: Option<u32>,
    pub(crate) map_iteration_failure_count: Option<u32>,
    /// The state of a branch or iteration with the mocked error. It has no effect.
    pub(crate) error_caused_by_state: Option<String>,
    /// The text of the object that an `ItemReader` reads.
    pub(crate) map_item_reader_data: Option<String>,
}

/// AWS's answer.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Expected {
    pub(crate) status: Option<String>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) output: Option<Value>,
    #[serde(rename = "output_text")]
    #[expect(dead_code, reason = "its blanks are those of this API alone")]
    output_text: Option<String>,
    pub(crate) next_state: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) cause: Option<Value>,
    pub(crate) inspection_data: Option<serde_json::Map<String, Value>>,
    pub(crate) exception: Option<Exception>,
    /// True if only the listed keys are known.
    #[serde(default)]
    pub(crate) partial: bool,
    #[serde(rename = "cause_contains", default)]
    pub(crate) cause_contains: Pieces,
    #[serde(rename = "output_contains", default)]
    pub(crate) output_contains: Option<Value>,
}

/// A call that AWS refused.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    pub(crate) code: String,
    pub(crate) message: String,
}

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    id: String,
    definition: Box<RawValue>,
    state_name: Option<String>,
    input: Option<Box<RawValue>>,
    input_text: Option<String>,
    variables: Option<Box<RawValue>>,
    context: Option<Box<RawValue>>,
    mock: Option<MockLine>,
    inspection_level: Option<String>,
    state_configuration: Option<Configuration>,
    #[serde(default)]
    reveal_secrets: bool,
    #[serde(default)]
    functions: BTreeMap<String, String>,
    expected: Expected,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MockLine {
    result: Option<Box<RawValue>>,
    error_output: Option<ErrorOutput>,
    field_validation_mode: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorOutput {
    #[serde(default)]
    error: String,
    #[serde(default)]
    cause: String,
}

/// A member that is present, possibly null.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Reads a line.
pub(crate) fn read(line: &str) -> Result<Case, serde_json::Error> {
    let line: Line = serde_json::from_str(line)?;
    let text = |raw: Box<RawValue>| raw.get().to_owned();
    let mock = line.mock.map_or_else(Mock::default, |mock| Mock {
        // The corpus has the texts as JSON values; a text that is not JSON is a string.
        result: mock
            .result
            .map(|raw| serde_json::from_str::<String>(raw.get()).unwrap_or_else(|_| text(raw))),
        error: mock.error_output.map(|output| (output.error, output.cause)),
        validation: mock.field_validation_mode,
    });
    Ok(Case {
        id: line.id,
        definition: line.definition.get().to_owned(),
        state_name: line.state_name,
        input: line.input_text.or(line.input.map(text)),
        variables: line.variables.map(text),
        context: line.context.map(text),
        mock,
        level: line.inspection_level.unwrap_or_else(|| "INFO".to_owned()),
        configuration: line.state_configuration.unwrap_or_default(),
        reveals_secrets: line.reveal_secrets,
        functions: line.functions,
        expected: line.expected,
    })
}

impl Case {
    /// Reason why the call cannot be expressed with our interface, if so. AWS refuses it too.
    pub(crate) fn unspeakable(&self) -> Option<String> {
        let what = if self.mock.result.is_some() && self.mock.error.is_some() {
            "a mock that both succeeds and fails"
        } else if self.reveals_secrets {
            "`RevealSecrets`: there are none"
        } else if self.lacks_role() || self.has_null_role() {
            "a call without `RoleArn`: there are no roles"
        } else {
            return None;
        };
        Some(format!("our interface has no words for {what}"))
    }

    /// Returns true if AWS refuses the call because it has no `RoleArn`.
    pub(crate) fn lacks_role(&self) -> bool {
        let exception = self.expected.exception.as_ref();
        exception.is_some_and(|exception| exception.message.starts_with("RoleArn"))
    }

    /// Returns true if the call has no `RoleArn`, and so no role in its context object.
    pub(crate) fn has_null_role(&self) -> bool {
        self.expected.output.as_ref().is_some_and(is_without_role)
    }

    /// Returns true if AWS refuses the definition, not the parameters of the test.
    pub(crate) fn refused_definition(&self) -> bool {
        let exception = self.expected.exception.as_ref();
        exception.is_some_and(|exception| exception.message.contains("SCHEMA_VALIDATION_FAILED"))
    }
}

/// True if an output contains the context object of a call without `RoleArn`.
fn is_without_role(output: &Value) -> bool {
    match output {
        Value::Object(members) => {
            members.get("RoleArn").is_some_and(Value::is_null)
                || members.values().any(is_without_role)
        }
        Value::Array(items) => items.iter().any(is_without_role),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
