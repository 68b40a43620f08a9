//! The actions of Amazon SWF that deciders and workers use, as a trait. The service itself (feature
//! `aws`) and a double in memory implement it.

mod error;
mod execution_detail;
mod requests;

pub use error::{SwfError, SwfErrorKind};
pub use execution_detail::{ExecutionStatus, WorkflowExecutionDetail};
pub use requests::{
    GetWorkflowExecutionHistory, PollForActivityTask, PollForDecisionTask,
    RecordActivityTaskHeartbeat, RegisterActivityType, RegisterDomain, RegisterWorkflowType,
    RequestCancelWorkflowExecution, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, RespondDecisionTaskCompleted, SignalWorkflowExecution,
    StartWorkflowExecution, TerminateWorkflowExecution,
};

use crate::model::{ActivityTask, DecisionTask, History, WorkflowExecution};

/// Result of an action.
pub type SwfResult<T> = Result<T, SwfError>;

/// Amazon SWF's actions by name. They may be called at any time, from several tasks at once.
/// Dropping the future abandons the call, which the service may or may not have received.
pub trait Swf: Send + Sync + 'static {
    /// Polls for a decision task, as long as the service holds the connection open. Without a task
    /// the token is empty. With a page token, returns the next page of the same task.
    fn poll_for_decision_task(
        &self,
        request: PollForDecisionTask,
    ) -> impl Future<Output = SwfResult<DecisionTask>> + Send;

    /// Completes a decision task.
    fn respond_decision_task_completed(
        &self,
        request: RespondDecisionTaskCompleted,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Polls for an activity task, as long as the service holds the connection open. Without a task
    /// the token is empty.
    fn poll_for_activity_task(
        &self,
        request: PollForActivityTask,
    ) -> impl Future<Output = SwfResult<ActivityTask>> + Send;

    /// Sends a heartbeat of an activity task. Returns true if its cancellation was requested.
    fn record_activity_task_heartbeat(
        &self,
        request: RecordActivityTaskHeartbeat,
    ) -> impl Future<Output = SwfResult<bool>> + Send;

    /// Completes an activity task.
    fn respond_activity_task_completed(
        &self,
        request: RespondActivityTaskCompleted,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Fails an activity task.
    fn respond_activity_task_failed(
        &self,
        request: RespondActivityTaskFailed,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Confirms the cancellation of an activity task.
    fn respond_activity_task_canceled(
        &self,
        request: RespondActivityTaskCanceled,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Starts a workflow execution and returns its run id.
    fn start_workflow_execution(
        &self,
        request: StartWorkflowExecution,
    ) -> impl Future<Output = SwfResult<String>> + Send;

    /// Sends a signal to an execution.
    fn signal_workflow_execution(
        &self,
        request: SignalWorkflowExecution,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Requests the cancellation of an execution.
    fn request_cancel_workflow_execution(
        &self,
        request: RequestCancelWorkflowExecution,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Terminates an execution.
    fn terminate_workflow_execution(
        &self,
        request: TerminateWorkflowExecution,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Describes an execution.
    fn describe_workflow_execution(
        &self,
        domain: String,
        execution: WorkflowExecution,
    ) -> impl Future<Output = SwfResult<WorkflowExecutionDetail>> + Send;

    /// Returns a page of the history of an execution.
    fn get_workflow_execution_history(
        &self,
        request: GetWorkflowExecutionHistory,
    ) -> impl Future<Output = SwfResult<History>> + Send;

    /// Registers a domain.
    fn register_domain(
        &self,
        request: RegisterDomain,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Registers a workflow type.
    fn register_workflow_type(
        &self,
        request: RegisterWorkflowType,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Registers an activity type.
    fn register_activity_type(
        &self,
        request: RegisterActivityType,
    ) -> impl Future<Output = SwfResult<()>> + Send;
}
