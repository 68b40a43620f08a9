//! The result of a scenario.

use std::time::Duration;

use asl_execution::history::{EventType, HistoryEvent};
use asl_execution::machine::Machine;
use asl_runtime::engine::simulation::{DelayKind, DetachedCall, SimulationRun, TaskCall};
use asl_value::error::Failure;
use asl_value::value::Value;

/// The result of a [`Scenario`](super::Scenario). Each `expect_…` method returns the run again, or
/// fails the test with an account of the run.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) machine: &'static Machine,
    pub(super) simulated: SimulationRun,
    pub(super) calls: Vec<Call>,
    /// Scripts with unused answers, and the number of these.
    pub(super) unused: Vec<(String, usize)>,
    /// States whose `lambda:invoke` had an answer without a `Payload`.
    pub(super) without_payload: Vec<&'static str>,
}

/// A call of a task.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Call {
    /// Name of the state.
    pub state: &'static str,
    /// The Resource as written in the definition.
    pub resource: &'static str,
    /// SM4C: name of the function, subflow or event in the definition; empty in ASL.
    pub name: &'static str,
    /// Input of the task.
    pub input: Value,
    /// Number of earlier attempts in this visit of the state.
    pub attempt: u32,
    /// Virtual time since the start.
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

    /// The states in the order in which they were entered, including those of branches, iterations
    /// and child executions.
    pub fn path(&self) -> Vec<&str> {
        self.entered().filter_map(|event| event.details.name.as_deref()).collect()
    }

    /// The back-off before each retry, in seconds.
    pub fn delays(&self) -> Vec<f64> {
        self.delays_of(DelayKind::Retry)
    }

    /// The duration of each Wait state, in seconds.
    pub fn waits(&self) -> Vec<f64> {
        self.delays_of(DelayKind::Wait)
    }

    fn delays_of(&self, kind: DelayKind) -> Vec<f64> {
        let delays = self.simulated.delays.iter().filter(|delay| delay.kind == kind);
        delays.map(|delay| Duration::from_millis(delay.millis).as_secs_f64()).collect()
    }

    /// All calls of tasks, in order.
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

    /// SM4C: the calls that the machine did not wait for, with their results, in the order of the
    /// calls.
    pub fn detached(&self) -> &[DetachedCall] {
        &self.simulated.detached
    }

    /// Virtual time from the start to the end.
    pub fn elapsed(&self) -> Duration {
        Duration::from_millis(self.simulated.elapsed)
    }

    /// Its history, with AWS's names and numbers of events.
    pub fn events(&self) -> &[HistoryEvent] {
        &self.simulated.events
    }

    /// Log of all actions with their virtual time, in milliseconds from the start: `1000 Ship#0~1`,
    /// `0 timer 1000`.
    pub fn log(&self) -> &[String] {
        &self.simulated.log
    }

    /// The machine that ran.
    pub fn machine(&self) -> &'static Machine {
        self.machine
    }

    pub(super) fn entered(&self) -> impl Iterator<Item = &HistoryEvent> {
        self.simulated.seen().iter().filter(|event| {
            matches!(event.kind, EventType::StateEntered(_) | EventType::EnterState)
        })
    }
}
