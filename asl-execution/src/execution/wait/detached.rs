//! Detached calls. They stay in the state until an engine has taken them, so a crash loses none.

use crate::execution::frame::{Frame, NONE, call_row_of};
use crate::execution::globals::Detached;
use crate::execution::ids::operation_id::Around;
use crate::execution::observe::history_sm4c::observe_after;
use crate::execution::step::enter::resume;
use crate::execution::wait::task::given;
use crate::execution::{Command, Execution, OpKey, OperationId};
use crate::machine::{Effect, Kind, Next};
use asl_value::value::Value;

/// Returns true if the call of a node is detached.
pub(in crate::execution) fn is_detached(run: &Execution, frame: &Frame) -> bool {
    call_row_of(run, frame).is_some_and(|call| call.detached)
}

/// Starts a detached call, and resumes the frame at once.
pub(in crate::execution) fn start_detached(
    run: &mut Execution,
    frame: &mut Frame,
    input: Value,
) -> Next {
    let around = run.state.frames.around(frame);
    let around = around.map(|(outer, at)| (outer.at.node, outer.at.visit, outer.attempt(), at));
    let mut around: Vec<_> = around.collect();
    around.reverse();
    let serial = run.next_serial();
    let (node, visit, attempt) = (frame.at.node, frame.at.visit, frame.attempt());
    let call = Detached { serial, node, visit, attempt, around, input };
    command_detached(run, &call);
    run.state.globals_mut().detached.push_back(call);
    observe_after(run, frame);
    resume(run, frame, Value::Null)
}

fn command_detached(run: &mut Execution, call: &Detached) {
    let around = call.around.iter().filter_map(|(node, visit, attempt, index)| {
        let state = run.machine.node(*node)?.state;
        Some(Around { state, visit: *visit, attempt: *attempt, index: *index })
    });
    let Some(node) = run.machine.node(call.node) else { return };
    let Kind::Invoke(Effect::Task(task)) = &node.kind else { return };
    let around: Box<[Around]> = around.collect();
    let operation_id =
        OperationId { node, visit: call.visit, attempt: call.attempt, path: around.into() };
    let op = OpKey { serial: call.serial, frame: NONE };
    run.commands.push(Command::Detach {
        op,
        task,
        input: given(task, call.input.clone()),
        operation_id,
    });
}

/// Issues the detached calls again that no engine has taken, after a restore.
#[inline]
pub(in crate::execution) fn issue_detached(run: &mut Execution) {
    let detached = run.state.setup().sm4c.as_ref().map(|globals| globals.detached.clone());
    for call in detached.into_iter().flatten() {
        command_detached(run, &call);
    }
}
