//! Starts the children of a frame, and takes their results.

use crate::execution::child_scope::{enter_child, enter_scope_of, is_in_child};
use crate::execution::frame::{Frame, FrameId, Join, NONE, Place};
use crate::execution::language::Language;
use crate::execution::map_run::run::{advance_map_run, take_child_result, unpark_child};
use crate::execution::observe::history::{is_history_full, report_entered, report_event};
use crate::execution::observe::history_sm4c::observe_after;
use crate::execution::step::abort::{abort_all, abort_tree, abort_unreported, fail_child};
use crate::execution::step::end::end;
use crate::execution::step::enter::{enter_state, resume};
use crate::execution::step::in_place::{Pause, run_children_in_place};
use crate::execution::step::join_verdict::{
    Verdict, join_verdict, keeps_failures, sm4c_join_result, stops_at_failure,
};
use crate::execution::step::next_child::{next_child, report_child_done, report_child_failed};
use crate::execution::step::progress::{Ended, Progress, Starting, yield_frame};
use crate::execution::step::retry::is_fatal;
use crate::execution::step::run::run_frame;
use crate::execution::step::transition::exit_state;
use crate::execution::{Execution, OpKey};
use crate::history::{Details, EventType};
use crate::machine::Step;
use asl_value::error::Failed;
use asl_value::value::Value;

/// Starts children as far as window and fuel allow. With none to start, the frame waits for open
/// ones or continues after the last. A child gets a place in the arena only when it waits or forks;
/// one that never waits leaves only its output.
///
/// `has_begun`: children have started in this call, and the engine has not seen their commands.
pub(super) fn start_children(
    run: &mut Execution,
    id: FrameId,
    mut join: Box<Join>,
    starting: &mut Starting,
    has_begun: bool,
) -> Progress {
    let mut has_begun = has_begun;
    match run_children_in_place(run, id, &mut join) {
        Pause::Over => {}
        Pause::NoInput(failure) => return fail_child_input(run, id, &join, failure),
        Pause::Child(child, step) => {
            starting.push((id, join));
            return run_frame(run, child, None, step);
        }
    }
    loop {
        while join.wants_more() && run.fuel.take_one() {
            has_begun = true;
            if join.is_run() && unpark_child(run, &mut join) {
                continue;
            }
            let mut child = match next_child(run, id, &mut join) {
                Ok(child) => child,
                Err(failure) => return fail_child_input(run, id, &join, failure),
            };
            let is_execution = join.is_run();
            if is_execution {
                enter_child(run, &child);
            }
            if run.fuel.is_empty() {
                report_entered(run, &mut child);
                starting.push((id, join));
                return yield_frame(run, child, &mut None);
            }
            let step = enter_state(run, &mut child);
            if is_execution || !matches!(step, Ok(Step::End)) || is_history_full(run) {
                starting.push((id, join));
                return run_frame(run, child, None, step);
            }
            if let Err(failure) = exit_state(run, &mut child) {
                starting.push((id, join));
                return Progress::failed(run, child, None, failure);
            }
            report_child_done(run, &mut join, &child);
            join.places.push(Place::Done(child.data));
        }
        // A child that ran out of fuel resumes first, before the Map reads, writes or ends.
        if !join.is_run() || run.fuel.is_empty() {
            break;
        }
        join = match advance_map_run(run, id, join) {
            Ok(progress) => return progress,
            // The children that had to wait can start.
            Err(join) => join,
        };
    }
    match run.language() {
        Language::Asl => decide_asl_join(run, id, join),
        Language::Sm4c => decide_sm4c_join(run, id, join, has_begun),
    }
}

/// Finishes a join with all its children, or waits for the others.
fn decide_asl_join(run: &mut Execution, id: FrameId, join: Box<Join>) -> Progress {
    if join.is_complete() && !run.fuel.is_empty() {
        return finish_join(run, id, *join);
    }
    if join.can_continue() || join.is_complete() {
        run.state.ready_queue.push(id);
    }
    run.state.frames.put_join(id, join);
    Progress::Waiting(id)
}

/// Finishes a join of SM4C, which can be decided while children are open. The engine must see the
/// start of a child before the child is aborted.
fn decide_sm4c_join(
    run: &mut Execution,
    id: FrameId,
    mut join: Box<Join>,
    has_begun: bool,
) -> Progress {
    if run.fuel.is_empty() && join.is_complete() {
        run.state.ready_queue.push(id);
        run.state.frames.put_join(id, join);
        return Progress::Waiting(id);
    }
    let is_short = has_begun && join.open > 0;
    let verdict =
        if join.wants_more() { Verdict::Open } else { join_verdict(run, id, &mut join, !is_short) };
    match verdict {
        Verdict::Open => {
            if join.wants_more() {
                run.state.ready_queue.push(id);
            }
        }
        Verdict::Due => run.state.ready_queue.push_last(id),
        Verdict::Done => {
            abort_open_children(run, &join);
            return finish_join(run, id, *join);
        }
        Verdict::Failed(failure) => {
            abort_open_children(run, &join);
            return fail_parent(run, id, failure);
        }
    }
    run.state.frames.put_join(id, join);
    Progress::Waiting(id)
}

/// Cancels the open children, in index order.
fn abort_open_children(run: &mut Execution, join: &Join) {
    for other in join.open_children() {
        abort_tree(run, other, false, 0);
    }
}

/// Fails a frame with the failure of a child.
fn fail_parent(run: &mut Execution, id: FrameId, failure: Failed) -> Progress {
    let Some(frame) = run.state.frames.take(id) else {
        unreachable!("a parent stays in the arena")
    };
    run_frame(run, frame, Some(id), Err(failure))
}

/// Resumes a frame with the outputs of its children.
fn finish_join(run: &mut Execution, id: FrameId, join: Join) -> Progress {
    let Some(mut frame) = run.state.frames.take(id) else {
        unreachable!("a parent stays in the arena")
    };
    frame.last_event = join.end_event;
    let kind = run.node(&frame).state_kind;
    let (ended, last) = (EventType::StateSucceeded(kind), frame.last_event);
    let succeeded = report_event(run, Some(&frame), last, ended, Details::default);
    let result = match run.language() {
        Language::Asl => Value::array(join.into_outputs()),
        Language::Sm4c => {
            observe_after(run, &frame);
            sm4c_join_result(run, &frame, join)
        }
    };
    let step = resume(run, &mut frame, result);
    if step.is_err() {
        // As recorded, Succeeded and Exited follow the same event; a failure of the state's own
        // follows Succeeded.
        frame.last_event = succeeded;
    }
    run_frame(run, frame, Some(id), step)
}

/// Delivers the result of a frame to its parent, or ends the execution.
pub(super) fn deliver_result(
    run: &mut Execution,
    ended: Ended,
    starting: &mut Starting,
) -> Option<Progress> {
    let Ended { mut frame, mut place, result } = ended;
    let is_fatal = result.as_ref().is_err_and(|failure| is_fatal(run, failure));
    if is_fatal && is_in_child(run) {
        frame = fail_child(run, frame, place.take(), starting);
    } else if frame.parent == NONE || is_fatal {
        if frame.parent != NONE {
            abort_all(run, false);
        }
        end(run, result, frame.last_event);
        return None;
    }
    // The end of a child counts as a step, and so does the end of its parent's join.
    run.fuel.spend(1);
    let is_new = !starting.is_empty();
    let (parent, mut join) = match starting.pop() {
        Some(parent) => parent,
        None => (frame.parent, run.state.frames.take_join(frame.parent)?),
    };
    if !is_new {
        if join.can_continue() || run.language().queues_open_joins() {
            run.state.ready_queue.remove(parent);
        }
        join.open = join.open.saturating_sub(1);
    }
    if let Some(place) = place {
        run.state.frames.free(place);
    }
    if join.is_run() {
        enter_scope_of(run, parent);
        take_child_result(run, &mut join, &frame, result);
        return Some(start_children(run, parent, join, starting, false));
    }
    match result {
        Ok(output) => {
            report_child_done(run, &mut join, &frame);
            if is_new {
                join.places.push(Place::Done(output));
            } else if let Some(place) =
                usize::try_from(frame.index).ok().and_then(|at| join.places.get_mut(at))
            {
                *place = Place::Done(output);
            }
            Some(start_children(run, parent, join, starting, is_new))
        }
        Err(failure) if keeps_failures(run, parent) => {
            join.keep_failure(frame.index, is_new, failure, stops_at_failure(run, parent));
            Some(start_children(run, parent, join, starting, is_new))
        }
        Err(failure) => Some(fail_join(run, parent, &join, &frame, failure)),
    }
}

/// Fails a join with the first failure of a child: the others are cancelled, in index order.
fn fail_join(
    run: &mut Execution,
    id: FrameId,
    join: &Join,
    child: &Frame,
    failure: Failed,
) -> Progress {
    let is_iteration = join.has_iterations();
    report_child_failed(run, child, is_iteration);
    for other in join.open_children() {
        abort_tree(run, other, is_iteration, child.last_event);
    }
    if let Some(frame) = run.state.frames.frame_mut(id) {
        frame.last_event = child.last_event;
    }
    fail_parent(run, id, failure)
}

/// Fails a join because the input of its next child cannot be computed. This is a fault of the
/// parent, and aborts its other children.
#[cold]
fn fail_child_input(run: &mut Execution, id: FrameId, join: &Join, failure: Failed) -> Progress {
    let is_iteration = join.has_iterations();
    let map_run = join.map_run();
    for serial in join.serials() {
        run.commands.cancel(OpKey { serial, frame: id });
    }
    for other in join.open_children() {
        if map_run.is_some() {
            abort_unreported(run, other);
        } else {
            abort_tree(run, other, is_iteration, join.started_event);
        }
    }
    fail_parent(run, id, failure)
}
