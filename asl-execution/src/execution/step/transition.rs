//! Transitions outside the inner loop, and the end of a frame.

use std::mem;

use crate::execution::Execution;
use crate::execution::frame::{
    Frame, FrameId, Inputs, Join, NONE, Waiting, at_a_time, child_count, fork_row,
};
use crate::execution::observe::history::{report_entered, report_exited, report_frame_event};
use crate::execution::observe::history_sm4c::observe_left;
use crate::execution::quotas::check_quota;
use crate::execution::step::progress::{Ended, Progress};
use crate::history::{Details, EventType};
use crate::machine::{NodeId, StateKind};
use asl_value::error::Failed;
use asl_value::value::Value;

/// Takes one transition outside the inner loop. `None`: a state that runs alone has ended.
pub(super) fn take_transition(
    run: &mut Execution,
    frame: &mut Frame,
    node: NodeId,
) -> Option<Result<(), Failed>> {
    if let Err(failure) = exit_state(run, frame) {
        return Some(Err(failure));
    }
    if frame.parent == NONE && leaves_state(run, node) && run.state.leave(node) {
        return None;
    }
    observe_left(run, frame, Some(node));
    frame.at.node = node;
    frame.at.visit = frame.at.visit.wrapping_add(1);
    frame.begin_visit();
    run.fuel.spend(1);
    report_entered(run, frame);
    Some(Ok(()))
}

/// Exits the last node of a frame.
pub(super) fn leave_last_node(run: &mut Execution, frame: &mut Frame) -> Result<(), Failed> {
    observe_left(run, frame, None);
    exit_state(run, frame)
}

/// Checks and reports the output of a state.
pub(super) fn exit_state(run: &mut Execution, frame: &mut Frame) -> Result<(), Failed> {
    let state = run.node(frame).state;
    check_quota(run, &frame.data, || state)?;
    report_exited(run, frame);
    Ok(())
}

/// Returns true if a transition to this node leaves a state. In SM4C a state has several nodes.
fn leaves_state(run: &Execution, node: NodeId) -> bool {
    run.machine.sm4c_node(node).is_none_or(|node| node.is_entry)
}

/// Starts the branches of a parallel state, each with this input.
pub(super) fn start_branches(
    run: &mut Execution,
    mut frame: Frame,
    place: Option<FrameId>,
    input: Value,
) -> Progress {
    let window = fork_row(run, &frame).map_or(0, |row| row.window);
    let join = open_join(run, &mut frame, Inputs::Same(input), window);
    fork(run, frame, place, join)
}

/// Puts a frame into the arena, to start the children of a join.
pub(in crate::execution) fn fork(
    run: &mut Execution,
    frame: Frame,
    mut place: Option<FrameId>,
    join: Box<Join>,
) -> Progress {
    Progress::Forked(run.state.frames.put(&mut place, frame), join)
}

/// Ends a frame with its output.
pub(super) fn end_frame(run: &mut Execution, mut frame: Frame, place: Option<FrameId>) -> Progress {
    let output = if run.language().has_global_data() && frame.parent == NONE {
        sm4c_output(run)
    } else {
        mem::take(&mut frame.data)
    };
    Progress::Ended(Ended { frame, place, result: Ok(output) })
}

/// Creates a join for the children of a frame, which are started next.
pub(in crate::execution) fn open_join(
    run: &mut Execution,
    frame: &mut Frame,
    inputs: Inputs,
    window: u32,
) -> Box<Join> {
    let node = run.node(frame);
    let Some(length) = child_count(&node.kind, &inputs) else {
        unreachable!("Fork and ForEach nodes return their own kind of step")
    };
    report_frame_event(run, frame, EventType::StateStarted(node.state_kind), |_| Details {
        length: (node.state_kind == StateKind::Map).then_some(length),
        ..Details::default()
    });
    frame.waiting = Waiting::Children(None);
    Box::new(Join::new(inputs, length, at_a_time(window), frame.last_event))
}

/// The output of the root: the global data, or null if the machine has timed out.
fn sm4c_output(run: &mut Execution) -> Value {
    let globals = run.state.globals_mut();
    if globals.is_timed_out { Value::Null } else { mem::take(&mut globals.data) }
}
