//! Map Runs as observers see them: limits, and counts of items and child executions.

use serde::{Deserialize, Serialize};

use asl_value::value::Text;

/// The state of a Map Run: a distributed Map that has started.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MapRunState {
    /// Its ARN, as far as the machine knows it.
    pub arn: Text,
    /// `MaxConcurrency`; 0 means AWS's limit.
    pub max_concurrency: u32,
    /// `ToleratedFailureCount`, if it is given.
    pub tolerated_failure_count: Option<u64>,
    /// `ToleratedFailurePercentage`, if it is given.
    pub tolerated_failure_percentage: Option<f64>,
    /// Counts of items. Items that were not read yet are not among them.
    pub items: MapRunCounts,
    /// Counts of child executions.
    pub executions: MapRunCounts,
}

/// Counts of items or child executions of a Map Run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MapRunCounts {
    /// All of them.
    pub total: u64,
    /// Those that have not started.
    pub pending: u64,
    /// Those that wait for a redrive to start them again.
    pub pending_redrive: u64,
    /// Those that are running.
    pub running: u64,
    /// Those that have succeeded.
    pub succeeded: u64,
    /// Those that have failed.
    pub failed: u64,
    /// Those that were cancelled: by the end of the execution, or because the Map Run failed.
    pub aborted: u64,
    /// Those whose results a `ResultWriter` has written.
    pub results_written: u64,
}

impl MapRunState {
    /// The state after everything that was running was cancelled.
    pub(crate) fn cancelled(mut self) -> Self {
        for counts in [&mut self.items, &mut self.executions] {
            counts.aborted = counts.aborted.saturating_add(std::mem::take(&mut counts.running));
        }
        self
    }
}
