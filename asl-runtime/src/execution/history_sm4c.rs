//! The events that an SM4C machine shows its observer (spec: section 3.5). Without an observer they
//! cost nothing.

use crate::execution::Execution;
use crate::execution::frame::{Frame, NONE};
use crate::history::{Details, EventType, HistoryEvent, Observed, timestamp};
use crate::machine::{Kind, Next, NodeId, Step};
use crate::value::{Text, Value};

pub(crate) fn observe_start(run: &mut Execution) {
    observe_event(run, EventType::EnterStateMachine, None, |_| {});
}

/// Reports the end of the machine; `output` is the global data if it ended well.
pub(crate) fn observe_end(run: &mut Execution, output: Option<&Value>) {
    let output = output.filter(|_| !run.state.globals().is_timed_out).cloned();
    observe_event(run, EventType::ExitStateMachine, None, |observed| {
        if let Some(output) = output {
            observed.data = output;
        }
    });
}

/// Reports the entry into a state, if the node is its entry.
pub(crate) fn observe_entered(run: &mut Execution, frame: &Frame) {
    if run.observer.is_some()
        && is_state(run, frame)
        && run.sm4c_node(frame).is_some_and(|node| node.is_entry)
    {
        observe_event(run, EventType::EnterState, Some(run.node(frame).state), |_| {});
    }
}

/// Reports the exit from a state, if leaving the node leaves the state.
pub(crate) fn observe_left(run: &mut Execution, frame: &Frame, next: Option<NodeId>) {
    let leaves = next.is_none_or(|next| run.sm4c_row(next).is_some_and(|node| node.is_entry));
    if run.observer.is_some() && leaves && is_state(run, frame) {
        observe_event(run, EventType::ExitState, Some(run.node(frame).state), |_| {});
    }
}

/// Returns true if a frame runs states: the root, unless it runs the time-out's action.
fn is_state(run: &Execution, frame: &Frame) -> bool {
    frame.parent == NONE && !run.state.globals().is_timed_out
}

pub(crate) fn observe_before(run: &mut Execution, frame: &Frame) {
    observe_action(run, frame, EventType::BeforeAction);
}

/// Reports that an action has succeeded; failed actions are not reported.
pub(crate) fn observe_after(run: &mut Execution, frame: &Frame) {
    observe_action(run, frame, EventType::AfterAction);
}

/// Reports the success of an action that does not wait.
pub(crate) fn observe_done(run: &mut Execution, frame: &Frame, next: &Next) {
    if matches!(next, Ok(Step::Goto(_) | Step::End | Step::Done(_)))
        && matches!(run.node(frame).kind, Kind::Eval)
    {
        observe_after(run, frame);
    }
}

fn observe_action(run: &mut Execution, frame: &Frame, kind: EventType) {
    if run.observer.is_none() {
        return;
    }
    let Some(action) = run.sm4c_node(frame).and_then(|node| node.action.as_ref()) else {
        return;
    };
    observe_event(run, kind, None, |observed| {
        observed.action = Some((action.name.map(Text::new_static), action.kind));
    });
}

fn observe_event(
    run: &mut Execution,
    kind: EventType,
    state: Option<&'static str>,
    change: impl FnOnce(&mut Observed),
) {
    let Some(row) = run.machine.sm4c.filter(|_| run.observer.is_some()) else { return };
    let globals = run.state.globals();
    let mut observed = Observed {
        instance_id: run.id(),
        start: timestamp(globals.started),
        name: row.name,
        version: row.version,
        description: row.description,
        data: globals.data.clone(),
        action: None,
    };
    change(&mut observed);
    let before = run.state.events;
    run.state.events = before.saturating_add(1);
    let details = Details {
        name: state.map(Text::new_static),
        observed: Some(Box::new(observed)),
        ..Details::default()
    };
    let (id, timestamp) = (run.state.events, run.now);
    if let Some(observer) = &mut run.observer {
        observer.event(HistoryEvent { id, previous_event_id: before, timestamp, kind, details });
    }
}
