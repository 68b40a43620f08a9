//! Refusals and faults, as statuses and texts of answers.

use std::fmt;

use asl_durable::CallError;
use asl_runtime::execution::{SendError, TokenError};
use axum::http::StatusCode;

/// Reason why a page cannot be shown or an action was refused: a status and one sentence.
#[derive(Clone, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    text: String,
}

impl Problem {
    /// A problem with this status and text, which the page shows.
    pub fn new(status: StatusCode, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) fn bad_request(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    pub(crate) fn forbidden(text: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, text)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

asl_runtime::__readable_error!(Problem);

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        Self::new(status(&error), error.to_string())
    }
}

fn status(error: &CallError) -> StatusCode {
    match error {
        CallError::UnknownExecution { .. } | CallError::Token(TokenError::Unknown) => {
            StatusCode::NOT_FOUND
        }
        CallError::NameTaken { .. }
        | CallError::Ended { .. }
        | CallError::Running { .. }
        | CallError::NoHistory { .. }
        | CallError::LongHistory { .. }
        | CallError::Redrive { .. }
        | CallError::NoMapRun { .. }
        | CallError::Migrate { .. }
        | CallError::MoveTo { .. }
        | CallError::WaitsForMachine { .. }
        | CallError::UnknownMachine { .. }
        | CallError::UnknownVersion { .. }
        | CallError::OtherMachine { .. }
        | CallError::TooManyChildren { .. }
        | CallError::Event(SendError::Ended | SendError::NoEvents | SendError::Full)
        | CallError::Token(TokenError::Closed) => StatusCode::CONFLICT,
        CallError::Event(SendError::TooLarge { .. }) => StatusCode::PAYLOAD_TOO_LARGE,
        CallError::Event(SendError::Unknown) => StatusCode::NOT_FOUND,
        CallError::BadName { .. }
        | CallError::BadInput { .. }
        | CallError::TypeMismatch(_)
        | CallError::Token(TokenError::WrongAnswer(_))
        | CallError::Event(SendError::TooDeep) => StatusCode::BAD_REQUEST,
        CallError::Closed => StatusCode::SERVICE_UNAVAILABLE,
        CallError::TooLarge { .. } | CallError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
