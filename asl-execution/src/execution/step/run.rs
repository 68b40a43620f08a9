//! Runs frames: from step to step within one, and from frame to frame as they end or wait. Nothing
//! recurses; deeply nested machines cost memory, not stack.

use crate::execution::Execution;
use crate::execution::frame::{Frame, FrameId, ROOT, Waiting};
use crate::execution::language::Language;
use crate::execution::map_run::start::open_map_join;
use crate::execution::observe::history::{history_full, is_history_full};
use crate::execution::observe::spans::{note_catch, note_retry, traced_error};
use crate::execution::step::enter::{enter, resume};
use crate::execution::step::handlers::handle_error;
use crate::execution::step::progress::{Progress, Recovery, yield_frame};
use crate::execution::step::retry::retry_or_catch;
use crate::execution::step::transition::{
    end_frame, fork, leave_last_node, start_branches, take_transition,
};
use crate::execution::wait::detached::{is_detached, start_detached};
use crate::execution::wait::listening::{no_state, start_listening};
use crate::execution::wait::task::start_task;
use crate::execution::wait::timer::{start_timer, wake_time};
use crate::machine::{Call, Next, Step};
use asl_value::error::{Failed, Failure, bounded};
use asl_value::value::Value;

/// Runs a frame until it ends, waits or forks.
pub(in crate::execution) fn run_frame(
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

/// Retries or catches a failure at a node.
fn recover(run: &mut Execution, frame: &mut Frame, failure: Failed) -> Recovery {
    let error = traced_error(run, &failure);
    let recovery = match run.language() {
        Language::Asl => retry_or_catch(run, frame, failure),
        Language::Sm4c => handle_error(run, frame, failure),
    };
    match &recovery {
        Recovery::Retry(delay) => note_retry(run, frame, error, *delay),
        Recovery::Again => note_retry(run, frame, error, 0),
        Recovery::Caught(Ok(_)) => note_catch(run, frame, error),
        Recovery::Caught(Err(_)) | Recovery::Lost(_) => {}
    }
    recovery
}
