//! Moves by hand: an execution continues at a state that the caller names, with data that the caller
//! gives. Nothing of what it waits for is compared.

use std::fmt;

use crate::execution::frame::{Frame, Frames, NONE, ROOT, ReadyQueue, Slot, Waiting};
use crate::execution::globals::Globals;
use crate::execution::saved::check::check;
use crate::execution::saved::migrate::MovedSnapshot;
use crate::execution::saved::snapshot::Snapshot;
use crate::execution::{Alone, Redrive, RedriveError};
use crate::machine::{Machine, NodeId};
use crate::versions::{Change, Outline};
use asl_value::error::bounded;
use asl_value::value::{Text, Value};

/// The number of the entry of a state to which an execution was moved by hand. JSON has it, too.
const PLACED: u64 = i64::MAX.unsigned_abs();

/// Maximum number of states that an error names.
const NAMED: usize = 10;

/// The state at which an execution continues that is moved by hand, and its input.
#[derive(Clone, Debug)]
pub struct Placement {
    machine: &'static Machine,
    node: NodeId,
    data: Value,
}

/// The reason for which an execution cannot be moved by hand. It is unchanged.
#[derive(Debug)]
pub enum PlacementError {
    /// SM4C: the action of its time-out is running, which has dropped the states.
    TimedOut,
    /// The machine has no such state.
    UnknownState {
        /// The name.
        state: String,
        /// The first states of the machine.
        known: Vec<String>,
    },
    /// The state is inside of another one.
    Inner {
        /// Its name.
        state: String,
    },
    /// The data are beyond the limits.
    Data(&'static str),
    /// It runs a single state.
    Alone,
    /// It has ended.
    Ended,
    /// A change of the machine as a whole.
    Blocked(Change),
    /// The machine cannot be in such a state.
    Unfit(&'static str),
    /// Its failure cannot be resumed.
    Redrive(RedriveError),
}

impl fmt::Display for PlacementError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut => f.write_str("the action of its time-out is running"),
            Self::UnknownState { state, known } => {
                write!(f, "its machine has no state `{state}`; it has ")?;
                for (at, name) in known.iter().take(NAMED).enumerate() {
                    write!(f, "{}`{name}`", if at == 0 { "" } else { ", " })?;
                }
                f.write_str(if known.len() > NAMED { ", .." } else { "" })
            }
            Self::Inner { state } => write!(
                f,
                "the state `{state}` is inside of another one: name a state of the machine itself"
            ),
            Self::Data(why) | Self::Unfit(why) => f.write_str(why),
            Self::Alone => f.write_str("it runs a single state"),
            Self::Ended => f.write_str("it has ended"),
            Self::Blocked(change) => fmt::Display::fmt(change, f),
            Self::Redrive(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for PlacementError {}

impl Placement {
    /// The state of this name, with this input.
    ///
    /// # Errors
    /// The machine has no such state at its top level, or the data are beyond the limits.
    #[inline]
    pub fn new(
        machine: &'static Machine,
        state: &str,
        data: Value,
    ) -> Result<Self, PlacementError> {
        bounded(&data).map_err(PlacementError::Data)?;
        let outline = Outline::new(machine);
        let top = outline.scope_of(outline.start);
        let mut numbered = (0..).zip(&outline.nodes);
        let found = numbered.find(|(_, node)| Some(node.scope) == top && node.state == state);
        if let Some((number, _)) = found {
            return Ok(Self { machine, node: NodeId(number), data });
        }
        let state = state.to_owned();
        if outline.nodes.iter().any(|node| node.state == state) {
            return Err(PlacementError::Inner { state });
        }
        let mut known: Vec<String> = Vec::new();
        for node in outline.nodes.iter().filter(|node| Some(node.scope) == top) {
            // In SM4C a state has several nodes.
            if !known.contains(&node.state) && known.len() <= NAMED {
                known.push(node.state.clone());
            }
        }
        Err(PlacementError::UnknownState { state, known })
    }

    /// The execution at this state: all that it waited for is dropped. The snapshot may be of another
    /// version of the machine, with the outline `before`. Its variables stay.
    ///
    /// # Errors
    /// It has ended, or the versions differ in what concerns all executions.
    #[inline]
    pub fn apply(
        self,
        snapshot: Snapshot,
        before: &Outline,
    ) -> Result<MovedSnapshot, PlacementError> {
        let machine = self.machine;
        let mut state = snapshot.state;
        if state.setup().alone != Alone::Not {
            return Err(PlacementError::Alone);
        }
        let after = Outline::new(machine);
        if let Some(change) = before.changes(&after).into_iter().find(Change::blocks_migration) {
            return Err(PlacementError::Blocked(change));
        }
        let root = state.frames.frame(ROOT).ok_or(PlacementError::Ended)?;
        let frames = self.frames(root);
        if let Some(globals) = state.setup.as_mut().and_then(|setup| setup.sm4c.as_deref_mut()) {
            self.set_globals(globals)?;
        }
        state.frames = frames;
        state.ready_queue = ReadyQueue::default();
        state.ready_queue.push_last(ROOT);
        let (machine_name, hash) = (Text::new_static(machine.name), machine.hash);
        let mut moved =
            MovedSnapshot::new(Snapshot { machine: machine_name, hash, state }, machine, true);
        // The entry of the state follows the event of the move.
        let state = &mut moved.snapshot.state;
        let last = state.events.last_id();
        if let Some(frame) = state.frames.frame_mut(ROOT) {
            frame.last_event = last;
        }
        check(machine, state).map_err(PlacementError::Unfit)?;
        Ok(moved)
    }

    /// A redrive that resumes at this state, and not where the execution failed.
    ///
    /// # Errors
    /// The redrive is damaged.
    #[inline]
    pub fn redrive(self, redrive: Redrive) -> Result<Redrive, PlacementError> {
        let Some(root) = redrive.frames.frame(ROOT) else {
            let damaged = RedriveError::Malformed("a frame is missing");
            return Err(PlacementError::Redrive(damaged));
        };
        let frames = self.frames(root);
        let mut sm4c = redrive.sm4c;
        if let Some(globals) = &mut sm4c {
            self.set_globals(globals)?;
        }
        Ok(Redrive { frames, sm4c, ..redrive })
    }

    /// SM4C: the data are those of the whole execution. Events and detached calls stay.
    #[inline]
    fn set_globals(self, globals: &mut Globals) -> Result<(), PlacementError> {
        if globals.is_timed_out {
            return Err(PlacementError::TimedOut);
        }
        (globals.data, globals.leave) = (self.data, NodeId(0));
        Ok(())
    }

    /// The frames of an execution at this state, in a visit of its own: no operation has the name of
    /// an earlier one.
    #[inline]
    fn frames(&self, root: &Frame) -> Frames {
        let is_sm4c = self.machine.sm4c.is_some();
        let mut frame = Frame {
            data: if is_sm4c { Value::Null } else { self.data.clone() },
            parent: NONE,
            index: 0,
            waiting: Waiting::Fuel,
            entered_event: PLACED,
            ..root.clone()
        };
        frame.at.node = self.node;
        frame.at.visit = frame.at.visit.wrapping_add(1);
        frame.begin_visit();
        Frames { root: Slot::Frame(frame), rest: None }
    }
}

impl Frame {
    /// Returns true if it was moved by hand to its state, and the entry was not reported yet: that is
    /// done with its next turn.
    #[inline]
    pub(in crate::execution) fn is_placed(&self) -> bool {
        self.entered_event == PLACED
    }
}
