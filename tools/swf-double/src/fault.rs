//! Faults of actions, by the service's own codes.

use asl_swf::service::{SwfError, SwfErrorKind};

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    code: &'static str,
    message: String,
}

/// What comes out of an action.
pub(crate) type Outcome<T> = Result<T, Fault>;

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// There is no such thing.
    pub(crate) fn unknown(message: impl Into<String>) -> Self {
        Self::new("UnknownResourceFault", message)
    }

    /// The request is not well-formed.
    pub(crate) fn validation(message: impl Into<String>) -> Self {
        Self::new("ValidationException", message)
    }

    /// As the error of an action.
    pub(crate) fn of(self, action: &'static str) -> SwfError {
        let kind = SwfErrorKind::of_code(self.code).unwrap_or(SwfErrorKind::Refused);
        SwfError::new(kind, action, self.code, self.message)
    }
}
