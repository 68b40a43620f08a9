//! The state of a frame after it has run, and the reaction to a failure.

use crate::execution::Execution;
use crate::execution::frame::{Frame, FrameId, Join, Waiting};
use crate::execution::observe::occurrence::occurrence;
use crate::machine::Next;
use asl_value::error::Failed;
use asl_value::value::Value;

/// The state of a frame after it has run.
pub(in crate::execution) enum Progress {
    /// It waits in this place of the arena.
    Waiting(FrameId),
    /// It is in this place of the arena and starts the children of this join.
    Forked(FrameId, Box<Join>),
    /// It is done.
    Ended(Ended),
}

impl Progress {
    /// Ends a frame with a failure, to which it adds the state unless a child has done so.
    pub(in crate::execution) fn failed(
        run: &Execution,
        frame: Frame,
        place: Option<FrameId>,
        mut failure: Failed,
    ) -> Self {
        if failure.occurrence.is_none() {
            failure.occurrence = Some(Box::new(occurrence(run, &frame)));
        }
        Self::Ended(Ended { frame, place, result: Err(failure) })
    }
}

pub(in crate::execution) struct Ended {
    pub(in crate::execution) frame: Frame,
    pub(in crate::execution) place: Option<FrameId>,
    pub(in crate::execution) result: Result<Value, Failed>,
}

/// The joins whose children are being started, outermost first. Each frame is a child of the
/// previous one. A child without a place in its parent belongs to the last of them.
pub(in crate::execution) type Starting = Vec<(FrameId, Box<Join>)>;

/// Puts a frame into the ready queue; it resumes when there is fuel again.
pub(super) fn yield_frame(
    run: &mut Execution,
    mut frame: Frame,
    place: &mut Option<FrameId>,
) -> Progress {
    frame.waiting = Waiting::Fuel;
    let id = run.state.frames.put(place, frame);
    run.state.ready_queue.push(id);
    Progress::Waiting(id)
}

/// The reaction to a failure at a node.
pub(in crate::execution) enum Recovery {
    Retry(u64),
    /// Retry at once.
    Again,
    Caught(Next),
    Lost(Failed),
}
