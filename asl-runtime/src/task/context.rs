//! The context of a task's call, and the reports of a task before its answer.
#![cfg_attr(
    not(feature = "tokio"),
    expect(unreachable_pub, reason = "only engines with tokio export it")
)]

use std::fmt;
use std::sync::{Arc, Mutex};
use std::task::Waker;

#[cfg(feature = "tokio")]
use crate::task::companion::Companion;
#[cfg(feature = "tokio")]
use crate::task::detached::{DetachedCalls, WeakCalls};
use crate::task::service_calls::ServiceCalls;
use asl_execution::execution::{Execution, Identity, OpKey, OperationId, execution_id, token};
#[cfg(feature = "tracing")]
use asl_execution::execution::{TraceSpan, task_span};
use asl_execution::machine::sm4c::CallRow;
use asl_execution::machine::{Form, TaskRow};
use asl_value::mutex::lock;
use asl_value::value::{Text, Value};

/// The services of a run. Tasks do not know their type.
#[cfg(feature = "tokio")]
pub(crate) type SharedServices = Arc<dyn std::any::Any + Send + Sync>;

/// The context of a task's call.
pub struct TaskContext {
    place: Place,
    task: &'static TaskRow,
    /// SM4C: further data of the call in the definition.
    call: Option<&'static CallRow>,
    identity: Option<Arc<Identity>>,
    seed: u64,
    serial: u64,
    /// The span of the attempt, until the call starts. Boxed, because it is in the task's future.
    #[cfg(feature = "tracing")]
    span: Option<Box<TraceSpan>>,
    rare: Option<Arc<Rare>>,
}

/// Data that few calls have, or that calls share.
#[derive(Clone, Default)]
struct Rare {
    credentials: Option<Box<Value>>,
    request: Option<Value>,
    notes: Option<Arc<Notes>>,
    /// The services of the machine.
    service_calls: Option<Arc<dyn ServiceCalls>>,
    /// The services of the run; `services` knows their type.
    #[cfg(feature = "tokio")]
    services: Option<SharedServices>,
    /// SM4C: the detached calls of the run.
    #[cfg(feature = "tokio")]
    calls: Option<WeakCalls>,
    #[cfg(feature = "tokio")]
    companion: Option<Arc<Companion>>,
}

// It is moved several times on its way into the task's future, where it stays.
const _: () = assert!(size_of::<TaskContext>() <= 88);

/// The place of a call.
enum Place {
    /// In the process of its execution.
    Here(OperationId),
    /// Away from its execution, in another process.
    Away(Box<Away>),
}

/// Data of a call that runs away from its execution.
pub(crate) struct Away {
    /// The name of the operation.
    pub(crate) operation: Text,
    pub(crate) state: &'static str,
    pub(crate) attempt: u32,
    pub(crate) token: Text,
}

/// Reports of a call before its answer, for the engine that runs it.
#[derive(Default)]
pub struct Notes(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    /// Heartbeats so far.
    count: u64,
    /// Reports that the engine has not taken yet.
    progress: Progress,
    /// True if no worker has taken the work yet.
    is_queued: bool,
    /// Waker of the task that waits for the next report.
    waker: Option<Waker>,
}

impl Progress {
    /// Returns true if nothing was reported.
    pub(crate) fn is_empty(&self) -> bool {
        self.started.is_none() && self.submitted.is_none()
    }
}

/// The worker of an activity; some have no name.
#[derive(Default)]
pub struct Worker(pub Option<Text>);

/// Reports of a call since they were last taken.
#[derive(Default)]
pub struct Progress {
    /// A worker started. The worker may have a name.
    pub started: Option<Worker>,
    /// The service accepted the job.
    pub submitted: Option<Value>,
}

impl TaskContext {
    /// The context of a call that an execution commands. With `is_watched`, its heartbeats are
    /// counted.
    #[doc(hidden)]
    #[inline]
    pub fn new(
        run: &Execution,
        op: OpKey,
        operation_id: OperationId,
        task: &'static TaskRow,
        credentials: Option<Box<Value>>,
        is_watched: bool,
    ) -> Self {
        let (identity, seed) = run.identity();
        let notes = (is_watched || !task.form.is_answer()).then(Arc::default);
        let is_rare = notes.is_some() || credentials.is_some();
        Self {
            call: run.call_at(&operation_id),
            place: Place::Here(operation_id),
            task,
            identity,
            seed,
            serial: op.serial(),
            #[cfg(feature = "tracing")]
            span: boxed(task_span(run, op.frame, task)),
            rare: is_rare.then(|| Arc::new(Rare { credentials, notes, ..Rare::default() })),
        }
    }

    /// The context of a call of an execution without a name that is not made yet.
    #[cfg(feature = "tokio")]
    #[inline]
    pub(crate) fn ahead(
        op: OpKey,
        operation_id: OperationId,
        task: &'static TaskRow,
        seed: u64,
    ) -> Self {
        Self {
            place: Place::Here(operation_id),
            task,
            call: None,
            identity: None,
            seed,
            serial: op.serial(),
            #[cfg(feature = "tracing")]
            span: None,
            rare: None,
        }
    }

    /// The context of a call whose execution runs elsewhere.
    pub(crate) fn away(
        machine: &'static str,
        away: Away,
        (task, call): (&'static TaskRow, Option<&'static CallRow>),
        identity: Identity,
        credentials: Option<Value>,
    ) -> Self {
        #[cfg(feature = "tracing")]
        let span = boxed(TraceSpan::of_remote(
            (machine, &execution_id(Some(&identity), 0)),
            (away.state, away.attempt),
            task,
        ));
        #[cfg(not(feature = "tracing"))]
        let _ = machine;
        Self {
            place: Place::Away(Box::new(away)),
            task,
            call,
            identity: Some(Arc::new(identity)),
            seed: 0,
            serial: 0,
            #[cfg(feature = "tracing")]
            span,
            rare: Some(Arc::new(Rare {
                credentials: credentials.map(Box::new),
                notes: Some(Arc::default()),
                ..Rare::default()
            })),
        }
    }

    /// A key that is the same for every delivery of this attempt, on every engine and after every
    /// crash: a task that has done its work under this key need not do it again. It consists of the
    /// execution's id, the state, the visit and the attempt, such as `order-7.Ship#1~2`.
    pub fn idempotency_key(&self) -> String {
        format!("{}.{}", self.execution_id(), self.operation())
    }

    /// The key within its execution, such as `Ship#1~2`: at most 256 characters, only letters,
    /// digits and `#.~_-`.
    pub fn operation(&self) -> String {
        match &self.place {
            Place::Here(operation_id) => operation_id.to_string(),
            Place::Away(away) => away.operation.to_string(),
        }
    }

    /// The name of the state.
    pub fn state(&self) -> &'static str {
        match &self.place {
            Place::Here(operation_id) => operation_id.state(),
            Place::Away(away) => away.state,
        }
    }

    /// Number of earlier attempts in this visit of the state; 0 for the first.
    pub fn attempt(&self) -> u32 {
        match &self.place {
            Place::Here(operation_id) => operation_id.attempt(),
            Place::Away(away) => away.attempt,
        }
    }

    /// The Resource as written in the definition.
    pub fn resource(&self) -> &'static str {
        self.task.resource
    }

    /// Name of the method in the machine's `Tasks`.
    #[doc(hidden)]
    pub fn method(&self) -> &'static str {
        self.task.method
    }

    /// SM4C: name of the function, subflow or event in the definition; empty in ASL.
    pub fn name(&self) -> &'static str {
        self.call.map_or("", |call| call.name)
    }

    /// Id of the execution.
    pub fn execution_id(&self) -> Text {
        execution_id(self.identity.as_deref(), self.seed)
    }

    /// Name of the execution; empty if it has none.
    pub fn execution_name(&self) -> &str {
        self.identity.as_deref().map_or("", |identity| &identity.name)
    }

    /// `$$.StateMachine.Id`, if the execution was started with one.
    #[doc(hidden)]
    pub fn machine_id(&self) -> &str {
        self.identity.as_ref().map_or("", |identity| &identity.machine_id)
    }

    /// The form of the task, which determines how it ends.
    pub fn form(&self) -> Form {
        self.task.form
    }

    /// The task token, with which anyone can report on this task. It is the same for every delivery
    /// of this attempt, and equals `$$.Task.Token` if the Resource ends in `.waitForTaskToken`.
    pub fn token(&self) -> Text {
        match &self.place {
            Place::Here(_) => token(&self.execution_id(), self.seed, self.serial),
            Place::Away(away) => away.token.clone(),
        }
    }

    /// The operation's number in its execution.
    #[doc(hidden)]
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// The `Credentials` of the state: `{"RoleArn": ..}`.
    pub fn credentials(&self) -> Option<&Value> {
        self.rare.as_ref()?.credentials.as_deref()
    }

    /// The whole request of a method that takes only its payload: the parameters of
    /// `lambda:invoke`, with `FunctionName`. `None` for a method that takes the whole request.
    pub fn request(&self) -> Option<&Value> {
        self.rare.as_ref()?.request.as_ref()
    }

    /// Takes the span of the attempt, if a subscriber wants it.
    #[cfg(feature = "tracing")]
    pub(crate) fn take_span(&mut self) -> Option<Box<TraceSpan>> {
        self.span.take()
    }

    pub(crate) fn with_request(mut self, request: Value) -> Self {
        self.rare_mut().request = Some(request);
        self
    }

    /// Sends a heartbeat. Does nothing if the state has no `HeartbeatSeconds`.
    pub fn heartbeat(&self) {
        self.note(|seen| seen.count = seen.count.wrapping_add(1));
    }

    /// Reports that a service accepted the job, with this answer, and that the task waits for its
    /// end: the history's `TaskSubmitted`. For tasks with a Resource that ends in `.sync`; only the
    /// first answer counts.
    pub fn submitted(&self, answer: impl Into<Value>) {
        let answer = answer.into();
        self.note(|seen| {
            seen.progress.submitted.get_or_insert(answer);
        });
    }

    /// Reports that no worker has taken this activity yet: its limits do not apply before
    /// [`TaskContext::started_by`].
    pub fn queued(&self) {
        self.note(|seen| seen.is_queued = true);
    }

    /// Reports that a worker, who may have a name, started this activity.
    pub fn started_by(&self, worker: Option<Text>) {
        self.note(|seen| {
            seen.is_queued = false;
            seen.progress.started.get_or_insert(Worker(worker));
        });
    }

    /// The performer of calls of services, if the machine has one.
    pub(crate) fn service_calls(&self) -> Option<&dyn ServiceCalls> {
        self.rare.as_ref()?.service_calls.as_deref()
    }

    pub(crate) fn set_service_calls(&mut self, services: Arc<dyn ServiceCalls>) {
        self.rare_mut().service_calls = Some(services);
    }

    /// The services of the run, if any.
    #[cfg(feature = "tokio")]
    pub(crate) fn shared_services(&self) -> Option<&SharedServices> {
        self.rare.as_ref()?.services.as_ref()
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn set_shared_services(&mut self, services: SharedServices) {
        self.rare_mut().services = Some(services);
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn set_detached_calls(&mut self, calls: &DetachedCalls) {
        self.rare_mut().calls = Some(calls.downgrade());
    }

    /// SM4C: the detached calls of the run, while it is under way.
    #[cfg(feature = "tokio")]
    pub(crate) fn detached_calls(&self) -> Option<DetachedCalls> {
        self.rare.as_ref()?.calls.as_ref().and_then(WeakCalls::upgrade)
    }

    /// The means to write to the medium of the store, if it has any.
    #[cfg(feature = "tokio")]
    #[doc(hidden)]
    pub fn companion(&self) -> Option<&Companion> {
        self.rare.as_ref()?.companion.as_deref()
    }

    #[cfg(feature = "tokio")]
    #[doc(hidden)]
    pub fn set_companion(&mut self, companion: Arc<Companion>) {
        self.rare_mut().companion = Some(companion);
    }

    /// The rare data for writing. What is shared is copied before.
    fn rare_mut(&mut self) -> &mut Rare {
        Arc::make_mut(self.rare.get_or_insert_default())
    }

    fn note(&self, change: impl FnOnce(&mut Seen)) {
        if let Some(notes) = self.rare.as_ref().and_then(|rare| rare.notes.as_ref()) {
            notes.note(change);
        }
    }

    /// The reports of the call, for the engine.
    pub(crate) fn notes(&self) -> Option<Arc<Notes>> {
        self.rare.as_ref()?.notes.clone()
    }
}

/// The services of a store as contexts share them: most of them have no rare data else.
#[cfg(feature = "tokio")]
pub struct SharedContext(Arc<Rare>);

#[cfg(feature = "tokio")]
impl SharedContext {
    pub(crate) fn of(services: SharedServices) -> Self {
        Self(Arc::new(Rare { services: Some(services), ..Rare::default() }))
    }

    /// Sets the services of a call's execution.
    #[inline]
    pub fn share(&self, context: &mut TaskContext) {
        if context.rare.is_none() {
            context.rare = Some(Arc::clone(&self.0));
        } else {
            context.rare_mut().services.clone_from(&self.0.services);
        }
    }
}

/// A span that a subscriber wants.
#[cfg(feature = "tracing")]
fn boxed(span: TraceSpan) -> Option<Box<TraceSpan>> {
    (!span.span().is_disabled()).then(|| Box::new(span))
}

impl Notes {
    /// Counts a heartbeat that was reported by token.
    #[cfg(feature = "tokio")]
    pub fn beat(&self) {
        self.note(|seen| seen.count = seen.count.wrapping_add(1));
    }

    fn note(&self, change: impl FnOnce(&mut Seen)) {
        let waker = {
            let mut seen = lock(&self.0);
            change(&mut seen);
            seen.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Returns true if no worker has taken the work yet.
    pub(crate) fn is_queued(&self) -> bool {
        lock(&self.0).is_queued
    }

    /// Number of heartbeats. Registers `waker` for the next report.
    pub(crate) fn count(&self, waker: &Waker) -> u64 {
        let mut seen = lock(&self.0);
        if seen.waker.as_ref().is_none_or(|other| !other.will_wake(waker)) {
            seen.waker = Some(waker.clone());
        }
        seen.count
    }

    /// Takes the reports since the last call. A call that was polled, and has not reported that it
    /// waits for a worker, has started.
    pub(crate) fn progress(&self, form: Form) -> Option<Progress> {
        if form.is_answer() {
            return None;
        }
        let mut seen = lock(&self.0);
        if !seen.is_queued {
            seen.is_queued = true;
            seen.progress.started.get_or_insert_default();
        }
        Some(std::mem::take(&mut seen.progress))
    }
}

impl fmt::Debug for TaskContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskContext")
            .field("operation", &self.operation())
            .field("resource", &self.resource())
            .finish_non_exhaustive()
    }
}
