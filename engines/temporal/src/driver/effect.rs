//! Effects that a driver requests, and inputs that it receives.

use std::time::Duration;

use asl_runtime::execution::{Limits, Report};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};

use crate::wire::{Chunk, TaskHeader};

pub(crate) use asl_runtime::__engine::Sequence;

/// Effects in Temporal, in order.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Runs a task as an activity.
    Task { sequence: Sequence, call: Box<TaskCall> },
    /// Abandons a task.
    CancelTask(Sequence),
    /// Starts a timer. The name is shown.
    Timer { sequence: Sequence, after: Duration, name: Text },
    /// Stops a timer.
    CancelTimer(Sequence),
    /// Runs another machine. Nothing cancels it if it is detached.
    Child { sequence: Sequence, machine: Text, id: Text, input: Value, is_detached: bool },
    /// Cancels another machine, for this reason.
    CancelChild(Sequence, Text),
    /// Runs a task that nothing waits for.
    Detached { sequence: Sequence, id: Text, call: Box<TaskCall> },
}

/// A task to run.
#[derive(Clone, Debug)]
pub(crate) struct TaskCall {
    /// The name of the operation.
    pub(crate) operation: String,
    /// Name of the method of the machine's `Tasks`.
    pub(crate) method: Text,
    pub(crate) header: TaskHeader,
    pub(crate) input: Value,
    /// Time-out of an attempt of Temporal, in milliseconds.
    pub(crate) timeout: u64,
    /// Maximum time between heartbeats of the task, in milliseconds. Without it, heartbeats of the
    /// worker show that it has not lost the task.
    pub(crate) silence: Option<u64>,
}

impl TaskCall {
    pub(crate) fn new(
        operation: String,
        method: &'static str,
        header: TaskHeader,
        input: Value,
        limits: Limits,
    ) -> Self {
        let Limits { timeout, silence, .. } = limits;
        let method = Text::new_static(method);
        Self { operation, method, header, input, timeout, silence }
    }

    /// A task that nothing waits for, without limits of its own.
    pub(crate) fn detached(
        operation: String,
        method: &'static str,
        header: TaskHeader,
        input: Value,
    ) -> Self {
        let limits = Limits { timeout: LONGEST, silence: None, silent_for: 0 };
        Self::new(operation, method, header, input, limits)
    }
}

/// Longest time-out in milliseconds: ten years.
pub(crate) const LONGEST: u64 = 10 * 365 * 24 * 60 * 60 * 1_000;

/// An input from Temporal.
#[derive(Debug)]
pub(crate) enum Input {
    /// A timer has fired.
    Fired(Sequence),
    /// A task has ended.
    Task(Sequence, TaskEnd),
    /// Another machine has started, or could not be started.
    ChildStarted(Sequence, Result<(), ChildRefusal>),
    /// Another machine has ended.
    ChildEnded(Sequence, Result<Value, Failure>),
    /// An event: a `CloudEvent`.
    Event(Value),
    /// A report with a task token.
    Report(Text, Report),
    /// A message that is none of ours, with the reason.
    Foreign(String),
    /// The execution is to be cancelled, with the reason.
    Cancel(Text),
}

/// Reason why another machine could not be started.
#[derive(Debug)]
pub(crate) enum ChildRefusal {
    /// There is an execution with its id.
    Exists,
    /// Another reason.
    Other(String),
}

/// The end of a task.
#[derive(Clone, Debug)]
pub(crate) enum TaskEnd {
    Done(Value),
    Failed(TaskError),
    TimedOut,
    /// No heartbeat arrived for too long.
    Silent,
    /// Temporal has cancelled it.
    Cancelled,
    /// Its worker gave it up without an end. It runs again after this many milliseconds.
    Lost {
        pause: u64,
    },
}

/// The state of a driver.
pub(crate) type Turn = asl_runtime::__engine::Turn<Chunk>;
