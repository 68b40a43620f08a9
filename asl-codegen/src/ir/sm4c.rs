//! The parts of machines in State Machines For Cloud (SM4C).

use asl_language::sm4c::Jitter;

use super::NodeId;
use asl_source::span::Spanned;

/// The tables of such a machine.
#[derive(Clone, Debug, Default)]
pub struct Sm4c {
    /// `name`. [`super::Machine::name`] is the name of the file.
    pub name: String,
    /// `version`.
    pub version: String,
    /// `duration` of the machine's `timeout`, in milliseconds.
    pub timeout_millis: Option<u64>,
    /// The `action` of the time-out: the first node of the scope that then runs in place of
    /// everything else. Its output is null, and its errors end the execution.
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
    /// `source`, which an event must have, ignoring case. Sent events get it.
    pub source: Option<String>,
    /// `type`, likewise.
    pub kind: Option<String>,
    /// `correlation`: attributes with their required values.
    pub correlation: Vec<(String, String)>,
}

/// One of `retries` (section 3.3).
#[derive(Clone, Debug, PartialEq)]
pub struct RetryPolicy {
    /// `name`.
    pub name: Spanned<String>,
    /// `maxAttempts`: retries after the first failure.
    pub max_attempts: u32,
    /// `delay` in milliseconds. `None` means retries at once, regardless of the other fields.
    pub delay_millis: Option<u64>,
    /// `maxDelay`, milliseconds.
    pub max_delay_millis: Option<u64>,
    /// `increment` in milliseconds, which overrides `multiplier`.
    pub increment_millis: Option<u64>,
    /// `multiplier`.
    pub multiplier: Option<f64>,
    /// `jitter`.
    pub jitter: Option<Jitter>,
}

/// An action of the definition. The kind of its node is its work.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// The time of its run.
    pub moment: Moment,
    /// Its `name`, if it has one.
    pub name: Option<String>,
    /// Its `type`.
    pub kind: ActionKind,
}

/// The time of an action's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// On entry of its state.
    Enter,
    /// On a transition.
    Transition,
    /// On exit of its state.
    Exit,
    /// After the machine's time-out.
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
    /// The value of `type`.
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
