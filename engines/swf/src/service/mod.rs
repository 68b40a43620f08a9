//! Amazon SWF as deciders and workers see it: the actions that they use, whoever performs them: the
//! service itself (feature `aws`), or a double in memory.

mod error;
mod requests;

pub use error::{SwfError, SwfErrorKind};
pub use requests::{
    ExecutionStatus, GetWorkflowExecutionHistory, PollForActivityTask, PollForDecisionTask,
    RecordActivityTaskHeartbeat, RegisterActivityType, RegisterDomain, RegisterWorkflowType,
    RequestCancelWorkflowExecution, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, RespondDecisionTaskCompleted, SignalWorkflowExecution,
    StartWorkflowExecution, TerminateWorkflowExecution, WorkflowExecutionDetail,
};

use crate::model::{ActivityTask, DecisionTask, History, WorkflowExecution};

/// What every action answers.
pub type SwfResult<T> = Result<T, SwfError>;

/// Amazon SWF's actions by their names. Every one may be called at any time, from several tasks at
/// once; dropping the future gives the call up, whether or not the service has heard of it.
pub trait Swf: Send + Sync + 'static {
    /// Waits for a decision task, as long as the service holds the connection open. None came: the
    /// task's token is empty. With a page token the answer is the next page of the same task.
    fn poll_for_decision_task(
        &self,
        request: PollForDecisionTask,
    ) -> impl Future<Output = SwfResult<DecisionTask>> + Send;

    /// Answers a decision task.
    fn respond_decision_task_completed(
        &self,
        request: RespondDecisionTaskCompleted,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Waits for an activity task, as long as the service holds the connection open. None came: the
    /// task's token is empty.
    fn poll_for_activity_task(
        &self,
        request: PollForActivityTask,
    ) -> impl Future<Output = SwfResult<ActivityTask>> + Send;

    /// Says that an activity task is still at work. True: somebody has asked to cancel it.
    fn record_activity_task_heartbeat(
        &self,
        request: RecordActivityTaskHeartbeat,
    ) -> impl Future<Output = SwfResult<bool>> + Send;

    /// An activity task is done.
    fn respond_activity_task_completed(
        &self,
        request: RespondActivityTaskCompleted,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// An activity task has failed.
    fn respond_activity_task_failed(
        &self,
        request: RespondActivityTaskFailed,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// An activity task has stopped because somebody asked for it.
    fn respond_activity_task_canceled(
        &self,
        request: RespondActivityTaskCanceled,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Starts a workflow execution; its run id.
    fn start_workflow_execution(
        &self,
        request: StartWorkflowExecution,
    ) -> impl Future<Output = SwfResult<String>> + Send;

    /// Sends a signal to an execution.
    fn signal_workflow_execution(
        &self,
        request: SignalWorkflowExecution,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Asks an execution to cancel itself.
    fn request_cancel_workflow_execution(
        &self,
        request: RequestCancelWorkflowExecution,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Ends an execution at once.
    fn terminate_workflow_execution(
        &self,
        request: TerminateWorkflowExecution,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// How an execution stands.
    fn describe_workflow_execution(
        &self,
        domain: String,
        execution: WorkflowExecution,
    ) -> impl Future<Output = SwfResult<WorkflowExecutionDetail>> + Send;

    /// A page of the history of an execution.
    fn get_workflow_execution_history(
        &self,
        request: GetWorkflowExecutionHistory,
    ) -> impl Future<Output = SwfResult<History>> + Send;

    /// Makes a domain.
    fn register_domain(
        &self,
        request: RegisterDomain,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Makes a workflow type known.
    fn register_workflow_type(
        &self,
        request: RegisterWorkflowType,
    ) -> impl Future<Output = SwfResult<()>> + Send;

    /// Makes an activity type known.
    fn register_activity_type(
        &self,
        request: RegisterActivityType,
    ) -> impl Future<Output = SwfResult<()>> + Send;
}
