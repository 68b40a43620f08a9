//! The events that an SM4C machine shows its observer (spec: section 3.5). Without an observer they
//! cost nothing.

use crate::execution::Execution;
use crate::execution::frame::{Frame, NONE};
use crate::execution::observe::show::{show_end, show_event};
use crate::history::{Details, EventType, Observed, timestamp};
use crate::machine::{Kind, Next, NodeId, Step};
use asl_value::error::Failed;
use asl_value::value::{Text, Value};

pub(in crate::execution) fn observe_start(run: &mut Execution) {
    let kind = EventType::EnterStateMachine;
    if let Some(details) = details(run) {
        let previous = count_event(run);
        show_event(run, None, previous, kind, || details);
    }
}

/// Reports the end of the machine. The data are the output if it ended well.
pub(in crate::execution) fn observe_end(run: &mut Execution, result: &Result<Value, Failed>) {
    let Some(mut details) = details(run) else { return };
    if let (Ok(output), Some(observed)) = (result, &mut details.observed)
        && !run.state.globals().is_timed_out
    {
        observed.data = output.clone();
    }
    let previous = count_event(run);
    show_end(run, previous, EventType::ExitStateMachine, result, details);
}

/// Reports the entry into a state, if the node is its entry.
#[inline]
pub(super) fn observe_entered(run: &mut Execution, frame: &Frame) {
    if is_shown_state(run, frame) && run.sm4c_node(frame).is_some_and(|node| node.is_entry) {
        observe_state(run, frame, EventType::EnterState);
    }
}

/// Reports the exit from a state, if leaving the node leaves the state.
pub(in crate::execution) fn observe_left(run: &mut Execution, frame: &Frame, next: Option<NodeId>) {
    let leaves =
        next.is_none_or(|next| run.machine.sm4c_node(next).is_some_and(|node| node.is_entry));
    if leaves && is_shown_state(run, frame) {
        observe_state(run, frame, EventType::ExitState);
    }
}

/// Returns true if an observer sees the states of a frame: only the root runs states, unless it runs
/// the time-out's action.
#[inline]
fn is_shown_state(run: &Execution, frame: &Frame) -> bool {
    run.is_observed()
        && run.machine.sm4c.is_some()
        && frame.parent == NONE
        && !run.state.globals().is_timed_out
}

pub(in crate::execution) fn observe_before(run: &mut Execution, frame: &Frame) {
    observe_action(run, frame, EventType::BeforeAction);
}

/// Reports that an action has succeeded; failed actions are not reported.
pub(in crate::execution) fn observe_after(run: &mut Execution, frame: &Frame) {
    observe_action(run, frame, EventType::AfterAction);
}

/// Reports the success of an action that does not wait.
pub(in crate::execution) fn observe_done(run: &mut Execution, frame: &Frame, next: &Next) {
    if matches!(next, Ok(Step::Goto(_) | Step::End | Step::Done(_)))
        && matches!(run.node(frame).kind, Kind::Eval)
    {
        observe_after(run, frame);
    }
}

fn observe_state(run: &mut Execution, frame: &Frame, kind: EventType) {
    let Some(details) = details(run) else { return };
    let previous = count_event(run);
    let name = Some(Text::new_static(run.node(frame).state));
    show_event(run, Some(frame), previous, kind, || Details { name, ..details });
}

fn observe_action(run: &mut Execution, frame: &Frame, kind: EventType) {
    let action = run.sm4c_node(frame).and_then(|node| node.action.as_ref());
    let (Some(action), Some(mut details)) = (action, details(run)) else { return };
    if let Some(observed) = &mut details.observed {
        observed.action = Some((action.name.map(Text::new_static), action.kind));
    }
    let previous = count_event(run);
    show_event(run, Some(frame), previous, kind, || details);
}

/// Counts an event. Returns the number of the one before.
fn count_event(run: &mut Execution) -> u64 {
    let before = run.state.events.last_id();
    run.state.events.count_one();
    before
}

/// The details that all events have; `None` without an observer.
fn details(run: &Execution) -> Option<Details> {
    let row = run.machine.sm4c.filter(|_| run.is_observed())?;
    let globals = run.state.globals();
    let observed = Observed {
        instance_id: run.id(),
        start: timestamp(globals.started),
        name: row.name,
        version: row.version,
        description: row.description,
        data: globals.data.clone(),
        action: None,
    };
    Some(Details { observed: Some(Box::new(observed)), ..Details::default() })
}
