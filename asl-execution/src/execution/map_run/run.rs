//! Advances a distributed Map: starts children, takes their results, reads, writes, and ends.

use crate::execution::child_scope::{ChildNames, ChildResult, run_names};
use crate::execution::frame::{Frame, FrameId, Inputs, Join, run_row, woken};
use crate::execution::map_run::command::{command_read, command_write};
use crate::execution::map_run::data::{MapRun, Reading, Source, too_many_failed};
use crate::execution::map_run::state::map_run_state;
use crate::execution::map_run::write::{Finished, Timestamp, Writing};
use crate::execution::observe::history::{failure_details, report_event, report_frame_event};
use crate::execution::step::abort::abort_unreported;
use crate::execution::step::enter::resume;
use crate::execution::step::progress::Progress;
use crate::execution::step::run::run_frame;
use crate::execution::{Execution, OpKey, Outcome};
use crate::history::{Details, EventType};
use crate::machine::for_each::EachRow;
use crate::machine::{Kind, StateKind};
use crate::storage::items::{ChildStatus, ResultTarget};
use asl_value::error::{Failed, Failure, Status, names};
use asl_value::value::Value;

/// Starts a child again that a redrive has prepared, if any.
pub(in crate::execution) fn unpark_child(run: &mut Execution, join: &mut Join) -> bool {
    let Inputs::Run(map_run) = &mut join.inputs else { return false };
    let Some((index, open)) = map_run.parked.pop_first() else { return false };
    map_run.children.insert(index, open);
    join.open = join.open.saturating_add(1);
    for id in woken(&run.state.frames, open.frame) {
        if let Some(frame) = run.state.frames.frame_mut(id) {
            frame.enter_at(run.now);
        }
        run.state.ready_queue.push(id);
    }
    true
}

/// Takes the result of a child that has ended.
pub(in crate::execution) fn take_child_result(
    run: &mut Execution,
    join: &mut Join,
    child: &Frame,
    result: ChildResult,
) {
    let Inputs::Run(map_run) = &mut join.inputs else {
        unreachable!("only distributed Maps have children")
    };
    map_run.children.remove(&child.index);
    let own = child.extra.as_ref().and_then(|extra| extra.child.as_ref());
    if result.is_err() {
        let items = own.map_or(1, |own| own.items);
        map_run.failed = map_run.failed.saturating_add(u64::from(items));
        map_run.lost.insert(child.index);
    }
    match (&mut map_run.writer, result) {
        (Some(writer), result) => writer.add(finished(child, result, run.now)),
        (None, Ok(output)) => drop(map_run.results.insert(child.index, output)),
        (None, Err(failure)) => {
            map_run.results.insert(child.index, lost_result(*failure));
        }
    }
    if map_run.failure.is_none() && map_run.is_exceeded() {
        give_up_map_run(run, map_run, too_many_failed());
    }
    join.open = u32::try_from(map_run.children.len()).unwrap_or(u32::MAX);
}

/// The result in the place of a failed child, as measured.
fn lost_result(failure: Failure) -> Value {
    let status = Value::text(status_of(failure.status).text());
    let told = [("Error", failure.error), ("Cause", failure.cause)].into_iter();
    let told = told.filter_map(|(key, text)| Some((key, Value::String(text?))));
    Value::Object([("Status", status)].into_iter().chain(told).collect())
}

fn status_of(status: Status) -> ChildStatus {
    match status {
        Status::Failed => ChildStatus::Failed,
        Status::TimedOut => ChildStatus::TimedOut,
        Status::Aborted => ChildStatus::Aborted,
    }
}

/// Ends the Map Run early: no child starts, running ones are aborted, and earlier results are still
/// written.
fn give_up_map_run(run: &mut Execution, map_run: &mut MapRun, failure: Failed) {
    let parked = std::mem::take(&mut map_run.parked);
    for (index, open) in std::mem::take(&mut map_run.children).into_iter().chain(parked) {
        map_run.lost.insert(index);
        map_run.aborted.add(open.items);
        if let (Some(writer), Some(frame)) =
            (&mut map_run.writer, run.state.frames.frame(open.frame))
        {
            writer.add(finished(frame, Err(Failure::aborted()), run.now));
        }
        abort_unreported(run, open.frame);
    }
    map_run.failure = Some(failure);
}

/// Advances a Map Run without a child to start: reads and writes as needed, and ends when
/// everything is done.
pub(in crate::execution) fn advance_map_run(
    run: &mut Execution,
    id: FrameId,
    mut join: Box<Join>,
) -> Result<Progress, Box<Join>> {
    let Inputs::Run(map_run) = &mut join.inputs else {
        unreachable!("only distributed Maps come here")
    };
    if let (Some(_), Source::Read(Reading { serial: serial @ Some(_), .. })) =
        (&map_run.failure, &mut map_run.source)
        && let Some(serial) = serial.take()
    {
        run.commands.cancel(OpKey { serial, frame: id });
    }
    if map_run.failure.is_none() && !map_run.source.may_grow() && map_run.is_exceeded() {
        give_up_map_run(run, map_run, too_many_failed());
        join.open = 0;
        return advance_map_run(run, id, join);
    }
    read_next_page(run, id, map_run);
    let is_quiet = map_run.is_quiet();
    if let Some(content) = map_run.writer.as_mut().and_then(|writer| writer.next(is_quiet)) {
        let serial = run.next_serial();
        if let Some(writer) = &mut map_run.writer {
            writer.writing = Some(Writing { serial, content });
        }
        command_write(run, OpKey { serial, frame: id }, map_run);
    }
    if is_quiet && map_run.writer.as_ref().is_none_or(|writer| writer.result.is_some()) {
        return Ok(finish_map_run(run, id, *join));
    }
    if join.wants_more() {
        return Err(join);
    }
    run.state.frames.put_join(id, join);
    Ok(Progress::Waiting(id))
}

fn read_next_page(run: &mut Execution, id: FrameId, map_run: &mut MapRun) {
    if !map_run.must_read() {
        return;
    }
    let serial = run.next_serial();
    if let Source::Read(reading) = &mut map_run.source {
        reading.serial = Some(serial);
    }
    command_read(run, OpKey { serial, frame: id }, map_run);
}

/// Takes the result of a read or a write.
pub(in crate::execution) fn take_map_run_result(
    run: &mut Execution,
    join: &mut Join,
    OpKey { serial, frame }: OpKey,
    outcome: Outcome,
) {
    let Inputs::Run(map_run) = &mut join.inputs else { return };
    let selects = run.state.frames.frame(frame).is_some_and(|frame| {
        matches!(&run.node(frame).kind, Kind::ForEach(EachRow { selects: true, .. }))
    });
    let answered = match &mut map_run.source {
        Source::Read(reading) if reading.serial == Some(serial) => {
            reading.answered(outcome, selects)
        }
        Source::Read(_) | Source::Given(..) => match &mut map_run.writer {
            Some(writer) => writer.answered(outcome),
            None => Ok(()),
        },
    };
    if let Err((failure, is_writers)) = answered.map_err(|failure| {
        let is_writers = failure.error() == Some(names::RESULT_WRITER_FAILED);
        (failure, is_writers)
    }) {
        if is_writers {
            map_run.writer = None;
        }
        let failure = map_run.failure.take().unwrap_or(failure);
        give_up_map_run(run, map_run, failure);
        join.open = 0;
    }
}

fn finish_map_run(run: &mut Execution, id: FrameId, join: Join) -> Progress {
    let Join { inputs: Inputs::Run(map_run), started_event, window, .. } = join else {
        unreachable!("only distributed Maps come here")
    };
    let Some(mut frame) = run.state.frames.take(id) else {
        unreachable!("a parent stays in the arena")
    };
    frame.last_event = started_event;
    let map_run_state = Some(Box::new(map_run_state(run, &frame, &map_run, window)));
    let step = match map_run_result(run, &frame, *map_run) {
        Ok(result) => {
            let details = || Details { map_run: map_run_state, ..Details::default() };
            let kind = EventType::MapRunSucceeded;
            let last = report_event(run, Some(&frame), started_event, kind, details);
            let kind = EventType::StateSucceeded(StateKind::Map);
            report_event(run, Some(&frame), last, kind, Details::default);
            resume(run, &mut frame, result)
        }
        Err(failure) => {
            report_frame_event(run, &mut frame, EventType::MapRunFailed, |_| Details {
                map_run: map_run_state,
                ..failure_details(&failure)
            });
            Err(failure)
        }
    };
    run_frame(run, frame, Some(id), step)
}

/// The result of a distributed Map: the answer of the manifest's writer, or the outputs in the
/// order of the items.
fn map_run_result(run: &Execution, frame: &Frame, map_run: MapRun) -> Result<Value, Failed> {
    if let Some(failure) = map_run.failure {
        return Err(failure);
    }
    if let Some(writer) = map_run.writer {
        return Ok(writer.result.unwrap_or_default());
    }
    let Some(writer) = &run_row(run, frame).writer else {
        return Ok(Value::array(map_run.results.into_values().collect()));
    };
    // A ResultWriter without a store only determines the format of the results.
    let target = Value::object([("Bucket", Value::text(""))]);
    let target = ResultTarget::from_fields(&target, writer.config);
    let transformation =
        target.map_err(|error| Box::new(error.into_writer_failure()))?.transformation;
    let names = ChildNames::new(run, &run_names(run, frame));
    let (mut start, mut stop) = (Timestamp::default(), Timestamp::default());
    let lost = map_run.lost;
    let results = map_run.results.into_iter().filter(|(index, _)| !lost.contains(index));
    let entries = results.flat_map(|(index, output)| {
        let (status, input) = (ChildStatus::Succeeded, Value::Null);
        let child = Finished {
            index,
            status,
            input,
            output,
            error: None,
            cause: None,
            start: run.now,
            stop: run.now,
        };
        let child = child.description(names.child(index), &mut start, &mut stop);
        transformation.entries(&child).map(|entry| entry.to_value()).collect::<Vec<_>>()
    });
    Ok(entries.collect())
}

/// The entry of an ended child in a result file.
fn finished(child: &Frame, result: ChildResult, now: u64) -> Finished {
    let own =
        child.extra.as_ref().and_then(|extra| extra.child.as_deref()).cloned().unwrap_or_default();
    let (status, output, error, cause) = match result {
        Ok(output) => (ChildStatus::Succeeded, output, None, None),
        Err(failure) => (status_of(failure.status), Value::Null, failure.error, failure.cause),
    };
    Finished {
        index: child.index,
        status,
        input: own.input,
        output,
        error,
        cause,
        start: own.started,
        stop: now,
    }
}
