//! Errors of the API.

use std::fmt;

use asl_durable::CallError;

/// An error that a client receives: HTTP 400 with `{"__type": kind, "message": message}`.
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
}

impl From<CallError> for Fault {
    fn from(error: CallError) -> Self {
        let kind = match &error {
            CallError::UnknownExecution { .. } => "ExecutionDoesNotExist",
            CallError::UnknownMachine { .. } | CallError::UnknownVersion { .. } => {
                "StateMachineDoesNotExist"
            }
            CallError::NameTaken { .. } => "ExecutionAlreadyExists",
            CallError::BadName { .. } => "InvalidName",
            CallError::BadInput { .. } | CallError::TypeMismatch(_) => "InvalidExecutionInput",
            CallError::Redrive { .. } | CallError::NoHistory { .. } => "ExecutionNotRedrivable",
            CallError::TooManyChildren { .. } => "ExecutionLimitExceeded",
            CallError::Token(_) => "TaskDoesNotExist",
            CallError::OtherMachine { .. }
            | CallError::WaitsForMachine { .. }
            | CallError::Ended { .. }
            | CallError::Running { .. }
            | CallError::Migrate { .. }
            | CallError::TooLarge { .. }
            | CallError::Event(_) => "ValidationException",
            CallError::Closed | CallError::Store(_) => "InternalFailure",
        };
        Self::new(kind, error.to_string())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl std::error::Error for Fault {}
