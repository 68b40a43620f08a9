//! What a worker tells of itself: to a listener while it happens, and in numbers when it has ended.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use asl_runtime::TaskError;

use crate::model::{ActivityTask, Decision, DecisionTask, WorkflowExecution};
use crate::service::SwfError;

use super::decider::Undecided;

/// Something a worker does. `Display` says it in a line.
#[derive(Debug)]
pub enum Notice<'a> {
    /// A call has failed, and is made again after a pause.
    Retry {
        /// How.
        error: &'a SwfError,
        /// Failures of it in a row.
        failures: u32,
        /// How long the pause is.
        pause: Duration,
    },
    /// A decision task is answered.
    Decided {
        /// The task, with its whole history.
        task: &'a DecisionTask,
        /// The answer.
        decisions: &'a [Decision],
    },
    /// Nothing could be decided.
    Undecided {
        /// Whose decision task it is.
        execution: &'a WorkflowExecution,
        /// Why.
        error: &'a Undecided,
        /// Whether the execution is ended with that error; otherwise its decision task is left to
        /// time out.
        fails: bool,
    },
    /// Something has happened to an execution while its end was decided: its task is answered
    /// without decisions.
    Unhandled {
        /// Which.
        execution: &'a WorkflowExecution,
    },
    /// An activity task begins.
    Began {
        /// Which.
        task: &'a ActivityTask,
    },
    /// An activity task has ended.
    Ended {
        /// Which.
        task: &'a ActivityTask,
        /// How.
        end: &'a ActivityEnd,
    },
    /// The service does not take an answer: the task has timed out, its execution has ended, or the
    /// same answer was heard before.
    Lost {
        /// Whose task it was.
        execution: &'a WorkflowExecution,
        /// What the service says.
        error: &'a SwfError,
    },
}

/// How an activity task has ended.
#[derive(Clone, PartialEq, Debug)]
pub enum ActivityEnd {
    /// With a result, as JSON text.
    Completed(String),
    /// With an error.
    Failed(TaskError),
    /// Somebody has asked to cancel it.
    Canceled,
    /// Nobody waits for it any more: it has timed out, or its execution has ended. It was dropped.
    Abandoned,
    /// The worker was stopped, and its grace is over. It was dropped, and is left to its time-outs.
    CutOff,
}

/// What a worker has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Polls that were answered.
    pub polls: u64,
    /// Tasks whose answers the service has taken.
    pub answered: u64,
    /// Tasks whose answers it has not taken: they were gone.
    pub lost: u64,
    /// Activity tasks that failed, were cancelled, abandoned or cut off; decision tasks that were
    /// left to time out.
    pub failed: u64,
    /// Calls that failed and were made again.
    pub retries: u64,
    /// Heartbeats that were sent.
    pub heartbeats: u64,
}

/// A tally that is being kept.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) polls: Count,
    pub(super) answered: Count,
    pub(super) lost: Count,
    pub(super) failed: Count,
    pub(super) retries: Count,
    pub(super) heartbeats: Count,
}

#[derive(Default)]
pub(super) struct Count(AtomicU64);

impl Count {
    pub(super) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Counts {
    pub(super) fn tally(&self) -> Tally {
        Tally {
            polls: self.polls.total(),
            answered: self.answered.total(),
            lost: self.lost.total(),
            failed: self.failed.total(),
            retries: self.retries.total(),
            heartbeats: self.heartbeats.total(),
        }
    }
}

impl fmt::Display for Notice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Retry { error, failures, pause } => {
                write!(
                    f,
                    "{error} (failure {failures} in a row); again in {} ms",
                    pause.as_millis()
                )
            }
            Self::Decided { task, decisions } => {
                write!(
                    f,
                    "{}: {} events ->",
                    task.workflow_execution.workflow_id,
                    task.events.len()
                )?;
                if decisions.is_empty() {
                    f.write_str(" nothing")?;
                }
                decisions.iter().try_for_each(|decision| write!(f, " {}", decision.decision_type()))
            }
            Self::Undecided { execution, error, fails } => {
                let then = if *fails {
                    "the execution is failed"
                } else {
                    "its decision task is left to time out"
                };
                write!(f, "{}: nothing is decided, {then}: {error}", shown(execution))
            }
            Self::Unhandled { execution } => {
                write!(
                    f,
                    "{}: something has happened meanwhile, it is decided again",
                    shown(execution)
                )
            }
            Self::Began { task } => {
                write!(f, "{}: {} begins", task.workflow_execution.workflow_id, task.activity_id)
            }
            Self::Ended { task, end } => {
                write!(f, "{}: {} {end}", task.workflow_execution.workflow_id, task.activity_id)
            }
            Self::Lost { execution, error } => {
                write!(f, "{}: the answer is not taken: {error}", shown(execution))
            }
        }
    }
}

impl fmt::Display for ActivityEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Completed(_) => f.write_str("is done"),
            Self::Failed(error) => write!(f, "has failed: {error}"),
            Self::Canceled => f.write_str("was cancelled"),
            Self::Abandoned => f.write_str("is not waited for any more"),
            Self::CutOff => f.write_str("was cut off: the worker stops"),
        }
    }
}

/// An execution as people find it.
pub(super) fn shown(execution: &WorkflowExecution) -> String {
    format!("{} (run {})", execution.workflow_id, execution.run_id)
}
