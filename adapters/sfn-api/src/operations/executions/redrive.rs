//! `RedriveExecution`, and the status of redrives.

use std::time::{Duration, SystemTime};

use asl_durable::{Description, State};
use serde::{Deserialize, Serialize};

use super::super::time::seconds;
use super::check_standard;
use crate::fault::Fault;
use crate::service::SfnApi;

/// Time after its end in which an execution can be redriven.
const PERIOD: Duration = Duration::from_secs(14 * 24 * 3_600);
const PERIOD_EXCEEDED: &str = "Execution redrivable period exceeded";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct RedriveExecution {
    execution_arn: String,
    #[serde(default)]
    client_token: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct RedrivenExecution {
    redrive_date: f64,
}

/// Resumes an execution where it failed. A request that repeats a client token answers as the
/// first one did.
pub(in super::super) async fn redrive(
    api: &SfnApi,
    request: RedriveExecution,
) -> Result<RedrivenExecution, Fault> {
    check_standard(api, &request.execution_arn)?;
    let RedriveExecution { execution_arn, client_token } = request;
    let told = api.backend.describe(execution_arn.as_str().into()).await?;
    let reason = not_redrivable(&told);
    if let Some(reason) = reason.filter(|reason| *reason == PERIOD_EXCEEDED) {
        return Err(Fault::new("ExecutionNotRedrivable", reason));
    }
    let redriven = api.backend.redrive(execution_arn.into(), client_token.into()).await;
    let redriven = redriven.map_err(|fault| match reason {
        Some(reason) if fault.kind() == "ExecutionNotRedrivable" => {
            Fault::new("ExecutionNotRedrivable", reason)
        }
        _ => fault,
    })?;
    Ok(RedrivenExecution { redrive_date: seconds(redriven) })
}

/// The reason why an execution cannot be redriven, in AWS's words. `None` if it can.
pub(super) fn not_redrivable(told: &Description) -> Option<&'static str> {
    match told.summary.state {
        State::Running | State::WaitsForMachine => {
            Some("Execution is RUNNING and cannot be redriven")
        }
        State::Succeeded => Some("Execution is SUCCEEDED and cannot be redriven"),
        State::Failed | State::TimedOut | State::Aborted => {
            let stopped = told.summary.stopped.unwrap_or_else(SystemTime::now);
            let age = SystemTime::now().duration_since(stopped).unwrap_or_default();
            if age > PERIOD {
                return Some(PERIOD_EXCEEDED);
            }
            (!told.is_history_kept).then_some("Execution history was not kept")
        }
    }
}
