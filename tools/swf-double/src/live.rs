//! The double as a service for pollers and workers: polling waits, and the clock is tokio's.

use std::time::Duration;

use asl_swf::model::{ActivityTask, DecisionTask, History, Timestamp, WorkflowExecution};
use asl_swf::service::{
    GetWorkflowExecutionHistory, PollForActivityTask, PollForDecisionTask,
    RecordActivityTaskHeartbeat, RegisterActivityType, RegisterDomain, RegisterWorkflowType,
    RequestCancelWorkflowExecution, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, RespondDecisionTaskCompleted, SignalWorkflowExecution,
    StartWorkflowExecution, Swf, SwfResult, TerminateWorkflowExecution, WorkflowExecutionDetail,
};
use tokio::time::{Instant, timeout_at};

use crate::handle::Double;

/// Maximum duration of a poll.
const LONG_POLL: Duration = Duration::from_secs(60);

/// A [`Double`] whose time is that of tokio: in tests with paused time nothing ever sleeps.
#[derive(Clone)]
pub struct Live {
    double: Double,
    /// The time of tokio's clock that corresponds to this time of the double.
    since: (Instant, Timestamp),
}

impl Live {
    /// Starts the double's clock. Must be called within a runtime of tokio.
    pub fn new(double: Double) -> Self {
        let now = double.now();
        Self { double, since: (Instant::now(), now) }
    }

    /// The double, with its clock set to now.
    pub fn double(&self) -> &Double {
        let (instant, time) = self.since;
        let passed = i64::try_from(instant.elapsed().as_millis()).unwrap_or(i64::MAX);
        let now = Timestamp::from_millis(time.as_millis().saturating_add(passed));
        if now > self.double.now() {
            self.double.advance_to(now);
        }
        &self.double
    }

    /// The time of tokio's clock at this time of the double.
    fn instant(&self, time: Timestamp) -> Instant {
        let (instant, start) = self.since;
        let passed = u64::try_from(time.as_millis().saturating_sub(start.as_millis())).unwrap_or(0);
        instant.checked_add(Duration::from_millis(passed)).unwrap_or(instant + LONG_POLL)
    }

    /// Repeats a call whenever something may have happened, until it has a result or the poll's
    /// duration is over.
    async fn poll<T>(
        &self,
        mut ask: impl FnMut(&Double) -> SwfResult<T>,
        empty: impl Fn(&T) -> bool,
    ) -> SwfResult<T> {
        let end = Instant::now() + LONG_POLL;
        loop {
            let news = self.double.news().notified();
            tokio::pin!(news);
            news.as_mut().enable();
            let task = ask(self.double())?;
            if !empty(&task) || Instant::now() >= end {
                return Ok(task);
            }
            let due = self.double.next_due().map_or(end, |due| self.instant(due).min(end));
            // Either way it is time to repeat the call.
            let _ = timeout_at(due, news).await;
        }
    }
}

impl Swf for Live {
    async fn poll_for_decision_task(
        &self,
        request: PollForDecisionTask,
    ) -> SwfResult<DecisionTask> {
        self.poll(|double| double.poll_for_decision_task(request.clone()), DecisionTask::is_empty)
            .await
    }

    async fn poll_for_activity_task(
        &self,
        request: PollForActivityTask,
    ) -> SwfResult<ActivityTask> {
        self.poll(|double| double.poll_for_activity_task(request.clone()), ActivityTask::is_empty)
            .await
    }

    async fn describe_workflow_execution(
        &self,
        domain: String,
        execution: WorkflowExecution,
    ) -> SwfResult<WorkflowExecutionDetail> {
        self.double().describe_workflow_execution(&domain, &execution)
    }

    async fn respond_decision_task_completed(
        &self,
        request: RespondDecisionTaskCompleted,
    ) -> SwfResult<()> {
        self.double().respond_decision_task_completed(request)
    }

    async fn record_activity_task_heartbeat(
        &self,
        request: RecordActivityTaskHeartbeat,
    ) -> SwfResult<bool> {
        self.double().record_activity_task_heartbeat(request)
    }

    async fn respond_activity_task_completed(
        &self,
        request: RespondActivityTaskCompleted,
    ) -> SwfResult<()> {
        self.double().respond_activity_task_completed(request)
    }

    async fn respond_activity_task_failed(
        &self,
        request: RespondActivityTaskFailed,
    ) -> SwfResult<()> {
        self.double().respond_activity_task_failed(request)
    }

    async fn respond_activity_task_canceled(
        &self,
        request: RespondActivityTaskCanceled,
    ) -> SwfResult<()> {
        self.double().respond_activity_task_canceled(request)
    }

    async fn start_workflow_execution(&self, request: StartWorkflowExecution) -> SwfResult<String> {
        self.double().start_workflow_execution(request)
    }

    async fn signal_workflow_execution(&self, request: SignalWorkflowExecution) -> SwfResult<()> {
        self.double().signal_workflow_execution(request)
    }

    async fn request_cancel_workflow_execution(
        &self,
        request: RequestCancelWorkflowExecution,
    ) -> SwfResult<()> {
        self.double().request_cancel_workflow_execution(request)
    }

    async fn terminate_workflow_execution(
        &self,
        request: TerminateWorkflowExecution,
    ) -> SwfResult<()> {
        self.double().terminate_workflow_execution(request)
    }

    async fn get_workflow_execution_history(
        &self,
        request: GetWorkflowExecutionHistory,
    ) -> SwfResult<History> {
        self.double().get_workflow_execution_history(request)
    }

    async fn register_domain(&self, request: RegisterDomain) -> SwfResult<()> {
        self.double().register_domain(request)
    }

    async fn register_workflow_type(&self, request: RegisterWorkflowType) -> SwfResult<()> {
        self.double().register_workflow_type(request)
    }

    async fn register_activity_type(&self, request: RegisterActivityType) -> SwfResult<()> {
        self.double().register_activity_type(request)
    }
}
