//! How the double behaves where the real service's documentation leaves it open, or where a test
//! wants less than its limits.

use std::time::Duration;

use asl_swf::model::Timestamp;

/// How a double behaves.
#[derive(Clone, Debug)]
pub struct Options {
    /// What run ids and tokens are made of.
    pub seed: u64,
    /// The time at the beginning.
    pub start: Timestamp,
    /// When the event of a decision task is recorded that is called for while another one is being
    /// worked on.
    pub queued: Queued,
    /// How a decision that closes an execution fails if something has happened meanwhile.
    pub unhandled: Unhandled,
    /// How long it takes until one execution hears of another: starts of children and their ends,
    /// signals, requests to cancel. Zero: at the end of the call.
    pub delivery: Duration,
    /// Most of everything.
    pub limits: Limits,
}

/// When `DecisionTaskScheduled` is recorded for a decision task that has to wait for another one.
/// The documentation only says that the task waits: a decider must do with both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queued {
    /// When the open one is answered or times out, behind everything that was decided.
    AtAnswer,
    /// At once, behind the event that calls for it.
    AtOnce,
}

/// What becomes of a decision that closes an execution to which something has happened meanwhile.
/// The API's reference has both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unhandled {
    /// An event such as `CompleteWorkflowExecutionFailed` with the cause `UNHANDLED_DECISION`; the
    /// other decisions count.
    Event,
    /// The fault `UnhandledDecision`: none of the decisions counts, the decision task stays open.
    Fault,
}

/// Most of everything; the default is Amazon SWF's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Events of a run: behind it, it is terminated.
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
    /// Events of a page if nothing else is asked for, and most that can be asked for.
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
