//! The result of a state's test.

use crate::value::{Map, Text, Value};

/// The end of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateStatus {
    /// It went well.
    Succeeded,
    /// It failed, and nothing catches that.
    Failed,
    /// It failed, and would be retried.
    Retriable,
    /// It failed, and a catcher took the error.
    CaughtError,
}

impl StateStatus {
    /// AWS's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::Retriable => "RETRIABLE",
            Self::CaughtError => "CAUGHT_ERROR",
        }
    }
}

/// What the test of a state answers: what AWS's `TestState` does.
#[derive(Clone, PartialEq, Debug)]
pub struct StateReport {
    /// The result.
    pub status: StateStatus,
    /// Its output, where it succeeded or its error was caught.
    pub output: Option<Value>,
    /// The state it leads to; nothing where the machine or its branch ends.
    pub next_state: Option<&'static str>,
    /// The name of its error.
    pub error: Option<Text>,
    /// The cause of its error. In an execution it would begin with the place: "An error occurred
    /// while executing the state …".
    pub cause: Option<Text>,
    /// The retrier or catcher that matched the error.
    pub error_details: Option<ErrorDetails>,
    /// The variables afterwards, an object.
    pub variables: Value,
    /// What each stage made, by AWS's names (`afterInputPath`, `afterParameters`, `result`, …);
    /// empty at [`InspectionLevel::Info`](super::InspectionLevel::Info).
    pub inspection: Value,
}

/// The retrier or catcher that matched an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ErrorDetails {
    /// The index of the catcher.
    pub catch_index: Option<u32>,
    /// The index of the retrier.
    pub retry_index: Option<u32>,
    /// Seconds until the retry.
    pub retry_backoff_interval_seconds: Option<u64>,
}

impl StateReport {
    /// In the shape of AWS's answer, its JSON texts as JSON.
    pub fn to_json(&self) -> Value {
        let mut answer = Map::default();
        answer.insert("status", self.status.name());
        let text = |text: &Text| Value::String(text.clone());
        let members = [
            ("output", self.output.clone()),
            ("nextState", self.next_state.map(Value::text)),
            ("error", self.error.as_ref().map(text)),
            ("cause", self.cause.as_ref().map(text)),
            (
                "inspectionData",
                Some(self.inspection.clone()).filter(|inspection| *inspection != Value::object([])),
            ),
        ];
        for (name, value) in members {
            if let Some(value) = value {
                answer.insert(name, value);
            }
        }
        Value::from(answer)
    }
}

impl ErrorDetails {
    pub(super) fn to_json(self) -> Value {
        let mut details = Map::default();
        let numbers = [
            ("catchIndex", self.catch_index.map(u64::from)),
            ("retryIndex", self.retry_index.map(u64::from)),
            ("retryBackoffIntervalSeconds", self.retry_backoff_interval_seconds),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                details.insert(name, number);
            }
        }
        Value::from(details)
    }
}
