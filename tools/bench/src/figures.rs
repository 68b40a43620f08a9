//! The data that the measuring processes pass to the printing one.

use serde::{Deserialize, Serialize};

/// A contender.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contender {
    /// The machine compiled from its definition.
    Compiled,
    /// The machine compiled from a definition in JSONata that does the same.
    CompiledJsonata,
    /// Hand-written async Rust on `serde_json::Value`.
    HandForeign,
    /// The same code on our own `Value`.
    HandOwn,
    /// Hand-written on `serde_json::Value`, with less work than the definition requires.
    HandInPlace,
}

/// Times of one contender in one process, in nanoseconds per transition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Time {
    /// Workload.
    pub workload: String,
    /// Contender.
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
    /// Contender.
    pub contender: Contender,
    /// Number.
    pub allocations: f64,
    /// Total size.
    pub bytes: f64,
}

/// Many executions that wait for a timer concurrently.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Waiting {
    /// Contender.
    pub contender: Contender,
    /// Number of waiting executions.
    pub executions: usize,
    /// Heap of each without data; 0 if it was not counted.
    pub bytes: f64,
    /// Heap of each with a small document.
    pub bytes_with_data: f64,
    /// Seconds until all were started.
    pub started: f64,
    /// Seconds from the due time of the first to the end of the last.
    pub late: f64,
}

/// A task for each row of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rows {
    /// The compiled machine, with a distributed Map, or code by hand.
    pub contender: Contender,
    /// Number of rows.
    pub rows: usize,
    /// Maximum heap during a task; 0 if it was not counted.
    pub bytes: usize,
    /// CPU time of all threads.
    pub seconds: f64,
}

/// The output of a measuring process.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// By `speed`.
    pub times: Vec<Time>,
    /// By `heap`.
    pub heap: Vec<Heap>,
    /// By both.
    pub waiting: Vec<Waiting>,
    /// A million executions, by `heap`.
    #[serde(default)]
    pub million: Option<Waiting>,
    /// Independent executions of c that two threads run in the time in which one thread runs one;
    /// by `speed`.
    #[serde(default)]
    pub two_threads: Option<f64>,
    /// By both.
    #[serde(default)]
    pub rows: Vec<Rows>,
}
