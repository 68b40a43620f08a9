//! The handle for tests: every action of the service, the clock, and functions that only tests
//! need.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use asl_swf::model::{
    ActivityTask, ActivityType, ChildPolicy, Decision, DecisionTask, Event, History, TaskList,
    Timeout, Timestamp, WorkflowExecution, WorkflowType,
};
use asl_swf::service::{
    GetWorkflowExecutionHistory, PollForActivityTask, PollForDecisionTask,
    RecordActivityTaskHeartbeat, RegisterActivityType, RegisterDomain, RegisterWorkflowType,
    RequestCancelWorkflowExecution, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, RespondDecisionTaskCompleted, SignalWorkflowExecution,
    StartWorkflowExecution, SwfError, SwfResult, TerminateWorkflowExecution,
    WorkflowExecutionDetail,
};
use tokio::sync::Notify;

use crate::fault::{Fault, Outcome};
use crate::lambda::{LambdaAnswer, LambdaCall};
use crate::options::Options;
use crate::service::Service;

/// The domain of the short forms such as [`Double::start`].
pub const DOMAIN: &str = "test";

/// Amazon SWF in memory. Clones are handles of the same service; any number of threads may use it.
#[derive(Clone)]
pub struct Double {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    news: Notify,
}

struct State {
    service: Service,
    /// Faults to inject into the next calls of an action.
    faults: BTreeMap<String, VecDeque<Interruption>>,
}

/// A fault to inject into a call.
struct Interruption {
    error: SwfError,
    /// The service performs the action, but the answer is lost.
    performed: bool,
}

impl Default for Double {
    fn default() -> Self {
        Self::new()
    }
}

/// An action: injects a fault if there is one, performs the action, and then everything that is
/// due.
macro_rules! actions {
    ($($(#[$doc:meta])* $action:literal $name:ident($($argument:ident: $Argument:ty),*) -> $Answer:ty, $call:expr;)*) => {
        impl Double {
            $(
                $(#[$doc])*
                pub fn $name(&self, $($argument: $Argument),*) -> SwfResult<$Answer> {
                    let call: fn(&mut Service, $($Argument),*) -> Outcome<$Answer> = $call;
                    self.act($action, |service| call(service, $($argument),*))
                }
            )*
        }
    };
}

actions! {
    /// Registers a domain.
    "RegisterDomain" register_domain(request: RegisterDomain) -> (), |service, request| service.register_domain(&request);
    /// Registers a workflow type.
    "RegisterWorkflowType" register_workflow_type(request: RegisterWorkflowType) -> (), Service::register_workflow_type;
    /// Registers an activity type.
    "RegisterActivityType" register_activity_type(request: RegisterActivityType) -> (), Service::register_activity_type;
    /// Deprecates a workflow type: no execution of it can be started.
    "DeprecateWorkflowType" deprecate_workflow_type(domain: &str, workflow_type: &WorkflowType) -> (), Service::deprecate_workflow_type;
    /// Deprecates an activity type: no task of it can be scheduled.
    "DeprecateActivityType" deprecate_activity_type(domain: &str, activity_type: &ActivityType) -> (), Service::deprecate_activity_type;
    /// Starts an execution. Returns its run id.
    "StartWorkflowExecution" start_workflow_execution(request: StartWorkflowExecution) -> String, Service::start_workflow_execution;
    /// The next decision task of a list, or the next page of one. Empty if there is none: this
    /// never waits.
    "PollForDecisionTask" poll_for_decision_task(request: PollForDecisionTask) -> DecisionTask, |service, request| service.poll_for_decision_task(&request);
    /// Answers a decision task.
    "RespondDecisionTaskCompleted" respond_decision_task_completed(request: RespondDecisionTaskCompleted) -> (), Service::respond_decision_task_completed;
    /// The next activity task of a list. Empty if there is none: this never waits.
    "PollForActivityTask" poll_for_activity_task(request: PollForActivityTask) -> ActivityTask, |service, request| service.poll_for_activity_task(&request);
    /// Records a heartbeat of an activity task. Returns true if the worker should stop.
    "RecordActivityTaskHeartbeat" record_activity_task_heartbeat(request: RecordActivityTaskHeartbeat) -> bool, Service::record_activity_task_heartbeat;
    /// Completes an activity task.
    "RespondActivityTaskCompleted" respond_activity_task_completed(request: RespondActivityTaskCompleted) -> (), Service::respond_activity_task_completed;
    /// Fails an activity task.
    "RespondActivityTaskFailed" respond_activity_task_failed(request: RespondActivityTaskFailed) -> (), Service::respond_activity_task_failed;
    /// Cancels an activity task.
    "RespondActivityTaskCanceled" respond_activity_task_canceled(request: RespondActivityTaskCanceled) -> (), Service::respond_activity_task_canceled;
    /// Sends a signal to an execution.
    "SignalWorkflowExecution" signal_workflow_execution(request: SignalWorkflowExecution) -> (), Service::signal_workflow_execution;
    /// Requests the cancellation of an execution.
    "RequestCancelWorkflowExecution" request_cancel_workflow_execution(request: RequestCancelWorkflowExecution) -> (), |service, request| service.request_cancel_workflow_execution(&request);
    /// Terminates an execution.
    "TerminateWorkflowExecution" terminate_workflow_execution(request: TerminateWorkflowExecution) -> (), Service::terminate_workflow_execution;
    /// The status of an execution.
    "DescribeWorkflowExecution" describe_workflow_execution(domain: &str, execution: &WorkflowExecution) -> WorkflowExecutionDetail, |service, domain, execution| service.describe(domain, execution);
    /// A page of a history.
    "GetWorkflowExecutionHistory" get_workflow_execution_history(request: GetWorkflowExecutionHistory) -> History, |service, request| service.get_workflow_execution_history(&request);
}

impl Double {
    /// A service with default options and the domain [`DOMAIN`].
    pub fn new() -> Self {
        Self::with(Options::default())
    }

    /// A service with these options and the domain [`DOMAIN`].
    pub fn with(options: Options) -> Self {
        let state = State { service: Service::new(options), faults: BTreeMap::new() };
        let double =
            Self { shared: Arc::new(Shared { state: Mutex::new(state), news: Notify::new() }) };
        let domain = RegisterDomain {
            name: DOMAIN.into(),
            description: None,
            workflow_execution_retention_period_in_days: "1".into(),
        };
        if double.register_domain(domain).is_err() {
            unreachable!("there is no domain yet");
        }
        double
    }

    /// Sets the Lambda functions. They are called while the service is locked, so they must not use
    /// the double.
    pub fn on_lambda(
        &self,
        functions: impl Fn(&LambdaCall) -> LambdaAnswer + Send + Sync + 'static,
    ) {
        self.lock().service.functions = Some(Arc::new(functions));
    }

    /// Answers a Lambda call that was held.
    pub fn answer_lambda(
        &self,
        workflow_id: &str,
        id: &str,
        answer: LambdaAnswer,
    ) -> SwfResult<()> {
        self.act("AnswerLambda", |service| service.answer_lambda(DOMAIN, workflow_id, id, answer))
    }

    /// Makes the next decision of this type fail with this cause, such as
    /// `OPERATION_NOT_PERMITTED`.
    pub fn refuse_decision(&self, decision_type: &str, cause: &str) {
        self.lock().service.refuse(decision_type, cause);
    }

    /// Makes the next call of this action fail with this error, without any effect.
    pub fn fail_call(&self, action: &str, error: SwfError) {
        self.interrupt(action, Interruption { error, performed: false });
    }

    /// Makes the next call of this action return this error after having its effect.
    pub fn lose_answer(&self, action: &str, error: SwfError) {
        self.interrupt(action, Interruption { error, performed: true });
    }

    fn interrupt(&self, action: &str, interruption: Interruption) {
        self.lock().faults.entry(action.to_owned()).or_default().push_back(interruption);
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        self.lock().service.now()
    }

    /// Time of the next planned event.
    pub fn next_due(&self) -> Option<Timestamp> {
        self.lock().service.next_due()
    }

    /// Advances the clock: everything that is due happens, in the order of time and then of
    /// planning.
    pub fn advance(&self, duration: Duration) {
        self.lock().service.advance(duration);
        self.shared.news.notify_waiters();
    }

    /// Advances the clock to this time; it never goes back.
    pub fn advance_to(&self, time: Timestamp) {
        self.lock().service.advance_to(time.as_millis());
        self.shared.news.notify_waiters();
    }

    /// The whole history of a run.
    pub fn history(&self, execution: &WorkflowExecution) -> SwfResult<Vec<Event>> {
        self.act("GetWorkflowExecutionHistory", |service| service.history(DOMAIN, execution))
    }

    /// All runs of a workflow id, oldest first.
    pub fn runs(&self, workflow_id: &str) -> Vec<WorkflowExecution> {
        self.lock().service.runs_of(DOMAIN, workflow_id)
    }

    /// Number of decision tasks in a list.
    pub fn count_pending_decision_tasks(&self, domain: &str, list: &str) -> usize {
        self.lock().service.count_pending_decision_tasks(domain, list)
    }

    /// Number of activity tasks in a list.
    pub fn count_pending_activity_tasks(&self, domain: &str, list: &str) -> usize {
        self.lock().service.count_pending_activity_tasks(domain, list)
    }

    /// Notified when something may have happened.
    pub(crate) fn news(&self) -> &Notify {
        &self.shared.news
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn act<T>(
        &self,
        action: &'static str,
        call: impl FnOnce(&mut Service) -> Outcome<T>,
    ) -> SwfResult<T> {
        let mut state = self.lock();
        let interruption = state.faults.get_mut(action).and_then(VecDeque::pop_front);
        if let Some(Interruption { error, performed: false }) = interruption {
            return Err(error);
        }
        state.service.settle();
        let answer = call(&mut state.service).map_err(|fault: Fault| fault.of(action));
        state.service.settle();
        drop(state);
        // A poll gives no task to others, and would wake itself endlessly.
        if !action.starts_with("PollFor") {
            self.shared.news.notify_waiters();
        }
        match interruption {
            Some(interruption) => Err(interruption.error),
            None => answer,
        }
    }
}

/// Short forms, all of the domain [`DOMAIN`].
impl Double {
    /// Registers a workflow type with usual defaults: a day, a minute for a decision, a task list
    /// with its name, and termination of children.
    pub fn register(&self, name: &str, version: &str) -> SwfResult<()> {
        self.register_workflow_type(RegisterWorkflowType {
            domain: DOMAIN.into(),
            name: name.into(),
            version: version.into(),
            description: None,
            default_task_start_to_close_timeout: Some(Timeout::Seconds(60)),
            default_execution_start_to_close_timeout: Some(Timeout::Seconds(86_400)),
            default_task_list: Some(TaskList::new(name)),
            default_task_priority: None,
            default_child_policy: Some(ChildPolicy::Terminate),
            default_lambda_role: None,
        })
    }

    /// Registers an activity type without time-outs, with a task list of its name.
    pub fn register_activity(&self, name: &str, version: &str) -> SwfResult<()> {
        self.register_activity_type(RegisterActivityType {
            domain: DOMAIN.into(),
            name: name.into(),
            version: version.into(),
            description: None,
            default_task_start_to_close_timeout: Some(Timeout::Unlimited),
            default_task_heartbeat_timeout: Some(Timeout::Unlimited),
            default_task_list: Some(TaskList::new(name)),
            default_task_priority: None,
            default_task_schedule_to_start_timeout: Some(Timeout::Unlimited),
            default_task_schedule_to_close_timeout: Some(Timeout::Unlimited),
        })
    }

    /// Starts an execution.
    pub fn start(
        &self,
        name: &str,
        version: &str,
        workflow_id: &str,
        input: &str,
    ) -> SwfResult<WorkflowExecution> {
        let run_id = self.start_workflow_execution(StartWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id: workflow_id.into(),
            workflow_type: WorkflowType::new(name, version),
            input: Some(input.into()),
            ..StartWorkflowExecution::default()
        })?;
        Ok(WorkflowExecution { workflow_id: workflow_id.into(), run_id })
    }

    /// The next decision task of a list, with its whole history. Empty if there is none.
    pub fn decision(&self, list: &str) -> SwfResult<DecisionTask> {
        let mut request = PollForDecisionTask {
            domain: DOMAIN.into(),
            task_list: list.into(),
            ..PollForDecisionTask::default()
        };
        let mut task = self.poll_for_decision_task(request.clone())?;
        while let Some(token) = task.next_page_token.take() {
            request.next_page_token = Some(token);
            let page = self.poll_for_decision_task(request.clone())?;
            task.events.extend(page.events);
            task.next_page_token = page.next_page_token;
        }
        Ok(task)
    }

    /// Answers a decision task.
    pub fn decide(&self, task: &DecisionTask, decisions: Vec<Decision>) -> SwfResult<()> {
        let task_token = task.task_token.clone();
        self.respond_decision_task_completed(RespondDecisionTaskCompleted {
            task_token,
            decisions,
            ..RespondDecisionTaskCompleted::default()
        })
    }

    /// The next activity task of a list. Empty if there is none.
    pub fn activity(&self, list: &str) -> SwfResult<ActivityTask> {
        self.poll_for_activity_task(PollForActivityTask {
            domain: DOMAIN.into(),
            task_list: list.into(),
            identity: None,
        })
    }

    /// Completes an activity task.
    pub fn complete_activity(&self, task: &ActivityTask, result: &str) -> SwfResult<()> {
        let task_token = task.task_token.clone();
        self.respond_activity_task_completed(RespondActivityTaskCompleted {
            task_token,
            result: Some(result.into()),
        })
    }

    /// Sends a signal to the open run of this id.
    pub fn signal(&self, workflow_id: &str, signal_name: &str, input: &str) -> SwfResult<()> {
        self.signal_workflow_execution(SignalWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id: workflow_id.into(),
            run_id: None,
            signal_name: signal_name.into(),
            input: Some(input.into()),
        })
    }

    /// Requests the cancellation of the open run of this id.
    pub fn request_cancel(&self, workflow_id: &str) -> SwfResult<()> {
        let request = RequestCancelWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id: workflow_id.into(),
            run_id: None,
        };
        self.request_cancel_workflow_execution(request)
    }

    /// Terminates the open run of this id.
    pub fn terminate(&self, workflow_id: &str) -> SwfResult<()> {
        let request = TerminateWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id: workflow_id.into(),
            ..TerminateWorkflowExecution::default()
        };
        self.terminate_workflow_execution(request)
    }
}
