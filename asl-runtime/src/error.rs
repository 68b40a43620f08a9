//! How machines and tasks fail: error names and causes as the States Language has them (seed: "Errors").

use std::fmt;

use crate::value::Text;

/// How an execution ended that did not succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Failure {
    pub(crate) error: Option<Text>,
    pub(crate) cause: Option<Text>,
    pub(crate) status: Status,
    /// The runtime still has to say in which state: "An error occurred while executing the state …" (AWS's wording).
    pub(crate) unplaced: bool,
}

/// Failures travel boxed, so that results stay small.
pub type Failed = Box<Failure>;

impl Failure {
    /// A failure with an Error Name and a cause.
    pub fn new(error: impl Into<Text>, cause: impl Into<Text>) -> Self {
        Self { error: Some(error.into()), cause: Some(cause.into()), ..Self::default() }
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
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.error().unwrap_or("failed without an error name"))?;
        self.cause().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}

impl std::error::Error for Failure {}

/// The error of a task: a name that retriers and catchers match, and a cause for people.
///
/// Any [`std::error::Error`] becomes one with `?`: its name is then `States.TaskFailed`, its cause the error's text
/// and that of its sources.
#[derive(Clone, PartialEq, Debug)]
pub struct TaskError {
    pub(crate) error: Text,
    pub(crate) cause: Option<Text>,
}
