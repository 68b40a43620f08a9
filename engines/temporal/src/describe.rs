//! Descriptions of executions.

use std::time::SystemTime;

use asl_runtime::versions::Version;

/// The description of an execution. See [`Client::describe`](crate::Client::describe) and
/// [`Client::list`](crate::Client::list).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Description {
    /// Its workflow id.
    pub id: String,
    /// The id of its run. A long execution has several.
    pub run: String,
    /// Its workflow type: the machine.
    pub machine: String,
    /// Version of its machine. `None` before its first step.
    pub version: Option<Version>,
    /// Its status.
    pub status: ExecutionStatus,
    /// The error name, if it has failed; empty if the failure has none.
    pub error: Option<String>,
    /// Start time of the run.
    pub started: Option<SystemTime>,
    /// End time of the run, if it has ended.
    pub stopped: Option<SystemTime>,
    /// Number of events of the run's history.
    pub events: u64,
}

/// The status of an execution. See [`Description::status`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExecutionStatus {
    /// It runs, or continues in another run.
    Running,
    /// It has ended with an output.
    Succeeded,
    /// It has failed.
    Failed,
    /// A time-out of its workflow is over. Time-outs of the machine are failures.
    TimedOut,
    /// It was cancelled.
    Aborted,
    /// It was terminated without being asked.
    Terminated,
}

/// An execution that Temporal has persisted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Started {
    /// The id of its run.
    pub run: String,
    /// False if there was an execution with this id already, with any input.
    pub is_new: bool,
}
