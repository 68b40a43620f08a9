//! Reports of workers: notices for a listener, and totals at the end.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use asl_runtime::TaskError;

use crate::model::{ActivityTask, Decision, DecisionTask, WorkflowExecution};
use crate::service::SwfError;

use super::decider::Undecided;

/// An event of a worker. `Display` describes it in one line.
#[derive(Debug)]
pub enum Notice<'a> {
    /// A call failed and will be repeated after a pause.
    Retry {
        /// The error.
        error: &'a SwfError,
        /// Number of successive failures.
        failures: u32,
        /// Duration of the pause.
        pause: Duration,
    },
    /// A decision task was answered.
    Decided {
        /// The task, with its whole history.
        task: &'a DecisionTask,
        /// The answer.
        decisions: &'a [Decision],
    },
    /// No decision was possible.
    Undecided {
        /// The execution of the decision task.
        execution: &'a WorkflowExecution,
        /// The cause.
        error: &'a Undecided,
        /// True if the execution fails with that error. Otherwise its decision task times out.
        fails: bool,
    },
    /// An execution received events while its end was decided: its task is answered without
    /// decisions.
    Unhandled {
        /// The name.
        execution: &'a WorkflowExecution,
    },
    /// An activity task started.
    Began {
        /// The name.
        task: &'a ActivityTask,
    },
    /// An activity task ended.
    Ended {
        /// The name.
        task: &'a ActivityTask,
        /// The error.
        end: &'a ActivityEnd,
    },
    /// The service refused an answer: the task has timed out, its execution is closed, or the
    /// answer had arrived before.
    Lost {
        /// The execution of the task.
        execution: &'a WorkflowExecution,
        /// The service's error.
        error: &'a SwfError,
    },
}

/// The end of an activity task.
#[derive(Clone, PartialEq, Debug)]
pub enum ActivityEnd {
    /// Completed, with the result as JSON text.
    Completed(String),
    /// Failed.
    Failed(TaskError),
    /// Cancelled on request.
    Canceled,
    /// Dropped, because it timed out or its execution is closed.
    Abandoned,
    /// Dropped at the end of a stopped worker's grace period; it will time out.
    CutOff,
}

/// Totals of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Answered polls.
    pub polls: u64,
    /// Tasks whose answers the service accepted.
    pub answered: u64,
    /// Tasks whose answers the service refused, because they had ended.
    pub lost: u64,
    /// Activity tasks that failed, were cancelled or dropped; decision tasks left to time out.
    pub failed: u64,
    /// Repeated calls.
    pub retries: u64,
    /// Heartbeats sent.
    pub heartbeats: u64,
}

/// Running totals.
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

/// Description of an execution.
pub(super) fn shown(execution: &WorkflowExecution) -> String {
    format!("{} (run {})", execution.workflow_id, execution.run_id)
}
