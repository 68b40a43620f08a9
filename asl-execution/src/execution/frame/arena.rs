//! The arena: all frames of an execution, as plain data.

use std::iter::successors;

use serde::{Deserialize, Serialize};

use crate::execution::frame::{Child, Frame, FrameId, Join, NONE, ROOT, Waiting};
use asl_value::error::Failed;
use asl_value::value::Value;

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(in crate::execution) enum Slot {
    /// Taken out of the arena, or never used.
    #[default]
    Taken,
    /// Free; the number is the next free one, 0 for none.
    Vacant(FrameId),
    Frame(Frame),
    /// The root only: the machine's result.
    Ended(Result<Value, Failed>),
}

/// The arena. The root has its own place: a machine without Parallel and Map allocates nothing for
/// frames. Places are reused in a fixed order, so the same completions always give the same ids.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Frames {
    pub(in crate::execution) root: Slot,
    pub(in crate::execution) rest: Option<Box<Rest>>,
}

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Rest {
    pub(in crate::execution) slots: Vec<Slot>,
    /// The first vacant place, 0 for none.
    pub(in crate::execution) vacant: FrameId,
}

impl Slot {
    pub(in crate::execution) fn frame(&self) -> Option<&Frame> {
        if let Self::Frame(frame) = self { Some(frame) } else { None }
    }
}

/// The place of a frame other than the root in `slots`.
pub(in crate::execution) fn place(id: FrameId) -> Option<usize> {
    usize::try_from(id.checked_sub(1)?).ok()
}

impl Frames {
    /// The frames around a frame, innermost first, each with the index of the child in it.
    pub(in crate::execution) fn around(
        &self,
        frame: &Frame,
    ) -> impl Iterator<Item = (&Frame, u32)> {
        let outer = |frame: &Frame| Some((self.frame(frame.parent)?, frame.index));
        successors(outer(frame), move |(frame, _)| outer(frame))
    }

    /// Every place that may hold a frame.
    pub(in crate::execution) fn ids(&self) -> std::ops::RangeInclusive<FrameId> {
        ROOT..=self
            .rest
            .as_ref()
            .map_or(ROOT, |rest| u32::try_from(rest.slots.len()).unwrap_or(NONE - 1))
    }

    pub(in crate::execution) fn slot(&self, id: FrameId) -> &Slot {
        let Some(place) = place(id) else { return &self.root };
        self.rest.as_ref().and_then(|rest| rest.slots.get(place)).unwrap_or(&Slot::Taken)
    }

    pub(in crate::execution) fn frame(&self, id: FrameId) -> Option<&Frame> {
        self.slot(id).frame()
    }

    /// The data of a child execution, kept with its first frame.
    pub(in crate::execution) fn child_mut(&mut self, id: FrameId) -> Option<&mut Child> {
        self.frame_mut(id)?.extra.as_mut()?.child.as_deref_mut()
    }

    fn slot_mut(&mut self, id: FrameId) -> Option<&mut Slot> {
        let Some(place) = place(id) else { return Some(&mut self.root) };
        self.rest.as_mut()?.slots.get_mut(place)
    }

    /// Takes a frame out to work on it; its place stays reserved.
    pub(in crate::execution) fn take(&mut self, id: FrameId) -> Option<Frame> {
        let slot = self.slot_mut(id)?;
        // Nothing is moved unless it is a frame.
        slot.frame()?;
        if let Slot::Frame(frame) = std::mem::take(slot) { Some(frame) } else { None }
    }

    /// Stores a frame at its place, or at a new one.
    pub(in crate::execution) fn put(
        &mut self,
        place: &mut Option<FrameId>,
        frame: Frame,
    ) -> FrameId {
        let id = *place.get_or_insert_with(|| self.reserve());
        if let Some(slot) = self.slot_mut(id) {
            *slot = Slot::Frame(frame);
        }
        id
    }

    pub(in crate::execution) fn reserve(&mut self) -> FrameId {
        let rest = self.rest.get_or_insert_default();
        let Some(slot) = place(rest.vacant).and_then(|at| rest.slots.get_mut(at)) else {
            rest.slots.push(Slot::Taken);
            return u32::try_from(rest.slots.len())
                .unwrap_or_else(|_| unreachable!("memory ends before 2^32 frames"));
        };
        let next = match std::mem::take(slot) {
            Slot::Vacant(next) => next,
            Slot::Taken | Slot::Frame(_) | Slot::Ended(_) => {
                unreachable!("the list holds vacant places")
            }
        };
        std::mem::replace(&mut rest.vacant, next)
    }

    pub(in crate::execution) fn free(&mut self, id: FrameId) {
        let Some(rest) = self.rest.as_mut() else { return };
        let Some(slot) = place(id).and_then(|at| rest.slots.get_mut(at)) else { return };
        *slot = Slot::Vacant(rest.vacant);
        rest.vacant = id;
    }

    /// The frame at a place, to change it where it is.
    pub(in crate::execution) fn frame_mut(&mut self, id: FrameId) -> Option<&mut Frame> {
        if let Slot::Frame(frame) = self.slot_mut(id)? { Some(frame) } else { None }
    }

    /// The join of a frame that waits for its children.
    pub(in crate::execution) fn take_join(&mut self, id: FrameId) -> Option<Box<Join>> {
        if let Waiting::Children(join) = &mut self.frame_mut(id)?.waiting {
            join.take()
        } else {
            None
        }
    }

    pub(in crate::execution) fn put_join(&mut self, id: FrameId, join: Box<Join>) {
        if let Some(frame) = self.frame_mut(id) {
            frame.waiting = Waiting::Children(Some(join));
        }
    }

    /// Drops all frames; only the result is left.
    pub(in crate::execution) fn end(&mut self, result: Result<Value, Failed>) {
        self.root = Slot::Ended(result);
        self.rest = None;
    }

    pub(in crate::execution) fn take_result(&mut self) -> Option<Result<Value, Failed>> {
        let Slot::Ended(result) = &mut self.root else { return None };
        // The result alone is moved, not a place with room for a frame.
        let result = std::mem::replace(result, Ok(Value::Null));
        self.root = Slot::Taken;
        Some(result)
    }
}
