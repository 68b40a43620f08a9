//! The end of a machine whose own time is over.

use crate::execution::Execution;
use crate::execution::frame::{Frame, Frames, NONE, ROOT};
use crate::execution::step::abort::abort_all;
use crate::execution::step::drive::drive;
use crate::execution::step::end::{end, end_early};
use crate::execution::step::enter::enter_state;
use crate::machine::sm4c::Sm4cRow;
use asl_value::value::Value;

/// Ends the execution because of the machine's own time-out, or starts its time-out's action.
pub(in crate::execution) fn time_out(run: &mut Execution) {
    match run.machine.sm4c {
        Some(row) => time_out_sm4c(run, row),
        // As at AWS, a machine's own time-out aborts states without naming them.
        None => end_early(run, run.machine.time_out_failure(), false),
    }
}

/// The machine has timed out: everything is aborted, and the time-out's action runs instead.
fn time_out_sm4c(run: &mut Execution, row: &Sm4cRow) {
    abort_all(run, false);
    run.state.ready_queue.clear();
    run.state.frames = Frames::default();
    if let Some(setup) = &mut run.state.setup {
        setup.deadline = None;
    }
    run.state.globals_mut().is_timed_out = true;
    let Some(node) = row.on_timeout else { return end(run, Ok(Value::Null), 0) };
    let mut frame = Frame::new(node, Value::Null, NONE, 0, 0);
    let step = enter_state(run, &mut frame);
    drive(run, frame, Some(ROOT), step);
}
