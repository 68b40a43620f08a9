//! How machines and tasks fail: error names and causes as the States Language has them (seed:
//! "Errors").

use std::fmt;

use serde::{Deserialize, Serialize};

pub(crate) use crate::value::Quoted;
use crate::value::{MAX_DEPTH, MAX_SIZE, Text, Value};

/// The predefined Error Names (today's States Language: "Predefined Error Codes", and what AWS adds
/// to them).
///
/// ```
/// use asl_runtime::error::names;
/// use asl_runtime::Failure;
///
/// let failure = Failure::new(names::TIMEOUT, "too late");
/// assert_eq!(failure.error(), Some("States.Timeout"));
/// ```
pub use asl_language::error_names as names;

/// The names of errors that only machines in SM4C have: `ClassName` in what their error handlers
/// see.
///
/// ```
/// assert_eq!(asl_runtime::error::sm4c::NO_TRANSITION, "NoTransition");
/// ```
pub mod sm4c {
    /// A jq expression failed; the message is jq's.
    pub const JQ: &str = "JqError";
    /// A jq expression went beyond the limits of its steps, its depth or the size of what it makes.
    pub const JQ_LIMIT: &str = "JqLimit";
    /// A result handler has more than one output.
    pub const RESULT_HANDLER_OUTPUT: &str = "ResultHandlerOutput";
    /// The input of a forEach is no array.
    pub const FOR_EACH_INPUT: &str = "ForEachInput";
    /// A state has transitions, none of which can ever be taken.
    pub const NO_TRANSITION: &str = "NoTransition";
    /// The delay before a retry has grown beyond 30,000 years.
    pub const RETRY_DELAY: &str = "RetryDelay";
}

/// The end of an unsuccessful execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Status {
    /// An error that nothing caught, or a Fail state.
    #[default]
    Failed,
    /// The machine's own `TimeoutSeconds` ran out.
    TimedOut,
    /// Cancelled from outside.
    Aborted,
}

/// An error of a machine: an Error Name and a cause, as a Fail state or a failed task gave them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    pub(crate) error: Option<Text>,
    pub(crate) cause: Option<Text>,
    pub(crate) status: Status,
    /// The runtime still has to say in which state: "An error occurred while executing the state …"
    /// (AWS's wording).
    pub(crate) unplaced: bool,
    /// Whether time ran out, and which.
    #[serde(default)]
    pub(crate) timeout: Timeout,
    /// SM4C: the error handlers of the action that it comes from have nothing to do with it.
    #[serde(skip)]
    pub(crate) unhandled: bool,
    /// Further data of the task's error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Box<Value>>,
}

/// Which time ran out: a missed heartbeat is reported as `States.Timeout` like any other time-out,
/// but catchers and retriers know it by `States.HeartbeatTimeout` too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Timeout {
    #[default]
    None,
    Time,
    Heartbeat,
}

/// Failures travel boxed, so that results stay small.
pub type Failed = Box<Failure>;

impl Failure {
    /// A failure with an Error Name and a cause.
    pub fn new(error: impl Into<Text>, cause: impl Into<Text>) -> Self {
        Self { error: Some(error.into()), cause: Some(cause.into()), ..Self::default() }
    }

    /// A failure that was told elsewhere, by an engine that runs machines in other processes.
    pub fn from_parts(
        error: Option<Text>,
        cause: Option<Text>,
        status: Status,
        data: Option<Value>,
    ) -> Self {
        Self { error, cause, status, data: data.map(Box::new), ..Self::default() }
    }

    /// A fault of the data or of the machine itself. Under AWS's profile nothing catches it.
    #[cold]
    pub(crate) fn runtime(cause: impl Into<Text>) -> Failed {
        Box::new(Self::new(names::RUNTIME, cause))
    }

    /// The same, with the place still to be said.
    #[cold]
    pub(crate) fn runtime_unplaced(cause: impl Into<Text>) -> Failed {
        Box::new(Self { unplaced: true, ..Self::new(names::RUNTIME, cause) })
    }

    #[cold]
    pub(crate) fn timed_out(timeout: Timeout) -> Failed {
        Box::new(Self { error: Some(Text::new_static(names::TIMEOUT)), timeout, ..Self::default() })
    }

    #[doc(hidden)]
    pub fn aborted() -> Failed {
        Box::new(Self { status: Status::Aborted, ..Self::default() })
    }

    /// The Error Output that a catcher hands on: `{"Error": .., "Cause": ..}`. As recorded on AWS:
    /// a time-out has an empty cause, a failure without a name has both as null; otherwise a cause
    /// that was never given is left out.
    pub(crate) fn into_error_output(self) -> Value {
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

    /// Failed, timed out or aborted.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What SM4C's error handlers see. Of the original's many members these are promised:
    /// `ClassName`, `Message`, and `Data` where there is some.
    pub(crate) fn to_error_json(&self) -> Value {
        let text = |text: &Option<Text>| text.clone().map_or(Value::Null, Value::String);
        let message = self.cause.clone().unwrap_or_default();
        let mut error =
            Value::object([("ClassName", text(&self.error)), ("Message", Value::String(message))]);
        if let Some(data) = &self.data {
            error.insert("Data", (**data).clone());
        }
        error
    }

    /// What the failed task said besides name and cause, see [`TaskError::with_data`].
    pub fn data(&self) -> Option<&Value> {
        self.data.as_deref()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unnamed = match self.status {
            Status::Failed => "failed without an error name",
            Status::TimedOut => "timed out",
            Status::Aborted => "aborted",
        };
        f.write_str(self.error().unwrap_or(unnamed))?;
        self.cause().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}

impl std::error::Error for Failure {}

/// The error of a task: a name that retriers and catchers match, and a cause for people.
///
/// Any [`std::error::Error`] becomes one with `?`: its name is then `States.TaskFailed`, its cause
/// the error's text and that of its sources.
///
/// ```
/// use asl_runtime::TaskError;
///
/// fn amount(text: &str) -> Result<i64, TaskError> {
///     let amount = text.parse()?;
///     if amount < 0 {
///         return Err(TaskError::new("NegativeAmount", format!("{amount} is below zero")));
///     }
///     Ok(amount)
/// }
/// assert_eq!(amount("x").map_err(|error| error.error().to_owned()), Err("States.TaskFailed".to_owned()));
/// assert_eq!(amount("-1").map_err(|error| error.to_string()), Err("NegativeAmount: -1 is below zero".to_owned()));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskError {
    pub(crate) error: Option<Text>,
    pub(crate) cause: Option<Text>,
    #[serde(default)]
    pub(crate) phase: Phase,
    /// Boxed: hardly any error has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Box<Value>>,
}

/// How far a task came before it failed; the history has an event of its own for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Phase {
    /// It could not be scheduled.
    Schedule,
    /// It could not be started.
    Start,
    /// The service did not take the job.
    Submit,
    /// It ran.
    #[default]
    Run,
}

impl TaskError {
    /// An error with a name, as `ErrorEquals` lists it, and a cause.
    pub fn new(error: impl Into<Text>, cause: impl Into<Text>) -> Self {
        Self { error: Some(error.into()), cause: Some(cause.into()), phase: Phase::Run, data: None }
    }

    /// An error with a name alone.
    pub fn named(error: impl Into<Text>) -> Self {
        Self { error: Some(error.into()), cause: None, phase: Phase::Run, data: None }
    }

    /// An error without a name, as `SendTaskFailure` allows it: of all names in `ErrorEquals` only
    /// `States.ALL` matches it.
    pub fn without_name(cause: Option<Text>) -> Self {
        Self { error: None, cause, phase: Phase::Run, data: None }
    }

    /// The same error, in a task that did not come as far as to run.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Self {
        Self { phase, ..self }
    }

    /// The same error with data: what a service answered, for error handlers that look at it. SM4C
    /// has it as the `Data` of an error; catchers of the States Language see name and cause only.
    #[must_use]
    pub fn with_data(self, data: impl Into<Value>) -> Self {
        Self { data: Some(Box::new(data.into())), ..self }
    }

    /// A failure that has no name of its own.
    pub(crate) fn unnamed(cause: impl Into<Text>) -> Self {
        Self::new(names::TASK_FAILED, cause)
    }

    /// The Error Name; empty if it has none.
    pub fn error(&self) -> &str {
        self.error.as_deref().unwrap_or_default()
    }

    /// The cause, for people.
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// What it says besides name and cause.
    pub fn data(&self) -> Option<&Value> {
        self.data.as_deref()
    }

    /// Progress of the task.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The failure of another machine that the task has run.
    pub fn from_failure(failure: Failure) -> Self {
        let cause = failure
            .cause
            .clone()
            .or_else(|| failure.error.is_none().then(|| failure.to_string().into()));
        Self { error: failure.error, cause, phase: Phase::Run, data: failure.data }
    }

    pub(crate) fn into_failure(self) -> Failed {
        // What no machine may hold is left out: the error counts.
        let data = self.data.filter(|data| bounded(data).is_ok());
        Box::new(Failure { error: self.error, cause: self.cause, data, ..Failure::default() })
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.error.as_deref().unwrap_or("failed without an error name"))?;
        self.cause().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}

impl<E: std::error::Error> From<E> for TaskError {
    fn from(error: E) -> Self {
        let mut cause = error.to_string();
        let mut source = error.source();
        while let Some(inner) = source {
            let text = inner.to_string();
            // Many errors already print what they wrap.
            if !cause.contains(&text) {
                cause.push_str(": ");
                cause.push_str(&text);
            }
            source = inner.source();
        }
        Self::unnamed(cause)
    }
}

/// Refuses data that is nested too deeply, or whose text would be too large, to go on with.
pub fn bounded(data: &Value) -> Result<(), &'static str> {
    const { assert!(MAX_DEPTH == 256 && MAX_SIZE == 16 << 20, "the texts below name the limits") };
    if data.depth() > MAX_DEPTH {
        return Err("the data is nested deeper than 256 levels");
    }
    if data.size() > MAX_SIZE {
        return Err("the data would be more than 16 MiB as JSON text");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn data_of_a_task_s_error_stays_with_it_within_the_limits() {
        let error = |data: Value| {
            TaskError::new("Http.404", "no such order").with_data(data).into_failure()
        };
        assert_eq!(error(json!({"status": 404})).data(), Some(&json!({"status": 404})));
        let deep = (0..=MAX_DEPTH).fold(json!(1), |value, _| json!([value]));
        let failure = error(deep);
        assert_eq!((failure.error(), failure.data()), (Some("Http.404"), None));
    }
}
