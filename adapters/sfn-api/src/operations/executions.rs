//! Executions: start and describe.

use std::time::{SystemTime, UNIX_EPOCH};

use asl_durable::Start;
use asl_runtime::value;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::service::SfnApi;

/// `StartExecution`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StartExecution {
    state_machine_arn: String,
    name: Option<String>,
    input: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StartedExecution {
    execution_arn: String,
    start_date: f64,
}

/// `DescribeExecution`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DescribeExecution {
    execution_arn: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Description {
    execution_arn: String,
    name: String,
    status: String,
    start_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_date: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

pub(super) async fn start(
    api: &SfnApi,
    request: StartExecution,
) -> Result<StartedExecution, Fault> {
    let machine = request.state_machine_arn.rsplit(':').next().unwrap_or_default();
    let input = value::Value::from_json_str(request.input.as_deref().unwrap_or("{}"))
        .map_err(|error| Fault::new("InvalidExecutionInput", error.to_string()))?;
    let name = request.name.unwrap_or_default();
    let id = if name.is_empty() { String::new() } else { api.scope.execution(machine, &name) };
    let start =
        Start::new(machine, input).name(name).id(id).machine_id(api.scope.state_machine(machine));
    let started = api.backend.start(start).await?;
    Ok(StartedExecution {
        execution_arn: started.id.to_string(),
        start_date: seconds(started.started),
    })
}

pub(super) async fn describe(
    api: &SfnApi,
    request: DescribeExecution,
) -> Result<Description, Fault> {
    let description = api.backend.describe(request.execution_arn.into()).await?;
    Ok(Description {
        execution_arn: description.summary.id.to_string(),
        name: description.name.to_string(),
        status: description.summary.state.to_string(),
        start_date: seconds(description.summary.started),
        stop_date: description.summary.stopped.map(seconds),
        output: description.output.map(|output| output.to_json_string()),
    })
}

/// A time as the protocol writes it: seconds since 1970 with a fraction.
fn seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}
