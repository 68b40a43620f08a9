//! What only machines in State Machines For Cloud have.

use super::NodeId;
use crate::span::Spanned;

/// The tables of such a machine.
#[derive(Clone, Debug, Default)]
pub struct Sm4c {
    /// `name`, as its author gave it; [`super::Machine::name`] is that of its file.
    pub name: String,
    /// `version`.
    pub version: String,
    /// `duration` of the machine's `timeout`, in milliseconds.
    pub timeout_millis: Option<u64>,
    /// Its `action`: the first node of what runs in place of everything else when the time has
    /// passed; its frame ends with the output null. Its errors end the execution.
    pub on_timeout: Option<NodeId>,
    /// `events`.
    pub events: Vec<EventDefinition>,
    /// `retries`.
    pub policies: Vec<RetryPolicy>,
}

/// One of `events`.
#[derive(Clone, Debug)]
pub struct EventDefinition {
    /// `name`; compared ignoring case.
    pub name: Spanned<String>,
    /// `source`: what an event's must be; compared ignoring case. What is sent has it.
    pub source: Option<String>,
    /// `type`, likewise.
    pub kind: Option<String>,
    /// `correlation`: the attributes whose value is given, and the value.
    pub correlation: Vec<(String, String)>,
}

/// One of `retries` (section 3.3).
#[derive(Clone, Debug, PartialEq)]
pub struct RetryPolicy {
    /// `name`.
    pub name: Spanned<String>,
    /// `maxAttempts`: retries after the first failure.
    pub max_attempts: u32,
    /// `delay`, milliseconds; `None`: retries are made at once, whatever else is said.
    pub delay_millis: Option<u64>,
    /// `maxDelay`, milliseconds.
    pub max_delay_millis: Option<u64>,
    /// `increment`, milliseconds: wins over `multiplier`.
    pub increment_millis: Option<u64>,
    /// `multiplier`.
    pub multiplier: Option<f64>,
    /// `jitter`.
    pub jitter: Option<Jitter>,
}

/// How much a delay is changed at random, to both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Jitter {
    /// By so much of it.
    Fraction(f64),
    /// By so many milliseconds.
    Millis(u64),
}

/// An action as its author wrote it down; what it does is its node's kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// When it is run.
    pub moment: Moment,
    /// Its `name`, if it has one.
    pub name: Option<String>,
    /// Its `type`.
    pub kind: ActionKind,
}

/// When an action is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When its state is entered.
    Enter,
    /// When a transition is taken.
    Transition,
    /// When its state is left.
    Exit,
    /// When the machine's time-out has passed.
    Timeout,
    /// Within another action.
    Within,
}

/// The types of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum ActionKind {
    Delay,
    ForEach,
    InjectData,
    InvokeFunction,
    InvokeSubflow,
    Parallel,
    SendEvent,
    Sequence,
}

impl ActionKind {
    /// The word that `type` has.
    pub fn word(self) -> &'static str {
        match self {
            Self::Delay => "delay",
            Self::ForEach => "forEach",
            Self::InjectData => "injectData",
            Self::InvokeFunction => "invokeFunction",
            Self::InvokeSubflow => "invokeSubflow",
            Self::Parallel => "parallel",
            Self::SendEvent => "sendEvent",
            Self::Sequence => "sequence",
        }
    }
}
