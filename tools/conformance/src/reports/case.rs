//! The cases of a folder: a line of `cases.jsonl` each.

use serde::Deserialize;
use serde_json::Value;

use crate::cases::Cases;
use crate::problem::Result;

/// A definition, its input, and the expected result.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    /// Name of the definition's file, which tells its language.
    file: String,
    #[serde(rename = "definition_text")]
    pub(crate) definition: String,
    pub(crate) mode: Mode,
    /// The input as JSON; only of runs.
    input_text: Option<String>,
    #[serde(deserialize_with = "expected")]
    pub(crate) expected: Expected,
}

/// The command that a case is for.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    Check,
    Run,
}

/// The expected result.
#[derive(Debug, PartialEq)]
pub(crate) enum Expected {
    Output(Value),
    /// A failure: its Error Name or another word of the message, and further parts of it.
    Error {
        name: String,
        has: Vec<String>,
    },
    /// No finding is an error.
    Accepted,
    Refused,
}

impl Case {
    pub(crate) fn is_sm4c(&self) -> bool {
        self.file.ends_with(".sm4c.json")
    }

    /// The input as JSON; none is `null`.
    pub(crate) fn input(&self) -> &str {
        self.input_text.as_deref().unwrap_or("null")
    }
}

/// All forms of `expected`, which are told apart by their members.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(default, deserialize_with = "present")]
    output: Option<Value>,
    error: Option<String>,
    #[serde(default)]
    has: Vec<String>,
    accepted: Option<u8>,
    refused: Option<u8>,
}

/// An output of `null` is an output.
fn present<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

fn expected<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Expected, D::Error> {
    let members = Members::deserialize(deserializer)?;
    match (members.output, members.error, members.accepted, members.refused) {
        (Some(output), None, None, None) => Ok(Expected::Output(output)),
        (None, Some(name), None, None) => Ok(Expected::Error { name, has: members.has }),
        (None, None, Some(_), None) => Ok(Expected::Accepted),
        (None, None, None, Some(_)) => Ok(Expected::Refused),
        _ => Err(serde::de::Error::custom("not exactly one expected result")),
    }
}

/// Reads the wanted cases.
pub(crate) fn read(cases: &Cases) -> Result<Vec<Case>> {
    cases.read(&cases.dir.join("cases.jsonl"), |case: &Case| &case.id)
}
