//! Shows the observer of an execution its events.

use std::mem;

use crate::execution::Execution;
use crate::execution::child_scope::is_in_child;
use crate::execution::frame::{Frame, map_index, task_row};
use crate::execution::observe::trace_span::TraceSpan;
use crate::execution::observe::watch::{Observed, Watch};
use crate::history::{Details, EventType, HistoryEvent, ObserverHandle, Subject};
use asl_value::error::Failed;
use asl_value::value::{Text, Value};

/// Observes an execution from here on, if there is an observer, or if it is traced and a
/// subscriber wants its span.
#[inline]
pub(in crate::execution) fn watch(
    run: &Execution,
    observer: Option<ObserverHandle>,
    is_traced: bool,
) -> Option<Box<Watch>> {
    let span = if is_traced { TraceSpan::of_execution(run) } else { None };
    if observer.is_none() && span.is_none() {
        return None;
    }
    let observed = observer.map(|observer| observed_by(run, observer));
    Some(Box::new(Watch {
        observed,
        span,
        #[cfg(feature = "tracing")]
        is_lost_if_dropped: false,
    }))
}

fn observed_by(run: &Execution, observer: ObserverHandle) -> Observed {
    let started = run.state.setup.as_ref().map_or(run.now, |setup| setup.started);
    let subject = Subject {
        machine: run.machine.name,
        version: run.machine.version(),
        execution_id: run.id(),
        started,
        is_in_child: false,
        state: None,
        resource: None,
        map_index: None,
        attempt: 0,
        attempt_began: started,
        end: None,
    };
    let watches_children = observer.observer().watches_children();
    observer.observer().loaded(&subject);
    let event = HistoryEvent {
        id: 0,
        previous_event_id: 0,
        timestamp: 0,
        kind: EventType::ExecutionStarted,
        details: Details::default(),
    };
    Observed { observer, watches_children, subject, event }
}

/// Shows the observer, if there is one, the last event that was counted. `frame` is the one that
/// the event is about.
#[inline]
pub(in crate::execution) fn show_event(
    run: &mut Execution,
    frame: Option<&Frame>,
    previous_event_id: u64,
    kind: EventType,
    details: impl FnOnce() -> Details,
) {
    if let Some(observed) = prepare_event(run, frame, previous_event_id, kind) {
        observed.event.details = details();
        observed.show();
        observed.event.details = Details::default();
    }
}

/// As [`show_event`], for the entry or exit of a state. The event has the frame's data in `field`
/// while it is shown: a clone would count references twice.
#[inline]
pub(super) fn show_state(
    run: &mut Execution,
    frame: &mut Frame,
    previous_event_id: u64,
    kind: EventType,
    field: impl Fn(&mut Details) -> &mut Option<Value>,
) {
    if run.watch.is_none() {
        return;
    }
    let name = run.node(frame).state;
    let Some(observed) = prepare_event(run, Some(&*frame), previous_event_id, kind) else {
        return;
    };
    observed.event.details.name = Some(Text::new_static(name));
    observed.event.details.assigned_variables = frame.take_assigned();
    *field(&mut observed.event.details) = Some(mem::take(&mut frame.data));
    observed.show();
    let details = &mut observed.event.details;
    frame.data = field(details).take().unwrap_or_default();
    (details.name, details.assigned_variables) = (None, None);
}

/// Sets the event to be shown, except for its details, and its subject; `None` if no observer
/// receives it.
#[inline]
fn prepare_event<'r>(
    run: &'r mut Execution,
    frame: Option<&Frame>,
    previous_event_id: u64,
    kind: EventType,
) -> Option<&'r mut Observed> {
    let observed = run.watch.as_ref()?.observed.as_ref()?;
    let is_in_child = is_in_child(run);
    if is_in_child && !observed.watches_children {
        return None;
    }
    let is_iteration = matches!(
        kind,
        EventType::MapIterationStarted
            | EventType::MapIterationSucceeded
            | EventType::MapIterationFailed
            | EventType::MapIterationAborted
    );
    // An event of an iteration is one of the Map's state.
    let owner = match frame {
        Some(frame) if is_iteration => run.state.frames.frame(frame.parent),
        owner => owner,
    };
    let state = owner.map(|frame| (run.node(frame).state, task_row(run, frame)));
    let map_index = frame.and_then(|frame| map_index(run, frame));
    let (id, timestamp) = (run.state.events.last_id(), run.now);
    let observed = run.watch.as_mut()?.observed.as_mut()?;
    let subject = &mut observed.subject;
    subject.is_in_child = is_in_child;
    subject.state = state.map(|(state, _)| state);
    subject.resource = state.and_then(|(_, task)| task).map(|task| task.resource);
    subject.map_index = map_index;
    subject.attempt = owner.map_or(0, Frame::attempt);
    subject.attempt_began = owner.map_or(subject.started, Frame::attempt_began);
    let event = &mut observed.event;
    (event.id, event.previous_event_id) = (id, previous_event_id);
    (event.timestamp, event.kind) = (timestamp, kind);
    Some(observed)
}

/// Shows the observer the end of the execution.
pub(super) fn show_end(
    run: &mut Execution,
    previous: u64,
    kind: EventType,
    result: &Result<Value, Failed>,
    details: Details,
) {
    let end = result.as_ref().map(|_| ()).map_err(|failure| failure.status);
    let set_end = |run: &mut Execution, end| {
        if let Some(observed) = run.watch.as_mut().and_then(|watch| watch.observed.as_mut()) {
            observed.subject.end = end;
        }
    };
    set_end(run, Some(end));
    show_event(run, None, previous, kind, || details);
    // It may be redriven.
    set_end(run, None);
}
