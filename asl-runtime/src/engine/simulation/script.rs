//! Scripts of tasks, and injected faults.

use asl_execution::event::Event;
use asl_execution::machine::Form;
use asl_language::hash::fnv1a;
use asl_language::random::scramble;
use asl_value::error::TaskError;
use asl_value::value::{Text, Value};

/// A call of a task, as passed to a script.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TaskCall {
    /// Name of the state.
    pub state: &'static str,
    /// The Resource as written in the definition.
    pub resource: &'static str,
    /// The method of the machine's `Tasks`.
    pub method: &'static str,
    /// Number of the method, for the types of the task.
    #[doc(hidden)]
    pub task: u32,
    /// Its input.
    pub input: Value,
    /// Number of earlier attempts in this visit of the state.
    pub attempt: u32,
    /// Its stable name, such as `Ship#1~2`.
    pub operation: String,
    /// Virtual milliseconds since the start.
    pub at: u64,
    /// The form of the task, which determines how it ends.
    pub form: Form,
    /// SM4C: name of the function, subflow or event in the definition.
    pub name: &'static str,
    /// True if the machine waits for its end. Only SM4C has calls that it does not wait for.
    pub is_awaited: bool,
    /// The `Credentials` of the state.
    pub credentials: Option<Value>,
}

/// SM4C: a call that the machine did not wait for.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DetachedCall {
    /// The call.
    pub call: TaskCall,
    /// End in virtual milliseconds since the start, and result. `None` if it never ended.
    pub end: Option<(u64, Result<Value, TaskError>)>,
    /// True if the call was open when the execution ended.
    pub outlived: bool,
}

/// A planned wait.
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

/// Kind of a planned wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DelayKind {
    /// The next attempt: a retrier's back-off.
    Retry,
    /// A Wait state, or the time limit of a state that waits for an event.
    Wait,
}

/// The behaviour of a scripted task. Times are virtual milliseconds.
#[derive(Clone, Debug)]
pub enum Scripted {
    /// Answers.
    Answer {
        /// Duration.
        after: u64,
        /// Output.
        output: Value,
    },
    /// Fails.
    Fail {
        /// Duration.
        after: u64,
        /// Error.
        error: TaskError,
    },
    /// Sends heartbeats, then continues with another script.
    Heartbeats {
        /// Time before each.
        every: u64,
        /// Number of heartbeats.
        times: u32,
        /// The next script. Its times count from the last heartbeat.
        then: Box<Scripted>,
    },
    /// A worker starts the activity after some time, and the script continues. In other scripts
    /// activities start at once, without a worker's name.
    Started {
        /// Time until a worker takes the work.
        after: u64,
        /// The worker's name.
        worker: Option<Text>,
        /// The next script. Its times count from the worker's start.
        then: Box<Scripted>,
    },
    /// The service accepts the job of a `.sync` or `.waitForTaskToken` task, and the script
    /// continues. Without this the job ends without a submission.
    Submitted {
        /// Duration of the service's response.
        after: u64,
        /// Its answer.
        answer: Value,
        /// The next script. Its times count from the answer.
        then: Box<Scripted>,
    },
    /// Sends events to the calling machine, and continues with another script.
    Emits {
        /// Duration.
        after: u64,
        /// The events.
        events: Vec<Event>,
        /// The next script. Its times count from the events.
        then: Box<Scripted>,
    },
    /// Does not answer within its `TimeoutSeconds`, but sends heartbeats until then.
    TimeOut,
    /// Never answers, and sends no heartbeats.
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

    /// The output, if the script ends with an answer.
    #[doc(hidden)]
    pub fn output(&self) -> Option<&Value> {
        match self {
            Self::Answer { output, .. } => Some(output),
            Self::Heartbeats { then, .. }
            | Self::Started { then, .. }
            | Self::Submitted { then, .. }
            | Self::Emits { then, .. } => then.output(),
            Self::Fail { .. } | Self::TimeOut | Self::Hang => None,
        }
    }

    /// Delays this script.
    #[must_use]
    #[inline]
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

    /// Sends events to the calling machine first, `millis` after the call.
    #[must_use]
    pub fn with_events(self, events: impl IntoIterator<Item = Event>, millis: u64) -> Self {
        Self::Emits { after: millis, events: events.into_iter().collect(), then: Box::new(self) }
    }

    /// Sends this many heartbeats first.
    #[must_use]
    pub fn with_heartbeats(self, every: u64, times: u32) -> Self {
        Self::Heartbeats { every, times, then: Box::new(self) }
    }

    /// Lets a worker start first, `millis` after the activity was scheduled.
    #[must_use]
    #[inline]
    pub fn started(self, worker: Option<Text>, millis: u64) -> Self {
        Self::Started { after: millis, worker, then: Box::new(self) }
    }

    /// Lets the service accept the job first, `millis` after the call.
    #[must_use]
    pub fn submitted(self, answer: impl Into<Value>, millis: u64) -> Self {
        Self::Submitted { after: millis, answer: answer.into(), then: Box::new(self) }
    }
}

/// Faults that are injected at random. They depend on the seed and on the call, but not on earlier
/// calls.
#[derive(Clone, Debug)]
pub struct Faults {
    /// Probability that a call fails instead of being made, from 0 to 1.
    pub failures: f64,
    /// Name of the error it fails with.
    pub error: Text,
    /// Longest delay of an answer, in milliseconds.
    pub longest_delay: u64,
}

impl Default for Faults {
    /// No faults.
    fn default() -> Self {
        Self { failures: 0.0, error: Text::new_static("Fault"), longest_delay: 0 }
    }
}

impl Faults {
    /// The injected fault and delay of this call.
    #[inline]
    pub(super) fn roll(&self, seed: u64, operation: &str) -> (Option<TaskError>, u64) {
        let dice = scramble(seed ^ fnv1a(operation.as_bytes()));
        // The upper 53 bits are a fraction from 0 to below 1.
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let fraction = (dice >> 11) as f64 / (1_u64 << 53) as f64;
        let fault = (fraction < self.failures)
            .then(|| TaskError::new(self.error.clone(), "injected by the simulation"));
        let delay = scramble(dice).checked_rem(self.longest_delay.saturating_add(1)).unwrap_or(0);
        (fault, delay)
    }
}
