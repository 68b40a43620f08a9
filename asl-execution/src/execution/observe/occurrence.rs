//! The place of a failure: state, path and position in the definition.

use std::fmt::Write;

use crate::execution::Execution;
use crate::execution::frame::{Frame, ROOT, task_row};
use crate::execution::step::call::call_again;
use asl_value::error::{Exceeded, Failure, Occurrence, Timeout};
use asl_value::value::Text;

/// The state of a frame, as the place of its failure.
#[cold]
pub(in crate::execution) fn occurrence(run: &Execution, frame: &Frame) -> Occurrence {
    let node = run.node(frame);
    let (line, column) = node.source;
    Occurrence {
        state: Text::new_static(node.state),
        path: state_path(run, frame, node.state),
        file: Text::new_static(run.machine.source),
        line,
        column,
        attempt: frame.attempt(),
    }
}

/// `Check Items[3].Check Stock`.
fn state_path(run: &Execution, frame: &Frame, state: &'static str) -> Text {
    let around: Vec<_> = run.state.frames.around(frame).collect();
    if around.is_empty() {
        return Text::new_static(state);
    }
    let mut path = String::new();
    for (outer, index) in around.iter().rev() {
        // Writing to a String cannot fail.
        let _ = write!(path, "{}[{index}].", run.node(outer).state);
    }
    path.push_str(state);
    path.into()
}

/// Adds the state that the execution is in to a failure of the whole execution. Of concurrent
/// states it is the first.
pub(in crate::execution) fn locate_in_open_state(run: &Execution, failure: &mut Failure) {
    if failure.occurrence.is_some() {
        return;
    }
    let mut innermost = run.state.frames.frame(ROOT);
    while let Some(join) = innermost.and_then(|frame| frame.waiting.join())
        && let Some(child) = join.open_children().first()
        && let Some(frame) = run.state.frames.frame(*child)
    {
        innermost = Some(frame);
    }
    failure.occurrence = innermost.map(|frame| Box::new(occurrence(run, frame)));
}

/// Adds the exceeded limit of a task to the failure of its time-out.
pub(in crate::execution) fn add_exceeded(
    run: &mut Execution,
    frame: &Frame,
    failure: &mut Failure,
) {
    let Some(task) = task_row(run, frame) else { return };
    // The call itself is not kept, because entering the state again gives it.
    let call = call_again(run, frame);
    let (timeout, heartbeat) =
        call.map_or((None, None), |call| (call.timeout_seconds, call.heartbeat_seconds));
    failure.exceeded = match failure.timeout {
        Timeout::None => None,
        Timeout::Time => Some(Exceeded::TimeoutSeconds(timeout.unwrap_or(task.timeout_seconds))),
        Timeout::Heartbeat => heartbeat.or(task.heartbeat_seconds).map(Exceeded::HeartbeatSeconds),
    };
}
