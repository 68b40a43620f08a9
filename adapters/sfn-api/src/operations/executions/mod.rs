//! Executions.

mod describe;
mod history;
mod list;
mod redrive;
mod start;
mod stop;
mod sync;

use asl_durable::{State, Summary};
use serde::{Deserialize, Serialize};

use crate::arn::Qualifier;
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

/// Details about a text of data.
#[derive(Serialize)]
pub(super) struct DataDetails {
    included: bool,
}

impl DataDetails {
    pub(super) const INCLUDED: Self = Self { included: true };
}

/// Checks that the ARN is one of an execution of a Standard state machine. Others cannot be looked
/// at after their start.
pub(super) fn check_standard(api: &SfnApi, arn: &str) -> Result<(), Fault> {
    if api.scope.read_execution(arn)?.express.is_none() {
        return Ok(());
    }
    Err(Fault::new("InvalidArn", "Invalid Arn: 'Resource type not valid in this context: express'"))
}

/// ARNs of the version and the alias that an execution was started by, from its label.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct StartedBy {
    #[serde(skip_serializing_if = "Option::is_none")]
    state_machine_version_arn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_machine_alias_arn: Option<String>,
}

impl StartedBy {
    fn from_label(api: &SfnApi, label: &str) -> Self {
        let mut by = Self::default();
        for arn in label.split_ascii_whitespace() {
            let machine = api.scope.read_state_machine(arn).ok();
            match machine.and_then(|machine| machine.qualifier) {
                Some(Qualifier::Version(_)) => by.state_machine_version_arn = Some(arn.into()),
                Some(Qualifier::Alias(_)) => by.state_machine_alias_arn = Some(arn.into()),
                None => {}
            }
        }
        by
    }
}

/// Name of an execution: the last part of its ARN.
fn name(summary: &Summary) -> &str {
    summary.id.as_str().rsplit(':').next().unwrap_or_default()
}
