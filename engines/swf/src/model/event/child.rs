//! Events of child workflows.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    ChildPolicy, StartChildWorkflowExecutionFailedCause, WorkflowExecutionTimeoutType,
};
use crate::model::task::{TaskList, WorkflowExecution, WorkflowType};
use crate::model::time::Timeout;

/// The start of a child was initiated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartChildWorkflowExecutionInitiated {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Time-out of the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// The task list.
    pub task_list: TaskList,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// Policy for children that outlive the execution.
    pub child_policy: ChildPolicy,
    /// Time-out of decision tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// Tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// Role for its Lambda functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// A child could not be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartChildWorkflowExecutionFailed {
    /// Its type.
    pub workflow_type: WorkflowType,
    /// The cause.
    pub cause: StartChildWorkflowExecutionFailedCause,
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// Id of the event that initiated it, or 0.
    #[serde(default)]
    pub initiated_event_id: i64,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// A child was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionStarted {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// Id of the event that initiated it, or 0.
    pub initiated_event_id: i64,
}

/// A child was completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionCompleted {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Id of the event that initiated it, or 0.
    pub initiated_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionFailed {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Id of the event that initiated it, or 0.
    #[serde(default)]
    pub initiated_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child timed out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionTimedOut {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// The kind of time-out.
    pub timeout_type: WorkflowExecutionTimeoutType,
    /// Id of the event that initiated it, or 0.
    pub initiated_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child was cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionCanceled {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Id of the event that initiated it, or 0.
    pub initiated_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child was terminated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionTerminated {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// Id of the event that initiated it, or 0.
    pub initiated_event_id: i64,
    /// Id of the event that started it, or 0.
    #[serde(default)]
    pub started_event_id: i64,
}
