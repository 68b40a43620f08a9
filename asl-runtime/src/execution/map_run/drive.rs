//! Moves a distributed Map on: makes children of items, takes their ends, reads, writes, and ends.

use crate::error::{Failed, Failure, Status, bounded, names};
use crate::execution::drive::Turn;
use crate::execution::frames::{Extra, Frame, FrameId, Inputs, Join, Waiting};
use crate::execution::scope::{Child, ChildResult};
use crate::execution::{Command, Execution, OpKey, Outcome};
use crate::history::{Details, EventType};
use crate::machine::for_each::{EachRow, Item, Iterate, RunRow};
use crate::machine::{Kind, StateKind};
use crate::storage::items::{ChildStatus, ResultFile, ResultTarget};
use crate::value::{Text, Value};

use super::effect::{Part, ReadItems, WriteResults};
use super::write::{Content, Finished, Writing};
use super::{MapRun, Portion, Reading, Source, length, too_many_failed};

/// AWS runs no more children of a Map at a time.
const MOST_CHILDREN: u32 = 10_000;

/// The window of a distributed Map: 0 stands for AWS's own limit.
pub(crate) fn window_of_run(window: u32) -> u32 {
    if window == 0 { MOST_CHILDREN } else { window.min(MOST_CHILDREN) }
}

impl Execution {
    /// A join for the children of a Map; starting them is the next thing to do.
    pub(in crate::execution) fn open_each(
        &mut self,
        frame: &mut Frame,
        each: Iterate,
    ) -> Result<Box<Join>, Failed> {
        let Iterate { items, window, run } = each;
        let Some(run) = run else { return Ok(self.open_join(frame, Inputs::Each(items), window)) };
        let Kind::ForEach(row) = &self.node(frame).kind else {
            unreachable!("only Maps return this step")
        };
        let length = length(&items);
        self.report_in(frame, EventType::StateStarted(StateKind::Map), |_| Details {
            length: Some(length),
            ..Details::default()
        });
        let options = run?;
        let arn = self.run_names(frame).arn;
        self.report_in(frame, EventType::MapRunStarted, |_| Details {
            map_run_arn: Some(arn),
            ..Details::default()
        });
        let is_read = row.run.as_ref().is_some_and(|run| run.reader.is_some());
        let source =
            if is_read { Source::Read(Reading::default()) } else { Source::Given(items, 0) };
        let run = Box::new(MapRun::new(options, source, row.writes()));
        frame.waiting = Waiting::Children(None);
        Ok(Box::new(Join::new(Inputs::Run(run), 0, window_of_run(window), frame.last_event)))
    }

    fn run_row(&self, frame: &Frame) -> &'static RunRow {
        let Kind::ForEach(EachRow { run: Some(row), .. }) = &self.node(frame).kind else {
            unreachable!("only distributed Maps have a run, and restore checks it")
        };
        row
    }

    /// The next child of a distributed Map.
    pub(in crate::execution) fn child_of_run(
        &mut self,
        id: FrameId,
        run: &mut MapRun,
    ) -> Result<Frame, Failed> {
        let Portion { first, items } = run.take_portion();
        let Some(frame) = self.state.frames.frame(id) else {
            unreachable!("a parent stays in the arena")
        };
        let Kind::ForEach(row) = &self.node(frame).kind else {
            unreachable!("only Maps have a run")
        };
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let mut made = Vec::with_capacity(items.len());
        for ((value, source), index) in items.into_iter().zip(first..) {
            let source = Some(source.unwrap_or(Text::new_static("STATE_DATA")));
            made.push(if row.selects {
                self.select(frame, &Item { index, value, key: None, source })?
            } else {
                value
            });
        }
        let data = match &run.options.batch {
            None => made.into_iter().next().unwrap_or_default(),
            Some(batch) if batch.input.is_null() => Value::object([("Items", Value::array(made))]),
            Some(batch) => {
                Value::object([("BatchInput", batch.input.clone()), ("Items", Value::array(made))])
            }
        };
        bounded(&data).map_err(Failure::runtime_unplaced)?;
        let is_told = self.machine.uses.context || run.writer.is_some();
        let input = if is_told { data.clone() } else { Value::Null };
        let mut child = Frame::new(row.body, data, id, run.started.saturating_sub(1), 0);
        let own = Child { events: 1, items: count, started: self.now, input, ..Child::default() };
        child.extra = Some(Box::new(Extra { child: Some(Box::new(own)), ..Extra::default() }));
        Ok(child)
    }

    /// A child has ended.
    pub(in crate::execution) fn child_ended(
        &mut self,
        join: &mut Join,
        child: &Frame,
        result: ChildResult,
    ) {
        let Inputs::Run(run) = &mut join.inputs else {
            unreachable!("only distributed Maps have children")
        };
        run.children.remove(&child.index);
        let own = child.extra.as_ref().and_then(|extra| extra.child.as_ref());
        if result.is_err() {
            let items = own.map_or(1, |own| own.items);
            run.failed = run.failed.saturating_add(u64::from(items));
            run.lost.insert(child.index);
        }
        match (&mut run.writer, result) {
            (Some(writer), result) => writer.add(finished(child, result, self.now)),
            (None, Ok(output)) => drop(run.results.insert(child.index, output)),
            (None, Err(_)) => {}
        }
        if run.failure.is_none() && run.is_exceeded() {
            self.give_up_run(run, too_many_failed());
        }
        join.open = u32::try_from(run.children.len()).unwrap_or(u32::MAX);
    }

    /// Nothing more is started, and what is at work is cut off; what was done before is still
    /// written.
    fn give_up_run(&mut self, run: &mut MapRun, failure: Failed) {
        let parked = std::mem::take(&mut run.parked);
        for (index, open) in std::mem::take(&mut run.children).into_iter().chain(parked) {
            run.lost.insert(index);
            if let (Some(writer), Some(frame)) =
                (&mut run.writer, self.state.frames.frame(open.frame))
            {
                writer.add(finished(frame, Err(Failure::aborted()), self.now));
            }
            self.abort_silently(open.frame);
        }
        run.failure = Some(failure);
    }

    /// With no child to start: reads and writes what there is to read and write, and ends when all
    /// is done.
    pub(in crate::execution) fn rest_of_run(
        &mut self,
        id: FrameId,
        mut join: Box<Join>,
    ) -> Result<Turn, Box<Join>> {
        let Inputs::Run(run) = &mut join.inputs else {
            unreachable!("only distributed Maps come here")
        };
        if let (Some(_), Source::Read(Reading { serial: serial @ Some(_), .. })) =
            (&run.failure, &mut run.source)
            && let Some(serial) = serial.take()
        {
            self.cancel_operation(OpKey { serial, frame: id });
        }
        if run.failure.is_none() && !run.source.may_grow() && run.is_exceeded() {
            self.give_up_run(run, too_many_failed());
            join.open = 0;
            return self.rest_of_run(id, join);
        }
        self.read_on(id, run);
        let is_quiet = run.is_quiet();
        if let Some(content) = run.writer.as_mut().and_then(|writer| writer.next(is_quiet)) {
            let serial = self.next_serial();
            if let Some(writer) = &mut run.writer {
                writer.writing = Some(Writing { serial, content });
            }
            self.command_write(OpKey { serial, frame: id }, run);
        }
        if is_quiet && run.writer.as_ref().is_none_or(|writer| writer.result.is_some()) {
            return Ok(self.run_ended(id, *join));
        }
        if join.wants_more() {
            return Err(join);
        }
        self.state.frames.put_join(id, join);
        Ok(Turn::Waiting(id))
    }

    fn read_on(&mut self, id: FrameId, run: &mut MapRun) {
        if !run.must_read() {
            return;
        }
        let serial = self.next_serial();
        if let Source::Read(reading) = &mut run.source {
            reading.serial = Some(serial);
        }
        self.command_read(OpKey { serial, frame: id }, run);
    }

    /// A page was read, or something was written.
    pub(in crate::execution) fn run_answered(
        &mut self,
        join: &mut Join,
        serial: u64,
        outcome: Outcome,
    ) {
        let Inputs::Run(run) = &mut join.inputs else { return };
        let answered = match &mut run.source {
            Source::Read(reading) if reading.serial == Some(serial) => reading.answered(outcome),
            Source::Read(_) | Source::Given(..) => match &mut run.writer {
                Some(writer) => writer.answered(outcome),
                None => Ok(()),
            },
        };
        if let Err((failure, is_writers)) = answered.map_err(|failure| {
            let is_writers = failure.error() == Some(names::RESULT_WRITER_FAILED);
            (failure, is_writers)
        }) {
            if is_writers {
                run.writer = None;
            }
            let failure = run.failure.take().unwrap_or(failure);
            self.give_up_run(run, failure);
            join.open = 0;
        }
    }

    fn run_ended(&mut self, id: FrameId, join: Join) -> Turn {
        let Join { inputs: Inputs::Run(run), started_event, .. } = join else {
            unreachable!("only distributed Maps come here")
        };
        let Some(mut frame) = self.state.frames.take(id) else {
            unreachable!("a parent stays in the arena")
        };
        frame.last_event = started_event;
        let step = match self.result_of_run(&frame, *run) {
            Ok(result) => {
                let ended =
                    self.report(started_event, EventType::MapRunSucceeded, Details::default);
                self.report(ended, EventType::StateSucceeded(StateKind::Map), Details::default);
                self.resume(&mut frame, result)
            }
            Err(failure) => {
                self.report_in(&mut frame, EventType::MapRunFailed, |_| {
                    crate::execution::events::failed(&failure)
                });
                Err(failure)
            }
        };
        self.turn(frame, Some(id), step)
    }

    /// What a distributed Map answers: what the manifest's writer said, or the outputs in the order
    /// of the items.
    fn result_of_run(&self, frame: &Frame, run: MapRun) -> Result<Value, Failed> {
        if let Some(failure) = run.failure {
            return Err(failure);
        }
        if let Some(writer) = run.writer {
            return Ok(writer.result.unwrap_or_default());
        }
        let Some(writer) = &self.run_row(frame).writer else {
            return Ok(Value::array(run.results.into_values().collect()));
        };
        // A ResultWriter without a store only says how the results look.
        let target = Value::object([("Bucket", Value::text(""))]);
        let target = ResultTarget::from_fields(&target, writer.config);
        let transformation =
            target.map_err(|error| Box::new(error.into_writer_failure()))?.transformation;
        let names = self.run_names(frame);
        let told = run.results.into_iter().flat_map(|(index, output)| {
            let (name, arn, machine) = self.child_names(&names, index);
            let (status, input) = (ChildStatus::Succeeded, Value::Null);
            let child = Finished {
                index,
                status,
                input,
                output,
                error: None,
                cause: None,
                start: self.now,
                stop: self.now,
            };
            transformation.entries(&child.told(name, arn, machine))
        });
        Ok(told.collect())
    }

    /// Tells the engine to read; from what is saved, so that a restore tells it the same.
    pub(in crate::execution) fn command_read(&mut self, op: OpKey, run: &MapRun) {
        let Some(frame) = self.state.frames.frame(op.frame) else { return };
        let (Some(row), Source::Read(reading)) = (&self.run_row(frame).reader, &run.source) else {
            return;
        };
        let read = ReadItems {
            operation_id: self.operation_id_of(frame),
            run: self.run_names(frame).id,
            resource: row.resource,
            config: row.config.clone(),
            parameters: run.options.reader.clone(),
            max_items: run.options.max_items,
            position: reading.position,
        };
        self.commands.push(Command::Read { op, read: Box::new(read) });
    }

    /// Tells the engine to write; from what is saved, so that a restore tells it the same.
    pub(in crate::execution) fn command_write(&mut self, op: OpKey, run: &MapRun) {
        let Some(frame) = self.state.frames.frame(op.frame) else { return };
        let Some(row) = &self.run_row(frame).writer else { return };
        let Some((writer, writing)) =
            run.writer.as_ref().and_then(|writer| Some((writer, writer.writing.as_ref()?)))
        else {
            return;
        };
        let names = self.run_names(frame);
        let part = match &writing.content {
            Content::Manifest => Part::Manifest(writer.files.clone()),
            Content::File(group, number, children) => {
                let told = children.iter().map(|child| {
                    let (name, arn, machine) = self.child_names(&names, child.index);
                    child.told(name, arn, machine)
                });
                Part::File(*group, *number, told.collect())
            }
        };
        let write = WriteResults {
            operation_id: self.operation_id_of(frame),
            run: names.id,
            map_run_arn: names.arn,
            config: row.config.clone(),
            parameters: run.options.writer.clone(),
            part,
        };
        self.commands.push(Command::Write { op, write: Box::new(write) });
    }
}

/// What a result file says of a child that has ended.
fn finished(child: &Frame, result: ChildResult, now: u64) -> Finished {
    let own =
        child.extra.as_ref().and_then(|extra| extra.child.as_deref()).cloned().unwrap_or_default();
    let (status, output, error, cause) = match result {
        Ok(output) => (ChildStatus::Succeeded, output, None, None),
        Err(failure) => {
            let status = match failure.status {
                Status::Failed => ChildStatus::Failed,
                Status::TimedOut => ChildStatus::TimedOut,
                Status::Aborted => ChildStatus::Aborted,
            };
            (status, Value::Null, failure.error, failure.cause)
        }
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

impl Reading {
    fn answered(&mut self, outcome: Outcome) -> Result<(), Failed> {
        self.serial = None;
        let (items, source) = match outcome {
            Outcome::Items(items, source) => (items, source),
            Outcome::Failed(error) => return Err(error.into_failure()),
            Outcome::Done(_) | Outcome::TimedOut | Outcome::HeartbeatMissed => {
                return Err(Box::new(Failure::new(
                    names::ITEM_READER_FAILED,
                    "the engine's answer is no page of items",
                )));
            }
        };
        if items.is_empty() {
            self.is_ended = true;
        }
        self.position =
            self.position.saturating_add(u64::try_from(items.len()).unwrap_or(u64::MAX));
        self.ready
            .extend(items.into_iter().map(|value| super::Loaded { value, source: source.clone() }));
        Ok(())
    }
}

impl super::Writer {
    fn answered(&mut self, outcome: Outcome) -> Result<(), Failed> {
        let answer = match outcome {
            Outcome::Done(answer) => answer,
            Outcome::Failed(error) => return Err(error.into_failure()),
            Outcome::Items(..) | Outcome::TimedOut | Outcome::HeartbeatMissed => {
                let cause = "the engine did not say what it wrote";
                return Err(Box::new(Failure::new(names::RESULT_WRITER_FAILED, cause)));
            }
        };
        match self.writing.take().map(|writing| writing.content) {
            Some(Content::Manifest) => self.result = Some(answer),
            Some(Content::File(group, ..)) => {
                let key =
                    answer.get("Key").and_then(Value::as_str).map(Text::from).unwrap_or_default();
                let size = answer
                    .get("Size")
                    .and_then(Value::as_i64)
                    .and_then(|size| u64::try_from(size).ok());
                self.files.push(ResultFile { group, key, size: size.unwrap_or_default() });
            }
            None => {}
        }
        Ok(())
    }
}
