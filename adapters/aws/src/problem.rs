//! The reasons why a request cannot be sent, in Step Functions' words where they are known.

use std::fmt;

use asl_http::printable;
use asl_runtime::error::{Phase, names};
use asl_runtime::{TaskError, Value};

/// The reason why the arguments of a call are no request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem(String);

impl Problem {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The service has no such member.
    pub(crate) fn unknown(member: &str) -> Self {
        Self(format!("The field \"{}\" is not supported by Step Functions", printable(member)))
    }

    /// A required member is missing.
    pub(crate) fn missing(member: &str) -> Self {
        Self(format!("The field \"{member}\" is required but was missing"))
    }

    /// A member has another type.
    pub(crate) fn kind(member: &str, wanted: &str, found: &Value) -> Self {
        let place = if member.is_empty() { "the request" } else { member };
        Self(format!("\"{place}\" must be {wanted}, not {}", found.kind()))
    }

    /// The failure of the task. No repetition can succeed, and no catcher of the service's errors
    /// is meant.
    pub(crate) fn into_task_error(self, resource: &str) -> TaskError {
        let cause =
            format!("The Parameters could not be used to start the Task {resource}: [{self}]");
        TaskError::new(names::RUNTIME, cause).in_phase(Phase::Schedule)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
