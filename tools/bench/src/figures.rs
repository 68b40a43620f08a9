//! What the measuring processes hand to the one that prints.

use serde::{Deserialize, Serialize};

/// Who does the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contender {
    /// The machine, compiled from its definition.
    Compiled,
    /// Async Rust as one writes it, on `serde_json::Value`.
    HandForeign,
    /// The same code on our own `Value`.
    HandOwn,
    /// By hand on `serde_json::Value`, but with less work than the definition asks for.
    HandInPlace,
}

/// Times of one contender in one process, in nanoseconds per transition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Time {
    /// Workload.
    pub workload: String,
    /// Who.
    pub contender: Contender,
    /// The fastest round.
    pub best: f64,
    /// The middle round.
    pub median: f64,
}

/// Allocations of one contender, per transition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heap {
    /// Workload.
    pub workload: String,
    /// Who.
    pub contender: Contender,
    /// Number.
    pub allocations: f64,
    /// How large together.
    pub bytes: f64,
}

/// Executions that wait for a timer, many at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Waiting {
    /// Who.
    pub contender: Contender,
    /// How many wait at once.
    pub executions: usize,
    /// Heap of each without data; 0 where it was not counted.
    pub bytes: f64,
    /// Heap of each with a small document.
    pub bytes_with_data: f64,
    /// Seconds until all had been started.
    pub started: f64,
    /// Seconds between when the first was due and when the last had ended.
    pub late: f64,
}

/// A distributed Map over the rows of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rows {
    /// Number.
    pub rows: usize,
    /// The most heap that was held when a task ran.
    pub bytes: usize,
    /// How long it took.
    pub seconds: f64,
}

/// What a measuring process prints.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// By `speed`.
    pub times: Vec<Time>,
    /// By `heap`.
    pub heap: Vec<Heap>,
    /// By both.
    pub waiting: Vec<Waiting>,
    /// By `heap`.
    #[serde(default)]
    pub rows: Vec<Rows>,
}
