//! What the actions are asked and answer, in SWF's own words.

use crate::model::{ChildPolicy, Decision, TaskList, Timeout, WorkflowExecution, WorkflowType};

/// Asks for a decision task, or for the next page of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PollForDecisionTask {
    /// Where.
    pub domain: String,
    /// Whose tasks.
    pub task_list: String,
    /// Who asks: stands in the history.
    pub identity: Option<String>,
    /// Most events of a page, 1 to 1,000; without it 1,000.
    pub maximum_page_size: Option<u32>,
    /// The newest event first.
    pub reverse_order: bool,
    /// The next page of a task, with all else as it was asked for the first.
    pub next_page_token: Option<String>,
    /// Only events since the last decision task that was started.
    pub start_at_previous_started_event: bool,
}

/// Answers a decision task.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RespondDecisionTaskCompleted {
    /// Of the decision task.
    pub task_token: String,
    /// What to do, in this order.
    pub decisions: Vec<Decision>,
    /// Shown by `DescribeWorkflowExecution`.
    pub execution_context: Option<String>,
    /// Where later decision tasks of the execution go.
    pub task_list: Option<TaskList>,
    /// How long they may wait there; then they go to the list that the execution was started with.
    pub task_list_schedule_to_start_timeout: Option<Timeout>,
}

/// Asks for an activity task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PollForActivityTask {
    /// Where.
    pub domain: String,
    /// Whose tasks.
    pub task_list: String,
    /// Who asks: stands in the history.
    pub identity: Option<String>,
}

/// Says that an activity task is still at work.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordActivityTaskHeartbeat {
    /// Of the activity task.
    pub task_token: String,
    /// How far it is.
    pub details: Option<String>,
}

/// An activity task is done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RespondActivityTaskCompleted {
    /// Of the activity task.
    pub task_token: String,
    /// What came out.
    pub result: Option<String>,
}

/// An activity task has failed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RespondActivityTaskFailed {
    /// Of the activity task.
    pub task_token: String,
    /// The name of the error.
    pub reason: Option<String>,
    /// Its cause.
    pub details: Option<String>,
}

/// An activity task has stopped because somebody asked for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RespondActivityTaskCanceled {
    /// Of the activity task.
    pub task_token: String,
    /// How far it came.
    pub details: Option<String>,
}

/// Starts a workflow execution. What is left out has the default of its type.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StartWorkflowExecution {
    /// Where.
    pub domain: String,
    /// Its id: there is one execution under way with it at most.
    pub workflow_id: String,
    /// What it is.
    pub workflow_type: WorkflowType,
    /// Where its decision tasks go.
    pub task_list: Option<TaskList>,
    /// Which of them go first.
    pub task_priority: Option<String>,
    /// What it is given.
    pub input: Option<String>,
    /// How long it may take.
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// At most five.
    pub tag_list: Vec<String>,
    /// How long a decision may take.
    pub task_start_to_close_timeout: Option<Timeout>,
    /// What becomes of its children when it is ended from outside.
    pub child_policy: Option<ChildPolicy>,
    /// The role that Lambda functions are invoked with.
    pub lambda_role: Option<String>,
}

/// Sends a signal to an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SignalWorkflowExecution {
    /// Where.
    pub domain: String,
    /// To which.
    pub workflow_id: String,
    /// Its run; without it the one under way.
    pub run_id: Option<String>,
    /// What is told.
    pub signal_name: String,
    /// What about it.
    pub input: Option<String>,
}

/// Asks an execution to cancel itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RequestCancelWorkflowExecution {
    /// Where.
    pub domain: String,
    /// Which.
    pub workflow_id: String,
    /// Its run; without it the one under way.
    pub run_id: Option<String>,
}

/// Ends an execution at once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TerminateWorkflowExecution {
    /// Where.
    pub domain: String,
    /// Which.
    pub workflow_id: String,
    /// Its run; without it the one under way.
    pub run_id: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// More about it.
    pub details: Option<String>,
    /// What becomes of its children; without it what the execution says.
    pub child_policy: Option<ChildPolicy>,
}

/// How an execution stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkflowExecutionDetail {
    /// Which.
    pub execution: WorkflowExecution,
    /// What it is.
    pub workflow_type: WorkflowType,
    /// Whether it has ended.
    pub status: ExecutionStatus,
    /// How it has ended, as SWF says it: `COMPLETED`, `FAILED`, `CANCELED`, `TERMINATED`,
    /// `CONTINUED_AS_NEW`, `TIMED_OUT`.
    pub close_status: Option<String>,
    /// Whether somebody has asked to cancel it.
    pub cancel_requested: bool,
    /// Activity tasks under way.
    pub open_activity_tasks: u32,
    /// Decision tasks under way: 0 or 1.
    pub open_decision_tasks: u32,
    /// Timers under way.
    pub open_timers: u32,
    /// Children under way.
    pub open_child_workflow_executions: u32,
    /// Lambda functions under way.
    pub open_lambda_functions: u32,
    /// What the last decision said about itself.
    pub latest_execution_context: Option<String>,
}

/// Whether an execution has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExecutionStatus {
    /// It is under way.
    #[default]
    Open,
    /// It has ended.
    Closed,
}

/// Asks for a page of a history.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GetWorkflowExecutionHistory {
    /// Where.
    pub domain: String,
    /// Whose.
    pub execution: WorkflowExecution,
    /// Most events of a page.
    pub maximum_page_size: Option<u32>,
    /// The newest event first.
    pub reverse_order: bool,
    /// The next page, with all else as it was asked for the first.
    pub next_page_token: Option<String>,
}

/// Makes a domain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegisterDomain {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Days for which ended executions are kept; or `NONE`.
    pub workflow_execution_retention_period_in_days: String,
}

/// Makes a workflow type known, with what its executions have where they are not told otherwise.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RegisterWorkflowType {
    /// Where.
    pub domain: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is for.
    pub description: Option<String>,
    /// How long a decision may take.
    pub default_task_start_to_close_timeout: Option<Timeout>,
    /// How long an execution may take.
    pub default_execution_start_to_close_timeout: Option<Timeout>,
    /// Where its decision tasks go.
    pub default_task_list: Option<TaskList>,
    /// Which of them go first.
    pub default_task_priority: Option<String>,
    /// What becomes of children when an execution is ended from outside.
    pub default_child_policy: Option<ChildPolicy>,
    /// The role that Lambda functions are invoked with.
    pub default_lambda_role: Option<String>,
}

/// Makes an activity type known, with what its tasks have where they are not told otherwise.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RegisterActivityType {
    /// Where.
    pub domain: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it does.
    pub description: Option<String>,
    /// How long a task may take once it has begun.
    pub default_task_start_to_close_timeout: Option<Timeout>,
    /// Longest silence between heartbeats.
    pub default_task_heartbeat_timeout: Option<Timeout>,
    /// Where its tasks go.
    pub default_task_list: Option<TaskList>,
    /// Which of them go first.
    pub default_task_priority: Option<String>,
    /// How long a task may wait for a worker.
    pub default_task_schedule_to_start_timeout: Option<Timeout>,
    /// How long a task may take in all.
    pub default_task_schedule_to_close_timeout: Option<Timeout>,
}
