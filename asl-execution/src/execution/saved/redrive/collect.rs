//! Collects a part of an execution that is to start again: its frames as a tree, each numbered by
//! its index in the list.

use std::collections::BTreeMap;

use crate::execution::child_scope::run_names;
use crate::execution::frame::{Frame, FrameId, Inputs, Join, NONE, Place, ROOT, Waiting};
use crate::execution::map_run::data::Open;
use crate::execution::{Execution, RedriveError};

/// Parts that failed while the rest continued, by the name of their join and their index.
pub(in crate::execution) type Saved = BTreeMap<(String, u32), Vec<Frame>>;

/// The index for a whole Map Run.
pub(super) const WHOLE: u32 = u32::MAX;

/// A tree under construction.
struct Tree<'a> {
    run: &'a Execution,
    saved: &'a Saved,
    /// True if a complete join is run again, because its output was too large.
    is_again: bool,
    frames: Vec<Frame>,
    /// The source of each frame; `None` for frames that are ready.
    sources: Vec<Option<FrameId>>,
}

/// The tree below a frame, which is its first element.
#[inline]
pub(in crate::execution) fn collect(
    run: &Execution,
    root: FrameId,
    saved: &Saved,
    is_again: bool,
) -> Result<Vec<Frame>, RedriveError> {
    let mut tree = Tree { run, saved, is_again, frames: Vec::new(), sources: Vec::new() };
    tree.push(root, NONE)?;
    let mut next = 0;
    while let Some(source) = tree.sources.get(next).copied() {
        if let Some(source) = source {
            tree.open(next, source)?;
        }
        next += 1;
    }
    Ok(tree.frames)
}

impl Tree<'_> {
    /// The next index in the list.
    #[inline]
    fn end(&self) -> FrameId {
        FrameId::try_from(self.frames.len()).unwrap_or(NONE)
    }

    #[inline]
    fn push(&mut self, id: FrameId, parent: FrameId) -> Result<FrameId, RedriveError> {
        let frame =
            self.run.state.frames.frame(id).ok_or(RedriveError::Malformed("a frame is missing"))?;
        let place = self.end();
        self.frames.push(Frame { parent, ..renew_frame(self.run, frame) });
        self.sources.push(Some(id));
        Ok(place)
    }

    /// Adds a tree that is ready.
    #[inline]
    fn graft(&mut self, tree: &[Frame], parent: FrameId) -> FrameId {
        let base = self.end();
        for frame in tree {
            let mut frame = frame.clone();
            frame.parent =
                if frame.parent == NONE { parent } else { frame.parent.saturating_add(base) };
            if let Waiting::Children(Some(join)) = &mut frame.waiting {
                join.renumber(|id| id.saturating_add(base));
            }
            self.frames.push(frame);
            self.sources.push(None);
        }
        base
    }

    #[inline]
    fn saved(&self, operation_id: &str, index: u32) -> Option<&Vec<Frame>> {
        self.saved.get(&(operation_id.to_owned(), index))
    }

    /// Adds the children of a frame.
    #[inline]
    fn open(&mut self, at: usize, source: FrameId) -> Result<(), RedriveError> {
        let Some(frame) = self.run.state.frames.frame(source) else { return Ok(()) };
        let Some(join) = frame.waiting.join() else { return Ok(()) };
        if self.is_again && join.is_complete() {
            return Ok(());
        }
        let operation_id = self.run.operation_id_of(frame).to_string();
        let parent = FrameId::try_from(at).unwrap_or(NONE);
        let mut join = Box::new(join.clone());
        let is_failed = matches!(&join.inputs, Inputs::Run(run) if run.failure.is_some());
        if is_failed && let Some(whole) = self.saved(&operation_id, WHOLE).cloned() {
            return self.replace(at, &whole);
        }
        let Join { inputs, places, .. } = &mut *join;
        if let Inputs::Run(run) = inputs {
            let mut parked = BTreeMap::new();
            for (index, open) in run.children.iter().chain(&run.parked) {
                parked.insert(
                    *index,
                    Open { frame: self.push(open.frame, parent)?, items: open.items },
                );
            }
            for index in &run.lost {
                let tree =
                    self.saved(&operation_id, *index).cloned().ok_or(RedriveError::Incomplete)?;
                let items = tree
                    .first()
                    .and_then(|frame| Some(frame.extra.as_ref()?.child.as_ref()?.items));
                parked.insert(
                    *index,
                    Open { frame: self.graft(&tree, parent), items: items.unwrap_or(1) },
                );
            }
            run.revive(parked);
            join.open = 0;
        } else {
            for (index, place) in (0..).zip(places) {
                match place {
                    Place::Open(child) => *child = self.push(*child, parent)?,
                    Place::Failed(_) => {
                        let tree = self
                            .saved(&operation_id, index)
                            .cloned()
                            .ok_or(RedriveError::Incomplete)?;
                        *place = Place::Open(self.graft(&tree, parent));
                    }
                    Place::Done(_) | Place::Dropped => {}
                }
            }
            join.open = u32::try_from(join.open_children().len()).unwrap_or(u32::MAX);
            join.is_stopped = false;
        }
        if let Some(frame) = self.frames.get_mut(at) {
            frame.waiting = Waiting::Children(Some(join));
        }
        Ok(())
    }

    /// Replaces a Map that has failed by its state before the failure.
    #[inline]
    fn replace(&mut self, at: usize, whole: &[Frame]) -> Result<(), RedriveError> {
        let (Some((first, rest)), Some(frame)) = (whole.split_first(), self.frames.get(at)) else {
            return Err(RedriveError::Incomplete);
        };
        let (parent, base) = (frame.parent, self.end());
        let here = FrameId::try_from(at).unwrap_or(NONE);
        // Number 0 of the tree is here, and all others are appended to the list.
        let moved =
            |id: FrameId| if id == ROOT { here } else { id.saturating_add(base).saturating_sub(1) };
        let mut first = first.clone();
        first.parent = parent;
        if let Waiting::Children(Some(join)) = &mut first.waiting {
            join.renumber(moved);
        }
        for frame in rest {
            let mut frame = frame.clone();
            frame.parent = moved(frame.parent);
            if let Waiting::Children(Some(join)) = &mut frame.waiting {
                join.renumber(moved);
            }
            self.frames.push(frame);
            self.sources.push(None);
        }
        if let Some(frame) = self.frames.get_mut(at) {
            *frame = first;
        }
        Ok(())
    }
}

/// A frame whose state starts again with its original data. Its visit is a new one, so that no
/// operation has the name of an earlier one.
#[inline]
fn renew_frame(run: &Execution, frame: &Frame) -> Frame {
    let mut again = frame.clone();
    again.at.visit = again.at.visit.wrapping_add(1);
    let is_run = frame.waiting.join().is_some_and(Join::is_run);
    // A Map Run keeps its name.
    let name = is_run.then(|| run_names(run, frame).id);
    again.waiting = Waiting::Fuel;
    again.begin_visit();
    if name.is_some() {
        again.extra.get_or_insert_default().run = name;
    }
    again
}

impl Join {
    /// Renumbers its children.
    fn renumber(&mut self, moved: impl Fn(FrameId) -> FrameId) {
        if let Inputs::Run(run) = &mut self.inputs {
            for open in run.children.values_mut().chain(run.parked.values_mut()) {
                open.frame = moved(open.frame);
            }
        }
        for place in &mut self.places {
            if let Place::Open(child) = place {
                *child = moved(*child);
            }
        }
    }
}
