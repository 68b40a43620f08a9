//! The shapes of what our services say to each other and keep in journals. They are read by later
//! versions of this crate: a change of any of them needs another [`FORMAT`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use asl_runtime::execution::Report;
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

/// The version of these shapes, and of the order in which the driver does things.
pub(crate) const FORMAT: u32 = 2;

/// The first entry of each journal: what the rest of it was made with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Begin {
    pub(crate) format: u32,
    /// The hash of the machine.
    pub(crate) hash: u64,
    /// When the execution began, in milliseconds since 1970.
    pub(crate) now: u64,
    /// What its randomness and its task tokens are made of.
    pub(crate) seed: u64,
}

/// A task to be run by the task service.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TaskRequest {
    /// The hash of the machine: a service that has this version runs the task of this version.
    pub(crate) hash: u64,
    pub(crate) operation: String,
    pub(crate) resource: Text,
    pub(crate) id: Text,
    pub(crate) name: Text,
    pub(crate) token: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) credentials: Option<Value>,
    /// Milliseconds until it has timed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) timeout: Option<u64>,
    /// Most milliseconds between two heartbeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) silence: Option<u64>,
    pub(crate) input: Value,
}

/// How a task has ended, and when.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TaskAnswer {
    pub(crate) end: TaskEnd,
    /// Milliseconds since 1970.
    pub(crate) now: u64,
}

/// How a task has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TaskEnd {
    Ok(Value),
    Err(TaskError),
    /// It took longer than its `TimeoutSeconds`.
    TimedOut,
    /// No heartbeat came for too long.
    Silent,
}

/// What comes for an execution from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Letter {
    /// An event: a `CloudEvent`.
    Event(Value),
    /// A report with a task token.
    Report(String, Report),
}

/// A letter on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Mail {
    pub(crate) letter: Letter,
    /// When it was sent, in milliseconds since 1970.
    pub(crate) now: u64,
    /// The awakeable of the sender, who waits to hear whether it was taken.
    pub(crate) ack: String,
}

/// What became of a letter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Receipt {
    /// Nothing if it was taken, otherwise an HTTP status and a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<(u16, String)>,
}

/// What an execution goes on with in another invocation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chunk {
    pub(crate) format: u32,
    pub(crate) hash: u64,
    /// The text of a [`Snapshot`](asl_runtime::execution::Snapshot).
    pub(crate) snapshot: String,
    pub(crate) clock: u64,
    pub(crate) seed: u64,
    /// What is open besides, by operation.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) carried: BTreeMap<String, Carried>,
    /// Letters that nobody has looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) mail: Vec<Mail>,
}

/// What the next invocation must know of an open operation that the snapshot does not tell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Carried {
    /// Whether its task was called with an idempotency key: called with it again, it is the same
    /// call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_keyed: bool,
    /// When it times out, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<u64>,
    /// The invocation of the child machine that it waits for, and when that began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) child: Option<(String, u64)>,
}

/// How a part of an execution has ended that an invocation of its own has run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Part {
    /// The execution is over.
    Over(Result<Value, Failure>),
    /// It goes on; so many letters were looked at.
    Full(Box<Chunk>, usize),
}
