//! Creates the children of a Fork or ForEach, and reports their events.

use crate::execution::Execution;
use crate::execution::frame::{Frame, FrameId, Inputs, Join};
use crate::execution::map_run::start::next_map_child;
use crate::execution::observe::history::{report_aborted, report_event};
use crate::execution::step::call::select_item;
use crate::history::{Details, EventType};
use crate::machine::for_each::{EachRow, Item};
use crate::machine::{Kind, StateKind};
use asl_value::error::Failed;
use asl_value::value::{Text, Value};

/// Creates the next child of a join. Fails if the child's input cannot be computed.
#[inline]
pub(super) fn next_child(
    run: &mut Execution,
    parent: FrameId,
    join: &mut Join,
) -> Result<Frame, Failed> {
    if let Inputs::Run(map_run) = &mut join.inputs {
        return next_map_child(run, parent, map_run);
    }
    let index = join.started();
    let Some(frame) = run.state.frames.frame(parent) else {
        unreachable!("a parent stays in the arena")
    };
    let at = usize::try_from(index).unwrap_or(usize::MAX);
    let mut child = match (&run.node(frame).kind, &join.inputs) {
        (Kind::Fork(branches), Inputs::Same(input)) => {
            let Some(node) = branches.get(at) else {
                unreachable!("a join has as many inputs as it says")
            };
            Frame::new(*node, input.clone(), parent, index, join.started_event)
        }
        (Kind::ForEach(row), Inputs::Each(items)) => {
            let Some(value) = items.item(at) else {
                unreachable!("a join has as many inputs as it says")
            };
            next_iteration(run, frame, row, parent, join, value)?
        }
        (_, _) => unreachable!("a join is made for its node"),
    };
    if run.machine.uses.variables {
        inherit_variables(run, &mut child);
    }
    if join.has_iterations() {
        child.last_event = report_iteration(run, &child, EventType::MapIterationStarted);
    }
    Ok(child)
}

/// Creates an iteration. As recorded, one that takes the place of another follows its last event.
fn next_iteration(
    run: &Execution,
    frame: &Frame,
    row: &EachRow,
    parent: FrameId,
    join: &Join,
    value: &Value,
) -> Result<Frame, Failed> {
    let index = join.started();
    let previous = if index < join.window { join.started_event } else { join.last_event };
    if !row.selects && !run.machine.uses.context {
        return Ok(Frame::new(row.body, value.clone(), parent, index, previous));
    }
    let item = Item { index, value: value.clone(), key: None, source: None };
    let data = if row.selects { select_item(run, frame, &item)? } else { item.value.clone() };
    let mut child = Frame::new(row.body, data, parent, index, previous);
    if run.machine.uses.context {
        child.extra.get_or_insert_default().item = Some(item);
    }
    Ok(child)
}

/// Inner scopes read the variables around them. Those cannot change meanwhile, so a copy suffices.
fn inherit_variables(run: &Execution, child: &mut Frame) {
    let vars = run.state.frames.frame(child.parent).map_or(Value::Null, Frame::vars);
    if !vars.is_null() {
        child.extra.get_or_insert_default().vars = vars;
    }
}

/// Reports an event of an iteration; branches have none. Returns its id.
fn report_iteration(run: &mut Execution, child: &Frame, kind: EventType) -> u64 {
    let map = if run.is_observed() { run.state.frames.frame(child.parent) } else { None };
    let name = map.map(|frame| run.node(frame).state);
    let details = || Details {
        name: name.map(Text::new_static),
        index: Some(child.index),
        ..Details::default()
    };
    report_event(run, Some(child), child.last_event, kind, details)
}

/// Reports that a child has succeeded.
#[inline]
pub(super) fn report_child_done(run: &mut Execution, join: &mut Join, child: &Frame) {
    join.last_event = child.last_event;
    join.end_event = if join.has_iterations() {
        report_iteration(run, child, EventType::MapIterationSucceeded)
    } else {
        child.last_event
    };
}

/// Reports that a child has failed. As recorded, its Task is then aborted as well, while a nested
/// Parallel or a Fail state is not.
pub(super) fn report_child_failed(run: &mut Execution, child: &Frame, is_iteration: bool) {
    if is_iteration {
        report_iteration(run, child, EventType::MapIterationFailed);
    }
    if run.node(child).state_kind == StateKind::Task {
        report_aborted(run, child, child.last_event);
    }
}
