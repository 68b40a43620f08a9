//! `GetExecutionHistory`.

use asl_durable::{HistoryPage, HistoryRange, Summary};
use asl_language::timestamp::Moment;
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::machines::role_of_execution;
use super::check_standard;
use super::members::StartedBy;
use crate::fault::Fault;
use crate::page::{PageRequest, invalid_token};
use crate::service::SfnApi;

/// Members of an event's details with the data of the execution.
const DATA: &[&str] = &["input", "output", "parameters", "assignedVariables"];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct GetExecutionHistory {
    execution_arn: String,
    max_results: Option<u32>,
    #[serde(default)]
    reverse_order: bool,
    next_token: Option<String>,
    include_execution_data: Option<bool>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct ExecutionHistory {
    events: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// Answers a page of the events. A token contains the number of the last event before the page. A
/// page far inside a long history may have no events, as the protocol allows: the next one does.
pub(in super::super) async fn history(
    api: &SfnApi,
    request: GetExecutionHistory,
) -> Result<ExecutionHistory, Fault> {
    check_standard(api, &request.execution_arn)?;
    let order = if request.reverse_order { "reverse" } else { "" };
    let page = PageRequest::read(
        &api.registry.contents().page_secret,
        &["GetExecutionHistory", &request.execution_arn, order],
        request.max_results,
        request.next_token.as_deref(),
    )?;
    let after = page.after().map(str::parse::<u64>).transpose().map_err(|_| invalid_token())?;
    let id = Text::from(request.execution_arn);
    let range = HistoryRange::default().reverse(request.reverse_order).limit(page.limit());
    let range = if let Some(after) = after { range.after(after) } else { range };
    let HistoryPage { events, next, .. } = api.backend.history(id.clone(), range).await?;
    let has_data = request.include_execution_data.unwrap_or(true);
    let mut events: Vec<_> =
        events.iter().map(|event| event_of(api, event, has_data)).collect::<Result<_, _>>()?;
    for event in &mut events {
        if event["type"] == "ExecutionStarted" {
            let summary = api.backend.describe(id.clone()).await?.summary;
            add_start(api, &summary, &mut event["executionStartedEventDetails"])?;
        }
    }
    let next_token = next.map(|after| page.token(&after.to_string()));
    Ok(ExecutionHistory { events, next_token })
}

/// An event of the engine as the protocol writes it.
fn event_of(api: &SfnApi, event: &asl_runtime::Value, has_data: bool) -> Result<Value, Fault> {
    let internal = |why: String| Fault::new("InternalFailure", why);
    let event = serde_json::to_value(event).map_err(|error| internal(error.to_string()))?;
    let Value::Object(mut event) = event else {
        return Err(internal("an event of the history is no object".into()));
    };
    if let Some(timestamp) = event.get_mut("timestamp") {
        *timestamp = seconds_of(timestamp).into();
    }
    // AWS's model requires the region, which engines do not know.
    if let Some(Value::Object(details)) = event.get_mut("taskScheduledEventDetails") {
        details.entry("region").or_insert_with(|| api.scope.region.as_str().into());
    }
    if !has_data {
        for details in event.values_mut().filter_map(Value::as_object_mut) {
            details.retain(|name, _| !DATA.contains(&name.as_str()));
        }
    }
    Ok(Value::Object(event))
}

/// Adds the role, the version and the alias of a start, which engines do not know.
fn add_start(api: &SfnApi, summary: &Summary, details: &mut Value) -> Result<(), Fault> {
    let internal = |error: serde_json::Error| Fault::new("InternalFailure", error.to_string());
    let started_by = StartedBy::from_label(api, &summary.label);
    if let (Value::Object(details), Value::Object(by)) =
        (details, serde_json::to_value(started_by).map_err(internal)?)
    {
        details.insert("roleArn".into(), role_of_execution(api, summary).into());
        details.extend(by);
    }
    Ok(())
}

/// Seconds since 1970 of a timestamp of a history.
fn seconds_of(timestamp: &Value) -> f64 {
    let text = timestamp.as_str().unwrap_or_default();
    let millis = Moment::parse(text).map_or(0, Moment::milliseconds);
    std::time::Duration::from_millis(millis).as_secs_f64()
}
