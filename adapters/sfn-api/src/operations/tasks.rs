//! Reports on tasks by their tokens.

use asl_runtime::error::{TaskError, names};
use asl_runtime::value::Value;
use serde::Deserialize;

use super::Empty;

use crate::backend::TaskReport;
use crate::fault::Fault;
use crate::page::invalid_token;
use crate::service::SfnApi;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendTaskSuccess {
    task_token: String,
    output: String,
}

pub(super) async fn success(api: &SfnApi, request: SendTaskSuccess) -> Result<Empty, Fault> {
    let output = Value::from_json_str(&request.output)
        .map_err(|error| Fault::new("InvalidOutput", format!("Invalid Output: '{error}'")))?;
    report(api, request.task_token, TaskReport::Success(output)).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendTaskFailure {
    task_token: String,
    error: Option<String>,
    #[serde(default)]
    cause: String,
}

/// Fails a task. Without an error it fails as a task that reports no Error Name.
pub(super) async fn failure(api: &SfnApi, request: SendTaskFailure) -> Result<Empty, Fault> {
    let error = request.error.unwrap_or_else(|| names::TASK_FAILED.into());
    let error = TaskError::new(error, request.cause);
    report(api, request.task_token, TaskReport::Failure(error)).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendTaskHeartbeat {
    task_token: String,
}

pub(super) async fn heartbeat(api: &SfnApi, request: SendTaskHeartbeat) -> Result<Empty, Fault> {
    report(api, request.task_token, TaskReport::Heartbeat).await
}

async fn report(api: &SfnApi, token: String, report: TaskReport) -> Result<Empty, Fault> {
    // Tokens of all engines are `execution.number.secret`.
    if token.rsplitn(3, '.').nth(2).is_none() {
        return Err(invalid_token());
    }
    api.backend.report(token.into(), report).await?;
    Ok(Empty {})
}
