//! The end of an execution.

use crate::execution::Execution;
use crate::execution::observe::history::report_end;
use crate::execution::observe::history_sm4c::observe_end;
use crate::execution::observe::occurrence::locate_in_open_state;
use crate::execution::observe::spans::note_end;
use crate::execution::step::abort::abort_all;
use asl_value::error::Failed;
use asl_value::value::Value;

/// Ends the execution while operations are open. With `is_told`, an event reports each state
/// that is aborted.
pub(in crate::execution) fn end_early(run: &mut Execution, mut failure: Failed, is_told: bool) {
    locate_in_open_state(run, &mut failure);
    abort_all(run, is_told);
    end(run, Err(failure), 0);
}

pub(in crate::execution) fn end(
    run: &mut Execution,
    result: Result<Value, Failed>,
    last_event: u64,
) {
    report_end(run, &result, last_event);
    observe_end(run, &result);
    note_end(run, &result);
    run.state.ready_queue.clear();
    run.state.frames.end(result);
}
