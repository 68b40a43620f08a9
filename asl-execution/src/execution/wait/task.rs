//! A running task: its command, its limits and its result.

use crate::execution::frame::{Frame, FrameId, Ongoing, Waiting, call_row_of, task_row};
use crate::execution::observe::history::{
    count_if_unobserved, history_full, is_history_full, report_frame_event, report_scheduled,
    task_resource,
};
use crate::execution::step::progress::Progress;
use crate::execution::{Command, Execution, Limits, OpKey};
use crate::history::{Details, EventType};
use crate::machine::{Call, Form, TaskRow};
use asl_value::value::{Map, Text, Value};

#[inline]
pub(in crate::execution) fn command_task(
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

/// The saved state of a task, and the task's form.
pub(in crate::execution) fn ongoing(
    run: &mut Execution,
    op: OpKey,
) -> Option<(Form, &mut Ongoing)> {
    let form = task_row(run, run.state.frames.frame(op.frame)?)?.form;
    let waiting = &mut run.state.frames.frame_mut(op.frame)?.waiting;
    let Waiting::Ongoing(serial, ongoing) = waiting else { return None };
    (*serial == op.serial).then_some((form, ongoing))
}

/// Reports an event of a frame that keeps waiting.
pub(in crate::execution) fn report_while_waiting(
    run: &mut Execution,
    id: FrameId,
    report: impl FnOnce(&mut Execution, &mut Frame),
) {
    let Some(mut frame) = run.state.frames.take(id) else { return };
    report(run, &mut frame);
    run.state.frames.put(&mut Some(id), frame);
}

pub(in crate::execution) fn report_started(
    run: &mut Execution,
    frame: &mut Frame,
    worker: Option<Text>,
) {
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
pub(in crate::execution) fn start_task(
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

/// The input of a call. The context attributes of an event become text (reading R22).
#[inline]
pub(in crate::execution) fn given(task: &TaskRow, input: Value) -> Value {
    if task.form == Form::Event { event_input(input) } else { input }
}

fn event_input(mut input: Value) -> Value {
    let text = |value: &Value| {
        if value.as_str().is_some() { value.clone() } else { Value::text(value.to_json_string()) }
    };
    input.update("contextAttributes", |attributes| {
        if let Value::Object(members) = attributes {
            let members = members.entries().iter().map(|(name, value)| (name.clone(), text(value)));
            *attributes = Value::from(members.collect::<Map>());
        }
    });
    input
}
