//! Events of the execution itself.

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
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Time-out of the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// Time-out of decision tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// Policy for children that outlive the execution.
    pub child_policy: ChildPolicy,
    /// The task list.
    pub task_list: TaskList,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// Tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// Run id of the previous run, if this run continues it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continued_execution_run_id: Option<String>,
    /// The parent, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_workflow_execution: Option<WorkflowExecution>,
    /// Id of the parent's event that initiated it, or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_initiated_event_id: Option<i64>,
    /// Role for its Lambda functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// A cancellation of the execution was requested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionCancelRequested {
    /// The sending execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_workflow_execution: Option<WorkflowExecution>,
    /// Id of the sending execution's event, or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_initiated_event_id: Option<i64>,
    /// The cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<WorkflowExecutionCancelRequestedCause>,
}

/// The execution was completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionCompleted {
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution could not be completed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompleteWorkflowExecutionFailed {
    /// The cause.
    pub cause: CompleteWorkflowExecutionFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionFailed {
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution could not be failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailWorkflowExecutionFailed {
    /// The cause.
    pub cause: FailWorkflowExecutionFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution timed out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionTimedOut {
    /// The kind of time-out.
    pub timeout_type: WorkflowExecutionTimeoutType,
    /// Policy for children that outlive the execution.
    pub child_policy: ChildPolicy,
}

/// The execution was cancelled by its decider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionCanceled {
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution could not be cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelWorkflowExecutionFailed {
    /// The cause.
    pub cause: CancelWorkflowExecutionFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution continued in a new run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionContinuedAsNew {
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// Run id of the new run.
    pub new_execution_run_id: String,
    /// Time-out of the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// The task list.
    pub task_list: TaskList,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Time-out of decision tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// Policy for children that outlive the execution.
    pub child_policy: ChildPolicy,
    /// Tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// Its type.
    pub workflow_type: WorkflowType,
    /// Role for its Lambda functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// The execution could not continue in a new run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueAsNewWorkflowExecutionFailed {
    /// The cause.
    pub cause: ContinueAsNewWorkflowExecutionFailedCause,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
}

/// The execution was terminated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionTerminated {
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// Policy for children that outlive the execution.
    pub child_policy: ChildPolicy,
    /// The cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<WorkflowExecutionTerminatedCause>,
}

/// The execution received a signal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkflowExecutionSignaled {
    /// Name of the signal.
    pub signal_name: String,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The sending execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_workflow_execution: Option<WorkflowExecution>,
    /// Id of the sending execution's event, or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_initiated_event_id: Option<i64>,
}
