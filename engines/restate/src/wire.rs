//! The data formats of our services and journals. Later versions of this crate read them: any
//! change requires another [`FORMAT`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use asl_runtime::execution::Report;
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

/// Version of these formats, and of the order of the driver's effects.
pub(crate) const FORMAT: u32 = 3;
/// The oldest version that is read. In it, all tasks are calls.
pub(crate) const OLDEST_FORMAT: u32 = 2;

/// The first entry of each journal, which the rest of it depends on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Begin {
    pub(crate) format: u32,
    /// The hash of the machine.
    pub(crate) hash: u64,
    /// Start time of the execution, in milliseconds since 1970.
    pub(crate) now: u64,
    /// The seed of its randomness and task tokens.
    pub(crate) seed: u64,
    /// True if the journal has entries for reports to an observer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_observed: bool,
    /// True if tasks run in the invocation that drives the execution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_in_place: bool,
}

/// A request to run a task, mostly to the task service.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TaskRequest {
    /// The hash of the machine: a service with this version runs its task.
    pub(crate) hash: u64,
    pub(crate) operation: String,
    pub(crate) resource: Text,
    pub(crate) id: Text,
    pub(crate) name: Text,
    pub(crate) token: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) credentials: Option<Value>,
    /// Time-out in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) timeout: Option<u64>,
    /// Maximum time between heartbeats, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) silence: Option<u64>,
    pub(crate) input: Value,
}

/// The end of a task with its time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TaskAnswer {
    pub(crate) end: TaskEnd,
    /// Milliseconds since 1970.
    pub(crate) now: u64,
}

/// The end of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TaskEnd {
    Ok(Value),
    Err(TaskError),
    /// Timed out after `TimeoutSeconds`.
    TimedOut,
    /// No heartbeat arrived in time.
    Silent,
}

/// A message to an execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Message {
    /// An event: a `CloudEvent`.
    Event(Value),
    /// A report with a task token.
    Report(String, Report),
}

/// A message with its sender.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    #[serde(rename = "letter")]
    pub(crate) message: Message,
    /// Time of sending, in milliseconds since 1970.
    pub(crate) now: u64,
    /// The awakeable with which the sender waits for the reply.
    pub(crate) ack: String,
}

/// The reply to a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Reply {
    /// `None` if it was accepted, otherwise an HTTP status and a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<(u16, String)>,
}

/// The data with which another invocation continues an execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chunk {
    pub(crate) format: u32,
    pub(crate) hash: u64,
    /// The text of a [`Snapshot`](asl_runtime::execution::Snapshot).
    pub(crate) snapshot: String,
    pub(crate) clock: u64,
    pub(crate) seed: u64,
    /// As in [`Begin`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_observed: bool,
    /// As in [`Begin`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_in_place: bool,
    /// Data of open operations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) carried: BTreeMap<String, Carried>,
    /// Unprocessed messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) mail: Vec<Delivery>,
}

/// Data of an open operation that are not in the snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Carried {
    /// True if its task was called with an idempotency key: a repeated call is the same call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_keyed: bool,
    /// Time of its time-out, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<u64>,
    /// The invocation id of its child machine, and the start time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) child: Option<(String, u64)>,
}

/// The end of a part of an execution that ran in its own invocation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Part {
    /// The execution has ended.
    Over(Result<Value, Failure>),
    /// It continues, with the number of processed messages.
    Full(Box<Chunk>, usize),
}
