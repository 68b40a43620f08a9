//! `StopExecution`.

use serde::{Deserialize, Serialize};

use super::super::time::seconds;
use super::check_standard;
use crate::fault::Fault;
use crate::service::SfnApi;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StopExecution {
    execution_arn: String,
    #[serde(default)]
    error: String,
    #[serde(default)]
    cause: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct StoppedExecution {
    stop_date: f64,
}

/// Stops an execution. One that has ended stays as it is, as at AWS.
pub(in super::super) async fn stop(
    api: &SfnApi,
    request: StopExecution,
) -> Result<StoppedExecution, Fault> {
    check_standard(api, &request.execution_arn)?;
    let StopExecution { execution_arn, error, cause } = request;
    let stopped = api.backend.stop(execution_arn.into(), error.into(), cause.into()).await?;
    Ok(StoppedExecution { stop_date: seconds(stopped) })
}
