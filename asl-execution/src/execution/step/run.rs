//! Runs frames: from step to step within one, and from frame to frame as they end or wait. Nothing
//! recurses; deeply nested machines cost memory, not stack.

use crate::execution::child_scope::{enter_scope_of, leave_children, settle_child};
use crate::execution::frame::{Frame, FrameId, Join, NONE, ROOT, Waiting};
use crate::execution::history::{history_full, is_history_full, report_entered};
use crate::execution::map_run::run::open_map_join;
use crate::execution::occurrence::occurrence;
use crate::execution::step::children::{deliver_result, start_children};
use crate::execution::step::join_verdict::begins_later;
use crate::execution::step::retry::Recovery;
use crate::execution::step::rules::{call_machine, mark_unhandled, recover, run_inner_loop};
use crate::execution::step::transition::{
    end_frame, fork, leave_last_node, start_branches, take_transition,
};
use crate::execution::wait::detached::{is_detached, start_detached};
use crate::execution::wait::incoming_events::{no_state, start_listening};
use crate::execution::wait::task::start_task;
use crate::execution::wait::timer::{start_timer, wake_time};
use crate::execution::{Alone, Execution};
use crate::machine::{Call, Next, Step};
use asl_value::error::{Failed, Failure, bounded};
use asl_value::value::Value;

/// The state of a frame after it has run.
pub(crate) enum Progress {
    /// It waits in this place of the arena.
    Waiting(FrameId),
    /// It is in this place of the arena and starts the children of this join.
    Forked(FrameId, Box<Join>),
    /// It is done.
    Ended(Ended),
}

impl Progress {
    /// Ends a frame with a failure, to which it adds the state unless a child has done so.
    pub(crate) fn failed(
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

pub(crate) struct Ended {
    pub(crate) frame: Frame,
    pub(crate) place: Option<FrameId>,
    pub(crate) result: Result<Value, Failed>,
}

/// The joins whose children are being started, outermost first. Each frame is a child of the
/// previous one. A child without a place in its parent belongs to the last of them.
pub(crate) type Starting = Vec<(FrameId, Box<Join>)>;

/// Runs a frame, and every frame that can continue when it ends or waits.
pub(crate) fn drive(run: &mut Execution, frame: Frame, place: Option<FrameId>, step: Next) {
    let progress = run_frame(run, frame, place, step);
    settle(run, progress, Starting::new());
    leave_children(run);
}

/// Continues to start children after the fuel ran out.
pub(crate) fn continue_join(run: &mut Execution, id: FrameId, join: Box<Join>) {
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

/// Runs a frame until it ends, waits or forks.
pub(crate) fn run_frame(
    run: &mut Execution,
    mut frame: Frame,
    mut place: Option<FrameId>,
    mut step: Next,
) -> Progress {
    loop {
        if is_history_full(run) {
            step = Err(history_full());
        }
        step = match step {
            Ok(Step::Goto(node)) => match take_transition(run, &mut frame, node) {
                Some(Ok(())) if !run.fuel.is_empty() => enter(run, &mut frame),
                Some(Ok(())) => return yield_frame(run, frame, &mut place),
                Some(Err(failure)) => return Progress::failed(run, frame, place, failure),
                None => return end_frame(run, frame, place),
            },
            Ok(Step::End) => match leave_last_node(run, &mut frame) {
                Ok(()) => return end_frame(run, frame, place),
                Err(failure) => return Progress::failed(run, frame, place, failure),
            },
            Ok(Step::Wait(wait)) => match wake_time(run, &frame, wait) {
                Some(wake) => return start_timer(run, frame, &mut place, wake, Waiting::Timer),
                None => resume(run, &mut frame, Value::Null),
            },
            Ok(Step::Done(value)) => resume(run, &mut frame, value),
            Ok(Step::Task(input)) => match bounded(&input) {
                Ok(()) if is_detached(run, &frame) => start_detached(run, &mut frame, input),
                Ok(()) => return start_task(run, frame, &mut place, Call::of(input)),
                Err(cause) => Err(Failure::runtime_unplaced(cause)),
            },
            Ok(Step::Call(call)) => match bounded(&call.input) {
                Ok(()) => return start_task(run, frame, &mut place, *call),
                Err(cause) => Err(Failure::runtime_unplaced(cause)),
            },
            Ok(Step::Await) if place.is_none_or(|place| place != ROOT) => Err(no_state()),
            Ok(Step::Await) => return start_listening(run, frame, &mut place),
            Ok(Step::Fork(input)) => return start_branches(run, frame, place, input),
            Ok(Step::ForEach(each)) => match open_map_join(run, &mut frame, *each) {
                Ok(join) => return fork(run, frame, place, join),
                Err(failure) => Err(failure),
            },
            Err(failure) => match recover(run, &mut frame, failure) {
                Recovery::Retry(after) => {
                    let wake = run.now.saturating_add(after);
                    return start_timer(run, frame, &mut place, wake, Waiting::Backoff);
                }
                Recovery::Again if run.fuel.take_one() => enter(run, &mut frame),
                Recovery::Again => return yield_frame(run, frame, &mut place),
                Recovery::Caught(Ok(step)) => Ok(step),
                Recovery::Caught(Err(mut failure)) | Recovery::Lost(mut failure) => {
                    failure.unhandled = false;
                    return Progress::failed(run, frame, place, failure);
                }
            },
        }
    }
}

/// Puts a frame into the ready queue; it resumes when there is fuel again.
pub(crate) fn yield_frame(
    run: &mut Execution,
    mut frame: Frame,
    place: &mut Option<FrameId>,
) -> Progress {
    frame.waiting = Waiting::Fuel;
    let id = run.state.frames.put(place, frame);
    run.state.ready_queue.push(id);
    Progress::Waiting(id)
}

pub(crate) fn enter_state(run: &mut Execution, frame: &mut Frame) -> Next {
    report_entered(run, frame);
    enter(run, frame)
}

/// Runs the inner loop. It makes only one transition if each is observed, or if the state was
/// entered before now: `Cx` must be valid for all states of the loop.
#[inline]
pub(crate) fn enter(run: &mut Execution, frame: &mut Frame) -> Next {
    let is_watched = run.watch.is_some() || run.has_quotas();
    let is_alone = frame.parent == NONE && run.state.setup().alone != Alone::Not;
    let is_again = frame.is_retried() || frame.entered != run.now;
    // Randomness depends on the visit, which is known only for the first state of the loop.
    let is_random = run.machine.uses.random;
    let fuel = if is_watched || is_alone || is_again || is_random {
        0
    } else {
        run.fuel.left().saturating_sub(1)
    };
    frame.waiting = Waiting::Fuel;
    let step = run_inner_loop(run, frame, fuel);
    checked(&frame.data, step)
}

pub(crate) fn resume(run: &mut Execution, frame: &mut Frame, result: Value) -> Next {
    let step = call_machine(run, frame, |machine, at, data, cx| {
        (machine.resume)(at.node, data, cx, result)
    });
    frame.waiting = Waiting::Fuel;
    match checked(&frame.data, step) {
        Err(failure) => Err(mark_unhandled(run, failure)),
        step => step,
    }
}

/// Checks the limits of the data that a state has made.
#[inline]
pub(crate) fn checked(data: &Value, step: Next) -> Next {
    match bounded(data) {
        Err(cause) if step.is_ok() => Err(Failure::runtime_unplaced(cause)),
        Ok(()) | Err(_) => step,
    }
}
