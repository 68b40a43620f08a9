//! Failures of machines and tasks: Error Names and causes of the States Language (seed: "Errors").

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

/// Error names that only machines in SM4C have: `ClassName` in the data of their error handlers.
///
/// ```
/// assert_eq!(asl_runtime::error::sm4c::NO_TRANSITION, "NoTransition");
/// ```
pub mod sm4c {
    /// A jq expression failed. The message is jq's.
    pub const JQ: &str = "JqError";
    /// A jq expression exceeded its limit of steps, depth or size.
    pub const JQ_LIMIT: &str = "JqLimit";
    /// A result handler has more than one output.
    pub const RESULT_HANDLER_OUTPUT: &str = "ResultHandlerOutput";
    /// The input of a forEach is not an array.
    pub const FOR_EACH_INPUT: &str = "ForEachInput";
    /// A state has transitions, but none of them can be taken.
    pub const NO_TRANSITION: &str = "NoTransition";
    /// The delay before a retry exceeded 30,000 years.
    pub const RETRY_DELAY: &str = "RetryDelay";
}

/// Status of an unsuccessful execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Status {
    /// An error that no catcher caught, or a Fail state.
    #[default]
    Failed,
    /// The machine's own `TimeoutSeconds` elapsed.
    TimedOut,
    /// It was cancelled.
    Aborted,
}

/// An error of a machine: the Error Name and cause of a Fail state or a failed task.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    pub(crate) error: Option<Text>,
    pub(crate) cause: Option<Text>,
    pub(crate) status: Status,
    /// The runtime still has to add the state: "An error occurred while executing the state …"
    /// (AWS's wording).
    pub(crate) unplaced: bool,
    /// The limit that was exceeded, if the failure is a time-out.
    #[serde(default)]
    pub(crate) timeout: Timeout,
    /// The field of the JSONata expression that failed, for the history.
    #[serde(skip)]
    pub(crate) location: Option<&'static str>,
    /// SM4C: the error handlers of the action do not handle it.
    #[serde(skip)]
    pub(crate) unhandled: bool,
    /// Additional data of the task's error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Box<Value>>,
}

/// Kind of a time-out. A missed heartbeat is reported as `States.Timeout` like other time-outs, but
/// catchers and retriers also match it by `States.HeartbeatTimeout`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Timeout {
    #[default]
    None,
    Time,
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
    pub(crate) fn runtime(cause: impl Into<Text>) -> Failed {
        Box::new(Self::new(names::RUNTIME, cause))
    }

    /// A [`runtime`](Self::runtime) failure to which the state must still be added.
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

    /// The Error Output that a catcher passes on: `{"Error": .., "Cause": ..}`. As recorded on AWS,
    /// a time-out has an empty cause, and a failure without a name has null for both; otherwise a
    /// missing cause is omitted.
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

    /// The status of the execution: failed, timed out or aborted.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The data of SM4C's error handlers. Of the original's many members these are guaranteed:
    /// `ClassName`, `Message`, and `Data` if there is some.
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

    /// Data of the failed task, see [`TaskError::with_data`].
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
/// Any [`std::error::Error`] converts to one with `?`: its name is then `States.TaskFailed`, its
/// cause the text of the error and of its sources.
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
    /// Boxed, because hardly any error has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Box<Value>>,
}

/// The phase in which a task failed. The history has a separate event for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Phase {
    /// It could not be scheduled.
    Schedule,
    /// It could not be started.
    Start,
    /// The service did not accept the job.
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

    /// An error without a name, as `SendTaskFailure` allows. Of all names in `ErrorEquals` only
    /// `States.ALL` matches it.
    pub fn without_name(cause: Option<Text>) -> Self {
        Self { error: None, cause, phase: Phase::Run, data: None }
    }

    /// Sets the phase of a task that failed before it ran.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Self {
        Self { phase, ..self }
    }

    /// Adds data, such as a service's answer, for error handlers. SM4C has it as the `Data` of an
    /// error; catchers of the States Language see only name and cause.
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

    /// Data of the error, besides name and cause.
    pub fn data(&self) -> Option<&Value> {
        self.data.as_deref()
    }

    /// Phase in which the task failed.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The failure of a machine that the task ran.
    pub fn from_failure(failure: Failure) -> Self {
        let cause = failure
            .cause
            .clone()
            .or_else(|| failure.error.is_none().then(|| failure.to_string().into()));
        Self { error: failure.error, cause, phase: Phase::Run, data: failure.data }
    }

    pub(crate) fn into_failure(self) -> Failed {
        // Data beyond the limits is dropped, but the error is kept.
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
            // Many errors already print their sources.
            if !cause.contains(&text) {
                cause.push_str(": ");
                cause.push_str(&text);
            }
            source = inner.source();
        }
        Self::unnamed(cause)
    }
}

/// Rejects data that is nested too deeply, or whose text would be too large.
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
