//! Facts about the rows of frames: what the machine's table says of the node that a frame is at.

use crate::execution::Execution;
use crate::execution::frame::Frame;
use crate::machine::for_each::{EachRow, RunRow};
use crate::machine::sm4c::{AwaitRow, CallRow, ForkRow, Work};
use crate::machine::{Effect, Kind, TaskRow};

/// The task row of a frame's node.
#[inline]
pub(in crate::execution) fn task_row(run: &Execution, frame: &Frame) -> Option<&'static TaskRow> {
    if let Kind::Invoke(Effect::Task(task)) = &run.node(frame).kind { Some(task) } else { None }
}

/// The SM4C row for the children of a frame; `None` in ASL.
#[inline]
pub(in crate::execution) fn fork_row(run: &Execution, frame: &Frame) -> Option<&'static ForkRow> {
    if let Work::Fork(row) = &run.sm4c_node(frame)?.work { Some(row) } else { None }
}

/// The SM4C row of a node's call; `None` in ASL.
#[inline]
pub(in crate::execution) fn call_row_of(
    run: &Execution,
    frame: &Frame,
) -> Option<&'static CallRow> {
    run.machine.sm4c?;
    run.node(frame).sm4c_call()
}

/// The SM4C row of a frame that waits for events; `None` for other nodes.
pub(in crate::execution) fn await_row(run: &Execution, frame: &Frame) -> Option<&'static AwaitRow> {
    if let Work::Await(row) = &run.sm4c_node(frame)?.work { Some(row) } else { None }
}

/// The index of the innermost iteration that a frame is a part of.
pub(in crate::execution) fn map_index(run: &Execution, frame: &Frame) -> Option<u32> {
    let mut around = run.state.frames.around(frame);
    let (_, index) = around.find(|(outer, _)| matches!(run.node(outer).kind, Kind::ForEach(_)))?;
    Some(index)
}

/// The row of a distributed Map.
pub(in crate::execution) fn run_row(run: &Execution, frame: &Frame) -> &'static RunRow {
    let Kind::ForEach(EachRow { run: Some(row), .. }) = &run.node(frame).kind else {
        unreachable!("only distributed Maps have a map_run, and restore checks it")
    };
    row
}
