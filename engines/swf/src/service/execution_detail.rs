//! The answer of `DescribeWorkflowExecution`.

use crate::model::{WorkflowExecution, WorkflowType};

/// Describes an execution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkflowExecutionDetail {
    /// The name.
    pub execution: WorkflowExecution,
    /// The type.
    pub workflow_type: WorkflowType,
    /// True if it is closed.
    pub status: ExecutionStatus,
    /// Close status: `COMPLETED`, `FAILED`, `CANCELED`, `TERMINATED`, `CONTINUED_AS_NEW`,
    /// `TIMED_OUT`.
    pub close_status: Option<String>,
    /// True if a cancellation was requested.
    pub cancel_requested: bool,
    /// Number of open activity tasks.
    pub open_activity_tasks: u32,
    /// Number of open decision tasks: 0 or 1.
    pub open_decision_tasks: u32,
    /// Number of open timers.
    pub open_timers: u32,
    /// Number of open children.
    pub open_child_workflow_executions: u32,
    /// Number of open calls of Lambda functions.
    pub open_lambda_functions: u32,
    /// The latest execution context.
    pub latest_execution_context: Option<String>,
}

/// Status of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExecutionStatus {
    /// Open.
    #[default]
    Open,
    /// Closed.
    Closed,
}
