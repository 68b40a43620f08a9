//! The report of a state's test.

use asl_value::value::{Map, Text, Value};

/// Status of a tested state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateStatus {
    /// It succeeded.
    Succeeded,
    /// It failed, and no catcher matched.
    Failed,
    /// It failed, and a retrier matched.
    Retriable,
    /// It failed, and a catcher matched.
    CaughtError,
}

impl StateStatus {
    /// AWS's name of the status.
    pub fn name(self) -> &'static str {
        match self {
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::Retriable => "RETRIABLE",
            Self::CaughtError => "CAUGHT_ERROR",
        }
    }
}

/// The report of a state's test, with the data of AWS's `TestState`.
#[derive(Clone, PartialEq, Debug)]
pub struct StateReport {
    /// Status.
    pub status: StateStatus,
    /// Its output, if it succeeded or its error was caught.
    pub output: Option<Value>,
    /// The next state; `None` if the machine or its branch ends.
    pub next_state: Option<&'static str>,
    /// Name of its error.
    pub error: Option<Text>,
    /// Cause of its error, without the prefix that it would have in an execution: "An error
    /// occurred while executing the state …".
    pub cause: Option<Text>,
    /// The retrier or catcher that matched the error.
    pub error_details: Option<ErrorDetails>,
    /// The variables afterwards, an object.
    pub variables: Value,
    /// The value of each stage by AWS's names (`afterInputPath`, `afterParameters`, `result`, …);
    /// empty at [`InspectionLevel::Info`](super::InspectionLevel::Info).
    pub inspection: Value,
}

/// The retrier or catcher that matched an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ErrorDetails {
    /// Index of the catcher.
    pub catch_index: Option<u32>,
    /// Index of the retrier.
    pub retry_index: Option<u32>,
    /// Seconds until the retry.
    pub retry_backoff_interval_seconds: Option<u64>,
}

impl StateReport {
    /// The report in the format of AWS's answer, with JSON texts as JSON.
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
                details.insert(name, Value::of_count(number));
            }
        }
        Value::from(details)
    }
}
