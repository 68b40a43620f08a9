//! What happened in a scenario.

use std::time::Duration;

use crate::engine::simulation::{DelayKind, DetachedCall, SimulationRun, TaskCall};
use crate::error::Failure;
use crate::history::{EventType, HistoryEvent};
use crate::machine::Machine;
use crate::value::Value;

/// What happened in a [`Scenario`](super::Scenario), and what can be expected of it: each
/// `expect_…` returns the run again, and fails the test with an account of what happened.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) machine: &'static Machine,
    pub(super) simulated: SimulationRun,
    pub(super) calls: Vec<Call>,
    /// Scripts with answers that nobody asked for, and how many.
    pub(super) unused: Vec<(String, usize)>,
}

/// A call of a task.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Call {
    /// Name of the state.
    pub state: &'static str,
    /// The Resource as the definition has it.
    pub resource: &'static str,
    /// SM4C: the function, subflow or event as the definition names it; empty in ASL.
    pub name: &'static str,
    /// What the task was given.
    pub input: Value,
    /// Retries of this visit of the state before it.
    pub attempt: u32,
    /// When, in virtual time since the start.
    pub at: Duration,
    /// False for a call that an SM4C machine did not wait for.
    pub is_awaited: bool,
}

impl Call {
    pub(super) fn new(call: &TaskCall) -> Self {
        let TaskCall { state, resource, name, input, attempt, at, is_awaited, .. } = call;
        let (input, at) = (input.clone(), Duration::from_millis(*at));
        Self { state, resource, name, input, attempt: *attempt, at, is_awaited: *is_awaited }
    }
}

impl Run {
    /// The result.
    pub fn result(&self) -> &Result<Value, Failure> {
        &self.simulated.result
    }

    /// The states in the order in which they were entered, those of branches, iterations and child
    /// executions included.
    pub fn path(&self) -> Vec<&str> {
        self.entered().filter_map(|event| event.details.name.as_deref()).collect()
    }

    /// The back-off before each retry, in seconds.
    pub fn delays(&self) -> Vec<f64> {
        self.delays_of(DelayKind::Retry)
    }

    /// How long each Wait state waited, in seconds.
    pub fn waits(&self) -> Vec<f64> {
        self.delays_of(DelayKind::Wait)
    }

    fn delays_of(&self, kind: DelayKind) -> Vec<f64> {
        let delays = self.simulated.delays.iter().filter(|delay| delay.kind == kind);
        delays.map(|delay| Duration::from_millis(delay.millis).as_secs_f64()).collect()
    }

    /// Every call of a task, in order.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The calls of one state's task; in SM4C the calls of a function, a subflow or an event by its
    /// name, or all of a state.
    pub fn calls_to(&self, name: &str) -> Vec<&Call> {
        let is_named =
            |call: &&Call| call.state == name || (!call.name.is_empty() && call.name == name);
        self.calls.iter().filter(is_named).collect()
    }

    /// SM4C: the calls that the machine did not wait for, with their results, in the order in which
    /// they were made.
    pub fn detached(&self) -> &[DetachedCall] {
        &self.simulated.detached
    }

    /// Virtual time from the start to the end.
    pub fn elapsed(&self) -> Duration {
        Duration::from_millis(self.simulated.elapsed)
    }

    /// Its history, as AWS words and numbers it.
    pub fn events(&self) -> &[HistoryEvent] {
        &self.simulated.events
    }

    /// What was done at which virtual time, in milliseconds from the start: `1000 Ship#0~1`,
    /// `0 timer 1000`.
    pub fn log(&self) -> &[String] {
        &self.simulated.log
    }

    /// The machine that ran.
    pub fn machine(&self) -> &'static Machine {
        self.machine
    }

    pub(super) fn entered(&self) -> impl Iterator<Item = &HistoryEvent> {
        self.simulated.seen.iter().filter(|event| {
            matches!(event.kind, EventType::StateEntered(_) | EventType::EnterState)
        })
    }
}
