//! The handle that tests hold: every action of the service, the clock, and what only a test may do.

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

/// The domain of the short forms: [`Double::start`] and so on.
pub const DOMAIN: &str = "test";

/// Amazon SWF in memory. Cloning gives another handle of the same service; any number of threads
/// may use it.
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
    /// Faults that the next calls of an action meet.
    faults: BTreeMap<String, VecDeque<Interruption>>,
}

/// What befalls a call.
struct Interruption {
    error: SwfError,
    /// The service has done what it was asked; the answer gets lost.
    performed: bool,
}

impl Default for Double {
    fn default() -> Self {
        Self::new()
    }
}

/// An action: checked for a fault that is due, performed, and then whatever is due happens.
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
    /// Makes a domain.
    "RegisterDomain" register_domain(request: RegisterDomain) -> (), |service, request| service.register_domain(&request);
    /// Makes a workflow type known.
    "RegisterWorkflowType" register_workflow_type(request: RegisterWorkflowType) -> (), Service::register_workflow_type;
    /// Makes an activity type known.
    "RegisterActivityType" register_activity_type(request: RegisterActivityType) -> (), Service::register_activity_type;
    /// No execution of this type is started any more.
    "DeprecateWorkflowType" deprecate_workflow_type(domain: &str, workflow_type: &WorkflowType) -> (), Service::deprecate_workflow_type;
    /// No task of this type is scheduled any more.
    "DeprecateActivityType" deprecate_activity_type(domain: &str, activity_type: &ActivityType) -> (), Service::deprecate_activity_type;
    /// Starts an execution; its run id.
    "StartWorkflowExecution" start_workflow_execution(request: StartWorkflowExecution) -> String, Service::start_workflow_execution;
    /// The next decision task of a list, or the next page of one. Empty if there is none: this
    /// never waits.
    "PollForDecisionTask" poll_for_decision_task(request: PollForDecisionTask) -> DecisionTask, |service, request| service.poll_for_decision_task(&request);
    /// Takes the decisions for a decision task.
    "RespondDecisionTaskCompleted" respond_decision_task_completed(request: RespondDecisionTaskCompleted) -> (), Service::respond_decision_task_completed;
    /// The next activity task of a list. Empty if there is none: this never waits.
    "PollForActivityTask" poll_for_activity_task(request: PollForActivityTask) -> ActivityTask, |service, request| service.poll_for_activity_task(&request);
    /// A worker is still at its task; whether it is to stop.
    "RecordActivityTaskHeartbeat" record_activity_task_heartbeat(request: RecordActivityTaskHeartbeat) -> bool, Service::record_activity_task_heartbeat;
    /// An activity task is done.
    "RespondActivityTaskCompleted" respond_activity_task_completed(request: RespondActivityTaskCompleted) -> (), Service::respond_activity_task_completed;
    /// An activity task has failed.
    "RespondActivityTaskFailed" respond_activity_task_failed(request: RespondActivityTaskFailed) -> (), Service::respond_activity_task_failed;
    /// An activity task has stopped because it was to.
    "RespondActivityTaskCanceled" respond_activity_task_canceled(request: RespondActivityTaskCanceled) -> (), Service::respond_activity_task_canceled;
    /// Sends a signal to an execution.
    "SignalWorkflowExecution" signal_workflow_execution(request: SignalWorkflowExecution) -> (), Service::signal_workflow_execution;
    /// Asks an execution to cancel itself.
    "RequestCancelWorkflowExecution" request_cancel_workflow_execution(request: RequestCancelWorkflowExecution) -> (), |service, request| service.request_cancel_workflow_execution(&request);
    /// Ends an execution at once.
    "TerminateWorkflowExecution" terminate_workflow_execution(request: TerminateWorkflowExecution) -> (), Service::terminate_workflow_execution;
    /// How an execution stands.
    "DescribeWorkflowExecution" describe_workflow_execution(domain: &str, execution: &WorkflowExecution) -> WorkflowExecutionDetail, |service, domain, execution| service.describe(domain, execution);
    /// A page of a history.
    "GetWorkflowExecutionHistory" get_workflow_execution_history(request: GetWorkflowExecutionHistory) -> History, |service, request| service.get_workflow_execution_history(&request);
}

impl Double {
    /// With the usual options, and the domain [`DOMAIN`].
    pub fn new() -> Self {
        Self::with(Options::default())
    }

    /// With these options, and the domain [`DOMAIN`].
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

    /// Plays Lambda functions. It is called while the service is locked: it must not use the double
    /// itself.
    pub fn on_lambda(
        &self,
        functions: impl Fn(&LambdaCall) -> LambdaAnswer + Send + Sync + 'static,
    ) {
        self.lock().service.functions = Some(Arc::new(functions));
    }

    /// A Lambda function that was held does something.
    pub fn answer_lambda(
        &self,
        workflow_id: &str,
        id: &str,
        answer: LambdaAnswer,
    ) -> SwfResult<()> {
        self.act("AnswerLambda", |service| service.answer_lambda(DOMAIN, workflow_id, id, answer))
    }

    /// The next decision of this type fails with this cause, such as `OPERATION_NOT_PERMITTED`.
    pub fn refuse_decision(&self, decision_type: &str, cause: &str) {
        self.lock().service.refuse(decision_type, cause);
    }

    /// The next call of this action fails with this error, before anything happens.
    pub fn fail_call(&self, action: &str, error: SwfError) {
        self.interrupt(action, Interruption { error, performed: false });
    }

    /// The next call of this action does what it should, but its answer is this error.
    pub fn lose_answer(&self, action: &str, error: SwfError) {
        self.interrupt(action, Interruption { error, performed: true });
    }

    fn interrupt(&self, action: &str, interruption: Interruption) {
        self.lock().faults.entry(action.to_owned()).or_default().push_back(interruption);
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        self.lock().service.now()
    }

    /// When something happens next by itself.
    pub fn next_due(&self) -> Option<Timestamp> {
        self.lock().service.next_due()
    }

    /// Lets time pass: whatever is due happens, in the order of time and then in the order in which
    /// it was planned.
    pub fn advance(&self, duration: Duration) {
        self.lock().service.advance(duration);
        self.shared.news.notify_waiters();
    }

    /// Lets time pass until then; it never goes back.
    pub fn advance_to(&self, time: Timestamp) {
        self.lock().service.advance_to(time.as_millis());
        self.shared.news.notify_waiters();
    }

    /// The whole history of a run.
    pub fn history(&self, execution: &WorkflowExecution) -> SwfResult<Vec<Event>> {
        self.act("GetWorkflowExecutionHistory", |service| service.history(DOMAIN, execution))
    }

    /// All runs of a workflow id, the first one first.
    pub fn runs(&self, workflow_id: &str) -> Vec<WorkflowExecution> {
        self.lock().service.runs_of(DOMAIN, workflow_id)
    }

    /// How many decision tasks wait in a list.
    pub fn count_pending_decision_tasks(&self, domain: &str, list: &str) -> usize {
        self.lock().service.count_pending_decision_tasks(domain, list)
    }

    /// How many activity tasks wait in a list.
    pub fn count_pending_activity_tasks(&self, domain: &str, list: &str) -> usize {
        self.lock().service.count_pending_activity_tasks(domain, list)
    }

    /// Is told when something may have happened.
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
        // A poll gives nobody else a task, and would wake itself for ever.
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
    /// Registers a workflow type with usual defaults: a day, a minute for a decision, its name for
    /// a task list, children are terminated.
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

    /// Registers an activity type without time-outs, with its name for a task list.
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

    /// An activity task is done.
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

    /// Asks the open run of this id to cancel itself.
    pub fn request_cancel(&self, workflow_id: &str) -> SwfResult<()> {
        let request = RequestCancelWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id: workflow_id.into(),
            run_id: None,
        };
        self.request_cancel_workflow_execution(request)
    }

    /// Ends the open run of this id at once.
    pub fn terminate(&self, workflow_id: &str) -> SwfResult<()> {
        let request = TerminateWorkflowExecution {
            domain: DOMAIN.into(),
            workflow_id: workflow_id.into(),
            ..TerminateWorkflowExecution::default()
        };
        self.terminate_workflow_execution(request)
    }
}
