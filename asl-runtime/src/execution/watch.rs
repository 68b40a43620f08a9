//! The observer of an execution, with the execution's own part of the subject of its events.

use crate::error::Failed;
use crate::execution::Execution;
use crate::execution::child_scope::is_in_child;
use crate::execution::frame::Frame;
use crate::execution::wait::task::task_row;
use crate::history::{Details, EventType, HistoryEvent, ObserverHandle, Subject};
use crate::machine::Kind;
use crate::value::Value;

/// The observer of an execution. Boxed to keep a waiting execution small.
pub(crate) struct Watch {
    observer: ObserverHandle,
    watches_children: bool,
    subject: Subject,
}

impl Watch {
    /// Observes an execution from here on.
    pub(crate) fn new(run: &Execution, observer: ObserverHandle) -> Box<Self> {
        let started = run.state.setup.as_ref().map_or(run.now, |setup| setup.started);
        let subject = Subject {
            machine: run.machine.name,
            version: run.machine.hash,
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
        Box::new(Self { observer, watches_children, subject })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.observer().unloaded(&self.subject);
    }
}

/// Shows the observer, if there is one, the last event that was counted. `frame` is the one that
/// the event is about.
#[inline]
pub(crate) fn show_event(
    run: &mut Execution,
    frame: Option<&Frame>,
    previous_event_id: u64,
    kind: EventType,
    details: impl FnOnce() -> Details,
) {
    let Some(watch) = &run.observer else { return };
    let is_in_child = is_in_child(run);
    if is_in_child && !watch.watches_children {
        return;
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
    let (id, timestamp) = (run.state.events, run.now);
    let Some(watch) = &mut run.observer else { return };
    let subject = &mut watch.subject;
    subject.is_in_child = is_in_child;
    subject.state = state.map(|(state, _)| state);
    subject.resource = state.and_then(|(_, task)| task).map(|task| task.resource);
    subject.map_index = map_index;
    subject.attempt = owner.map_or(0, Frame::attempt);
    subject.attempt_began = owner.map_or(subject.started, Frame::attempt_began);
    let event = HistoryEvent { id, previous_event_id, timestamp, kind, details: details() };
    watch.observer.observer().event(subject, &event);
}

/// Shows the observer the end of the execution.
pub(crate) fn show_end(
    run: &mut Execution,
    previous: u64,
    kind: EventType,
    result: &Result<Value, Failed>,
    details: Details,
) {
    let end = result.as_ref().map(|_| ()).map_err(|failure| failure.status);
    let set_end = |run: &mut Execution, end| {
        if let Some(watch) = &mut run.observer {
            watch.subject.end = end;
        }
    };
    set_end(run, Some(end));
    show_event(run, None, previous, kind, || details);
    // It may be redriven.
    set_end(run, None);
}

/// The index of the innermost iteration that a frame is a part of.
fn map_index(run: &Execution, frame: &Frame) -> Option<u32> {
    let (mut parent, mut index) = (frame.parent, frame.index);
    while let Some(outer) = run.state.frames.frame(parent) {
        if matches!(run.node(outer).kind, Kind::ForEach(_)) {
            return Some(index);
        }
        (parent, index) = (outer.parent, outer.index);
    }
    None
}
