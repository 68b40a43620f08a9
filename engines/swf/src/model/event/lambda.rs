//! Lambda functions that the service itself calls.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    LambdaFunctionTimeoutType, ScheduleLambdaFunctionFailedCause, StartLambdaFunctionFailedCause,
};
use crate::model::time::Timeout;

/// A Lambda function is about to be called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionScheduled {
    /// The call's id, unique among the open ones of its execution.
    pub id: String,
    /// The function.
    pub name: String,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// How long it may take once it is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The Lambda function was called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionStarted {
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
}

/// The Lambda function answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionCompleted {
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
    /// What came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// The Lambda function failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionFailed {
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
    /// Why, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// The Lambda function took too long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LambdaFunctionTimedOut {
    /// The event that scheduled it.
    pub scheduled_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
    /// Which time ran out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_type: Option<LambdaFunctionTimeoutType>,
}

/// A Lambda function could not be scheduled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleLambdaFunctionFailed {
    /// The call's id, unique among the open ones of its execution.
    pub id: String,
    /// The function.
    pub name: String,
    /// Why.
    pub cause: ScheduleLambdaFunctionFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// A Lambda function could not be called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartLambdaFunctionFailed {
    /// The event that scheduled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_event_id: Option<i64>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<StartLambdaFunctionFailedCause>,
    /// What was said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
