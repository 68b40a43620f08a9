//! Frames in an arena: the parts of an execution that run side by side, as plain data.

use serde::{Deserialize, Serialize};

use crate::error::{Failed, TaskError};
use crate::machine::for_each::Item;
use crate::machine::{At, NodeId};
use crate::value::{Text, Value};

use super::map_run::{MapRun, Open};
use super::scope::Child;

/// A place in the arena.
pub(crate) type FrameId = u32;
pub(crate) const ROOT: FrameId = 0;
/// The root's parent.
pub(crate) const NONE: FrameId = u32::MAX;

/// A time that never comes.
pub(crate) const NEVER: u64 = u64::MAX;

/// One sequential run: the machine itself, a branch, or an iteration.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frame {
    pub(super) data: Value,
    pub(super) at: At,
    pub(super) parent: FrameId,
    pub(super) index: u32,
    /// When the state was entered, in milliseconds since 1970.
    pub(super) entered: u64,
    /// Id of the event that says so.
    pub(super) entered_event: u64,
    /// The last event of this frame: what the next one follows.
    pub(super) last_event: u64,
    /// What most frames do not have.
    pub(super) extra: Option<Box<Extra>>,
    pub(super) waiting: Waiting,
}

/// What most frames do not have. Boxed to keep a waiting execution small.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extra {
    /// How often each retrier of the node was used in this visit; empty before the first retry.
    pub(super) used: Vec<u32>,
    /// The variables by name: an object, or null where there are none.
    pub(super) vars: Value,
    /// What the state has assigned, until the event of its exit says so.
    #[serde(skip)]
    pub(super) assigned: Value,
    /// What it iterates over.
    pub(super) item: Option<Item>,
    /// SM4C: the delay before the last retry of this visit, in milliseconds, before chance moved
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) delay: Option<f64>,
    /// It is the first frame of a child execution.
    #[serde(default)]
    pub(super) child: Option<Box<Child>>,
    /// What its Map Run is called, where a redrive has taken away what the name was made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<Text>,
}

/// What a frame waits for. The first number is that of the operation.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(crate) enum Waiting {
    /// For fuel; goes on by itself.
    #[default]
    Fuel,
    /// For a task.
    Task(u64),
    /// For a task that more than its answer is to be heard of.
    Ongoing(u64, Box<Ongoing>),
    /// Until the given time, then `resume`.
    Timer(u64, u64),
    /// Until the given time, then `enter` again.
    Backoff(u64, u64),
    /// For an event, until the given time or [`NEVER`].
    Event(u64, u64),
    /// For its children; `None` only while the execution is at work on them.
    Children(Option<Box<Join>>),
}

/// A task that more than its answer is to be heard of: every form but `Answer`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ongoing {
    /// When its limits began to count, in milliseconds since 1970.
    pub(super) since: u64,
    /// When it gave its last sign of life.
    pub(super) beat: u64,
    /// Whether the history has its `Started`.
    pub(super) is_started: bool,
    /// Whether the service has taken the job.
    pub(super) is_submitted: bool,
    /// What was reported before the service had answered.
    pub(super) early: Option<Result<Value, TaskError>>,
}

/// A Parallel or Map at work. Finished children leave their output here and nothing else.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    pub(super) inputs: Inputs,
    pub(super) length: u32,
    pub(super) window: u32,
    pub(super) open: u32,
    /// The event that says that children are being started; theirs follow it.
    pub(super) started_event: u64,
    /// The last event of the child that ended last.
    pub(super) last_event: u64,
    /// What the end of the join follows: the same, or of an iteration the event that says it
    /// succeeded.
    pub(super) end_event: u64,
    /// One per child started so far.
    pub(super) places: Vec<Place>,
    /// SM4C: no other child begins, because one has failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_stopped: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Inputs {
    Same(Value),
    Each(Value),
    /// A distributed Map: children are kept there, too.
    Run(Box<MapRun>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Place {
    Open(FrameId),
    Done(Value),
    /// SM4C: it has failed, and that counts when the others have ended.
    Failed(Failed),
    /// SM4C: its result is not needed.
    Dropped,
}

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(crate) enum Slot {
    /// At work, or never used.
    #[default]
    Taken,
    /// Free; the number is the next free one, 0 for none.
    Vacant(FrameId),
    Frame(Frame),
    /// The root only: how the machine ended.
    Ended(Result<Value, Failed>),
}

/// The arena. The root has its own place: a machine without Parallel and Map allocates nothing for
/// frames. Places are reused in a fixed order, so the same completions always give the same ids.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frames {
    pub(super) root: Slot,
    pub(super) rest: Option<Box<Rest>>,
}

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rest {
    pub(super) slots: Vec<Slot>,
    /// The first vacant place, 0 for none.
    pub(super) vacant: FrameId,
}

impl Frame {
    #[inline]
    pub(super) fn new(
        node: NodeId,
        data: Value,
        parent: FrameId,
        index: u32,
        last_event: u64,
    ) -> Self {
        Self { data, at: At { node, visit: 0 }, parent, index, last_event, ..Self::default() }
    }

    /// Retries of this visit so far, over all retriers.
    pub(super) fn attempt(&self) -> u32 {
        self.extra
            .as_ref()
            .map_or(0, |extra| extra.used.iter().fold(0, |sum, used| used.saturating_add(sum)))
    }

    /// Whether its state was entered before and is being retried.
    pub(super) fn is_retried(&self) -> bool {
        self.extra.as_ref().is_some_and(|extra| !extra.used.is_empty())
    }

    /// Its variables.
    pub(super) fn vars(&self) -> Value {
        self.extra.as_ref().map_or(Value::Null, |extra| extra.vars.clone())
    }

    /// What its state has assigned, for the event of its exit.
    pub(super) fn take_assigned(&mut self) -> Option<Value> {
        let assigned = std::mem::take(&mut self.extra.as_mut()?.assigned);
        if assigned.is_null() { None } else { Some(assigned) }
    }

    /// A new visit: what belonged to the one before is forgotten.
    pub(super) fn begin_visit(&mut self) {
        if let Some(extra) = &mut self.extra {
            if extra.vars.is_null() && extra.item.is_none() && extra.child.is_none() {
                self.extra = None;
            } else {
                extra.used.clear();
                (extra.delay, extra.run) = (None, None);
            }
        }
    }
}

impl Waiting {
    /// The open operation.
    pub(super) fn serial(&self) -> Option<u64> {
        match self {
            Self::Task(serial)
            | Self::Ongoing(serial, _)
            | Self::Timer(serial, _)
            | Self::Backoff(serial, _)
            | Self::Event(serial, _) => Some(*serial),
            Self::Fuel | Self::Children(_) => None,
        }
    }

    /// All open operations: a distributed Map may read and write at the same time.
    pub(super) fn serials(&self) -> impl Iterator<Item = u64> + '_ {
        let run = self.join().and_then(|join| match &join.inputs {
            Inputs::Run(run) => Some(run),
            Inputs::Same(_) | Inputs::Each(_) => None,
        });
        self.serial().into_iter().chain(run.into_iter().flat_map(|run| run.serials()))
    }

    /// The children it waits for.
    pub(super) fn join(&self) -> Option<&Join> {
        match self {
            Self::Children(join) => join.as_deref(),
            Self::Fuel
            | Self::Task(_)
            | Self::Ongoing(..)
            | Self::Timer(..)
            | Self::Backoff(..)
            | Self::Event(..) => None,
        }
    }
}

impl Join {
    pub(super) fn new(inputs: Inputs, length: u32, window: u32, started_event: u64) -> Self {
        // Ordinary numbers of children need no second allocation; a large Map grows as it goes.
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

    #[inline]
    pub(super) fn wants_more(&self) -> bool {
        self.open < self.window
            && match &self.inputs {
                Inputs::Same(_) | Inputs::Each(_) => {
                    self.started() < self.length && !self.is_stopped
                }
                Inputs::Run(run) => run.can_start(),
            }
    }

    /// The child that was started last waits, at this place.
    pub(super) fn opened(&mut self, frame: FrameId, items: u32) {
        self.open += 1;
        match &mut self.inputs {
            Inputs::Same(_) | Inputs::Each(_) => self.places.push(Place::Open(frame)),
            Inputs::Run(run) => {
                run.children.insert(run.started.saturating_sub(1), Open { frame, items });
            }
        }
    }

    /// Children started so far. There are never more than `length`, which fits.
    pub(super) fn started(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// Whether its children are the executions of a distributed Map.
    pub(super) fn is_run(&self) -> bool {
        matches!(self.inputs, Inputs::Run(_))
    }

    /// Whether it can go on by itself: its children start, or its run reads, writes or ends.
    pub(super) fn waits_for_turn(&self) -> bool {
        self.wants_more() || self.is_run()
    }

    pub(super) fn is_complete(&self) -> bool {
        !self.is_run() && self.open == 0 && (self.started() >= self.length || self.is_stopped)
    }

    /// The frames of the children at work, in index order; of a distributed Map then those that are
    /// to begin again.
    pub(super) fn open_children(&self) -> Vec<FrameId> {
        if let Inputs::Run(run) = &self.inputs {
            return run
                .children
                .values()
                .chain(run.parked.values())
                .map(|open| open.frame)
                .collect();
        }
        let open = |place: &Place| match place {
            Place::Open(child) => Some(*child),
            Place::Done(_) | Place::Failed(_) | Place::Dropped => None,
        };
        self.places.iter().filter_map(open).collect()
    }

    /// The outputs, in index order, once every child is done.
    pub(super) fn into_outputs(self) -> Vec<Value> {
        let output = |place| match place {
            Place::Done(output) => output,
            Place::Open(_) | Place::Failed(_) | Place::Dropped => {
                unreachable!("asked only when all children are done")
            }
        };
        self.places.into_iter().map(output).collect()
    }

    /// A child has ended with a failure whose turn has not come.
    pub(super) fn keep_failure(&mut self, index: u32, is_new: bool, failure: Failed, stops: bool) {
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
    pub(super) fn take_failure(&mut self) -> Option<Failed> {
        self.places.iter_mut().find_map(|place| match place {
            Place::Failed(failure) => Some(std::mem::take(failure)),
            Place::Open(_) | Place::Done(_) | Place::Dropped => None,
        })
    }
}

impl Slot {
    pub(super) fn frame(&self) -> Option<&Frame> {
        if let Self::Frame(frame) = self { Some(frame) } else { None }
    }
}

/// The place of a frame other than the root in `slots`.
fn place(id: FrameId) -> Option<usize> {
    usize::try_from(id.checked_sub(1)?).ok()
}

impl Frames {
    /// Every place that may hold a frame.
    pub(super) fn ids(&self) -> std::ops::RangeInclusive<FrameId> {
        ROOT..=self
            .rest
            .as_ref()
            .map_or(ROOT, |rest| u32::try_from(rest.slots.len()).unwrap_or(NONE - 1))
    }

    pub(super) fn slot(&self, id: FrameId) -> &Slot {
        let Some(place) = place(id) else { return &self.root };
        self.rest.as_ref().and_then(|rest| rest.slots.get(place)).unwrap_or(&Slot::Taken)
    }

    pub(super) fn frame(&self, id: FrameId) -> Option<&Frame> {
        self.slot(id).frame()
    }

    /// What the first frame of a child execution keeps.
    pub(super) fn child_mut(&mut self, id: FrameId) -> Option<&mut Child> {
        match self.slot_mut(id)? {
            Slot::Frame(frame) => frame.extra.as_mut()?.child.as_deref_mut(),
            Slot::Taken | Slot::Vacant(_) | Slot::Ended(_) => None,
        }
    }

    fn slot_mut(&mut self, id: FrameId) -> Option<&mut Slot> {
        let Some(place) = place(id) else { return Some(&mut self.root) };
        self.rest.as_mut()?.slots.get_mut(place)
    }

    /// Takes a frame out to work on it; its place stays reserved.
    pub(super) fn take(&mut self, id: FrameId) -> Option<Frame> {
        let slot = self.slot_mut(id)?;
        match std::mem::take(slot) {
            Slot::Frame(frame) => Some(frame),
            other @ (Slot::Taken | Slot::Vacant(_) | Slot::Ended(_)) => {
                *slot = other;
                None
            }
        }
    }

    /// Stores a frame at its place, or at a new one.
    pub(super) fn put(&mut self, place: &mut Option<FrameId>, frame: Frame) -> FrameId {
        let id = *place.get_or_insert_with(|| self.reserve());
        if let Some(slot) = self.slot_mut(id) {
            *slot = Slot::Frame(frame);
        }
        id
    }

    pub(super) fn reserve(&mut self) -> FrameId {
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

    pub(super) fn free(&mut self, id: FrameId) {
        let Some(rest) = self.rest.as_mut() else { return };
        let Some(slot) = place(id).and_then(|at| rest.slots.get_mut(at)) else { return };
        *slot = Slot::Vacant(rest.vacant);
        rest.vacant = id;
    }

    /// The frame at a place, to change it where it is.
    pub(super) fn frame_mut(&mut self, id: FrameId) -> Option<&mut Frame> {
        match self.slot_mut(id)? {
            Slot::Frame(frame) => Some(frame),
            Slot::Taken | Slot::Vacant(_) | Slot::Ended(_) => None,
        }
    }

    /// The join of a frame that waits for its children.
    pub(super) fn take_join(&mut self, id: FrameId) -> Option<Box<Join>> {
        match self.slot_mut(id)? {
            Slot::Frame(Frame { waiting: Waiting::Children(join), .. }) => join.take(),
            Slot::Frame(_) | Slot::Taken | Slot::Vacant(_) | Slot::Ended(_) => None,
        }
    }

    pub(super) fn put_join(&mut self, id: FrameId, join: Box<Join>) {
        if let Some(Slot::Frame(frame)) = self.slot_mut(id) {
            frame.waiting = Waiting::Children(Some(join));
        }
    }

    /// Ends everything: nothing but the result is left.
    pub(super) fn end(&mut self, result: Result<Value, Failed>) {
        self.root = Slot::Ended(result);
        self.rest = None;
    }

    pub(super) fn take_result(&mut self) -> Option<Result<Value, Failed>> {
        match std::mem::take(&mut self.root) {
            Slot::Ended(result) => Some(result),
            other @ (Slot::Taken | Slot::Vacant(_) | Slot::Frame(_)) => {
                self.root = other;
                None
            }
        }
    }
}
