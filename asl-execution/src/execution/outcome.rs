//! The outcomes of operations, which come back from the engine.

use serde::{Deserialize, Serialize};

use asl_value::error::TaskError;
use asl_value::value::{Text, Value};

/// The outcome of an operation. Its serde form is short, because journals are full of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// It ended with a result; a timer with `Value::Null`.
    #[serde(rename = "d")]
    Done(Value),
    /// Items were read, with their source; no items mean the end.
    #[serde(rename = "i")]
    Items(Vec<Value>, Text),
    /// Members of an object were read as items, each as `{"Key", "Value"}`, with their source.
    #[serde(rename = "o")]
    Members(Vec<Value>, Text),
    /// The task failed.
    #[serde(rename = "f")]
    Failed(TaskError),
    /// The task exceeded its `TimeoutSeconds`.
    #[serde(rename = "t")]
    TimedOut,
    /// No heartbeat arrived for longer than `HeartbeatSeconds`.
    #[serde(rename = "h")]
    HeartbeatMissed,
}

impl From<Result<Value, TaskError>> for Outcome {
    fn from(result: Result<Value, TaskError>) -> Self {
        result.map_or_else(Self::Failed, Self::Done)
    }
}

impl Outcome {
    /// The output of a task; null if it has none.
    #[inline]
    pub(super) fn into_output(self) -> Value {
        if let Self::Done(output) = self { output } else { Value::Null }
    }
}
