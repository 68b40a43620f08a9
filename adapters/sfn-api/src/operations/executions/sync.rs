//! `StartSyncExecution`.

use std::time::Duration;

use asl_durable::State;
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use super::super::time::seconds;
use super::members::ExecutionData;
use super::start::{StartExecution, prepare};
use super::{ExecutionStatus, IncludedData};
use crate::fault::Fault;
use crate::machine_type::MachineType;
use crate::service::SfnApi;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StartSyncExecution {
    #[serde(flatten)]
    start: StartExecution,
    #[serde(default)]
    included_data: IncludedData,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct SyncExecution {
    execution_arn: Text,
    state_machine_arn: String,
    name: Text,
    start_date: f64,
    stop_date: f64,
    status: ExecutionStatus,
    #[serde(flatten)]
    data: ExecutionData,
    billing_details: BillingDetails,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BillingDetails {
    #[serde(rename = "billedMemoryUsedInMB")]
    billed_memory_used_in_mb: u32,
    billed_duration_in_milliseconds: u64,
}

impl BillingDetails {
    /// As AWS bills: in steps of 100 ms and 64 MB. The memory is not measured.
    fn new(duration: Duration) -> Self {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self {
            billed_memory_used_in_mb: 64,
            billed_duration_in_milliseconds: millis.div_ceil(100).saturating_mul(100),
        }
    }
}

/// Starts an execution of an Express state machine, and answers when it has ended.
pub(in super::super) async fn start_sync(
    api: &SfnApi,
    request: StartSyncExecution,
) -> Result<SyncExecution, Fault> {
    let included = request.included_data;
    let (kind, start) = prepare(api, request.start)?;
    if kind != MachineType::Express {
        return Err(type_not_supported());
    }
    let started = api.backend.start(start).await?;
    // The failure is in the description, too.
    let _ = api.backend.wait(started.id.clone()).await?;
    let told = api.backend.describe(started.id).await?;
    let stopped = told.summary.stopped.unwrap_or(told.summary.started);
    let duration = stopped.duration_since(told.summary.started).unwrap_or_default();
    Ok(SyncExecution {
        data: ExecutionData::new(&told, included),
        state_machine_arn: api.scope.state_machine(&told.summary.machine),
        execution_arn: told.summary.id,
        name: told.name,
        start_date: seconds(told.summary.started),
        stop_date: seconds(stopped),
        // The model has no status for executions that were cancelled.
        status: if told.summary.state == State::Aborted {
            ExecutionStatus::Failed
        } else {
            told.summary.state.into()
        },
        billing_details: BillingDetails::new(duration),
    })
}

/// The fault of operations for state machines of the other type.
pub(super) fn type_not_supported() -> Fault {
    Fault::new(
        "StateMachineTypeNotSupported",
        "This operation is not supported by this type of state machine",
    )
}
