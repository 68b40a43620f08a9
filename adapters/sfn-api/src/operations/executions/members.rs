//! Members that the answers of several operations have.

use asl_durable::{Description, Summary};
use asl_runtime::error::Failure;
use asl_runtime::value::{Text, Value};
use serde::Serialize;

use super::super::time::seconds;
use super::{ExecutionStatus, IncludedData};
use crate::arn::Qualifier;
use crate::service::SfnApi;

/// Members that lists and descriptions of executions have.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExecutionSummary {
    execution_arn: String,
    state_machine_arn: String,
    name: String,
    status: ExecutionStatus,
    start_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_date: Option<f64>,
    #[serde(flatten)]
    started_by: StartedBy,
    redrive_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    redrive_date: Option<f64>,
}

impl ExecutionSummary {
    pub(super) fn new(api: &SfnApi, summary: &Summary) -> Self {
        Self {
            execution_arn: summary.id.to_string(),
            state_machine_arn: api.scope.state_machine(&summary.machine),
            // The last part of the ARN.
            name: summary.id.as_str().rsplit(':').next().unwrap_or_default().into(),
            status: summary.state.into(),
            start_date: seconds(summary.started),
            stop_date: summary.stopped.map(seconds),
            started_by: StartedBy::from_label(api, &summary.label),
            redrive_count: summary.redrives,
            redrive_date: summary.redriven.map(seconds),
        }
    }
}

/// ARNs of the version and the alias that an execution was started by, from its label.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StartedBy {
    #[serde(skip_serializing_if = "Option::is_none")]
    state_machine_version_arn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_machine_alias_arn: Option<String>,
}

impl StartedBy {
    pub(super) fn from_label(api: &SfnApi, label: &str) -> Self {
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

/// Input and result of an execution. Without `ALL_DATA`, the Error Name alone.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExecutionData {
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
}

impl ExecutionData {
    pub(super) fn new(told: &Description, included: IncludedData) -> Self {
        let has_data = included == IncludedData::AllData;
        let output = told.output.as_ref().filter(|_| has_data);
        let failure = told.failure.as_ref();
        Self {
            input: has_data.then(|| told.input.to_json_string()),
            input_details: has_data.then_some(DataDetails::INCLUDED),
            output: output.map(Value::to_json_string),
            output_details: output.map(|_| DataDetails::INCLUDED),
            error: failure.and_then(Failure::error).map(Into::into),
            cause: failure.filter(|_| has_data).and_then(Failure::cause).map(Into::into),
            trace_header: told.trace_header.clone(),
        }
    }
}

/// Details about a text of data.
#[derive(Serialize)]
struct DataDetails {
    included: bool,
}

impl DataDetails {
    const INCLUDED: Self = Self { included: true };
}
