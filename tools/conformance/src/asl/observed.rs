//! The result of our run of a case: a line of the generated program's results.

use serde::Deserialize;

use super::case::Event;

/// The report of an execution.
#[derive(Deserialize, Debug, Default, Clone)]
pub(crate) struct Observed {
    /// `SUCCEEDED`, `FAILED`, `TIMED_OUT`, `ABORTED` or `RUNNING`.
    pub(crate) status: String,
    /// The output as JSON text.
    pub(crate) output: Option<String>,
    /// The Error Name.
    pub(crate) error: Option<String>,
    /// The cause.
    pub(crate) cause: Option<String>,
    /// The history; inputs, outputs and parameters as JSON text.
    pub(crate) events: Vec<Event>,
    /// All started tasks, in the order of their starts.
    pub(crate) calls: Vec<StartedCall>,
    /// Milliseconds from start to end.
    pub(crate) duration_ms: u64,
    /// The run that was saved and restored after every step, if it differs.
    pub(crate) restored: Option<String>,
}

/// A task that was started.
#[derive(Deserialize, Debug, Default, Clone)]
pub(crate) struct StartedCall {
    /// Its resource.
    pub(crate) resource: String,
    /// Its state.
    pub(crate) state: String,
    /// Its input, as JSON text.
    pub(crate) input: String,
    /// Index of the scripted call that it used.
    pub(crate) script: Option<usize>,
    /// Milliseconds from the start of the execution to its start.
    pub(crate) started_ms: u64,
    /// Milliseconds from the start of the execution to its answer or time-out.
    pub(crate) ended_ms: Option<u64>,
}
