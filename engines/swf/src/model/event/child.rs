//! Children: executions that an execution started.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    ChildPolicy, StartChildWorkflowExecutionFailedCause, WorkflowExecutionTimeoutType,
};
use crate::model::task::{TaskList, WorkflowExecution, WorkflowType};
use crate::model::time::Timeout;

/// A child is about to be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartChildWorkflowExecutionInitiated {
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// How long the execution may take in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// Where tasks are polled.
    pub task_list: TaskList,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// What becomes of its children when it ends before them.
    pub child_policy: ChildPolicy,
    /// How long a decision task may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// Words it can be found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// The role that its Lambda functions are called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// A child could not be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartChildWorkflowExecutionFailed {
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// Why.
    pub cause: StartChildWorkflowExecutionFailedCause,
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
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

/// A child was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionStarted {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// The event that asked for it; 0 if it came from elsewhere.
    pub initiated_event_id: i64,
}

/// A child was completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionCompleted {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// What came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The event that asked for it; 0 if it came from elsewhere.
    pub initiated_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionFailed {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// Why, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The event that asked for it; 0 if it came from elsewhere.
    #[serde(default)]
    pub initiated_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child took too long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionTimedOut {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// Which time ran out.
    pub timeout_type: WorkflowExecutionTimeoutType,
    /// The event that asked for it; 0 if it came from elsewhere.
    pub initiated_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child was cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionCanceled {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The event that asked for it; 0 if it came from elsewhere.
    pub initiated_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}

/// A child was terminated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChildWorkflowExecutionTerminated {
    /// Which execution.
    pub workflow_execution: WorkflowExecution,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// The event that asked for it; 0 if it came from elsewhere.
    pub initiated_event_id: i64,
    /// The event that started it; 0 if it was not.
    #[serde(default)]
    pub started_event_id: i64,
}
