//! Drives an execution from frame to frame, as they fork, end or wait. Nothing recurses; deeply nested
//! machines cost memory, not stack.

use crate::execution::child_scope::{enter_scope_of, leave_children, settle_child};
use crate::execution::frame::{Frame, FrameId, Join};
use crate::execution::map_run::run::take_map_run_result;
use crate::execution::step::children::{deliver_result, start_children};
use crate::execution::step::join_verdict::begins_later;
use crate::execution::step::progress::{Progress, Starting};
use crate::execution::step::run::run_frame;
use crate::execution::{Execution, OpKey, Outcome};
use crate::machine::Next;

/// Runs a frame, and every frame that can continue when it ends or waits.
pub(in crate::execution) fn drive(
    run: &mut Execution,
    frame: Frame,
    place: Option<FrameId>,
    step: Next,
) {
    let progress = run_frame(run, frame, place, step);
    settle(run, progress, Starting::new());
    leave_children(run);
}

/// Continues to start children after the fuel ran out.
pub(in crate::execution) fn continue_join(run: &mut Execution, id: FrameId, join: Box<Join>) {
    let mut starting = Starting::new();
    let progress = start_children(run, id, join, &mut starting, false);
    settle(run, progress, starting);
    leave_children(run);
}

fn settle(run: &mut Execution, mut progress: Progress, mut starting: Starting) {
    loop {
        progress = match progress {
            Progress::Forked(id, join) if !starting.is_empty() && begins_later(run, id, &join) => {
                run.state.ready_queue.push_last(id);
                run.state.frames.put_join(id, join);
                Progress::Waiting(id)
            }
            Progress::Forked(id, join) => {
                settle_child(run, id);
                start_children(run, id, join, &mut starting, true)
            }
            Progress::Waiting(id) => {
                settle_child(run, id);
                let Some((parent, mut join)) = starting.pop() else { return };
                join.opened(id, run.state.frames.child_mut(id).map_or(1, |child| child.items));
                enter_scope_of(run, parent);
                start_children(run, parent, join, &mut starting, true)
            }
            Progress::Ended(ended) => {
                let Some(progress) = deliver_result(run, ended, &mut starting) else { return };
                progress
            }
        }
    }
}

/// A distributed Map's read or write has ended.
pub(in crate::execution) fn complete_map_run_operation(
    run: &mut Execution,
    op: OpKey,
    mut join: Box<Join>,
    outcome: Outcome,
) {
    run.state.ready_queue.remove(op.frame);
    take_map_run_result(run, &mut join, op, outcome);
    continue_join(run, op.frame, join);
}
