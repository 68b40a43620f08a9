//! The input and output of contenders in processes of their own, in any language.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The parameters of a measurement, which a contender reads as JSON from its standard input.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Intended duration of each workload; a single run may take longer.
    pub seconds: f64,
    /// Maximum number of runs of a round.
    pub most_runs: usize,
    /// The workloads, in order.
    pub workloads: Vec<Workload>,
}

/// A machine with everything that it needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Workload {
    /// Its letter.
    pub name: String,
    /// The machine. Compiled contenders contain it already.
    pub definition: Value,
    /// Its input.
    pub input: Value,
    /// Answers of its tasks, in the order of their calls: the last part of the resource, and the
    /// answer.
    pub answers: Vec<(String, Value)>,
}

/// The output of a contender, as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Version of the contender and of its platform.
    pub version: String,
    /// The results of each workload.
    pub workloads: Vec<Measured>,
}

/// The measurements of a workload.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// The workload's letter.
    pub name: String,
    /// Microseconds of a run, for each round.
    pub micros: Vec<f64>,
    /// The last run's output.
    #[serde(default)]
    pub output: Value,
    /// Reason for missing results.
    #[serde(default)]
    pub error: Option<String>,
}
