//! The reason why no decision is possible.

use std::fmt;

use asl_runtime::execution::RestoreError;

/// The reason why no decision is possible. Nothing was sent, and the execution is unchanged.
pub enum DecideError {
    /// The history has no events.
    Empty,
    /// The history does not begin with its first event: pages are missing.
    FirstPageMissing {
        /// The first event.
        first: i64,
    },
    /// The history does not contain the decision task to answer: pages are missing.
    LastPageMissing {
        /// The last event.
        last: i64,
        /// The `DecisionTaskStarted` to answer.
        started: i64,
    },
    /// The first event is not `WorkflowExecutionStarted`.
    NotStarted {
        /// The type.
        event_type: String,
    },
    /// Events are missing.
    Gap {
        /// The last event before the gap.
        after: i64,
        /// The first event after it.
        found: i64,
    },
    /// A history has an event twice.
    Duplicate {
        /// Number of the event.
        event_id: i64,
    },
    /// The events are neither in ascending nor in descending order.
    Disordered {
        /// The first event that is out of order.
        event_id: i64,
    },
    /// The history is of another workflow type.
    OtherWorkflow {
        /// Name and version of this decider's workflow type.
        expected: String,
        /// Name and version of the workflow type in the history.
        found: String,
    },
    /// The run cannot continue from the checkpoint of the previous run.
    Checkpoint(RestoreError),
    /// An event refers to an event that the history does not have.
    Dangling {
        /// The event.
        event_id: i64,
        /// Its type.
        event_type: String,
        /// The event to which it refers.
        refers_to: i64,
    },
    /// The history is of another machine, or of another version of this one.
    NonDeterminism {
        /// The first event that does not fit.
        event_id: i64,
        /// Its type.
        event_type: String,
        /// The command of the machine.
        expected: String,
        /// The event in the history.
        found: String,
        /// The state with the command. Without a command, the current states.
        state: String,
    },
    /// A payload is longer than Amazon SWF accepts.
    TooLarge {
        /// The state with the payload.
        state: String,
        /// The payload.
        what: &'static str,
        /// Its length in characters.
        characters: usize,
        /// Maximum length in characters.
        limit: usize,
    },
    /// The history has no space for the decisions; the service ends an execution with 25,000
    /// events.
    HistoryFull {
        /// Number of events so far.
        events: i64,
        /// The current states.
        state: String,
    },
    /// The machine runs endlessly without waiting for anything.
    Endless {
        /// The current states.
        state: String,
    },
    /// Amazon SWF refuses to close the run, for a permanent reason.
    CloseRefused {
        /// The last event with the refusal.
        event_id: i64,
        /// Its type.
        event_type: String,
        /// The cause.
        cause: String,
    },
}

impl fmt::Display for DecideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty
            | Self::FirstPageMissing { .. }
            | Self::LastPageMissing { .. }
            | Self::NotStarted { .. }
            | Self::Gap { .. }
            | Self::Duplicate { .. }
            | Self::Disordered { .. }
            | Self::OtherWorkflow { .. } => self.write_unreadable_history(f),
            Self::Checkpoint(error) => write!(f, "the run cannot continue: {error}"),
            Self::Dangling { event_id, event_type, refers_to } => write!(
                f,
                "event {event_id} ({event_type}) belongs to event {refers_to}, and that is none that could be answered"
            ),
            Self::NonDeterminism { event_id, event_type, expected, found, state } => write!(
                f,
                "the history does not fit the machine: event {event_id} ({event_type}) is {found}; in state {state} \
                 the machine asks for {expected}. Was it made by another version of the machine?"
            ),
            Self::TooLarge { state, what, characters, limit } => write!(
                f,
                "the {what} of state `{state}` has {characters} characters; Amazon SWF takes {limit}. Pass a reference \
                 to the data, to an object in S3 for example"
            ),
            Self::HistoryFull { events, state } => write!(
                f,
                "the history has {events} events and no room for what is to be decided in state {state}: Amazon SWF \
                 ends an execution with 25,000. It could not be continued as a new run, because something was always \
                 open, or its data is too large for an input"
            ),
            Self::Endless { state } => {
                write!(
                    f,
                    "the machine runs endlessly in state {state} without waiting for anything"
                )
            }
            Self::CloseRefused { event_id, event_type, cause } => {
                write!(
                    f,
                    "Amazon SWF does not let the run end: event {event_id} ({event_type}) says {cause}"
                )
            }
        }
    }
}

impl DecideError {
    /// Writes the message of a history that cannot be read, or is of another workflow.
    fn write_unreadable_history(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the history has no events"),
            Self::FirstPageMissing { first } => write!(
                f,
                "the history begins with event {first}, not with event 1: follow `nextPageToken` until all pages are there"
            ),
            Self::LastPageMissing { last, started } => write!(
                f,
                "the history ends with event {last}, before event {started}, the decision task that is to be answered: \
                 follow `nextPageToken` until all pages are there"
            ),
            Self::NotStarted { event_type } => {
                write!(
                    f,
                    "the first event of a history is `WorkflowExecutionStarted`; this one has `{event_type}`"
                )
            }
            Self::Gap { after, found } => {
                write!(f, "the history has a gap: event {found} follows event {after}")
            }
            Self::Duplicate { event_id } => write!(f, "the history has event {event_id} twice"),
            Self::Disordered { event_id } => {
                write!(
                    f,
                    "the events are neither in their order nor in the reverse: event {event_id} is out of its place"
                )
            }
            Self::OtherWorkflow { expected, found } => {
                write!(
                    f,
                    "the history is of workflow type `{found}`, this decider is for `{expected}`"
                )
            }
            Self::Checkpoint(_)
            | Self::Dangling { .. }
            | Self::NonDeterminism { .. }
            | Self::TooLarge { .. }
            | Self::HistoryFull { .. }
            | Self::Endless { .. }
            | Self::CloseRefused { .. } => unreachable!("`fmt` writes these messages"),
        }
    }
}

asl_runtime::__readable_debug!(DecideError);

impl std::error::Error for DecideError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Checkpoint(error) = self { Some(error) } else { None }
    }
}
