//! Requests and responses of actions, with SWF's names.

use crate::model::{ChildPolicy, Decision, TaskList, Timeout, WorkflowExecution, WorkflowType};

/// Polls for a decision task, or for its next page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PollForDecisionTask {
    /// The domain.
    pub domain: String,
    /// The task list.
    pub task_list: String,
    /// Identity of the poller, shown in the history.
    pub identity: Option<String>,
    /// Maximum number of events of a page, 1 to 1,000. By default 1,000.
    pub maximum_page_size: Option<u32>,
    /// True for the newest event first.
    pub reverse_order: bool,
    /// Token of the next page. All other fields must be as for the first page.
    pub next_page_token: Option<String>,
    /// True for events since the previous decision task only.
    pub start_at_previous_started_event: bool,
}

/// Completes a decision task.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RespondDecisionTaskCompleted {
    /// Token of the decision task.
    pub task_token: String,
    /// The decisions, in order.
    pub decisions: Vec<Decision>,
    /// Shown by `DescribeWorkflowExecution`.
    pub execution_context: Option<String>,
    /// Task list of later decision tasks of the execution.
    pub task_list: Option<TaskList>,
    /// Time-out of waiting there. Afterwards they go to the list with which the execution was
    /// started.
    pub task_list_schedule_to_start_timeout: Option<Timeout>,
}

/// Polls for an activity task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PollForActivityTask {
    /// The domain.
    pub domain: String,
    /// The task list.
    pub task_list: String,
    /// Identity of the poller, shown in the history.
    pub identity: Option<String>,
}

/// Sends a heartbeat of an activity task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordActivityTaskHeartbeat {
    /// Token of the activity task.
    pub task_token: String,
    /// Progress.
    pub details: Option<String>,
}

/// Completes an activity task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RespondActivityTaskCompleted {
    /// Token of the activity task.
    pub task_token: String,
    /// The result.
    pub result: Option<String>,
}

/// Fails an activity task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RespondActivityTaskFailed {
    /// Token of the activity task.
    pub task_token: String,
    /// Name of the error.
    pub reason: Option<String>,
    /// Its cause.
    pub details: Option<String>,
}

/// Confirms the cancellation of an activity task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RespondActivityTaskCanceled {
    /// Token of the activity task.
    pub task_token: String,
    /// Progress.
    pub details: Option<String>,
}

/// Starts a workflow execution. Missing fields have the defaults of its type.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StartWorkflowExecution {
    /// The domain.
    pub domain: String,
    /// The workflow id, unique among the open executions of the domain.
    pub workflow_id: String,
    /// The type.
    pub workflow_type: WorkflowType,
    /// Task list of its decision tasks.
    pub task_list: Option<TaskList>,
    /// Priority.
    pub task_priority: Option<String>,
    /// The input.
    pub input: Option<String>,
    /// Time-out.
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// At most five tags.
    pub tag_list: Vec<String>,
    /// Time-out of decision tasks.
    pub task_start_to_close_timeout: Option<Timeout>,
    /// Policy for its children when it is terminated or times out.
    pub child_policy: Option<ChildPolicy>,
    /// Role for Lambda functions.
    pub lambda_role: Option<String>,
}

/// Sends a signal to an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SignalWorkflowExecution {
    /// The domain.
    pub domain: String,
    /// The workflow id.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    pub run_id: Option<String>,
    /// Name of the signal.
    pub signal_name: String,
    /// Details.
    pub input: Option<String>,
}

/// Requests the cancellation of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RequestCancelWorkflowExecution {
    /// The domain.
    pub domain: String,
    /// The name.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    pub run_id: Option<String>,
}

/// Terminates an execution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TerminateWorkflowExecution {
    /// The domain.
    pub domain: String,
    /// The name.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    pub run_id: Option<String>,
    /// The cause.
    pub reason: Option<String>,
    /// Details.
    pub details: Option<String>,
    /// Policy for its children. By default that of the execution.
    pub child_policy: Option<ChildPolicy>,
}

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

/// Requests a page of a history.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GetWorkflowExecutionHistory {
    /// The domain.
    pub domain: String,
    /// The execution.
    pub execution: WorkflowExecution,
    /// Maximum number of events of a page.
    pub maximum_page_size: Option<u32>,
    /// True for the newest event first.
    pub reverse_order: bool,
    /// The next page, with all else as it was asked for the first.
    pub next_page_token: Option<String>,
}

/// Registers a domain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegisterDomain {
    /// Its name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Days for which closed executions are kept, or `NONE`.
    pub workflow_execution_retention_period_in_days: String,
}

/// Registers a workflow type with defaults for its executions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RegisterWorkflowType {
    /// The domain.
    pub domain: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Description.
    pub description: Option<String>,
    /// Time-out of decision tasks.
    pub default_task_start_to_close_timeout: Option<Timeout>,
    /// Time-out of executions.
    pub default_execution_start_to_close_timeout: Option<Timeout>,
    /// Task list of its decision tasks.
    pub default_task_list: Option<TaskList>,
    /// Priority.
    pub default_task_priority: Option<String>,
    /// Policy for children of an execution that is terminated or times out.
    pub default_child_policy: Option<ChildPolicy>,
    /// Role for Lambda functions.
    pub default_lambda_role: Option<String>,
}

/// Registers an activity type with defaults for its tasks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RegisterActivityType {
    /// The domain.
    pub domain: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Description.
    pub description: Option<String>,
    /// Time-out of tasks from start to end.
    pub default_task_start_to_close_timeout: Option<Timeout>,
    /// Time-out between heartbeats.
    pub default_task_heartbeat_timeout: Option<Timeout>,
    /// Task list of its tasks.
    pub default_task_list: Option<TaskList>,
    /// Priority.
    pub default_task_priority: Option<String>,
    /// Time-out of waiting for a worker.
    pub default_task_schedule_to_start_timeout: Option<Timeout>,
    /// Time-out of tasks from scheduling to end.
    pub default_task_schedule_to_close_timeout: Option<Timeout>,
}
