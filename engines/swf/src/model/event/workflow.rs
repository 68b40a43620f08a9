//! What happens to an execution as a whole.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    CancelWorkflowExecutionFailedCause, ChildPolicy, CompleteWorkflowExecutionFailedCause,
    ContinueAsNewWorkflowExecutionFailedCause, FailWorkflowExecutionFailedCause,
    WorkflowExecutionCancelRequestedCause, WorkflowExecutionTerminatedCause,
    WorkflowExecutionTimeoutType,
};
use crate::model::task::{TaskList, WorkflowExecution, WorkflowType};
use crate::model::time::Timeout;

/// The execution was started: always the first event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionStarted {
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// How long the execution may take in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// How long a decision task may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// What becomes of its children when it ends before them.
    pub child_policy: ChildPolicy,
    /// Where tasks are polled.
    pub task_list: TaskList,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// Words it can be found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// The run that this one goes on with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continued_execution_run_id: Option<String>,
    /// Who started it, if it is a child.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_workflow_execution: Option<WorkflowExecution>,
    /// The parent's event that asked for it; 0 without a parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_initiated_event_id: Option<i64>,
    /// The role that its Lambda functions are called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// Somebody asked that the execution be cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionCancelRequested {
    /// Which execution it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_workflow_execution: Option<WorkflowExecution>,
    /// That execution's event that asked for it; 0 if it came from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_initiated_event_id: Option<i64>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<WorkflowExecutionCancelRequestedCause>,
}

/// The execution was completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionCompleted {
    /// What came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution could not be completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompleteWorkflowExecutionFailed {
    /// Why.
    pub cause: CompleteWorkflowExecutionFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionFailed {
    /// Why, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution could not be failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailWorkflowExecutionFailed {
    /// Why.
    pub cause: FailWorkflowExecutionFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution took too long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionTimedOut {
    /// Which time ran out.
    pub timeout_type: WorkflowExecutionTimeoutType,
    /// What becomes of its children when it ends before them.
    pub child_policy: ChildPolicy,
}

/// The execution was cancelled by its decider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionCanceled {
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution could not be cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelWorkflowExecutionFailed {
    /// Why.
    pub cause: CancelWorkflowExecutionFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution goes on in a new run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionContinuedAsNew {
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// The run that goes on.
    pub new_execution_run_id: String,
    /// How long the execution may take in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// Where tasks are polled.
    pub task_list: TaskList,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// How long a decision task may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// What becomes of its children when it ends before them.
    pub child_policy: ChildPolicy,
    /// Words it can be found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// The role that its Lambda functions are called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// The execution could not go on in a new run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueAsNewWorkflowExecutionFailed {
    /// Why.
    pub cause: ContinueAsNewWorkflowExecutionFailedCause,
    /// The event of the decision task whose answer asked for this.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution was terminated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionTerminated {
    /// Why, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// What becomes of its children when it ends before them.
    pub child_policy: ChildPolicy,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<WorkflowExecutionTerminatedCause>,
}

/// A signal came for the execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionSignaled {
    /// What the signal is called.
    pub signal_name: String,
    /// What it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Which execution it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_workflow_execution: Option<WorkflowExecution>,
    /// That execution's event that asked for it; 0 if it came from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_initiated_event_id: Option<i64>,
}
