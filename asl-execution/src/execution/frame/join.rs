//! The children of a Parallel or Map, as data of the frame that waits for them.

use serde::{Deserialize, Serialize};

use crate::execution::frame::FrameId;
use crate::execution::map_run::data::{MapRun, Open, window_of_run};
use crate::machine::Kind;
use crate::machine::for_each::EachRow;
use crate::machine::sm4c::ForkRow;
use asl_value::error::Failed;
use asl_value::value::Value;

/// Maximum number of children at a time; `None` if the data decides.
pub(in crate::execution) fn fixed_window(kind: &Kind, fork: Option<&ForkRow>) -> Option<u32> {
    if let Some(fork) = fork {
        return Some(at_a_time(fork.window));
    }
    let Kind::ForEach(EachRow { window, run, .. }) = kind else { return Some(u32::MAX) };
    window.map(if run.is_some() { window_of_run } else { at_a_time })
}

/// 0 stands for no limit.
pub(in crate::execution) fn at_a_time(window: u32) -> u32 {
    if window == 0 { u32::MAX } else { window }
}

/// A running Parallel or Map. A finished child leaves only its output.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Join {
    pub(in crate::execution) inputs: Inputs,
    pub(in crate::execution) length: u32,
    pub(in crate::execution) window: u32,
    pub(in crate::execution) open: u32,
    /// The event that reports the start of the children; their events follow it.
    pub(in crate::execution) started_event: u64,
    /// The last event of the child that ended last.
    pub(in crate::execution) last_event: u64,
    /// The event that the end of the join follows: the last event of a child, or the report that
    /// the iteration succeeded.
    pub(in crate::execution) end_event: u64,
    /// One per child started so far.
    pub(in crate::execution) places: Vec<Place>,
    /// SM4C: a child has failed, so no other one starts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::execution) is_stopped: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::execution) enum Inputs {
    Same(Value),
    Each(Value),
    /// A distributed Map, which keeps its children itself.
    Run(Box<MapRun>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::execution) enum Place {
    Open(FrameId),
    Done(Value),
    /// SM4C: it has failed. The failure counts when the other children have ended.
    Failed(Failed),
    /// SM4C: its result is not needed.
    Dropped,
}

impl Place {
    /// The frame of an open child.
    pub(in crate::execution) fn open(&self) -> Option<FrameId> {
        if let Self::Open(child) = self { Some(*child) } else { None }
    }
}

impl Join {
    pub(in crate::execution) fn new(
        inputs: Inputs,
        length: u32,
        window: u32,
        started_event: u64,
    ) -> Self {
        // A usual number of children needs no second allocation; a large Map grows step by step.
        let places = Vec::with_capacity(usize::try_from(length.min(64)).unwrap_or_default());
        let (last_event, end_event) = (started_event, started_event);
        Self {
            inputs,
            length,
            window,
            open: 0,
            started_event,
            last_event,
            end_event,
            places,
            is_stopped: false,
        }
    }

    /// Returns true if the children are the iterations of a Map, and not branches.
    #[inline]
    pub(in crate::execution) fn has_iterations(&self) -> bool {
        !matches!(self.inputs, Inputs::Same(_))
    }

    #[inline]
    pub(in crate::execution) fn wants_more(&self) -> bool {
        self.open < self.window
            && match &self.inputs {
                Inputs::Same(_) | Inputs::Each(_) => {
                    self.started() < self.length && !self.is_stopped
                }
                Inputs::Run(run) => run.can_start(),
            }
    }

    /// Records that the child started last waits, in this frame.
    pub(in crate::execution) fn opened(&mut self, frame: FrameId, items: u32) {
        self.open += 1;
        match &mut self.inputs {
            Inputs::Same(_) | Inputs::Each(_) => self.places.push(Place::Open(frame)),
            Inputs::Run(run) => {
                run.children.insert(run.started.saturating_sub(1), Open { frame, items });
            }
        }
    }

    /// Children started so far. There are never more than `length`, which fits.
    pub(in crate::execution) fn started(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// Operations of its Map Run that are open.
    pub(in crate::execution) fn serials(&self) -> impl Iterator<Item = u64> + '_ {
        self.map_run().into_iter().flat_map(MapRun::serials)
    }

    /// The run of a distributed Map.
    pub(in crate::execution) fn map_run(&self) -> Option<&MapRun> {
        if let Inputs::Run(run) = &self.inputs { Some(run) } else { None }
    }

    /// Returns true for a distributed Map.
    pub(in crate::execution) fn is_run(&self) -> bool {
        matches!(self.inputs, Inputs::Run(_))
    }

    /// Returns true if it can continue by itself: it starts children, or its Map Run reads, writes
    /// or ends.
    pub(in crate::execution) fn can_continue(&self) -> bool {
        self.wants_more() || self.is_run()
    }

    pub(in crate::execution) fn is_complete(&self) -> bool {
        !self.is_run() && self.open == 0 && (self.started() >= self.length || self.is_stopped)
    }

    /// The frames of the open children, in index order, then those that wait to start again.
    pub(in crate::execution) fn open_children(&self) -> Vec<FrameId> {
        if let Some(run) = self.map_run() {
            return run
                .children
                .values()
                .chain(run.parked.values())
                .map(|open| open.frame)
                .collect();
        }
        self.places.iter().filter_map(Place::open).collect()
    }

    /// The outputs, in index order, once every child is done.
    pub(in crate::execution) fn into_outputs(self) -> Vec<Value> {
        let output = |place| match place {
            Place::Done(output) => output,
            Place::Open(_) | Place::Failed(_) | Place::Dropped => {
                unreachable!("asked only when all children are done")
            }
        };
        self.places.into_iter().map(output).collect()
    }

    /// Keeps a child's failure until the join is decided.
    pub(in crate::execution) fn keep_failure(
        &mut self,
        index: u32,
        is_new: bool,
        failure: Failed,
        stops: bool,
    ) {
        let place = Place::Failed(failure);
        if is_new {
            self.places.push(place);
        } else if let Some(at) = usize::try_from(index).ok().and_then(|at| self.places.get_mut(at))
        {
            *at = place;
        }
        self.is_stopped |= stops;
    }

    /// The first failure in the order of the children.
    pub(in crate::execution) fn take_failure(&mut self) -> Option<Failed> {
        self.places.iter_mut().find_map(|place| match place {
            Place::Failed(failure) => Some(std::mem::take(failure)),
            Place::Open(_) | Place::Done(_) | Place::Dropped => None,
        })
    }
}

/// Number of children; `None` for a node that cannot have any.
pub(in crate::execution) fn child_count(kind: &Kind, inputs: &Inputs) -> Option<u32> {
    let length = match (kind, inputs) {
        (Kind::Fork(branches), Inputs::Same(_)) => branches.len(),
        (Kind::ForEach(_), Inputs::Each(Value::Array(items))) => items.len(),
        (_, _) => return None,
    };
    u32::try_from(length).ok()
}
