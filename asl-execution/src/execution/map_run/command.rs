//! The read and write commands of a distributed Map.

use crate::execution::child_scope::{ChildNames, run_names};
use crate::execution::frame::run_row;
use crate::execution::map_run::data::{MapRun, Source};
use crate::execution::map_run::write::{Content, Timestamp};
use crate::execution::{Command, Execution, OpKey};
use crate::storage::items::request::{Part, ReadItems, WriteResults};
use asl_value::value::Text;

/// Issues a read command. It is built from saved state, so a restore issues the same.
pub(in crate::execution) fn command_read(run: &mut Execution, op: OpKey, map_run: &MapRun) {
    let Some(frame) = run.state.frames.frame(op.frame) else { return };
    let (Some(row), Source::Read(reading)) = (&run_row(run, frame).reader, &map_run.source) else {
        return;
    };
    let read = ReadItems {
        operation_id: Text::new(run.operation_id_of(frame).to_string()),
        run: run_names(run, frame).id,
        resource: Text::new_static(row.resource),
        config: row.config.clone(),
        parameters: map_run.options.reader.clone(),
        max_items: map_run.options.max_items,
        position: reading.position,
        open: row.access,
    };
    run.commands.push(Command::Read { op, read: Box::new(read) });
}

/// Issues a write command. It is built from saved state, so a restore issues the same.
pub(in crate::execution) fn command_write(run: &mut Execution, op: OpKey, map_run: &MapRun) {
    let Some(frame) = run.state.frames.frame(op.frame) else { return };
    let Some(row) = &run_row(run, frame).writer else { return };
    let Some((writer, writing)) =
        map_run.writer.as_ref().and_then(|writer| Some((writer, writer.writing.as_ref()?)))
    else {
        return;
    };
    let names = run_names(run, frame);
    let part = match &writing.content {
        Content::Manifest => Part::Manifest(writer.files.clone()),
        Content::File(group, number, children) => {
            let of_children = ChildNames::new(run, &names);
            let (mut start, mut stop) = (Timestamp::default(), Timestamp::default());
            let descriptions = children.iter().map(|child| {
                child.description(of_children.child(child.index), &mut start, &mut stop)
            });
            Part::File(*group, *number, descriptions.collect())
        }
    };
    let write = WriteResults {
        operation_id: Text::new(run.operation_id_of(frame).to_string()),
        run: names.id,
        map_run_arn: names.arn,
        config: row.config.clone(),
        parameters: map_run.options.writer.clone(),
        part,
        write: row.access,
    };
    run.commands.push(Command::Write { op, write: Box::new(write) });
}
