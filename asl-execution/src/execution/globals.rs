//! The state that only executions of SM4C machines have: global data that all frames share, an
//! inbox for events, detached calls, and a time-out with an action of its own.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::event::EventKeys;
use crate::execution::wait::inbox::Inbox;
use crate::machine::sm4c::Sm4cRow;
use crate::machine::{Effect, Kind, Machine, Node, NodeId};
use asl_value::value::Value;

/// Options for the events of an SM4C execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EventOptions {
    /// Keeps events that arrive before a state waits for them, and those that a transition did not
    /// need. By default a wait drops what it has examined.
    pub keep: bool,
    /// The keys that expressions find in an event.
    pub keys: EventKeys,
    /// Maximum bytes of an event; 0 means [`Event::MAX_SIZE`](crate::Event::MAX_SIZE).
    pub largest: usize,
}

impl EventOptions {
    asl_language::__setters! {
        keep: bool,
        keys: EventKeys,
        largest: usize,
    }
}

/// Fixed random numbers for retry policies with jitter, for tests that compare delays.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// True to make a delay longer, false to make it shorter.
    pub longer: bool,
    /// The part of the jitter to apply, from 0 to 1.
    pub part: f64,
}

/// The part of the state that only SM4C has.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Globals {
    /// The global data. Absent while a function of the machine works on it.
    pub(super) data: Value,
    /// The target of the exit action.
    pub(super) leave: NodeId,
    /// The start of the run, in milliseconds since 1970.
    pub(super) started: u64,
    /// True if the machine has timed out and its time-out action runs.
    pub(super) is_timed_out: bool,
    pub(super) options: EventOptions,
    pub(super) dice: Option<Dice>,
    pub(super) inbox: Inbox,
    /// Detached calls that no engine has taken yet.
    pub(super) detached: VecDeque<Detached>,
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

    /// The globals from before a failure, with the detached calls of the failed execution that no
    /// engine has taken yet.
    #[inline]
    pub(super) fn after_redrive(self, failed: Self) -> Self {
        Self { detached: failed.detached, is_timed_out: false, ..self }
    }

    /// Checks that the machine can be in this state; otherwise the snapshot was forged.
    #[inline]
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

/// A detached call that no engine has taken yet, and its origin.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Detached {
    pub(in crate::execution) serial: u64,
    pub(in crate::execution) node: NodeId,
    pub(in crate::execution) visit: u32,
    pub(in crate::execution) attempt: u32,
    /// Node, visit, attempt and index of the frames around it, outermost first.
    pub(in crate::execution) around: Vec<(NodeId, u32, u32, u32)>,
    pub(in crate::execution) input: Value,
}

impl Detached {
    /// Renumbers each of its nodes, from the outside in. `moved` is given the new number of the
    /// outer node and the branch.
    #[inline]
    pub(in crate::execution) fn each_node<E>(
        &mut self,
        mut moved: impl FnMut(u32, Option<(u32, u32)>) -> Result<u32, E>,
    ) -> Result<(), E> {
        let mut around = None;
        for (node, _, _, index) in &mut self.around {
            node.0 = moved(node.0, around)?;
            around = Some((node.0, *index));
        }
        self.node.0 = moved(self.node.0, around)?;
        Ok(())
    }

    #[inline]
    pub(in crate::execution) fn check(&self, machine: &Machine) -> Result<(), &'static str> {
        let around = self.around.iter().all(|(node, ..)| machine.node(*node).is_some());
        match machine.node(self.node) {
            Some(Node { kind: Kind::Invoke(Effect::Task(_)), .. }) if around => Ok(()),
            Some(_) | None => Err("a detached call comes from a node that makes none"),
        }
    }
}
