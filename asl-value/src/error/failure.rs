//! The failure of a machine.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::occurrence::OneLine;
use super::{Exceeded, Occurrence, SharedError, Status, names};
use crate::value::{Text, Value};

/// An error of a machine: the Error Name and cause of a Fail state or a failed task, with its place
/// in the definition.
///
/// `Display` is one line for logs; [`Error::source`] is the task's own error, if it was raised in
/// this process. Two failures are equal if error, cause, status and data are equal, wherever they
/// occurred.
///
/// ```
/// use asl_runtime::engine::simulation::{Scripted, Simulation};
/// use asl_runtime::{asl_machine, json};
///
/// asl_machine!("doc/greet.asl.json"); // `Greet` is retried twice
///
/// # fn main() {
/// let run = Simulation::new()
///     .run(&greet::MACHINE, json!({}), |_| Scripted::fail("Shy", "no greeting\nat all"));
/// let failure = run.result.expect_err("the task fails");
/// let occurrence = failure.occurrence().expect("a state failed");
/// assert_eq!((occurrence.path.as_str(), occurrence.line, occurrence.attempt), ("Greet", 5, 2));
/// let line = failure.to_string();
/// assert!(line.starts_with("Shy in Greet ("), "{line}");
/// assert!(line.ends_with(r"doc/greet.asl.json:5:5, attempt 3): no greeting\nat all"), "{line}");
/// # }
/// ```
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    #[doc(hidden)]
    pub error: Option<Text>,
    #[doc(hidden)]
    pub cause: Option<Text>,
    #[doc(hidden)]
    pub status: Status,
    /// The runtime still has to add the state: "An error occurred while executing the state …"
    /// (AWS's wording).
    #[doc(hidden)]
    pub unplaced: bool,
    /// The limit that was exceeded, if the failure is a time-out.
    #[serde(default)]
    #[doc(hidden)]
    pub timeout: Timeout,
    /// The field of the JSONata expression that failed, for the history.
    #[serde(skip)]
    #[doc(hidden)]
    pub location: Option<&'static str>,
    /// SM4C: the error handlers of the action do not handle it.
    #[serde(skip)]
    #[doc(hidden)]
    pub unhandled: bool,
    /// Additional data of the task's error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub data: Option<Box<Value>>,
    /// The state in which it occurred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub occurrence: Option<Box<Occurrence>>,
    /// The limit that was exceeded, with its seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub exceeded: Option<Exceeded>,
    /// The task's own error.
    #[serde(skip)]
    #[doc(hidden)]
    pub source: Option<SharedError>,
}

/// Kind of a time-out. A missed heartbeat is reported as `States.Timeout` like other time-outs, but
/// catchers and retriers also match it by `States.HeartbeatTimeout`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Timeout {
    /// Another failure.
    #[default]
    None,
    /// `TimeoutSeconds` elapsed.
    Time,
    /// A heartbeat was missed.
    Heartbeat,
}

/// Boxed, so that results stay small.
pub type Failed = Box<Failure>;

impl Failure {
    /// A failure with an Error Name and a cause.
    pub fn new(error: impl Into<Text>, cause: impl Into<Text>) -> Self {
        Self { error: Some(error.into()), cause: Some(cause.into()), ..Self::default() }
    }

    /// A failure that was reported by an engine that runs machines in other processes.
    pub fn from_parts(
        error: Option<Text>,
        cause: Option<Text>,
        status: Status,
        data: Option<Value>,
    ) -> Self {
        Self { error, cause, status, data: data.map(Box::new), ..Self::default() }
    }

    /// A fault of the data or of the machine itself. Under AWS's profile no catcher matches it.
    #[cold]
    #[doc(hidden)]
    pub fn runtime(cause: impl Into<Text>) -> Failed {
        Box::new(Self::new(names::RUNTIME, cause))
    }

    /// A [`runtime`](Self::runtime) failure to which the state must still be added.
    #[cold]
    #[doc(hidden)]
    pub fn runtime_unplaced(cause: impl Into<Text>) -> Failed {
        Box::new(Self { unplaced: true, ..Self::new(names::RUNTIME, cause) })
    }

    /// The time-out of a task.
    #[cold]
    #[doc(hidden)]
    pub fn timed_out(timeout: Timeout) -> Failed {
        Box::new(Self { error: Some(Text::new_static(names::TIMEOUT)), timeout, ..Self::default() })
    }

    /// Status of an execution that was cancelled.
    #[doc(hidden)]
    pub fn aborted() -> Failed {
        Box::new(Self { status: Status::Aborted, ..Self::default() })
    }

    /// The Error Output that a catcher passes on: `{"Error": .., "Cause": ..}`. As recorded on AWS,
    /// a time-out has an empty cause, and a failure without a name has null for both; otherwise a
    /// missing cause is omitted.
    #[doc(hidden)]
    pub fn into_error_output(self) -> Value {
        let text = |text: Option<Text>| text.map_or(Value::Null, Value::String);
        match (&self.error, &self.cause, self.timeout) {
            (Some(_), None, Timeout::None) => Value::object([("Error", text(self.error))]),
            (_, None, Timeout::Time | Timeout::Heartbeat) => {
                Value::object([("Error", text(self.error)), ("Cause", Value::text(""))])
            }
            (_, _, _) => Value::object([("Error", text(self.error)), ("Cause", text(self.cause))]),
        }
    }

    /// The Error Name; a Fail state may have none.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The cause, for people.
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The status of the execution: failed, timed out or aborted.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The state in which it occurred. A failure that belongs to no state has none, such as an input
    /// that does not fit its type.
    pub fn occurrence(&self) -> Option<&Occurrence> {
        self.occurrence.as_deref()
    }

    /// Sets the state in which it occurred, for engines that run machines in other processes.
    #[must_use]
    pub fn with_occurrence(self, occurrence: impl Into<Option<Occurrence>>) -> Self {
        Self { occurrence: occurrence.into().map(Box::new), ..self }
    }

    /// The limit of time that was exceeded, if it is a time-out.
    pub fn exceeded(&self) -> Option<Exceeded> {
        self.exceeded
    }

    /// Sets the limit of time that was exceeded.
    #[must_use]
    pub fn with_exceeded(self, exceeded: impl Into<Option<Exceeded>>) -> Self {
        Self { exceeded: exceeded.into(), ..self }
    }

    /// Text for a failure without an error name.
    pub(super) fn unnamed(&self) -> &'static str {
        match self.status {
            Status::Failed => "failed without an error name",
            Status::TimedOut => "timed out",
            Status::Aborted => "aborted",
        }
    }

    /// The data of SM4C's error handlers. Of the original's many members these are guaranteed:
    /// `ClassName`, `Message`, and `Data` if there is some.
    #[doc(hidden)]
    pub fn to_error_json(&self) -> Value {
        let text = |text: &Option<Text>| text.clone().map_or(Value::Null, Value::String);
        let message = self.cause.clone().unwrap_or_default();
        let mut error =
            Value::object([("ClassName", text(&self.error)), ("Message", Value::String(message))]);
        if let Some(data) = &self.data {
            error.insert("Data", (**data).clone());
        }
        error
    }

    /// Data of the failed task, see [`TaskError::with_data`](crate::TaskError::with_data).
    pub fn data(&self) -> Option<&Value> {
        self.data.as_deref()
    }
}

impl PartialEq for Failure {
    fn eq(&self, other: &Self) -> bool {
        let parts = |failure: &Self| (failure.status, failure.timeout);
        parts(self) == parts(other)
            && self.error == other.error
            && self.cause == other.cause
            && self.data == other.data
    }
}

impl fmt::Display for Failure {
    /// One line: `OutOfStock in Check Items[3].Check Stock (order.asl.json:14:15, attempt 2): no
    /// tea`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.error(), self.status) {
            (None, _) => f.write_str(self.unnamed())?,
            (Some(error), Status::Aborted) => write!(f, "aborted with {}", OneLine(error))?,
            (Some(error), Status::Failed | Status::TimedOut) => write!(f, "{}", OneLine(error))?,
        }
        if let Some(occurrence) = &self.occurrence {
            write!(f, " in {occurrence}")?;
        }
        if let Some(exceeded) = self.exceeded {
            write!(f, ": {exceeded}")?;
        }
        self.cause().map_or(Ok(()), |cause| write!(f, ": {}", OneLine(cause)))
    }
}

#[expect(clippy::missing_fields_in_debug, reason = "the others are not for users")]
impl fmt::Debug for Failure {
    /// As a `main` that returns it prints it: the line of `Display`, and the texts of its sources.
    /// `{:#?}` shows its parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return asl_language::readable::write(self, f);
        }
        let mut shown = f.debug_struct("Failure");
        shown.field("status", &self.status);
        for (name, text) in [("error", self.error()), ("cause", self.cause())] {
            if let Some(text) = text {
                shown.field(name, &text);
            }
        }
        if let Some(data) = &self.data {
            shown.field("data", data);
        }
        if let Some(occurrence) = &self.occurrence {
            shown.field("at", &format_args!("{occurrence}"));
        }
        if let Some(exceeded) = &self.exceeded {
            shown.field("exceeded", exceeded);
        }
        if let Some(source) = &self.source {
            shown.field("source", source);
        }
        shown.finish()
    }
}

impl Error for Failure {
    /// The task's own error, if it was raised in this process and the execution was not restored
    /// since.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().map(SharedError::get)
    }
}
