//! The error of a task.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{ErrorName, Failed, Failure, NamedError, bounded, names};
use crate::value::{Text, Value};

/// The error of a task: a name that retriers and catchers match, and a cause for people.
///
/// `?` converts any [`std::error::Error`] that is `Send + Sync + 'static`, `Box<dyn Error + Send +
/// Sync>`, `anyhow::Error`, `eyre::Report`, `String` and `&str`. The name is then
/// `States.TaskFailed`, the cause the text of the error and of its sources. The error itself is the
/// [`source`](std::error::Error::source) of the [`Failure`].
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
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskError(Box<ErrorParts>);

// The result of each task is moved about ten times.
const _: () = assert!(size_of::<Result<Value, TaskError>>() == size_of::<Value>());

/// The parts of a [`TaskError`].
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorParts {
    #[doc(hidden)]
    pub error: Option<Text>,
    #[doc(hidden)]
    pub cause: Option<Text>,
    #[serde(default)]
    #[doc(hidden)]
    pub phase: Phase,
    /// Boxed, because hardly any error has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub data: Option<Box<Value>>,
    /// The error that was converted.
    #[serde(skip)]
    #[doc(hidden)]
    pub source: Option<SharedError>,
}

/// An error that clones of a failure share. Comparisons ignore it.
#[derive(Clone)]
pub struct SharedError(Arc<dyn Error + Send + Sync>);

impl SharedError {
    #[doc(hidden)]
    pub fn new(error: Box<dyn Error + Send + Sync>) -> Self {
        Self(Arc::from(error))
    }

    #[doc(hidden)]
    pub fn get(&self) -> &(dyn Error + 'static) {
        &*self.0
    }
}

impl PartialEq for SharedError {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for SharedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
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
        let (error, cause) = (Some(error.into()), Some(cause.into()));
        Self::of_parts(ErrorParts { error, cause, ..ErrorParts::default() })
    }

    /// An error with a name alone.
    pub fn named(error: impl Into<Text>) -> Self {
        Self::of_parts(ErrorParts { error: Some(error.into()), ..ErrorParts::default() })
    }

    /// An error without a name, as `SendTaskFailure` allows. Of all names in `ErrorEquals` only
    /// `States.ALL` matches it.
    pub fn without_name(cause: Option<Text>) -> Self {
        Self::of_parts(ErrorParts { cause, ..ErrorParts::default() })
    }

    /// Sets the phase of a task that failed before it ran.
    #[must_use]
    pub fn in_phase(mut self, phase: Phase) -> Self {
        self.0.phase = phase;
        self
    }

    /// Adds data, such as a service's answer, for error handlers. SM4C has it as the `Data` of an
    /// error; catchers of the States Language see only name and cause.
    #[must_use]
    pub fn with_data(mut self, data: impl Into<Value>) -> Self {
        self.0.data = Some(Box::new(data.into()));
        self
    }

    #[doc(hidden)]
    pub fn of_parts(parts: ErrorParts) -> Self {
        Self(Box::new(parts))
    }

    #[doc(hidden)]
    pub fn into_parts(self) -> ErrorParts {
        *self.0
    }

    /// A failure that has no name of its own.
    #[doc(hidden)]
    pub fn unnamed(cause: impl Into<Text>) -> Self {
        Self::new(names::TASK_FAILED, cause)
    }

    /// The Error Name; empty if it has none.
    pub fn error(&self) -> &str {
        self.0.error.as_deref().unwrap_or_default()
    }

    /// The cause, for people.
    pub fn cause(&self) -> Option<&str> {
        self.0.cause.as_deref()
    }

    /// Data of the error, besides name and cause.
    pub fn data(&self) -> Option<&Value> {
        self.0.data.as_deref()
    }

    /// Phase in which the task failed.
    pub fn phase(&self) -> Phase {
        self.0.phase
    }

    /// The error that was converted to this one with `?`, or the failure of a machine that the task
    /// ran. It is kept in this process only.
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.as_ref().map(SharedError::get)
    }

    /// An error with the name that its type gives it.
    ///
    /// ```
    /// # use asl_runtime::error::NamedError;
    /// # use asl_runtime::TaskError;
    /// # #[derive(Debug)]
    /// # struct GatewayBusy;
    /// # impl std::fmt::Display for GatewayBusy {
    /// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    /// #         f.write_str("the gateway is busy")
    /// #     }
    /// # }
    /// # impl std::error::Error for GatewayBusy {}
    /// impl NamedError for GatewayBusy {
    ///     fn error_name(&self) -> Option<&str> {
    ///         Some("GatewayBusy")
    ///     }
    /// }
    ///
    /// let error = TaskError::from_named(GatewayBusy);
    /// assert_eq!(error.to_string(), "GatewayBusy: the gateway is busy");
    /// ```
    pub fn from_named(error: impl NamedError) -> Self {
        let name = error.error_name().map(Text::new);
        let converted = Self::from(error).into_parts();
        Self::of_parts(ErrorParts { error: name.or(converted.error), ..converted })
    }

    /// The error with the name of the first error in its chain of sources that has one.
    #[doc(hidden)]
    #[must_use]
    pub fn with_name(self, types: &[ErrorName]) -> Self {
        // An error that was not converted has been given its name.
        if self.error() != names::TASK_FAILED {
            return self;
        }
        let mut next = self.source();
        while let Some(error) = next {
            if let Some(name) = types.iter().find_map(|name| name(error)) {
                let name = Text::new(name);
                return Self::of_parts(ErrorParts { error: Some(name), ..self.into_parts() });
            }
            next = error.source();
        }
        self
    }

    /// The failure of a machine that the task ran.
    pub fn from_failure(failure: Failure) -> Self {
        let unnamed = failure.error.is_none().then(|| Text::new_static(failure.unnamed()));
        Self::of_parts(ErrorParts {
            error: failure.error.clone(),
            cause: failure.cause.clone().or(unnamed),
            phase: Phase::Run,
            data: failure.data.clone(),
            source: Some(SharedError::new(Box::new(failure))),
        })
    }

    #[doc(hidden)]
    pub fn into_failure(self) -> Failed {
        let ErrorParts { error, cause, phase: _, data, source } = self.into_parts();
        // Data beyond the limits is dropped, but the error is kept.
        let data = data.filter(|data| bounded(data).is_ok());
        Box::new(Failure { error, cause, data, source, ..Failure::default() })
    }
}

impl PartialEq for TaskError {
    /// Compares what an engine persists: everything but the [`source`](TaskError::source).
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&self.0, &other.0);
        one.error == other.error
            && one.cause == other.cause
            && one.phase == other.phase
            && one.data == other.data
    }
}

impl fmt::Debug for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ErrorParts { error, cause, phase, data, source } = &*self.0;
        f.debug_struct("TaskError")
            .field("error", error)
            .field("cause", cause)
            .field("phase", phase)
            .field("data", data)
            .field("source", source)
            .finish()
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.error.as_deref().unwrap_or("failed without an error name"))?;
        self.cause().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}

/// `TaskError` is no [`Error`] itself: otherwise its conversion to itself would be a second one.
impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for TaskError {
    fn from(error: E) -> Self {
        let error = error.into();
        let mut converted = Self::unnamed(chain(&*error));
        converted.0.source = Some(SharedError::new(error));
        converted
    }
}

/// The text of an error and of its sources.
pub fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        let inner_text = inner.to_string();
        // Many errors already print their sources.
        if !text.contains(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        source = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::value::MAX_DEPTH;

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
