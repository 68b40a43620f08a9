//! `DescribeExecution`.

use asl_runtime::Value;
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use super::super::time::seconds;
use super::redrive::not_redrivable;
use super::{DataDetails, ExecutionStatus, IncludedData, StartedBy, check_standard};
use crate::fault::Fault;
use crate::service::SfnApi;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct DescribeExecution {
    execution_arn: String,
    #[serde(default)]
    included_data: IncludedData,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct DescribedExecution {
    execution_arn: String,
    state_machine_arn: String,
    name: String,
    status: ExecutionStatus,
    start_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_date: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_details: Option<DataDetails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_details: Option<DataDetails>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    #[serde(skip_serializing_if = "Text::is_empty")]
    trace_header: Text,
    #[serde(flatten)]
    started_by: StartedBy,
    redrive_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    redrive_date: Option<f64>,
    redrive_status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    redrive_status_reason: Option<&'static str>,
}

pub(in super::super) async fn describe(
    api: &SfnApi,
    request: DescribeExecution,
) -> Result<DescribedExecution, Fault> {
    check_standard(api, &request.execution_arn)?;
    let told = api.backend.describe(request.execution_arn.into()).await?;
    let has_data = request.included_data == IncludedData::AllData;
    let output = told.output.as_ref().filter(|_| has_data);
    let failure = told.failure.as_ref();
    let reason = not_redrivable(&told);
    Ok(DescribedExecution {
        execution_arn: told.summary.id.to_string(),
        state_machine_arn: api.scope.state_machine(&told.summary.machine),
        name: told.name.to_string(),
        status: told.summary.state.into(),
        start_date: seconds(told.summary.started),
        stop_date: told.summary.stopped.map(seconds),
        input: has_data.then(|| told.input.to_json_string()),
        input_details: has_data.then_some(DataDetails::INCLUDED),
        output: output.map(Value::to_json_string),
        output_details: output.map(|_| DataDetails::INCLUDED),
        error: failure.and_then(|failure| failure.error()).map(Into::into),
        cause: failure.filter(|_| has_data).and_then(|failure| failure.cause()).map(Into::into),
        trace_header: told.trace_header.clone(),
        started_by: StartedBy::from_label(api, &told.summary.label),
        redrive_count: told.summary.redrives,
        redrive_date: told.summary.redriven.map(seconds),
        redrive_status: if reason.is_none() { "REDRIVABLE" } else { "NOT_REDRIVABLE" },
        redrive_status_reason: reason,
    })
}
