//! Aborts frames and cancels their operations.

use crate::execution::child_scope::{scope_frame, scope_of};
use crate::execution::frame::{Frame, FrameId, NONE, ROOT};
use crate::execution::observe::history::{report_aborted, report_event};
use crate::execution::step::progress::Starting;
use crate::execution::{Execution, OpKey};
use crate::history::{Details, EventType};
use crate::machine::Kind;
use asl_value::value::Text;

/// Aborts a frame and all its descendants.
pub(super) fn abort_tree(run: &mut Execution, id: FrameId, is_iteration: bool, previous: u64) {
    let parent = run.state.frames.frame(id).and_then(|frame| run.state.frames.frame(frame.parent));
    let mut rest = vec![(id, is_iteration, parent.map(|parent| run.node(parent).state))];
    while let Some((id, is_iteration, name)) = rest.pop() {
        // The child whose failure brought us here has left the arena.
        let Some(frame) = run.state.frames.take(id) else { continue };
        run.state.frames.free(id);
        run.state.ready_queue.remove(id);
        if is_iteration {
            let details = || Details {
                name: name.map(Text::new_static),
                index: Some(frame.index),
                ..Details::default()
            };
            let kind = EventType::MapIterationAborted;
            report_event(run, Some(&frame), previous, kind, details);
        }
        report_aborted(run, &frame, previous);
        for serial in frame.waiting.serials() {
            run.commands.cancel(OpKey { serial, frame: id });
        }
        let Some(join) = frame.waiting.join() else { continue };
        let children = join.open_children().into_iter();
        if join.is_run() {
            children.for_each(|child| abort_unreported(run, child));
        } else {
            let node = run.node(&frame);
            let is_iteration = matches!(node.kind, Kind::ForEach(_));
            rest.extend(children.rev().map(|child| (child, is_iteration, Some(node.state))));
        }
    }
}

/// Aborts all frames, because the execution ends. With `is_told`, reports it.
pub(super) fn abort_all(run: &mut Execution, is_told: bool) {
    let is_own =
        |run: &Execution, id| is_told && (!run.machine.uses.runs || scope_of(run, id) == ROOT);
    let ids: Vec<(FrameId, bool)> =
        run.state.frames.ids().map(|id| (id, is_own(run, id))).collect();
    for (id, is_own) in ids {
        let Some(frame) = run.state.frames.take(id) else { continue };
        if is_own {
            report_aborted(run, &frame, frame.last_event);
        }
        for serial in frame.waiting.serials() {
            run.commands.cancel(OpKey { serial, frame: id });
        }
    }
}

/// Ends a child execution with a fault that nothing catches, and aborts the rest of the child.
/// Returns its first frame, for its Map.
pub(super) fn fail_child(
    run: &mut Execution,
    frame: Frame,
    place: Option<FrameId>,
    starting: &mut Starting,
) -> Frame {
    let id = scope_frame(run);
    if id == NONE || place == Some(id) {
        if let Some(place) = place {
            run.state.frames.free(place);
        }
        return frame;
    }
    if let Some(place) = place {
        run.state.ready_queue.remove(place);
        run.state.frames.free(place);
    }
    let Some(first) = run.state.frames.frame(id) else { return frame };
    let first = Frame {
        parent: first.parent,
        index: first.index,
        extra: first.extra.clone(),
        ..Frame::default()
    };
    while let Some((parent, join)) = starting.pop_if(|(parent, _)| *parent != first.parent) {
        run.state.frames.put_join(parent, join);
    }
    abort_unreported(run, id);
    first
}

/// Aborts a frame and all its descendants, without events.
pub(in crate::execution) fn abort_unreported(run: &mut Execution, id: FrameId) {
    let mut rest = vec![id];
    while let Some(id) = rest.pop() {
        let Some(frame) = run.state.frames.take(id) else { continue };
        run.state.frames.free(id);
        run.state.ready_queue.remove(id);
        for serial in frame.waiting.serials() {
            run.commands.cancel(OpKey { serial, frame: id });
        }
        if let Some(join) = frame.waiting.join() {
            let mut children = join.open_children();
            children.reverse();
            rest.extend(children);
        }
    }
}
