//! Behaviour of the double where the real service's documentation leaves it open, or where a test
//! needs lower limits.

use std::time::Duration;

use asl_swf::model::Timestamp;

/// Options of a double.
#[derive(Clone, Debug)]
pub struct Options {
    /// Seed of run ids and tokens.
    pub seed: u64,
    /// The start time.
    pub start: Timestamp,
    /// The time at which the event of a decision task is recorded that becomes necessary while
    /// another one is in progress.
    pub queued: Queued,
    /// The failure of a decision that closes an execution if something has happened meanwhile.
    pub unhandled: Unhandled,
    /// Delay until one execution learns of another: starts and ends of children, signals, requests
    /// to cancel. Zero means at the end of the call.
    pub delivery: Duration,
    /// Limits.
    pub limits: Limits,
}

/// The time at which `DecisionTaskScheduled` is recorded for a decision task that has to wait for
/// another one. The documentation only says that the task waits, so a decider must work with both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queued {
    /// After the open one was answered or timed out, and after everything that was decided.
    AtAnswer,
    /// At once, after the event that causes it.
    AtOnce,
}

/// The failure of a decision that closes an execution if something has happened meanwhile. The
/// API's reference has both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unhandled {
    /// An event such as `CompleteWorkflowExecutionFailed` with the cause `UNHANDLED_DECISION`; the
    /// other decisions count.
    Event,
    /// The fault `UnhandledDecision`: none of the decisions counts, the decision task stays open.
    Fault,
}

/// Limits; the defaults are Amazon SWF's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Events of a run, after which it is terminated.
    pub events: usize,
    /// Open activity tasks of a run.
    pub activities: usize,
    /// Open timers of a run.
    pub timers: usize,
    /// Open children of a run.
    pub children: usize,
    /// Open Lambda functions of a run.
    pub lambdas: usize,
    /// Open executions of a domain.
    pub executions: usize,
    /// Default and maximum number of events of a page.
    pub page: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            start: Timestamp::from_millis(1_700_000_000_000),
            queued: Queued::AtAnswer,
            unhandled: Unhandled::Event,
            delivery: Duration::ZERO,
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            events: 25_000,
            activities: 1_000,
            timers: 1_000,
            children: 1_000,
            lambdas: 1_000,
            executions: 100_000,
            page: 1_000,
        }
    }
}
