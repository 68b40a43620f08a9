//! Events of Lambda functions that the service calls.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    LambdaFunctionTimeoutType, ScheduleLambdaFunctionFailedCause, StartLambdaFunctionFailedCause,
};
use crate::model::time::Timeout;

/// A call of a Lambda function was scheduled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionScheduled {
    /// Id of the call, unique among the open ones of its execution.
    pub id: String,
    /// The function.
    pub name: String,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Time-out from its start to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The Lambda function was called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionStarted {
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
}

/// The Lambda function answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionCompleted {
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// The Lambda function failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionFailed {
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// The Lambda function timed out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionTimedOut {
    /// Id of the event that scheduled it.
    pub scheduled_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
    /// The kind of time-out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_type: Option<LambdaFunctionTimeoutType>,
}

/// A Lambda function could not be scheduled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleLambdaFunctionFailed {
    /// Id of the call, unique among the open ones of its execution.
    pub id: String,
    /// The function.
    pub name: String,
    /// The cause.
    pub cause: ScheduleLambdaFunctionFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// A Lambda function could not be called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartLambdaFunctionFailed {
    /// Id of the event that scheduled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_event_id: Option<i64>,
    /// The cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<StartLambdaFunctionFailedCause>,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
