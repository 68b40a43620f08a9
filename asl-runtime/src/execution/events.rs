//! The events of an execution: numbering always, the events themselves for an observer, and AWS's
//! limits.

use crate::error::{Failed, Failure, Status, names};
use crate::history::{Details, EventType, HistoryEvent, Integration, Resource};
use crate::machine::{Call, Effect, Form, Kind, Profile, StateKind, TaskRow};
use crate::value::{Text, Value};

use super::Execution;
use super::frames::{Frame, Join};

/// AWS: "Maximum execution history size", the last event being the one that says so.
const MOST_EVENTS: u64 = 25_000;
/// AWS: "Maximum input or output size for a task, state, or execution", in bytes of UTF-8.
const MOST_BYTES: usize = 256 * 1024;

impl Execution {
    /// Counts an event and shows it to the observer. Answers its id.
    pub(super) fn report(
        &mut self,
        previous: u64,
        kind: EventType,
        details: impl FnOnce() -> Details,
    ) -> u64 {
        if self.is_sm4c() {
            // Those machines tell of other things.
            return previous;
        }
        self.state.events = self.state.events.saturating_add(1);
        if self.is_exhausted() {
            // That one is for the end of the execution.
            self.state.events = MOST_EVENTS;
            return previous;
        }
        self.show(previous, kind, details);
        self.state.events
    }

    /// Whether the history is full.
    pub(super) fn is_exhausted(&self) -> bool {
        self.has_quotas() && self.state.events >= MOST_EVENTS
    }

    fn show(&mut self, previous_event_id: u64, kind: EventType, details: impl FnOnce() -> Details) {
        let is_in_child = self.is_in_child();
        let Some(observer) = &mut self.observer else { return };
        if is_in_child && !observer.watches_children() {
            return;
        }
        let (id, timestamp) = (self.state.events, self.now);
        let event = HistoryEvent { id, previous_event_id, timestamp, kind, details: details() };
        if is_in_child {
            observer.child_event(event);
        } else {
            observer.event(event);
        }
    }

    /// An event of a frame: it follows the frame's last one.
    pub(super) fn report_in(
        &mut self,
        frame: &mut Frame,
        kind: EventType,
        details: impl FnOnce(&Frame) -> Details,
    ) {
        frame.last_event = self.report(frame.last_event, kind, || details(frame));
    }

    /// Events of a frame that nobody looks at, so that nothing about them need be found out. True:
    /// they are counted.
    pub(super) fn counted_only(&mut self, frame: &mut Frame, events: u32) -> bool {
        let is_unwatched = self.observer.is_none();
        if is_unwatched {
            for _ in 0..events {
                self.report_in(frame, EventType::ExecutionStarted, |_| Details::default());
            }
        }
        is_unwatched
    }

    pub(super) fn report_start(&mut self, input: &Value) {
        let details = || Details { input: Some(input.clone()), ..Details::default() };
        self.report(0, EventType::ExecutionStarted, details);
    }

    /// The last event. It is shown even when the history is full.
    pub(super) fn report_end(&mut self, result: &Result<Value, Failed>, last_event: u64) {
        if self.is_sm4c() {
            return;
        }
        if !self.is_exhausted() {
            self.state.events = self.state.events.saturating_add(1);
        }
        match result {
            Ok(output) => self.show(last_event, EventType::ExecutionSucceeded, || Details {
                output: Some(output.clone()),
                ..Details::default()
            }),
            Err(failure) => {
                let kind = match failure.status {
                    Status::Failed => EventType::ExecutionFailed,
                    Status::TimedOut => EventType::ExecutionTimedOut,
                    Status::Aborted => EventType::ExecutionAborted,
                };
                self.show(last_event, kind, || failed(failure));
            }
        }
    }

    pub(super) fn report_entered(&mut self, frame: &mut Frame) {
        let node = self.node(frame);
        self.report_in(frame, EventType::StateEntered(node.state_kind), |frame| Details {
            name: Some(Text::new_static(node.state)),
            input: Some(frame.data.clone()),
            ..Details::default()
        });
        frame.entered = self.now;
        frame.entered_event = frame.last_event;
        if self.is_sm4c() {
            self.observe_entered(frame);
        }
    }

    pub(super) fn report_exited(&mut self, frame: &mut Frame) {
        let node = self.node(frame);
        let assigned = frame.take_assigned();
        self.report_in(frame, EventType::StateExited(node.state_kind), |frame| Details {
            name: Some(Text::new_static(node.state)),
            output: Some(frame.data.clone()),
            assigned_variables: assigned,
            ..Details::default()
        });
    }

    /// A task is handed to the engine. It counts as started at once, unless a worker has yet to ask
    /// for it.
    pub(super) fn report_scheduled(&mut self, frame: &mut Frame, task: &TaskRow, call: &Call) {
        if self.counted_only(frame, if task.form == Form::Activity { 1 } else { 2 }) {
            return;
        }
        let resource = Resource::new(task.resource);
        let (integration, lambda_like) =
            (resource.integration, resource.integration != Integration::Service);
        self.report_in(frame, EventType::Scheduled(integration), |_| Details {
            input: Some(call.input.clone()),
            resource: Some(Text::new_static(if lambda_like {
                resource.arn
            } else {
                resource.action
            })),
            resource_type: (!lambda_like).then(|| Text::new_static(resource.service)),
            region: resource.region.filter(|_| !lambda_like).map(Text::new_static),
            timeout_in_seconds: call
                .timeout_seconds
                .or(Some(task.timeout_seconds).filter(|_| task.timeout_given)),
            heartbeat_in_seconds: call.heartbeat_seconds.or(task.heartbeat_seconds),
            role_arn: call.credentials.as_ref().and_then(role_arn),
            ..Details::default()
        });
        if task.form != Form::Activity {
            self.report_in(frame, EventType::Started(integration), |_| service(&resource));
        }
    }

    /// The service has taken the job.
    pub(super) fn report_submitted(&mut self, frame: &mut Frame, answer: &Value) {
        if self.counted_only(frame, 1) {
            return;
        }
        let resource = self.resource(frame);
        let details = || Details { output: Some(answer.clone()), ..service(&resource) };
        self.report_in(frame, EventType::Submitted, |_| details());
    }

    /// A task has ended.
    pub(super) fn report_task(
        &mut self,
        frame: &mut Frame,
        kind: fn(Integration) -> EventType,
        output: Option<&Value>,
        failure: Option<&Failure>,
    ) {
        if self.counted_only(frame, 1) {
            return;
        }
        let resource = self.resource(frame);
        self.report_in(frame, kind(resource.integration), |_| Details {
            output: output.cloned(),
            ..failure.map_or_else(
                || service(&resource),
                |failure| Details {
                    error: failure.error.clone(),
                    cause: failure.cause.clone(),
                    ..service(&resource)
                },
            )
        });
    }

    /// ASL: names of own errors "MUST NOT begin with the prefix `States.`". One that a task reports
    /// all the same is passed on, with a warning; AWS has no such event.
    pub(super) fn warn_of_name(&mut self, frame: &mut Frame, failure: &Failure) {
        let is_own = |name: &str| name.starts_with(names::PREFIX) && !names::is_predefined(name);
        if self.is_sm4c()
            || self.machine.profile == Profile::Aws
            || !failure.error().is_some_and(is_own)
        {
            return;
        }
        let state = self.node(frame).state;
        self.report_in(frame, EventType::Warning, |_| Details {
            name: Some(Text::new_static(state)),
            error: failure.error.clone(),
            cause: Some(Text::new_static(
                "names that begin with `States.` are reserved for the language",
            )),
            ..Details::default()
        });
    }

    /// The Resource of the task that a frame stands on.
    pub(super) fn resource(&self, frame: &Frame) -> Resource {
        let Kind::Invoke(Effect::Task(task)) = &self.node(frame).kind else {
            unreachable!("only tasks are asked for their resource")
        };
        Resource::new(task.resource)
    }

    /// A state that is cut off while it is at work. AWS knows the event for those that can be at
    /// work for long.
    pub(super) fn report_aborted(&mut self, frame: &Frame, previous: u64) {
        let kind = self.node(frame).state_kind;
        let is_run = frame.waiting.join().is_some_and(Join::is_run);
        if is_run {
            self.report(previous, EventType::MapRunAborted, Details::default);
        }
        if matches!(kind, StateKind::Task | StateKind::Wait | StateKind::Parallel | StateKind::Map)
        {
            self.report(previous, EventType::StateAborted(kind), Details::default);
        }
    }

    /// AWS's quota: results and outputs have at most 256 KiB.
    pub(super) fn within_limit(
        &self,
        data: &Value,
        producer: impl FnOnce() -> &'static str,
    ) -> Result<(), Failed> {
        if !self.has_quotas() || data.json_len(MOST_BYTES).is_some() {
            return Ok(());
        }
        let cause = format!(
            "The state/task '{}' returned a result with a size exceeding the maximum number of bytes service limit.",
            producer()
        );
        Err(Box::new(Failure::new(names::DATA_LIMIT_EXCEEDED, cause)))
    }
}

/// The role that `Credentials` name.
fn role_arn(credentials: &Value) -> Option<Text> {
    credentials.get("RoleArn").and_then(Value::as_str).map(Text::new)
}

pub(super) fn failed(failure: &Failure) -> Details {
    Details { error: failure.error.clone(), cause: failure.cause.clone(), ..Details::default() }
}

/// What each event of a service integration says.
fn service(resource: &Resource) -> Details {
    if resource.integration != Integration::Service {
        return Details::default();
    }
    Details {
        resource: Some(Text::new_static(resource.action)),
        resource_type: Some(Text::new_static(resource.service)),
        ..Details::default()
    }
}

/// What AWS says when the history is full.
#[cold]
pub(super) fn history_full() -> Failed {
    Failure::runtime(format!(
        "The execution reached the maximum number of history events ({MOST_EVENTS})."
    ))
}
