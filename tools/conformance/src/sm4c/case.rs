//! The cases of a folder: a line of each `*.jsonl`.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cases::Cases;
use crate::problem::Result;
use crate::workspace;

/// A definition, its environment, and the expected results.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) group: String,
    /// As written: the order of members matters if names clash.
    pub(crate) definition: Box<RawValue>,
    /// The input; `null` means none.
    pub(crate) input: Box<RawValue>,
    #[serde(default)]
    pub(crate) host: Value,
    pub(crate) expected: Expected,
    /// The expected requests to the host, in order.
    #[serde(default)]
    pub(crate) expected_calls: Vec<Value>,
}

/// The expected end.
#[derive(Deserialize)]
pub(crate) enum Expected {
    /// With this output.
    #[serde(rename = "output")]
    Output(Value),
    /// With this error.
    #[serde(rename = "error")]
    Error(Named),
    /// It does not start. The text names the violated rule, without a fixed wording.
    #[serde(rename = "compileError")]
    Refused(String),
}

/// An error.
#[derive(Deserialize)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) message: String,
}

/// The name of expression errors in the cases; ours have names of their own.
const EXPRESSION: &str = "JqError";

impl Named {
    /// The name, if it is fixed.
    pub(crate) fn fixed_name(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|name| *name != EXPRESSION)
    }
}

/// Reads the wanted cases.
pub(crate) fn read(cases: &Cases) -> Result<Vec<Case>> {
    let mut all = Vec::new();
    for file in workspace::files(&cases.dir, "jsonl")? {
        all.extend(cases.read(&file, |case: &Case| &case.name)?);
    }
    Ok(all)
}
