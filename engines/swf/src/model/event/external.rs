//! Signals and requests to cancel that one execution sends to another.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    RequestCancelExternalWorkflowExecutionFailedCause, SignalExternalWorkflowExecutionFailedCause,
};
use crate::model::task::WorkflowExecution;

/// A signal is about to be sent to another execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalExternalWorkflowExecutionInitiated {
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// Which run of it; the open one if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// What the signal is called.
    pub signal_name: String,
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// A signal could not be sent to another execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalExternalWorkflowExecutionFailed {
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// Which run of it; the open one if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// Why.
    pub cause: SignalExternalWorkflowExecutionFailedCause,
    /// The event that asked for it; 0 if it came from elsewhere.
    #[serde(default)]
    pub initiated_event_id: i64,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// A signal was received by another execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExternalWorkflowExecutionSignaled {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// The event that asked for it; 0 if it came from elsewhere.
    pub initiated_event_id: i64,
}

/// Another execution is about to be asked to cancel itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelExternalWorkflowExecutionInitiated {
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// Which run of it; the open one if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// Another execution could not be asked to cancel itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelExternalWorkflowExecutionFailed {
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// Which run of it; the open one if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// Why.
    pub cause: RequestCancelExternalWorkflowExecutionFailedCause,
    /// The event that asked for it; 0 if it came from elsewhere.
    #[serde(default)]
    pub initiated_event_id: i64,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// Another execution was asked to cancel itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExternalWorkflowExecutionCancelRequested {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// The event that asked for it; 0 if it came from elsewhere.
    pub initiated_event_id: i64,
}
