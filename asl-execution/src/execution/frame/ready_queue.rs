//! The frames that ran out of fuel, in the order in which they resume. A frame resumes before its
//! siblings, so the fuel never changes the result, only when the engine gets control.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::execution::frame::{FrameId, Frames, Waiting};

/// Boxed when not empty, so a waiting execution uses one word.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::execution) struct ReadyQueue(Option<Box<Line>>);

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    frames: VecDeque<FrameId>,
    /// Position of the next frame: those of the current call stay together, before older ones.
    next: usize,
}

impl ReadyQueue {
    pub(in crate::execution) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Selects the place of new frames: behind all others (`false`) or before them (`true`).
    pub(in crate::execution) fn put_first(&mut self, first: bool) {
        if let Some(line) = &mut self.0 {
            line.next = if first { 0 } else { line.frames.len() };
        }
    }

    pub(in crate::execution) fn push(&mut self, frame: FrameId) {
        let line = self.0.get_or_insert_default();
        line.next = line.next.min(line.frames.len());
        line.frames.insert(line.next, frame);
        line.next += 1;
    }

    /// Adds a frame that resumes after all others.
    pub(in crate::execution) fn push_last(&mut self, frame: FrameId) {
        self.0.get_or_insert_default().frames.push_back(frame);
    }

    pub(in crate::execution) fn pop(&mut self) -> Option<FrameId> {
        let frame = self.0.as_mut()?.frames.pop_front();
        self.tidy();
        frame
    }

    /// Removes a frame that resumes or ends for another reason. The queue is as short as the
    /// machine is nested.
    pub(in crate::execution) fn remove(&mut self, frame: FrameId) {
        let Some(line) = &mut self.0 else { return };
        let Some(at) = line.frames.iter().position(|other| *other == frame) else { return };
        line.frames.remove(at);
        line.next -= usize::from(at < line.next);
        self.tidy();
    }

    pub(in crate::execution) fn iter(&self) -> impl Iterator<Item = FrameId> + '_ {
        self.0.iter().flat_map(|line| line.frames.iter().copied())
    }

    pub(in crate::execution) fn clear(&mut self) {
        self.0 = None;
    }

    fn tidy(&mut self) {
        if self.0.as_ref().is_some_and(|line| line.frames.is_empty()) {
            self.0 = None;
        }
    }
}

/// The frames of a tree that are ready, innermost first, in the order of the children. Parked
/// children are not.
pub(in crate::execution) fn woken(frames: &Frames, root: FrameId) -> Vec<FrameId> {
    let (mut line, mut rest) = (Vec::new(), vec![(root, false)]);
    // A forged tree may contain cycles.
    let mut left = frames.ids().count().saturating_mul(2).saturating_add(2);
    while let Some((id, is_done)) = rest.pop() {
        left = left.saturating_sub(1);
        let Some(frame) = frames.frame(id).filter(|_| left > 0) else { continue };
        match &frame.waiting {
            Waiting::Fuel => line.push(id),
            Waiting::Children(Some(join)) if is_done => {
                if join.can_continue() || join.is_complete() {
                    line.push(id);
                }
            }
            Waiting::Children(Some(join)) => {
                rest.push((id, true));
                if !join.is_run() {
                    rest.extend(join.open_children().into_iter().rev().map(|child| (child, false)));
                }
            }
            Waiting::Children(None)
            | Waiting::Task(_)
            | Waiting::Ongoing(..)
            | Waiting::Timer(..)
            | Waiting::Backoff(..)
            | Waiting::Event(..) => {}
        }
    }
    line
}
