//! Executions.

mod describe;
mod history;
mod list;
mod members;
mod redrive;
mod start;
mod stop;
mod sync;

use asl_durable::State;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::service::SfnApi;

pub(super) use describe::describe;
pub(super) use history::history;
pub(super) use list::list;
pub(super) use redrive::redrive;
pub(super) use start::start;
pub(super) use stop::stop;
pub(super) use sync::start_sync;

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

/// Checks that the ARN is one of an execution of a Standard state machine. Others cannot be looked
/// at after their start.
pub(super) fn check_standard(api: &SfnApi, arn: &str) -> Result<(), Fault> {
    if api.scope.read_execution(arn)?.express.is_none() {
        return Ok(());
    }
    Err(Fault::new("InvalidArn", "Invalid Arn: 'Resource type not valid in this context: express'"))
}
