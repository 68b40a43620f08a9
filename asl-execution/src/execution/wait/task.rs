//! A running task: its command, its limits and its result.

use std::mem;

use serde::{Deserialize, Serialize};

use crate::execution::frame::{Frame, FrameId, Waiting};
use crate::execution::history::{
    check_quota, count_if_unobserved, history_full, is_history_full, report_frame_event,
    report_scheduled, report_task, task_resource, warn_of_name,
};
use crate::execution::occurrence::add_exceeded;
use crate::execution::spans::note_time_out;
use crate::execution::step::rules::call_machine;
use crate::execution::step::run::Progress;
use crate::execution::wait::detached::{call_row_of, given};
use crate::execution::{Command, Execution, Limits, OpKey, Outcome};
use crate::history::{Details, EventType};
use crate::machine::{Call, Effect, Form, Kind, Step, TaskRow};
use asl_value::error::{Failed, Failure, Phase, TaskError, Timeout, bounded, names};
use asl_value::value::{Text, Value};

#[inline]
pub(crate) fn command_task(
    run: &mut Execution,
    op: OpKey,
    frame: &Frame,
    task: &'static TaskRow,
    call: Call,
) {
    let Call { input, timeout_seconds, heartbeat_seconds, credentials } = call;
    let operation_id = run.operation_id_of(frame);
    let timeout = u64::from(timeout_seconds.unwrap_or(task.timeout_seconds)) * 1000;
    let timeout = call_row_of(run, frame).and_then(|row| row.null_after).unwrap_or(timeout);
    let limits =
        remaining_limits(run, frame, timeout, heartbeat_seconds.or(task.heartbeat_seconds));
    let input = given(task, input);
    let is_held = matches!(&frame.waiting, Waiting::Ongoing(_, ongoing) if ongoing.is_submitted);
    run.commands.push(if is_held && task.form == Form::Token {
        Command::Hold { op, operation_id, limits }
    } else {
        let credentials = credentials.map(Box::new);
        Command::Run { op, task, input, operation_id, limits, credentials }
    });
}

/// The call that a frame waits for, from entering its state again; `None` if the state does not
/// start one.
pub(crate) fn call_again(run: &mut Execution, frame: &Frame) -> Option<Call> {
    let mut again = frame.clone();
    let since = again.attempt_began();
    let step = call_machine(run, &mut again, |machine, at, data, cx| {
        cx.now = since;
        (machine.advance)(at, data, cx, 0)
    });
    match step {
        Ok(Step::Task(input)) => Some(Call::of(input)),
        Ok(Step::Call(call)) => Some(*call),
        Ok(_) | Err(_) => None,
    }
}

impl Ongoing {
    fn new(form: Form, now: u64) -> Self {
        Self {
            since: now,
            beat: now,
            is_started: form != Form::Activity,
            is_submitted: false,
            early: None,
        }
    }
}

/// The saved state of a task, and the task's form.
pub(crate) fn ongoing(run: &mut Execution, op: OpKey) -> Option<(Form, &mut Ongoing)> {
    let form = task_row(run, run.state.frames.frame(op.frame)?)?.form;
    match &mut run.state.frames.frame_mut(op.frame)?.waiting {
        Waiting::Ongoing(serial, ongoing) if *serial == op.serial => Some((form, ongoing)),
        Waiting::Ongoing(..)
        | Waiting::Fuel
        | Waiting::Task(_)
        | Waiting::Timer(..)
        | Waiting::Backoff(..)
        | Waiting::Event(..)
        | Waiting::Children(_) => None,
    }
}

/// Reports an event of a frame that keeps waiting.
pub(crate) fn report_while_waiting(
    run: &mut Execution,
    id: FrameId,
    report: impl FnOnce(&mut Execution, &mut Frame),
) {
    let Some(mut frame) = run.state.frames.take(id) else { return };
    report(run, &mut frame);
    run.state.frames.put(&mut Some(id), frame);
}

pub(crate) fn report_started(run: &mut Execution, frame: &mut Frame, worker: Option<Text>) {
    if let Waiting::Ongoing(_, ongoing) = &mut frame.waiting {
        ongoing.is_started = true;
    }
    if count_if_unobserved(run, frame, 1) {
        return;
    }
    let integration = task_resource(run, frame).integration;
    report_frame_event(run, frame, EventType::Started(integration), |_| Details {
        worker_name: worker,
        ..Details::default()
    });
}

/// The task row of a frame's node.
pub(crate) fn task_row(run: &Execution, frame: &Frame) -> Option<&'static TaskRow> {
    if let Kind::Invoke(Effect::Task(task)) = &run.node(frame).kind { Some(task) } else { None }
}

/// The waiting state of a frame whose task is about to start. The start of a limited task must
/// survive a restore.
fn task_waiting(run: &Execution, task: &TaskRow, serial: u64, is_limited: bool) -> Waiting {
    if task.form.is_answer() && !is_limited {
        return Waiting::Task(serial);
    }
    Waiting::Ongoing(serial, Box::new(Ongoing::new(task.form, run.now)))
}

/// The rest of a task's limits.
fn remaining_limits(
    run: &Execution,
    frame: &Frame,
    timeout: u64,
    heartbeat_seconds: Option<u32>,
) -> Limits {
    let (since, beat) = if let Waiting::Ongoing(_, ongoing) = &frame.waiting
        && ongoing.is_started
    {
        (ongoing.since, ongoing.beat)
    } else {
        (run.now, run.now)
    };
    let spent = run.now.saturating_sub(since);
    Limits {
        timeout: timeout.saturating_sub(spent),
        silence: heartbeat_seconds.map(|seconds| u64::from(seconds) * 1000),
        silent_for: run.now.saturating_sub(beat),
    }
}

#[inline]
pub(crate) fn start_task(
    run: &mut Execution,
    mut frame: Frame,
    place: &mut Option<FrameId>,
    call: Call,
) -> Progress {
    let Some(task) = task_row(run, &frame) else {
        unreachable!("only tasks return Step::Task and Step::Call")
    };
    report_scheduled(run, &mut frame, task, &call);
    if is_history_full(run) {
        return Progress::failed(run, frame, *place, history_full());
    }
    let serial = run.next_serial();
    let is_limited = call_row_of(run, &frame).is_some_and(|call| call.null_after.is_some());
    frame.waiting = task_waiting(run, task, serial, is_limited);
    let id = *place.get_or_insert_with(|| run.state.frames.reserve());
    command_task(run, OpKey { serial, frame: id }, &frame, task, call);
    run.state.frames.put(place, frame);
    Progress::Waiting(id)
}

/// The saved state of a task that reports more than an answer, or has a limit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ongoing {
    /// The start of its limits, in milliseconds since 1970.
    pub(crate) since: u64,
    /// The time of its last heartbeat.
    pub(crate) beat: u64,
    /// True if its `Started` was reported.
    pub(crate) is_started: bool,
    /// True if the service has accepted the job.
    pub(crate) is_submitted: bool,
    /// A result that was reported before the service answered.
    pub(crate) early: Option<Result<Value, TaskError>>,
}

/// The time-out of a task, with the limit that was exceeded.
#[cold]
pub(crate) fn task_timed_out(run: &mut Execution, frame: &Frame, timeout: Timeout) -> Failed {
    let mut failure = Failure::timed_out(timeout);
    add_exceeded(run, frame, &mut failure);
    failure
}

/// Checks the outcome of an ASL task, and reports the event.
pub(crate) fn check_asl_task(
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
