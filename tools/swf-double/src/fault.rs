//! Faults of actions, with the service's own codes.

use asl_swf::service::{SwfError, SwfErrorKind};

/// Reason why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    code: &'static str,
    message: String,
}

/// The result of an action.
pub(crate) type Outcome<T> = Result<T, Fault>;

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The resource does not exist.
    pub(crate) fn unknown(message: impl Into<String>) -> Self {
        Self::new("UnknownResourceFault", message)
    }

    /// The request is not well-formed.
    pub(crate) fn validation(message: impl Into<String>) -> Self {
        Self::new("ValidationException", message)
    }

    /// The fault as the error of an action.
    pub(crate) fn of(self, action: &'static str) -> SwfError {
        let kind = SwfErrorKind::of_code(self.code).unwrap_or(SwfErrorKind::Refused);
        SwfError::new(kind, action, self.code, self.message)
    }
}
