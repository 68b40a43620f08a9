//! What contenders in processes of their own are told, in whatever language they are, and what they
//! answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is to be measured. A contender reads it as JSON from its standard input.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// How long to measure each workload; what a single run takes where that is more.
    pub seconds: f64,
    /// How many runs a round has at most.
    pub most_runs: usize,
    /// One after the other.
    pub workloads: Vec<Workload>,
}

/// A machine, and all that it needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Workload {
    /// Its letter.
    pub name: String,
    /// The machine. Compiled ones know it already.
    pub definition: Value,
    /// Its input.
    pub input: Value,
    /// What its tasks answer, in the order in which they are called: the last part of the resource,
    /// and the answer.
    pub answers: Vec<(String, Value)>,
}

/// What a contender prints, as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Which version it is, and of what it runs on.
    pub version: String,
    /// Each workload's.
    pub workloads: Vec<Measured>,
}

/// What was measured of one workload.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// The workload's letter.
    pub name: String,
    /// Microseconds of a run, by rounds.
    pub micros: Vec<f64>,
    /// The last run's output.
    #[serde(default)]
    pub output: Value,
    /// Why there is none.
    #[serde(default)]
    pub error: Option<String>,
}
