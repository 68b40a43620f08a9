//! Events of signals and cancellations that an execution sends to another.

use serde::{Deserialize, Serialize};

use crate::model::enums::{
    RequestCancelExternalWorkflowExecutionFailedCause, SignalExternalWorkflowExecutionFailedCause,
};
use crate::model::task::WorkflowExecution;

/// A signal to another execution was initiated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalExternalWorkflowExecutionInitiated {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// Name of the signal.
    pub signal_name: String,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// A signal could not be sent to another execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalExternalWorkflowExecutionFailed {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The cause.
    pub cause: SignalExternalWorkflowExecutionFailedCause,
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

/// A signal was received by another execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExternalWorkflowExecutionSignaled {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Id of the event that initiated it, or 0.
    pub initiated_event_id: i64,
}

/// A request to cancel another execution was initiated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelExternalWorkflowExecutionInitiated {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// Id of the `DecisionTaskCompleted` event with the decision.
    #[serde(default)]
    pub decision_task_completed_event_id: i64,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// A request to cancel another execution failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelExternalWorkflowExecutionFailed {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The cause.
    pub cause: RequestCancelExternalWorkflowExecutionFailedCause,
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

/// A request to cancel another execution was delivered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExternalWorkflowExecutionCancelRequested {
    /// The execution.
    pub workflow_execution: WorkflowExecution,
    /// Id of the event that initiated it, or 0.
    pub initiated_event_id: i64,
}
