//! Creates the children of a Fork or ForEach, and reports their events.

use crate::execution::Execution;
use crate::execution::frame::{Frame, FrameId, Inputs, Join, Waiting, at_a_time};
use crate::execution::history::{report_aborted, report_event, report_frame_event};
use crate::execution::map_run::run::next_map_child;
use crate::history::{Details, EventType};
use crate::machine::for_each::{EachRow, Item};
use crate::machine::{Cx, Kind, Position, StateKind};
use asl_value::error::{Failed, Failure, bounded};
use asl_value::value::{Text, Value};

/// Number of children; `None` for a node that cannot have any.
pub(crate) fn child_count(kind: &Kind, inputs: &Inputs) -> Option<u32> {
    let length = match (kind, inputs) {
        (Kind::Fork(branches), Inputs::Same(_)) => branches.len(),
        (Kind::ForEach(_), Inputs::Each(Value::Array(items))) => items.len(),
        (_, _) => return None,
    };
    u32::try_from(length).ok()
}

/// Creates a join for the children of a frame, which are started next.
pub(crate) fn open_join(
    run: &mut Execution,
    frame: &mut Frame,
    inputs: Inputs,
    window: u32,
) -> Box<Join> {
    let node = run.node(frame);
    let Some(length) = child_count(&node.kind, &inputs) else {
        unreachable!("Fork and ForEach nodes return their own kind of step")
    };
    report_frame_event(run, frame, EventType::StateStarted(node.state_kind), |_| Details {
        length: (node.state_kind == StateKind::Map).then_some(length),
        ..Details::default()
    });
    frame.waiting = Waiting::Children(None);
    Box::new(Join::new(inputs, length, at_a_time(window), frame.last_event))
}

/// Creates the next child of a join. Fails if the child's input cannot be computed.
#[inline]
pub(crate) fn next_child(
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

/// Computes the input of an iteration from the Map's data and an item.
pub(crate) fn select_item(run: &Execution, frame: &Frame, item: &Item) -> Result<Value, Failed> {
    let mut cx = Cx {
        entered: frame.entered,
        now: run.now,
        profile: run.machine.profile,
        limits: run.machine.limits,
        attempt: frame.attempt(),
        index: frame.index,
        ..Cx::default()
    };
    if run.machine.uses.variables {
        cx.vars = frame.vars();
    }
    if run.machine.uses.context || run.machine.uses.random {
        let (parent, at, serial) = (frame.parent, frame.at, run.state.serial);
        cx.position =
            Some(Position { execution: run, parent, at, serial, item: Some(item.clone()) });
    }
    let data = (run.machine.item)(frame.at.node, &frame.data, &mut cx, item)?;
    bounded(&data).map(|()| data).map_err(Failure::runtime_unplaced)
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
pub(crate) fn report_child_done(run: &mut Execution, join: &mut Join, child: &Frame) {
    join.last_event = child.last_event;
    join.end_event = if join.has_iterations() {
        report_iteration(run, child, EventType::MapIterationSucceeded)
    } else {
        child.last_event
    };
}

/// Reports that a child has failed. As recorded, its Task is then aborted as well, while a nested
/// Parallel or a Fail state is not.
pub(crate) fn report_child_failed(run: &mut Execution, child: &Frame, is_iteration: bool) {
    if is_iteration {
        report_iteration(run, child, EventType::MapIterationFailed);
    }
    if run.node(child).state_kind == StateKind::Task {
        report_aborted(run, child, child.last_event);
    }
}
