//! Checks a whole snapshot before anything runs, so that a damaged or forged one is only an error.

use std::collections::BTreeSet;

use crate::execution::State;
use crate::execution::frame::{
    Frame, FrameId, Inputs, Join, NONE, Place, ROOT, Slot, Waiting, child_count, fixed_window,
    woken,
};
use crate::execution::language::Language;
use crate::execution::map_run::data::MapRun;
use crate::machine::for_each::EachRow;
use crate::machine::sm4c::{Join as When, Sm4cNode, Work};
use crate::machine::{Effect, Kind, Machine, Node};

/// The open operations of a state that a machine can be in.
#[inline]
pub(in crate::execution) fn check(
    machine: &'static Machine,
    state: &State,
) -> Result<Vec<(u64, FrameId)>, &'static str> {
    Check::new(machine, state).run()
}

/// Checks a state from the root down.
struct Check<'s> {
    machine: &'static Machine,
    state: &'s State,
    ready_queue: BTreeSet<FrameId>,
    /// Open operations.
    open: Vec<(u64, FrameId)>,
    seen: BTreeSet<FrameId>,
}

impl<'s> Check<'s> {
    #[inline]
    fn new(machine: &'static Machine, state: &'s State) -> Self {
        Self {
            machine,
            state,
            ready_queue: BTreeSet::new(),
            open: Vec::new(),
            seen: BTreeSet::new(),
        }
    }

    #[inline]
    fn run(mut self) -> Result<Vec<(u64, FrameId)>, &'static str> {
        for frame in self.state.ready_queue.iter() {
            require(self.ready_queue.insert(frame), "a frame is in the ready queue twice")?;
        }
        match (self.machine.sm4c, &self.state.setup().sm4c) {
            (Some(row), Some(globals)) => globals.check(self.machine, row)?,
            (None, None) => {}
            (_, _) => return Err("it has unexpected global data, or lacks them"),
        }
        match self.state.frames.slot(ROOT) {
            Slot::Frame(_) => self.frames()?,
            Slot::Ended(_) => {
                require(
                    self.state.frames.rest.is_none(),
                    "it has ended, but a frame is still there",
                )?;
            }
            Slot::Taken | Slot::Vacant(_) => return Err("it has neither ended nor started"),
        }
        require(
            self.ready_queue.is_empty(),
            "the ready queue contains a frame that does not exist",
        )?;
        self.vacant_places()?;
        Ok(self.open)
    }

    #[inline]
    fn frames(&mut self) -> Result<(), &'static str> {
        let mut rest = vec![(ROOT, NONE, 0, false)];
        while let Some((id, parent, index, is_execution)) = rest.pop() {
            require(self.seen.insert(id), "a frame has two parents")?;
            let frame = self.state.frames.frame(id).ok_or("a frame is missing")?;
            require(frame.parent == parent && frame.index == index, "a frame has a wrong parent")?;
            let node = self
                .machine
                .node(frame.at.node)
                .ok_or("a frame is at a node that the machine does not have")?;
            let is_child = frame.extra.as_ref().is_some_and(|extra| extra.child.is_some());
            require(
                is_child == is_execution,
                "a frame is unexpectedly an execution of its own, or is none",
            )?;
            let retries = frame.extra.as_ref().map_or(0, |extra| extra.used.len());
            let counters = if Language::new(self.machine).counts_each_retrier() {
                node.retry.len()
            } else {
                1
            };
            require(
                retries == 0 || retries == counters,
                "a frame's retry counters do not match its state's retriers",
            )?;
            self.waiting(id, frame, node)?;
            let Some(join) = frame.waiting.join() else { continue };
            if let Inputs::Run(run) = &join.inputs {
                let children = run.children.iter().chain(&run.parked);
                rest.extend(children.map(|(index, open)| (open.frame, id, *index, true)));
                for waiting in
                    run.parked.values().flat_map(|open| woken(&self.state.frames, open.frame))
                {
                    require(
                        self.ready_queue.insert(waiting),
                        "a frame is in the ready queue before its parent allows it",
                    )?;
                }
            }
            let children = join
                .places
                .iter()
                .zip(0..)
                .filter_map(|(place, index)| Some((place.open()?, id, index, false)));
            rest.extend(children);
        }
        Ok(())
    }

    #[inline]
    fn waiting(&mut self, id: FrameId, frame: &Frame, node: &Node) -> Result<(), &'static str> {
        for serial in frame.waiting.serials() {
            require(
                serial <= self.state.serial,
                "an operation has a number that was never assigned",
            )?;
            self.open.push((serial, id));
        }
        // The result of such a call is null when it takes too long.
        let is_limited = node.sm4c_call().is_some_and(|call| call.null_after.is_some());
        let fits = match &frame.waiting {
            Waiting::Fuel => self.ready_queue.remove(&id),
            Waiting::Task(_) => {
                matches!(&node.kind, Kind::Invoke(Effect::Task(task)) if task.form.is_answer() && !is_limited)
            }
            Waiting::Ongoing(..) => {
                matches!(&node.kind, Kind::Invoke(Effect::Task(task)) if !task.form.is_answer() || is_limited)
            }
            Waiting::Timer(..) => matches!(node.kind, Kind::Invoke(Effect::Wait)),
            Waiting::Backoff(..) => {
                let mut handlers = node.sm4c.handlers.iter();
                !node.retry.is_empty() || handlers.any(|handler| handler.retry.is_some())
            }
            Waiting::Event(..) => {
                id == ROOT && matches!(node.kind, Kind::Await) && self.listens(frame)
            }
            Waiting::Children(Some(join)) => self.join(id, join, node),
            Waiting::Children(None) => false,
        };
        require(fits, "a state is in an impossible wait")
    }

    /// The SM4C row of a frame's node, which was checked before.
    #[inline]
    fn sm4c(&self, frame: &Frame) -> Option<&'static Sm4cNode> {
        self.machine.sm4c_node(frame.at.node)
    }

    /// Returns true if a frame may wait for events; it must be ready if there are new ones.
    #[inline]
    fn listens(&mut self, frame: &Frame) -> bool {
        let Some(Work::Await(row)) = self.sm4c(frame).map(|node| &node.work) else { return false };
        let Some(globals) = &self.state.setup().sm4c else { return false };
        globals.inbox.is_sound(row) && globals.inbox.has_news() == self.ready_queue.remove(&ROOT)
    }

    #[inline]
    fn join(&mut self, id: FrameId, join: &Join, node: &Node) -> bool {
        let open = join.open_children().len();
        if let Inputs::Run(run) = &join.inputs {
            return self.map_run(id, join, run, node);
        }
        let extra = self.state.frames.frame(id).and_then(|frame| self.sm4c(frame));
        let fork = match extra.map(|extra| &extra.work) {
            Some(Work::Fork(row)) => Some(row),
            Some(_) => return false,
            None => None,
        };
        let is_kept = |place: &Place| match place {
            Place::Open(_) | Place::Done(_) => true,
            Place::Failed(_) => fork.is_some_and(|fork| fork.join != When::All),
            Place::Dropped => false,
        };
        let is_sound = child_count(&node.kind, &join.inputs) == Some(join.length)
            && fixed_window(&node.kind, fork).is_none_or(|window| window == join.window)
            && join.window > 0
            && join.started() <= join.length
            && u32::try_from(open) == Ok(join.open)
            && join.open <= join.window
            && join.places.iter().all(is_kept)
            && (fork.is_some() || !join.is_stopped);
        if join.is_complete() {
            // It must be in the ready queue.
            return is_sound && self.ready_queue.remove(&id);
        }
        // A join that starts no more children waits for open ones. A join of SM4C may be about to
        // cancel those.
        let is_due = join.wants_more() || fork.is_some();
        is_sound
            && if is_due && self.ready_queue.remove(&id) {
                true
            } else {
                !join.wants_more() && open > 0
            }
    }

    #[inline]
    fn map_run(&mut self, id: FrameId, join: &Join, run: &MapRun, node: &Node) -> bool {
        let Kind::ForEach(row @ EachRow { run: Some(_), .. }) = &node.kind else { return false };
        // Its window may have been changed while it ran, also to less than what is open.
        let fits = join.window > 0
            && join.places.is_empty()
            && join.length == 0
            && u32::try_from(run.children.len()) == Ok(join.open)
            && run.is_sound(row);
        // A frame in the ready queue resumes by itself; any other waits for an operation or a
        // child.
        fits && (self.ready_queue.remove(&id) || (!join.wants_more() && run.is_waiting()))
    }

    /// Every place holds a frame or is in the list of vacant ones, once.
    #[inline]
    fn vacant_places(&mut self) -> Result<(), &'static str> {
        let Some(rest) = &self.state.frames.rest else { return Ok(()) };
        let mut next = rest.vacant;
        while next != ROOT {
            let Slot::Vacant(after) = self.state.frames.slot(next) else {
                return Err("a vacant place holds a frame");
            };
            require(self.seen.insert(next), "a place is vacant twice")?;
            next = *after;
        }
        require(self.seen.len() == rest.slots.len() + 1, "a place is neither used nor vacant")
    }
}

#[inline]
fn require(holds: bool, why: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(why) }
}
