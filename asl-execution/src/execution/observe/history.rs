//! The history: events are always numbered, but built only for an observer. AWS's quotas.

use crate::execution::Execution;
use crate::execution::event_count::{MOST_EVENTS, starts_when_scheduled, task_start};
use crate::execution::frame::{Frame, Join, task_row};
use crate::execution::map_run::state::state_of_frame;
use crate::execution::observe::history_sm4c::observe_entered;
use crate::execution::observe::show::{show_end, show_event, show_state};
use crate::execution::observe::spans::open_state;
use crate::history::{Details, EventType, Integration, MapRunState, Resource};
use crate::machine::{Call, Kind, Profile, StateKind, TaskRow};
use asl_value::error::{Failed, Failure, Status, names};
use asl_value::value::{Text, Value};

/// Counts an event and passes it to the observer. Returns its id. `frame` is the one that the event
/// is about.
pub(in crate::execution) fn report_event(
    run: &mut Execution,
    frame: Option<&Frame>,
    previous: u64,
    kind: EventType,
    details: impl FnOnce() -> Details,
) -> u64 {
    if !count_event(run) {
        return previous;
    }
    show_event(run, frame, previous, kind, details);
    run.state.events.last_id()
}

/// Returns true if an event was counted.
#[inline]
fn count_event(run: &mut Execution) -> bool {
    if !run.language().has_aws_history() {
        // Those machines report other events.
        return false;
    }
    if run.has_quotas() {
        return run.state.events.count_within_quota();
    }
    run.state.events.count_one();
    true
}

/// Returns true if the history is full.
pub(in crate::execution) fn is_history_full(run: &Execution) -> bool {
    run.has_quotas() && run.state.events.is_full()
}

/// Reports an event of a frame, which follows the frame's last event.
pub(in crate::execution) fn report_frame_event(
    run: &mut Execution,
    frame: &mut Frame,
    kind: EventType,
    details: impl FnOnce(&Frame) -> Details,
) {
    frame.last_event = report_event(run, Some(frame), frame.last_event, kind, || details(frame));
}

/// Only counts the events of a frame if there is no observer, to save the work of building them.
/// Returns true if it did.
pub(in crate::execution) fn count_if_unobserved(
    run: &mut Execution,
    frame: &mut Frame,
    events: u32,
) -> bool {
    let is_unobserved = !run.is_observed();
    if is_unobserved {
        for _ in 0..events {
            if count_event(run) {
                frame.last_event = run.state.events.last_id();
            }
        }
    }
    is_unobserved
}

pub(in crate::execution) fn report_start(run: &mut Execution, input: &Value) {
    let details = || Details { input: Some(input.clone()), ..Details::default() };
    report_event(run, None, 0, EventType::ExecutionStarted, details);
}

/// Reports the last event, even if the history is full.
pub(in crate::execution) fn report_end(
    run: &mut Execution,
    result: &Result<Value, Failed>,
    last_event: u64,
) {
    if !run.language().has_aws_history() {
        return;
    }
    if !is_history_full(run) {
        run.state.events.count_one();
    }
    if !run.is_observed() {
        return;
    }
    let (kind, details) = match result {
        Ok(output) => (
            EventType::ExecutionSucceeded,
            Details { output: Some(output.clone()), ..Details::default() },
        ),
        Err(failure) => {
            let kind = match failure.status {
                Status::Failed => EventType::ExecutionFailed,
                Status::TimedOut => EventType::ExecutionTimedOut,
                Status::Aborted => EventType::ExecutionAborted,
            };
            let mut details = failure_details(failure);
            if kind == EventType::ExecutionTimedOut {
                // As measured, the event names the error, and the execution does not.
                details.error.get_or_insert(Text::new_static(names::TIMEOUT));
            }
            (kind, details)
        }
    };
    show_end(run, last_event, kind, result, details);
}

pub(in crate::execution) fn report_entered(run: &mut Execution, frame: &mut Frame) {
    if count_event(run) {
        let kind = EventType::StateEntered(run.node(frame).state_kind);
        show_state(run, frame, frame.last_event, kind, |details| &mut details.input);
        frame.last_event = run.state.events.last_id();
    }
    frame.entered = run.now;
    frame.entered_event = frame.last_event;
    open_state(run, frame);
    observe_entered(run, frame);
}

/// Reports that an expression of a state failed. As recorded, the event has the same predecessor
/// as the entry of the state if it is the first one after that, except in states that wait or may
/// be retried.
#[cold]
pub(in crate::execution) fn report_evaluation_failed(
    run: &mut Execution,
    frame: &mut Frame,
    failure: &Failure,
) {
    let node = run.node(frame);
    let follows_entry = node.state_kind == StateKind::Wait || !node.retry.is_empty();
    if frame.last_event == frame.entered_event && !follows_entry {
        frame.last_event = event_before_entry(run, frame);
    }
    report_frame_event(run, frame, EventType::EvaluationFailed, |_| Details {
        name: Some(Text::new_static(node.state)),
        location: failure.location.map(Text::new_static),
        ..failure_details(failure)
    });
}

/// The event before the entry of a frame's state.
fn event_before_entry(run: &Execution, frame: &Frame) -> u64 {
    let parent = run.state.frames.frame(frame.parent).filter(|_| frame.at.visit == 0);
    match parent.map(|parent| (parent, &run.node(parent).kind)) {
        None if frame.at.visit == 0 => 0,
        // The branches of a Parallel follow its last event.
        Some((parent, Kind::Fork(_))) => parent.last_event,
        // The exit of another state, or the start of the iteration.
        _ => frame.entered_event.saturating_sub(1),
    }
}

pub(in crate::execution) fn report_exited(run: &mut Execution, frame: &mut Frame) {
    if count_event(run) {
        let kind = EventType::StateExited(run.node(frame).state_kind);
        show_state(run, frame, frame.last_event, kind, |details| &mut details.output);
        frame.last_event = run.state.events.last_id();
    }
    frame.forget_assigned();
}

/// Reports that a task is handed to the engine.
pub(in crate::execution) fn report_scheduled(
    run: &mut Execution,
    frame: &mut Frame,
    task: &TaskRow,
    call: &Call,
) {
    if count_if_unobserved(run, frame, task_start(task.form)) {
        return;
    }
    let resource = Resource::new(task.resource);
    let (integration, lambda_like) =
        (resource.integration, resource.integration != Integration::Service);
    report_frame_event(run, frame, EventType::Scheduled(integration), |_| Details {
        input: Some(call.input.clone()),
        resource: Some(Text::new_static(if lambda_like { resource.arn } else { resource.action })),
        resource_type: (!lambda_like).then(|| Text::new_static(resource.service)),
        region: resource.region.filter(|_| !lambda_like).map(Text::new_static),
        timeout_in_seconds: call
            .timeout_seconds
            .or(Some(task.timeout_seconds).filter(|_| task.timeout_given)),
        heartbeat_in_seconds: call.heartbeat_seconds.or(task.heartbeat_seconds),
        role_arn: call.credentials.as_ref().and_then(role_arn),
        ..Details::default()
    });
    if starts_when_scheduled(task.form) {
        report_frame_event(run, frame, EventType::Started(integration), |_| service(&resource));
    }
}

/// Reports that the service has accepted the job.
pub(in crate::execution) fn report_submitted(
    run: &mut Execution,
    frame: &mut Frame,
    answer: &Value,
) {
    if count_if_unobserved(run, frame, 1) {
        return;
    }
    let resource = task_resource(run, frame);
    let details = || Details { output: Some(answer.clone()), ..service(&resource) };
    report_frame_event(run, frame, EventType::Submitted, |_| details());
}

/// Reports the end of a task.
pub(in crate::execution) fn report_task(
    run: &mut Execution,
    frame: &mut Frame,
    kind: fn(Integration) -> EventType,
    output: Option<&Value>,
    failure: Option<&Failure>,
) {
    if count_if_unobserved(run, frame, 1) {
        return;
    }
    let resource = task_resource(run, frame);
    report_frame_event(run, frame, kind(resource.integration), |_| Details {
        output: output.cloned(),
        error: failure.and_then(|failure| failure.error.clone()),
        cause: failure.and_then(|failure| failure.cause.clone()),
        ..service(&resource)
    });
}

/// ASL: own error names "MUST NOT begin with the prefix `States.`". Such a name is passed on with a
/// warning; AWS has no such event.
pub(in crate::execution) fn warn_of_name(
    run: &mut Execution,
    frame: &mut Frame,
    failure: &Failure,
) {
    let is_own = |name: &str| name.starts_with(names::PREFIX) && !names::is_predefined(name);
    if !run.language().reserves_error_names()
        || run.machine.profile == Profile::Aws
        || !failure.error().is_some_and(is_own)
    {
        return;
    }
    let state = run.node(frame).state;
    report_frame_event(run, frame, EventType::Warning, |_| Details {
        name: Some(Text::new_static(state)),
        error: failure.error.clone(),
        cause: Some(Text::new_static(
            "names that begin with `States.` are reserved for the language",
        )),
        ..Details::default()
    });
}

/// The Resource of the task of a frame.
pub(in crate::execution) fn task_resource(run: &Execution, frame: &Frame) -> Resource {
    let Some(task) = task_row(run, frame) else {
        unreachable!("only tasks are asked for their resource")
    };
    Resource::new(task.resource)
}

/// Reports that a state is aborted. AWS has this event only for states that can take long.
pub(in crate::execution) fn report_aborted(run: &mut Execution, frame: &Frame, previous: u64) {
    let kind = run.node(frame).state_kind;
    let is_run = frame.waiting.join().is_some_and(Join::is_run);
    if is_run {
        let map_run = state_of_frame(run, frame).map(MapRunState::cancelled).map(Box::new);
        let details = || Details { map_run, ..Details::default() };
        report_event(run, Some(frame), previous, EventType::MapRunAborted, details);
    }
    if matches!(kind, StateKind::Task | StateKind::Wait | StateKind::Parallel | StateKind::Map) {
        report_event(run, Some(frame), previous, EventType::StateAborted(kind), Details::default);
    }
}

/// The role that `Credentials` name.
pub(in crate::execution) fn role_arn(credentials: &Value) -> Option<Text> {
    credentials.get("RoleArn").and_then(Value::as_str).map(Text::new)
}

pub(in crate::execution) fn failure_details(failure: &Failure) -> Details {
    Details { error: failure.error.clone(), cause: failure.cause.clone(), ..Details::default() }
}

/// The details of every event of a service integration.
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

/// The failure of a full history, in AWS's words.
#[cold]
pub(in crate::execution) fn history_full() -> Failed {
    Failure::runtime(format!(
        "The execution reached the maximum number of history events ({MOST_EVENTS})."
    ))
}
