//! Child executions. A child of a distributed Map is a frame of the same arena, but it counts its own
//! events and has its own name, input and failure.
//!
//! `State::events` is always the counter in use. Between two calls that is the counter of the
//! execution itself; each child keeps its counter with its frame.

use crate::execution::Execution;
use crate::execution::event_count::EventCount;
use crate::execution::frame::{ChildScope, Frame, FrameId, NONE, ROOT, Who, run_row};
use crate::execution::wait::task_token::veiled;
use asl_language::hash::fnv1a;
use asl_language::random::scramble;
use asl_value::error::Failed;
use asl_value::value::{Text, Value};

/// The names of a Map Run.
pub(super) struct RunNames {
    /// An id in the form of a UUID, as AWS has it.
    pub(super) id: Text,
    /// Its ARN, as far as the machine knows it.
    pub(super) arn: Text,
    pub(super) label: &'static str,
}

/// Returns true while events of a child execution are counted.
pub(super) fn is_in_child(run: &Execution) -> bool {
    run.scope.is_some()
}

pub(super) fn scope_frame(run: &Execution) -> FrameId {
    run.scope.as_ref().map_or(ROOT, |scope| scope.frame)
}

/// Starts to count a child's events.
pub(super) fn enter_child(run: &mut Execution, frame: &Frame) {
    store_counter(run, NONE);
    run.state.events = EventCount::STARTED;
    if run.machine.uses.context
        && let Some(child) = frame.extra.as_ref().and_then(|extra| extra.child.as_ref())
    {
        run.scope.get_or_insert_default().child = Some(Who::new(frame, child));
    }
}

/// Records the place in the arena of the child that was started.
pub(super) fn settle_child(run: &mut Execution, id: FrameId) {
    if let Some(scope) = &mut run.scope
        && scope.frame == NONE
    {
        scope.frame = id;
    }
}

/// Counts the events of the execution that a frame belongs to.
pub(super) fn enter_scope_of(run: &mut Execution, id: FrameId) {
    if run.machine.uses.runs {
        let scope = scope_of(run, id);
        enter_scope(run, scope);
    }
}

/// Counts the execution's own events again.
pub(super) fn leave_children(run: &mut Execution) {
    enter_scope(run, ROOT);
}

fn enter_scope(run: &mut Execution, scope: FrameId) {
    if scope == scope_frame(run) {
        return;
    }
    store_counter(run, scope);
    let frame = run.state.frames.frame(scope).filter(|_| scope != ROOT);
    let child = frame.and_then(|frame| Some((frame, frame.extra.as_ref()?.child.as_ref()?)));
    let (Some((frame, child)), Some(scope)) = (child, &mut run.scope) else { return };
    run.state.events = child.events;
    if run.machine.uses.context {
        scope.child = Some(Who::new(frame, child));
    }
}

/// Keeps the counter in use where it belongs.
fn store_counter(run: &mut Execution, next: FrameId) {
    let events = run.state.events;
    let root_events = run.scope.take().map_or(events, |scope| {
        // A child without a place has ended.
        if let Some(child) = run.state.frames.child_mut(scope.frame).filter(|_| scope.frame != NONE)
        {
            child.events = events;
        }
        scope.root_events
    });
    if next == ROOT {
        run.state.events = root_events;
    } else {
        run.scope = Some(Box::new(ChildScope { frame: next, root_events, child: None }));
    }
}

/// The first frame of the child execution that a frame belongs to, or the root.
pub(super) fn scope_of(run: &Execution, mut id: FrameId) -> FrameId {
    while let Some(frame) = run.state.frames.frame(id) {
        if frame.parent == NONE || frame.extra.as_ref().is_some_and(|extra| extra.child.is_some()) {
            return id;
        }
        id = frame.parent;
    }
    ROOT
}

/// The names of the Map Run of a frame.
pub(super) fn run_names(run: &Execution, map: &Frame) -> RunNames {
    let label = run_row(run, map).label;
    let kept = map.extra.as_ref().and_then(|extra| extra.run.clone());
    let made = || {
        uuid(
            veiled(b"map run", run.state.seed)
                ^ fnv1a(run.operation_id_of(map).to_string().as_bytes()),
        )
    };
    let id = kept.unwrap_or_else(made);
    let arn = Text::new(format!("{}/{label}:{id}", arn_of(run, "mapRun")));
    RunNames { id, arn, label }
}

/// The names of the children of a Map Run.
pub(super) struct ChildNames {
    run: u64,
    /// The beginning of their ARNs.
    executions: String,
    /// The ARN of their machine.
    machine: Text,
}

impl ChildNames {
    pub(super) fn new(run: &Execution, names: &RunNames) -> Self {
        let label = names.label;
        Self {
            run: fnv1a(names.id.as_bytes()),
            executions: format!("{}/{label}:", arn_of(run, "execution")),
            machine: Text::new(format!("{}/{label}", run.own_machine_id())),
        }
    }

    /// Name, ARN and the ARN of the machine of a child.
    pub(super) fn child(&self, index: u32) -> (Text, Text, Text) {
        let name = uuid(self.run ^ scramble(u64::from(index).wrapping_add(1)));
        let arn = Text::new([&self.executions, name.as_str()].concat());
        (name, arn, self.machine.clone())
    }
}

/// The machine's id with another kind in its ARN; an id that is not an ARN is unchanged.
fn arn_of(run: &Execution, kind: &str) -> String {
    run.own_machine_id().replacen(":stateMachine:", &format!(":{kind}:"), 1)
}

/// The child whose events are counted, if the machine reads the context object.
pub(super) fn current_child(run: &Execution) -> Option<&Who> {
    run.scope.as_ref()?.child.as_ref()
}

/// Its name, its ARN, and the ARN of its machine.
pub(super) fn current_child_names(run: &Execution) -> Option<(Text, Text, Text)> {
    let child = current_child(run)?;
    let names = run_names(run, run.state.frames.frame(child.map)?);
    Some(ChildNames::new(run, &names).child(child.index))
}

/// The label of its Map, which is part of its machine's name.
pub(super) fn current_child_label(run: &Execution) -> Option<&'static str> {
    Some(run_names(run, run.state.frames.frame(current_child(run)?.map)?).label)
}

/// A number as a UUID of version 8, the one for numbers made in other ways.
fn uuid(number: u64) -> Text {
    let (high, low) = (scramble(number), scramble(number.wrapping_add(1)));
    let group = |number: u64, shift: u32, bits: u32| (number >> shift) & ((1 << bits) - 1);
    Text::new(format!(
        "{:08x}-{:04x}-8{:03x}-{:x}{:03x}-{:012x}",
        group(high, 32, 32),
        group(high, 16, 16),
        group(high, 0, 12),
        8 + group(low, 62, 2),
        group(low, 48, 12),
        group(low, 0, 48),
    ))
}

/// The result of a child of a distributed Map.
pub(super) type ChildResult = Result<Value, Failed>;
