//! What executions of SM4C machines have besides: global data that all frames share, an inbox for
//! events, error handlers with retry policies, children that are done in other ways, detached
//! calls, and a time-out with an action of its own.

mod detached;
mod events;
mod handlers;
mod join;
mod observe;

use std::collections::VecDeque;
use std::mem;

use serde::{Deserialize, Serialize};

use crate::error::{Failed, Failure, bounded};
use crate::event::EventKeys;
use crate::machine::sm4c::{Sm4cNode, Sm4cRow};
use crate::machine::{At, Cx, Machine, Next, NodeId};
use crate::value::Value;

use super::frames::{Frame, Frames, NONE, ROOT};
use super::{Execution, State};

pub(crate) use detached::call_row;
pub(super) use detached::{Detached, given};
pub use events::SendError;
pub(super) use events::{Inbox, no_state};
pub(super) use join::Verdict;

/// How an execution of an SM4C machine deals with events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventOptions {
    /// Keeps events that come before anybody waits for them, and those that a transition did not
    /// need. By default what a wait has looked at is gone when it is over.
    pub keep: bool,
    /// The keys that expressions find in an event.
    pub keys: EventKeys,
    /// Bytes of the largest event that is taken; 0 means [`Event::MAX_SIZE`](crate::Event::MAX_SIZE).
    pub largest: usize,
}

/// Chance that is none: what retry policies with jitter get in place of it, for tests that compare
/// delays.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// Whether a delay is made longer, or else shorter.
    pub longer: bool,
    /// Which part of the jitter is taken, from 0 to 1.
    pub part: f64,
}

/// The part of the state that only SM4C has.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Globals {
    /// The global data. Taken out while a function of the machine works on it.
    pub(super) data: Value,
    /// Where the exit action leads.
    leave: NodeId,
    /// When the run was started, in milliseconds since 1970.
    started: u64,
    /// The machine's time is over, its time-out action runs.
    is_timed_out: bool,
    options: EventOptions,
    dice: Option<Dice>,
    inbox: Inbox,
    /// Calls that nobody waits for and no engine has taken yet.
    detached: VecDeque<Detached>,
}

impl Globals {
    pub(super) fn new(
        data: Value,
        started: u64,
        options: EventOptions,
        dice: Option<Dice>,
    ) -> Self {
        let data = if data.is_null() { Value::object([]) } else { data };
        Self { data, started, options, dice, ..Self::default() }
    }

    /// The globals of before a failure; of what it left, calls that no engine has taken yet.
    pub(super) fn after_redrive(self, failed: Self) -> Self {
        Self { detached: failed.detached, is_timed_out: false, ..self }
    }

    pub(super) fn leave(&self) -> NodeId {
        self.leave
    }

    pub(super) fn set_leave(&mut self, node: NodeId) {
        self.leave = node;
    }

    pub(super) fn detached_mut(&mut self) -> impl Iterator<Item = &mut Detached> {
        self.detached.iter_mut()
    }

    pub(super) fn is_timed_out(&self) -> bool {
        self.is_timed_out
    }

    pub(super) fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// Whether a machine can have come here. What does not fit can only be forged.
    pub(super) fn check(&self, machine: &Machine, row: &Sm4cRow) -> Result<(), &'static str> {
        let nodes = machine.nodes.len();
        let is_node = |node: NodeId| usize::try_from(node.0).is_ok_and(|node| node < nodes);
        if !is_node(self.leave) {
            return Err("it leaves for a node that the machine does not have");
        }
        if self.is_timed_out && row.timeout_millis.is_none() {
            return Err("its time is over, and the machine has no time-out");
        }
        if self.dice.is_some_and(|dice| !dice.part.is_finite()) {
            return Err("its dice show no number");
        }
        if !self.inbox.is_within_limits() {
            return Err("more events wait than an inbox takes");
        }
        self.detached.iter().try_for_each(|call| call.check(machine))
    }
}

impl State {
    pub(super) fn globals(&self) -> &Globals {
        self.setup.as_ref().and_then(|setup| setup.sm4c.as_ref()).unwrap_or_else(|| {
            unreachable!("every machine in SM4C has global data, and restore checks it")
        })
    }

    fn globals_mut(&mut self) -> &mut Globals {
        let globals = self.setup.as_mut().and_then(|setup| setup.sm4c.as_mut());
        globals.unwrap_or_else(|| {
            unreachable!("every machine in SM4C has global data, and restore checks it")
        })
    }
}

impl Execution {
    pub(super) fn is_sm4c(&self) -> bool {
        self.machine.sm4c.is_some()
    }

    /// What the node of a frame has besides; `None` in ASL.
    pub(super) fn sm4c_node(&self, frame: &Frame) -> Option<&'static Sm4cNode> {
        self.sm4c_row(frame.at.node)
    }

    pub(super) fn sm4c_row(&self, node: NodeId) -> Option<&'static Sm4cNode> {
        let row = self.machine.sm4c?;
        let node = usize::try_from(node.0).ok().and_then(|node| row.nodes.get(node));
        Some(node.unwrap_or_else(|| {
            unreachable!("the compiler makes a row for each node, and restore checks nodes")
        }))
    }

    /// Calls functions of the machine on the global data.
    pub(super) fn with_global(
        &mut self,
        frame: &mut Frame,
        call: impl FnOnce(&'static Machine, &mut At, &mut Value, &mut Cx<'_>) -> Next,
    ) -> Next {
        let machine = self.machine;
        let mut cx = cx(machine, frame);
        let globals = self.state.globals_mut();
        (cx.global, cx.leave) = (mem::take(&mut globals.data), globals.leave);
        let next = call(machine, &mut frame.at, &mut frame.data, &mut cx);
        globals.leave = cx.leave;
        match bounded(&cx.global) {
            Ok(()) => globals.data = cx.global,
            Err(cause) if next.is_ok() => {
                return Err(Box::new(Failure::new(crate::error::sm4c::JQ_LIMIT, cause)));
            }
            Err(_) => {}
        }
        next
    }

    /// What the root leaves: the global data, or nothing where the machine has run out of time.
    pub(super) fn sm4c_output(&mut self) -> Value {
        let globals = self.state.globals_mut();
        if globals.is_timed_out { Value::Null } else { mem::take(&mut globals.data) }
    }

    /// The machine's time is over: everything is cut off, and the time-out's action runs in its
    /// place.
    pub(super) fn time_out_sm4c(&mut self, row: &Sm4cRow) {
        self.abort_all(false);
        self.state.starved.clear();
        self.state.frames = Frames::default();
        if let Some(setup) = &mut self.state.setup {
            setup.deadline = None;
        }
        self.state.globals_mut().is_timed_out = true;
        let Some(node) = row.on_timeout else { return self.end(Ok(Value::Null), 0) };
        let mut frame = Frame::new(node, Value::Null, NONE, 0, 0);
        let step = self.enter_state(&mut frame);
        self.drive(frame, Some(ROOT), step);
    }

    /// What went wrong in a node's result handler is none of its own error handlers' business.
    pub(super) fn beyond_handlers(&self, mut failure: Failed) -> Failed {
        failure.unhandled = self.is_sm4c();
        failure
    }
}

/// What functions may know, but for the global data.
fn cx(machine: &Machine, frame: &Frame) -> Cx<'static> {
    let expressions = machine.sm4c.map(|row| row.expressions).unwrap_or_default();
    Cx {
        entered: frame.entered,
        attempt: frame.attempt(),
        index: frame.index,
        expressions,
        ..Cx::default()
    }
}
