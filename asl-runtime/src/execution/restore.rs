//! Saving and restoring. A snapshot comes from outside: all of it is checked before anything runs,
//! so that a damaged or forged one is an error and nothing worse.

use std::collections::BTreeSet;
use std::{fmt, io};

use serde::{Deserialize, Serialize};

use crate::machine::for_each::EachRow;
use crate::machine::sm4c::{Join as When, Sm4cNode, Work};
use crate::machine::{Call, Effect, Kind, Machine, Node, Step};
use crate::value::Text;

use super::frames::{Frame, FrameId, Inputs, Join, NEVER, NONE, Place, ROOT, Slot, Waiting};
use super::join::{fixed_window, length};
use super::map_run::MapRun;
use super::redrive::woken;
use super::{Command, Execution, OpKey, RestoreOptions, State};

/// The whole execution as data; serde turns it into what a store wants,
/// [`Snapshot::to_json_string`] into text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    pub(super) machine: Text,
    pub(super) hash: u64,
    pub(super) state: State,
}

/// Why a snapshot cannot be gone on with.
#[derive(Debug)]
pub enum RestoreError {
    /// It is of another machine, or of another version of this one.
    OtherMachine {
        /// The machine of the snapshot.
        saved: Text,
        /// The machine it was to be restored as.
        given: &'static str,
    },
    /// It is not text that this version wrote.
    Text(serde_json::Error),
    /// No execution of this machine can be in such a state.
    Malformed(&'static str),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherMachine { saved, given } if saved == given => {
                write!(f, "the snapshot is of another version of machine `{given}`")
            }
            Self::OtherMachine { saved, given } => {
                write!(f, "the snapshot is of machine `{saved}`, not of `{given}`")
            }
            Self::Text(error) => write!(f, "not a snapshot: {error}"),
            Self::Malformed(why) => write!(f, "the snapshot is damaged: {why}"),
        }
    }
}

impl std::error::Error for RestoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            Self::OtherMachine { .. } | Self::Malformed(_) => None,
        }
    }
}

impl Snapshot {
    /// As JSON text.
    pub fn to_json_string(&self) -> String {
        serde_json::to_string(self)
            .unwrap_or_else(|error| unreachable!("all of it can be written: {error}"))
    }

    /// The seed that randomness and tokens are made of.
    pub fn seed(&self) -> u64 {
        self.state.seed
    }

    /// The same with another seed, for a store that keeps the seed elsewhere.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.state.seed = seed;
        self
    }

    /// As JSON text of at most so many bytes; `None`, after no more than that work, where it takes
    /// more. Data that share their parts can have far more text than memory.
    pub fn to_json_within(&self, limit: usize) -> Option<String> {
        let mut text = Vec::new();
        let fits = write_json_within(&mut text, self, limit);
        let text = String::from_utf8(text)
            .unwrap_or_else(|error| unreachable!("JSON text is UTF-8: {error}"));
        fits.then_some(text)
    }

    /// From the text that [`Snapshot::to_json_string`] made.
    pub fn from_json_str(text: &str) -> Result<Self, RestoreError> {
        let mut reader = serde_json::Deserializer::from_str(text);
        // Data may be nested deeper than serde_json's own limit allows; `Value` counts for itself,
        // and nothing else nests.
        reader.disable_recursion_limit();
        let snapshot = Self::deserialize(&mut reader).map_err(RestoreError::Text)?;
        reader.end().map_err(RestoreError::Text)?;
        Ok(snapshot)
    }
}

/// Appends JSON text that takes at most so many bytes; false, after no more than that work, where
/// it takes more.
pub fn write_json_within(out: &mut Vec<u8>, what: &impl Serialize, limit: usize) -> bool {
    match serde_json::to_writer(Within { out, left: limit }, what) {
        Ok(()) => true,
        Err(error) if error.is_io() => false,
        Err(error) => unreachable!("all of it can be written: {error}"),
    }
}

/// Takes so many bytes and then fails.
struct Within<'o> {
    out: &'o mut Vec<u8>,
    left: usize,
}

impl io::Write for Within<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len());
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Execution {
    /// Everything a later process needs, at any moment. Cheap: the data is shared, not copied.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            machine: Text::new_static(self.machine.name),
            hash: self.machine.hash,
            state: self.state.clone(),
        }
    }

    /// The execution again. Open operations are issued anew, with the ids they had. A task's input
    /// is not stored: entering a node is pure, so entering it again makes the same input. Cancels
    /// are not stored either: whatever the engine has open and is not told to start again here, it
    /// must cancel.
    pub fn restore(
        machine: &'static Machine,
        snapshot: Snapshot,
        options: RestoreOptions,
    ) -> Result<Self, RestoreError> {
        if snapshot.hash != machine.hash {
            return Err(RestoreError::OtherMachine {
                saved: snapshot.machine,
                given: machine.name,
            });
        }
        let mut open = check(machine, &snapshot.state).map_err(RestoreError::Malformed)?;
        open.sort_unstable(); // as they were issued at first; some engines match by order
        let RestoreOptions { now, fuel, observer } = options;
        let mut run = Self::idle(machine, snapshot.state, now, fuel, observer.map(Box::new));
        run.issue_detached();
        for (serial, frame) in open {
            run.issue_again(OpKey { serial, frame }).map_err(RestoreError::Malformed)?;
        }
        Ok(run)
    }

    fn issue_again(&mut self, op: OpKey) -> Result<(), &'static str> {
        self.enter_scope_of(op.frame);
        let issued = self.issue(op);
        self.leave_children();
        issued
    }

    fn issue(&mut self, op: OpKey) -> Result<(), &'static str> {
        let Some(frame) = self.state.frames.frame(op.frame) else { return Ok(()) };
        let timer = |wake: u64| Command::Timer { op, after: wake.saturating_sub(self.now) };
        match &frame.waiting {
            Waiting::Task(_) | Waiting::Ongoing(..) => {
                let mut again = frame.clone();
                let step = self.with_cx(&mut again, |machine, at, data, cx| {
                    (machine.advance)(at, data, cx, 0)
                });
                let call = match step {
                    Ok(Step::Task(input)) => Call::of(input),
                    Ok(Step::Call(call)) => *call,
                    Ok(_) | Err(_) => {
                        return Err("a state that waits for its task does not start it");
                    }
                };
                let Some(task) = self.task(&again) else {
                    return Err("a state that has no task waits for one");
                };
                self.command_task(op, &again, task, call);
            }
            Waiting::Children(_) => self.issue_for_run(op),
            Waiting::Event(_, NEVER) | Waiting::Fuel => {}
            Waiting::Timer(_, wake) | Waiting::Backoff(_, wake) | Waiting::Event(_, wake) => {
                let command = timer(*wake);
                self.commands.push(command);
            }
        }
        Ok(())
    }
}

impl Execution {
    fn issue_for_run(&mut self, op: OpKey) {
        let Some(join) = self.state.frames.take_join(op.frame) else { return };
        if let Inputs::Run(run) = &join.inputs {
            if run.reads(op.serial) {
                self.command_read(op, run);
            } else {
                self.command_write(op, run);
            }
        }
        self.state.frames.put_join(op.frame, join);
    }
}

/// The open operations of a state that a machine can be in.
pub(super) fn check(
    machine: &'static Machine,
    state: &State,
) -> Result<Vec<(u64, FrameId)>, &'static str> {
    Check::new(machine, state).run()
}

/// What a state must fulfil, checked from the root down.
struct Check<'s> {
    machine: &'static Machine,
    state: &'s State,
    starved: BTreeSet<FrameId>,
    /// Open operations.
    open: Vec<(u64, FrameId)>,
    seen: BTreeSet<FrameId>,
}

impl<'s> Check<'s> {
    fn new(machine: &'static Machine, state: &'s State) -> Self {
        Self { machine, state, starved: BTreeSet::new(), open: Vec::new(), seen: BTreeSet::new() }
    }

    fn run(mut self) -> Result<Vec<(u64, FrameId)>, &'static str> {
        for frame in self.state.starved.iter() {
            require(self.starved.insert(frame), "a frame waits twice for its turn")?;
        }
        match (self.machine.sm4c, &self.state.setup().sm4c) {
            (Some(row), Some(globals)) => globals.check(self.machine, row)?,
            (None, None) => {}
            (_, _) => return Err("it has global data and should not have, or the other way"),
        }
        match self.state.frames.slot(ROOT) {
            Slot::Frame(_) => self.frames()?,
            Slot::Ended(_) => {
                require(self.state.frames.rest.is_none(), "it has ended, and yet something runs")?;
            }
            Slot::Taken | Slot::Vacant(_) => return Err("it has neither ended nor begun"),
        }
        require(self.starved.is_empty(), "something that does not run waits for its turn")?;
        self.vacant_places()?;
        Ok(self.open)
    }

    fn frames(&mut self) -> Result<(), &'static str> {
        let mut rest = vec![(ROOT, NONE, 0, false)];
        while let Some((id, parent, index, is_execution)) = rest.pop() {
            require(self.seen.insert(id), "a frame has two parents")?;
            let frame = self.state.frames.frame(id).ok_or("a frame is missing")?;
            require(
                frame.parent == parent && frame.index == index,
                "a frame has another parent than it says",
            )?;
            let node =
                usize::try_from(frame.at.node.0).ok().and_then(|at| self.machine.nodes.get(at));
            let node = node.ok_or("a frame stands on a node that the machine does not have")?;
            let is_child = frame.extra.as_ref().is_some_and(|extra| extra.child.is_some());
            require(
                is_child == is_execution,
                "a frame is an execution of its own and should not be, or the other way",
            )?;
            let retries = frame.extra.as_ref().map_or(0, |extra| extra.used.len());
            let counters = if self.machine.sm4c.is_some() { 1 } else { node.retry.len() };
            require(
                retries == 0 || retries == counters,
                "a frame counts other retriers than its state has",
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
                        self.starved.insert(waiting),
                        "a frame waits for its turn before it is its parent's",
                    )?;
                }
            }
            let children = join.places.iter().zip(0..).filter_map(|(place, index)| match place {
                Place::Open(child) => Some((*child, id, index, false)),
                Place::Done(_) | Place::Failed(_) | Place::Dropped => None,
            });
            rest.extend(children);
        }
        Ok(())
    }

    fn waiting(&mut self, id: FrameId, frame: &Frame, node: &Node) -> Result<(), &'static str> {
        for serial in frame.waiting.serials() {
            require(
                serial <= self.state.serial,
                "an operation has a number that was not given out yet",
            )?;
            self.open.push((serial, id));
        }
        let fits = match &frame.waiting {
            Waiting::Fuel => self.starved.remove(&id),
            Waiting::Task(_) => {
                matches!(&node.kind, Kind::Invoke(Effect::Task(task)) if task.form.is_answer() && !self.is_limited(frame))
            }
            Waiting::Ongoing(..) => {
                matches!(&node.kind, Kind::Invoke(Effect::Task(task)) if !task.form.is_answer() || self.is_limited(frame))
            }
            Waiting::Timer(..) => matches!(node.kind, Kind::Invoke(Effect::Wait)),
            Waiting::Backoff(..) => !node.retry.is_empty() || self.has_policy(frame),
            Waiting::Event(..) => {
                id == ROOT && matches!(node.kind, Kind::Await) && self.listens(frame)
            }
            Waiting::Children(Some(join)) => self.join(id, join, node),
            Waiting::Children(None) => false,
        };
        require(fits, "a state waits for something that it cannot wait for")
    }

    /// What the node of a frame has besides; the node itself was found before.
    fn sm4c(&self, frame: &Frame) -> Option<&'static Sm4cNode> {
        self.machine.sm4c?.nodes.get(usize::try_from(frame.at.node.0).ok()?)
    }

    /// Whether the call of a frame has a null for its answer when it takes too long.
    fn is_limited(&self, frame: &Frame) -> bool {
        matches!(self.sm4c(frame).map(|node| &node.work), Some(Work::Call(call)) if call.null_after.is_some())
    }

    fn has_policy(&self, frame: &Frame) -> bool {
        self.sm4c(frame)
            .is_some_and(|node| node.handlers.iter().any(|handler| handler.retry.is_some()))
    }

    /// Whether a frame may wait for events, and for its turn to look at them if there are any.
    fn listens(&mut self, frame: &Frame) -> bool {
        let Some(Work::Await(row)) = self.sm4c(frame).map(|node| &node.work) else { return false };
        let Some(globals) = &self.state.setup().sm4c else { return false };
        globals.inbox().is_sound(row) && globals.inbox().has_news() == self.starved.remove(&ROOT)
    }

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
        let is_sound = length(&node.kind, &join.inputs) == Some(join.length)
            && fixed_window(&node.kind, fork).is_none_or(|window| window == join.window)
            && join.window > 0
            && join.started() <= join.length
            && u32::try_from(open) == Ok(join.open)
            && join.open <= join.window
            && join.places.iter().all(is_kept)
            && (fork.is_some() || !join.is_stopped);
        if join.is_complete() {
            // It goes on when it is its turn.
            return is_sound && self.starved.remove(&id);
        }
        // One that starts no more children waits for open ones; SM4C's may be about to cut those
        // off.
        let is_due = join.wants_more() || fork.is_some();
        is_sound
            && if is_due && self.starved.remove(&id) {
                true
            } else {
                !join.wants_more() && open > 0
            }
    }

    fn map_run(&mut self, id: FrameId, join: &Join, run: &MapRun, node: &Node) -> bool {
        let Kind::ForEach(row @ EachRow { run: Some(_), .. }) = &node.kind else { return false };
        let fits = fixed_window(&node.kind, None).is_none_or(|window| window == join.window)
            && join.window > 0
            && join.places.is_empty()
            && join.length == 0
            && u32::try_from(run.children.len()) == Ok(join.open)
            && join.open <= join.window
            && run.is_sound(row);
        // One that waits for its turn goes on by itself; another one waits for something to end.
        fits && (self.starved.remove(&id) || (!join.wants_more() && run.is_waiting()))
    }

    /// Every place holds a frame or is in the list of vacant ones, once.
    fn vacant_places(&mut self) -> Result<(), &'static str> {
        let Some(rest) = &self.state.frames.rest else { return Ok(()) };
        let mut next = rest.vacant;
        while next != ROOT {
            let Slot::Vacant(after) = self.state.frames.slot(next) else {
                return Err("a place is vacant and is not");
            };
            require(self.seen.insert(next), "a place is vacant twice")?;
            next = *after;
        }
        require(self.seen.len() == rest.slots.len() + 1, "a place is neither used nor vacant")
    }
}

fn require(holds: bool, why: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(why) }
}
