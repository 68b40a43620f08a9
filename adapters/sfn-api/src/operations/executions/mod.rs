//! Executions.

mod describe;
mod history;
mod list;
mod start;
mod stop;

use asl_durable::{State, Summary};
use serde::{Deserialize, Serialize};

pub(super) use describe::describe;
pub(super) use history::history;
pub(super) use list::list;
pub(super) use start::start;
pub(super) use stop::{redrive, stop};

/// Status of an execution in the API.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum ExecutionStatus {
    Running,
    Succeeded,
    Failed,
    TimedOut,
    Aborted,
    PendingRedrive,
}

impl From<State> for ExecutionStatus {
    fn from(state: State) -> Self {
        match state {
            // A client waits for it as for a running one.
            State::Running | State::WaitsForMachine => Self::Running,
            State::Succeeded => Self::Succeeded,
            State::Failed => Self::Failed,
            State::TimedOut => Self::TimedOut,
            State::Aborted => Self::Aborted,
        }
    }
}

/// Data that `DescribeExecution` and `StartSyncExecution` include.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum IncludedData {
    #[default]
    AllData,
    MetadataOnly,
}

/// Details about a text of data.
#[derive(Serialize)]
pub(super) struct DataDetails {
    included: bool,
}

impl DataDetails {
    pub(super) const INCLUDED: Self = Self { included: true };
}

/// Name of an execution: the last part of its ARN.
fn name(summary: &Summary) -> &str {
    summary.id.as_str().rsplit(':').next().unwrap_or_default()
}
