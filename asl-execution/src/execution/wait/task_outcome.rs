//! The outcome of a task: its checks, and the events that report it.

use std::mem;

use crate::execution::Execution;
use crate::execution::frame::{Frame, Waiting, call_row_of};
use crate::execution::language::Language;
use crate::execution::observe::history::{report_task, task_resource, warn_of_name};
use crate::execution::observe::history_sm4c::observe_after;
use crate::execution::observe::occurrence::add_exceeded;
use crate::execution::observe::spans::note_time_out;
use crate::execution::outcome::Outcome;
use crate::execution::quotas::check_quota;
use crate::execution::wait::task::report_started;
use crate::history::EventType;
use crate::machine::{Effect, Form, Kind, TaskRow};
use asl_value::error::{Failed, Failure, Phase, Timeout, bounded, names};
use asl_value::value::Value;

/// Checks the outcome of a task, and reports it. The output stays in its place: a value that is
/// moved right after it was written in pieces stalls the processor for 5 ns.
pub(in crate::execution) fn check_task(
    run: &mut Execution,
    frame: &mut Frame,
    waiting: &Waiting,
    outcome: &mut Outcome,
) -> Result<(), Failed> {
    match run.language() {
        Language::Asl => check_asl_task(run, frame, waiting, outcome),
        Language::Sm4c => {
            let result = check_sm4c_task(run, frame, waiting, outcome);
            if result.is_ok() {
                observe_after(run, frame);
            }
            result
        }
    }
}

/// Checks the outcome of an ASL task, and reports the event.
fn check_asl_task(
    run: &mut Execution,
    frame: &mut Frame,
    waiting: &Waiting,
    outcome: &mut Outcome,
) -> Result<(), Failed> {
    let phase = if let Outcome::Failed(error) = &*outcome { error.phase() } else { Phase::Run };
    if matches!(waiting, Waiting::Ongoing(_, ongoing) if !ongoing.is_started)
        && matches!((&*outcome, phase), (Outcome::Done(_) | Outcome::Failed(_), Phase::Run))
    {
        report_started(run, frame, None);
    }
    let result = match outcome {
        Outcome::Done(output) => match bounded(output) {
            Err(cause) => Err(Box::new(Failure::new(names::TASK_FAILED, cause))),
            Ok(()) => {
                check_quota(run, output, || task_resource(run, frame).spoken()).map(|()| &*output)
            }
        },
        Outcome::Items(..) | Outcome::Members(..) => {
            Err(Box::new(Failure::new(names::TASK_FAILED, "the engine's answer is none of a task")))
        }
        Outcome::Failed(error) => Err(mem::take(error).into_failure()),
        Outcome::TimedOut => Err(task_timed_out(run, frame, Timeout::Time)),
        Outcome::HeartbeatMissed => Err(task_timed_out(run, frame, Timeout::Heartbeat)),
    };
    match &result {
        Ok(output) => report_task(run, frame, EventType::Succeeded, Some(output), None),
        Err(failure) if failure.timeout == Timeout::None => {
            let kind = match phase {
                Phase::Schedule => EventType::ScheduleFailed,
                Phase::Start => EventType::StartFailed,
                Phase::Submit => |_| EventType::SubmitFailed,
                Phase::Run => EventType::Failed,
            };
            report_task(run, frame, kind, None, Some(failure));
        }
        Err(failure) => {
            note_time_out(run, frame, failure);
            report_task(run, frame, EventType::TimedOut, None, Some(failure));
        }
    }
    if let Err(failure) = &result {
        warn_of_name(run, frame, failure);
    }
    result.map(|_| ())
}

/// The time-out of a task, with the limit that was exceeded.
#[cold]
fn task_timed_out(run: &mut Execution, frame: &Frame, timeout: Timeout) -> Failed {
    let mut failure = Failure::timed_out(timeout);
    add_exceeded(run, frame, &mut failure);
    failure
}

/// Checks the outcome of an SM4C call. A call that took too long has the result null.
fn check_sm4c_task(
    run: &mut Execution,
    frame: &Frame,
    waiting: &Waiting,
    outcome: &mut Outcome,
) -> Result<(), Failed> {
    let is_limited = matches!(waiting, Waiting::Ongoing(..))
        && call_row_of(run, frame).is_some_and(|call| call.null_after.is_some());
    match outcome {
        Outcome::Done(output) if sends_event(run, frame) => {
            *output = Value::Null;
            Ok(())
        }
        Outcome::Done(output) => {
            bounded(output).map_err(|cause| Box::new(Failure::new(names::TASK_FAILED, cause)))
        }
        Outcome::Items(..) | Outcome::Members(..) => {
            Err(Box::new(Failure::new(names::TASK_FAILED, "the engine's answer is none of a task")))
        }
        Outcome::Failed(error) => Err(mem::take(error).into_failure()),
        Outcome::TimedOut if is_limited => Ok(()),
        Outcome::TimedOut | Outcome::HeartbeatMissed => {
            Err(task_timed_out(run, frame, Timeout::Time))
        }
    }
}

/// Returns true for a node that sends an event: its result is null, whatever the engine returns
/// (R31).
fn sends_event(run: &Execution, frame: &Frame) -> bool {
    matches!(run.node(frame).kind, Kind::Invoke(Effect::Task(TaskRow { form: Form::Event, .. })))
}
