//! What scripted tasks do, and the faults that are thrown in.

use crate::error::TaskError;
use crate::event::Event;
use crate::machine::Form;
use crate::value::{Text, Value};
use asl_language::hash::fnv1a;
use asl_language::random::scramble;

/// A call of a task, as a script sees it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TaskCall {
    /// Name of the state.
    pub state: &'static str,
    /// The Resource as the definition has it.
    pub resource: &'static str,
    /// The method of the machine's `Tasks`.
    pub method: &'static str,
    /// Its input.
    pub input: Value,
    /// Retries of this visit of the state before it.
    pub attempt: u32,
    /// Its stable name, such as `Ship#1~2`.
    pub operation: String,
    /// Virtual milliseconds since the start.
    pub at: u64,
    /// What ends it.
    pub form: Form,
    /// SM4C: the function, subflow or event as the definition names it.
    pub name: &'static str,
    /// True if the machine waits for its end; only SM4C has calls for which it does not.
    pub is_awaited: bool,
}

/// SM4C: a call that the machine did not wait for.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DetachedCall {
    /// The call.
    pub call: TaskCall,
    /// Its end in virtual milliseconds since the start, and its result. `None`: it never ended.
    pub end: Option<(u64, Result<Value, TaskError>)>,
    /// True for a call that was open when the execution ended.
    pub outlived: bool,
}

/// Time that passed on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delay {
    /// Name of the state that waited.
    pub state: &'static str,
    /// Reason for the wait.
    pub kind: DelayKind,
    /// Start time, in virtual milliseconds since the start.
    pub at: u64,
    /// Planned duration, in milliseconds.
    pub millis: u64,
}

/// The reason of a state's wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DelayKind {
    /// The next attempt: a retrier's back-off.
    Retry,
    /// It is a Wait state, or one that waits for an event no longer than this.
    Wait,
}

/// The behaviour of a scripted task. Times are virtual milliseconds.
#[derive(Clone, Debug)]
pub enum Scripted {
    /// Answers.
    Answer {
        /// Duration.
        after: u64,
        /// With this.
        output: Value,
    },
    /// Fails.
    Fail {
        /// Duration.
        after: u64,
        /// With this.
        error: TaskError,
    },
    /// Sends heartbeats, then does something else.
    Heartbeats {
        /// Time before each.
        every: u64,
        /// Number.
        times: u32,
        /// Counted from the last one.
        then: Box<Scripted>,
    },
    /// A worker begins to work on the activity, then does something else. Other scripts of
    /// activities begin at once, without a worker's name.
    Started {
        /// How long nobody asks for the work.
        after: u64,
        /// The worker's name.
        worker: Option<Text>,
        /// Counted from then on.
        then: Box<Scripted>,
    },
    /// The service takes the job of a `.sync` or `.waitForTaskToken` task, then something else
    /// comes. Without this the job ends without a word in between.
    Submitted {
        /// Duration of the service's response.
        after: u64,
        /// Its answer.
        answer: Value,
        /// Counted from then on.
        then: Box<Scripted>,
    },
    /// Sends events to the machine that calls, then does something else.
    Emits {
        /// Duration.
        after: u64,
        /// The events.
        events: Vec<Event>,
        /// Counted from then on.
        then: Box<Scripted>,
    },
    /// Does not answer within its `TimeoutSeconds`; its heartbeats go on until then.
    TimeOut,
    /// Never answers, and never gives a sign of life.
    Hang,
}

impl Scripted {
    /// Answers at once.
    pub fn answer(output: impl Into<Value>) -> Self {
        Self::Answer { after: 0, output: output.into() }
    }

    /// Fails at once.
    pub fn fail(error: impl Into<Text>, cause: impl Into<Text>) -> Self {
        Self::Fail { after: 0, error: TaskError::new(error, cause) }
    }

    /// The same, so much later.
    #[must_use]
    pub fn after(self, millis: u64) -> Self {
        match self {
            Self::Answer { after, output } => {
                Self::Answer { after: after.saturating_add(millis), output }
            }
            Self::Fail { after, error } => {
                Self::Fail { after: after.saturating_add(millis), error }
            }
            Self::Heartbeats { every, times, then } => {
                Self::Heartbeats { every, times, then: Box::new(then.after(millis)) }
            }
            Self::Started { after, worker, then } => {
                Self::Started { after, worker, then: Box::new(then.after(millis)) }
            }
            Self::Submitted { after, answer, then } => {
                Self::Submitted { after, answer, then: Box::new(then.after(millis)) }
            }
            Self::Emits { after, events, then } => {
                Self::Emits { after, events, then: Box::new(then.after(millis)) }
            }
            Self::TimeOut => Self::TimeOut,
            Self::Hang => Self::Hang,
        }
    }

    /// The same behind events to the machine that calls, `millis` after the call.
    #[must_use]
    pub fn with_events(self, events: impl IntoIterator<Item = Event>, millis: u64) -> Self {
        Self::Emits { after: millis, events: events.into_iter().collect(), then: Box::new(self) }
    }

    /// The same behind so many heartbeats.
    #[must_use]
    pub fn with_heartbeats(self, every: u64, times: u32) -> Self {
        Self::Heartbeats { every, times, then: Box::new(self) }
    }

    /// The same behind a worker's beginning, `millis` after the activity was scheduled.
    #[must_use]
    pub fn started(self, worker: Option<Text>, millis: u64) -> Self {
        Self::Started { after: millis, worker, then: Box::new(self) }
    }

    /// The same behind the answer of the service that takes the job, `millis` after it was asked.
    #[must_use]
    pub fn submitted(self, answer: impl Into<Value>, millis: u64) -> Self {
        Self::Submitted { after: millis, answer: answer.into(), then: Box::new(self) }
    }
}

/// Failures and delays that are thrown in at random. The dice depend on the seed and on the call,
/// not on what ran before.
#[derive(Clone, Debug)]
pub struct Faults {
    /// How probable it is that a call fails instead of being made, from 0 to 1.
    pub failures: f64,
    /// Name of the error it fails with.
    pub error: Text,
    /// Longest delay of an answer, in milliseconds.
    pub longest_delay: u64,
}

impl Default for Faults {
    /// None.
    fn default() -> Self {
        Self { failures: 0.0, error: Text::new_static("Fault"), longest_delay: 0 }
    }
}

impl Faults {
    /// The fault of this call, and its delay.
    pub(super) fn roll(&self, seed: u64, operation: &str) -> (Option<TaskError>, u64) {
        let dice = scramble(seed ^ fnv1a(operation.as_bytes()));
        // The upper 53 bits are a fraction from 0 to below 1.
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let fraction = (dice >> 11) as f64 / (1_u64 << 53) as f64;
        let fault = (fraction < self.failures)
            .then(|| TaskError::new(self.error.clone(), "thrown in by the simulation"));
        let delay = scramble(dice).checked_rem(self.longest_delay.saturating_add(1)).unwrap_or(0);
        (fault, delay)
    }
}
