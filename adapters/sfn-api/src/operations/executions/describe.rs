//! `DescribeExecution`.

use serde::{Deserialize, Serialize};

use super::members::{ExecutionData, ExecutionSummary};
use super::redrive::not_redrivable;
use super::{IncludedData, check_standard};
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
    #[serde(flatten)]
    summary: ExecutionSummary,
    #[serde(flatten)]
    data: ExecutionData,
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
    let reason = not_redrivable(&told);
    Ok(DescribedExecution {
        summary: ExecutionSummary::new(api, &told.summary),
        data: ExecutionData::new(&told, request.included_data),
        redrive_status: if reason.is_none() { "REDRIVABLE" } else { "NOT_REDRIVABLE" },
        redrive_status_reason: reason,
    })
}
