//! Errors of the API.

use std::fmt;

use asl_durable::{CallError, StoreError};
use asl_runtime::execution::TokenError;
use serde_json::{Value, json};

/// An error that a client receives: HTTP 400 with `{"__type": kind, "message": message}`, or 500 if
/// it is an `InternalFailure`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    kind: &'static str,
    message: String,
}

impl Fault {
    /// An error of the API's model, such as `ExecutionDoesNotExist`.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Name of the error in the API's model.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Message for the client.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The body of the answer.
    pub(crate) fn to_json(&self) -> Value {
        json!({"__type": self.kind, "message": self.message})
    }
}

impl From<CallError> for Fault {
    fn from(error: CallError) -> Self {
        match &error {
            CallError::UnknownExecution { id } => {
                Self::new("ExecutionDoesNotExist", format!("Execution Does Not Exist: '{id}'"))
            }
            CallError::UnknownMachine { machine, .. }
            | CallError::UnknownVersion { machine, .. } => Self::new(
                "StateMachineDoesNotExist",
                format!("State Machine Does Not Exist: '{machine}'"),
            ),
            CallError::NameTaken { id } => {
                Self::new("ExecutionAlreadyExists", format!("Execution Already Exists: '{id}'"))
            }
            CallError::BadName { .. } => Self::new("InvalidName", error.to_string()),
            CallError::BadInput { .. } | CallError::TypeMismatch(_) => Self::new(
                "InvalidExecutionInput",
                format!("Invalid State Machine Execution Input: '{error}'"),
            ),
            CallError::Redrive { why, .. } => Self::new("ExecutionNotRedrivable", why),
            CallError::NoHistory { .. } => Self::new("ExecutionNotRedrivable", error.to_string()),
            CallError::TooManyChildren { .. } => {
                Self::new("ExecutionLimitExceeded", error.to_string())
            }
            CallError::NoMapRun { arn, .. } => {
                Self::new("ResourceNotFound", format!("Resource not found: '{arn}'"))
            }
            CallError::Token(TokenError::Unknown) => {
                Self::new("TaskDoesNotExist", "Task does not exist")
            }
            CallError::Token(TokenError::Closed) => {
                Self::new("TaskTimedOut", "Task Timed Out: 'Provided task does not exist anymore'")
            }
            CallError::Token(TokenError::WrongAnswer(why)) => {
                Self::new("InvalidOutput", why.to_string())
            }
            CallError::OtherMachine { .. }
            | CallError::WaitsForMachine { .. }
            | CallError::Ended { .. }
            | CallError::Running { .. }
            | CallError::Migrate { .. }
            | CallError::MoveTo { .. }
            | CallError::TooLarge { .. }
            | CallError::LongHistory { .. }
            | CallError::Event(_) => Self::new("ValidationException", error.to_string()),
            CallError::Store(StoreError::Journal(journal)) if journal.is_shortage() => {
                Self::new("ServiceUnavailable", error.to_string())
            }
            CallError::Closed | CallError::Store(_) => {
                Self::new("InternalFailure", error.to_string())
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl std::error::Error for Fault {}
