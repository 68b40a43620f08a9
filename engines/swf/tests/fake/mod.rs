//! A scripted service, which performs its script in order and records its calls.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_swf::model::{ActivityTask, Decision, DecisionTask, History, WorkflowExecution};
use asl_swf::service::{
    GetWorkflowExecutionHistory, PollForActivityTask, PollForDecisionTask,
    RecordActivityTaskHeartbeat, RegisterActivityType, RegisterDomain, RegisterWorkflowType,
    RequestCancelWorkflowExecution, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, RespondDecisionTaskCompleted, SignalWorkflowExecution,
    StartWorkflowExecution, SwfResult, TerminateWorkflowExecution, WorkflowExecutionDetail,
};
use asl_swf::worker::Stop;
use asl_swf::{Swf, SwfError, SwfErrorKind};
use tokio::time::{Instant, sleep};

/// The service's reaction to a call.
#[derive(Clone)]
pub(crate) enum Play {
    /// A decision task, after so many seconds.
    Decision(u64, DecisionTask),
    /// An activity task, after so many seconds.
    Activity(u64, ActivityTask),
    /// An empty answer, after so many milliseconds.
    Empty(u64),
    /// The answer of an action without contents.
    Done,
    /// A heartbeat's answer: cancel.
    Cancel,
    /// An error.
    Fail(SwfErrorKind),
    /// No answer, ever.
    Silence,
}

/// The recorded calls.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Heard {
    Poll(Option<String>),
    Decided(Vec<Decision>),
    Beat,
    Completed(String),
    Failed(String, String),
    Canceled,
}

#[derive(Default)]
struct Script {
    plays: HashMap<&'static str, VecDeque<Play>>,
    heard: Vec<(u128, Heard)>,
    /// The details of heartbeats.
    beats: Vec<String>,
}

/// The service. Polls for which nothing is in the script stop the worker, and are not answered.
pub(crate) struct Fake {
    script: Mutex<Script>,
    pub(crate) stop: Stop,
    began: Instant,
}

pub(crate) const POLL: &str = "poll";
pub(crate) const RESPOND: &str = "respond";
pub(crate) const BEAT: &str = "beat";

impl Fake {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { script: Mutex::default(), stop: Stop::new(), began: Instant::now() })
    }

    /// The next answers to calls of a kind; calls that are not in the script succeed at once.
    pub(crate) fn plays(&self, kind: &'static str, plays: impl IntoIterator<Item = Play>) {
        self.script.lock().unwrap().plays.entry(kind).or_default().extend(plays);
    }

    /// The details of the heartbeats that had some.
    pub(crate) fn beats(&self) -> Vec<String> {
        self.script.lock().unwrap().beats.clone()
    }

    /// The recorded calls.
    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.script.lock().unwrap().heard.iter().map(|(_, heard)| heard.clone()).collect()
    }

    /// Times of the recorded calls, in milliseconds.
    pub(crate) fn times(&self, wanted: &Heard) -> Vec<u128> {
        let script = self.script.lock().unwrap();
        script.heard.iter().filter(|(_, heard)| heard == wanted).map(|(time, _)| *time).collect()
    }

    fn next(&self, kind: &'static str, heard: Heard) -> Option<Play> {
        let mut script = self.script.lock().unwrap();
        script.heard.push((self.began.elapsed().as_millis(), heard));
        script.plays.get_mut(kind).and_then(VecDeque::pop_front)
    }

    async fn answer(&self, kind: &'static str, heard: Heard) -> SwfResult<Play> {
        match self.next(kind, heard) {
            Some(Play::Fail(kind)) => Err(SwfError::new(kind, "Call", "Code", "words")),
            Some(Play::Silence) => std::future::pending().await,
            Some(play) => Ok(play),
            None if kind == POLL => {
                self.stop.stop();
                std::future::pending().await
            }
            None => Ok(Play::Done),
        }
    }
}

impl Swf for Fake {
    async fn poll_for_decision_task(
        &self,
        request: PollForDecisionTask,
    ) -> SwfResult<DecisionTask> {
        match self.answer(POLL, Heard::Poll(request.next_page_token)).await? {
            Play::Decision(after, task) => {
                sleep(Duration::from_secs(after)).await;
                Ok(task)
            }
            Play::Empty(after) => {
                sleep(Duration::from_millis(after)).await;
                Ok(DecisionTask::default())
            }
            Play::Activity(..) | Play::Done | Play::Cancel | Play::Fail(_) | Play::Silence => {
                panic!("no such answer")
            }
        }
    }

    async fn poll_for_activity_task(&self, _: PollForActivityTask) -> SwfResult<ActivityTask> {
        match self.answer(POLL, Heard::Poll(None)).await? {
            Play::Activity(after, task) => {
                sleep(Duration::from_secs(after)).await;
                Ok(task)
            }
            Play::Empty(after) => {
                sleep(Duration::from_millis(after)).await;
                Ok(ActivityTask::default())
            }
            Play::Decision(..) | Play::Done | Play::Cancel | Play::Fail(_) | Play::Silence => {
                panic!("no such answer")
            }
        }
    }

    async fn respond_decision_task_completed(
        &self,
        request: RespondDecisionTaskCompleted,
    ) -> SwfResult<()> {
        self.answer(RESPOND, Heard::Decided(request.decisions)).await.map(drop)
    }

    async fn record_activity_task_heartbeat(
        &self,
        request: RecordActivityTaskHeartbeat,
    ) -> SwfResult<bool> {
        self.script.lock().unwrap().beats.extend(request.details);
        self.answer(BEAT, Heard::Beat).await.map(|play| matches!(play, Play::Cancel))
    }

    async fn respond_activity_task_completed(
        &self,
        request: RespondActivityTaskCompleted,
    ) -> SwfResult<()> {
        self.answer(RESPOND, Heard::Completed(request.result.unwrap_or_default())).await.map(drop)
    }

    async fn respond_activity_task_failed(
        &self,
        request: RespondActivityTaskFailed,
    ) -> SwfResult<()> {
        let (reason, details) =
            (request.reason.unwrap_or_default(), request.details.unwrap_or_default());
        self.answer(RESPOND, Heard::Failed(reason, details)).await.map(drop)
    }

    async fn respond_activity_task_canceled(
        &self,
        _: RespondActivityTaskCanceled,
    ) -> SwfResult<()> {
        self.answer(RESPOND, Heard::Canceled).await.map(drop)
    }

    async fn start_workflow_execution(&self, _: StartWorkflowExecution) -> SwfResult<String> {
        unreachable!("workers do not start executions")
    }

    async fn signal_workflow_execution(&self, _: SignalWorkflowExecution) -> SwfResult<()> {
        unreachable!("workers do not signal")
    }

    async fn request_cancel_workflow_execution(
        &self,
        _: RequestCancelWorkflowExecution,
    ) -> SwfResult<()> {
        unreachable!("workers do not cancel executions")
    }

    async fn terminate_workflow_execution(&self, _: TerminateWorkflowExecution) -> SwfResult<()> {
        unreachable!("workers do not end executions")
    }

    async fn describe_workflow_execution(
        &self,
        _: String,
        _: WorkflowExecution,
    ) -> SwfResult<WorkflowExecutionDetail> {
        unreachable!("workers do not look at executions")
    }

    async fn get_workflow_execution_history(
        &self,
        _: GetWorkflowExecutionHistory,
    ) -> SwfResult<History> {
        unreachable!("pages of a decision task come from PollForDecisionTask")
    }

    async fn register_domain(&self, _: RegisterDomain) -> SwfResult<()> {
        unreachable!("workers do not register")
    }

    async fn register_workflow_type(&self, _: RegisterWorkflowType) -> SwfResult<()> {
        unreachable!("workers do not register")
    }

    async fn register_activity_type(&self, _: RegisterActivityType) -> SwfResult<()> {
        unreachable!("workers do not register")
    }
}
