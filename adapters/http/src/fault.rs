//! The reasons why a call has no response.

use std::fmt;

use asl_runtime::TaskError;

use crate::text::printable;

/// Maximum number of characters of a system error in a cause.
const LONGEST_CAUSE: usize = 500;

/// The reason why there is no response, or no body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The scheme is not permitted.
    Scheme(String),
    /// The host's addresses are not permitted.
    Refused(String),
    /// The request's body is too long.
    LongRequest {
        /// Length of the body in bytes.
        bytes: usize,
        /// Maximum length in bytes.
        most: usize,
    },
    /// The response's body is too long.
    LongAnswer {
        /// Maximum length in bytes.
        most: usize,
    },
    /// The time-out has elapsed.
    Timeout,
    /// The connection failed or broke.
    Connection(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(scheme) => write!(f, "the URL must begin with `https`, not `{scheme}`"),
            Self::Refused(cause) | Self::Connection(cause) => f.write_str(cause),
            Self::LongRequest { bytes, most } => {
                write!(f, "the request has {bytes} bytes, more than {most}")
            }
            Self::LongAnswer { most } => write!(f, "the response has more than {most} bytes"),
            Self::Timeout => f.write_str("there was no response in time"),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// The error of a failed or broken connection. A system error can quote text of the other side.
    pub fn connection(error: &dyn fmt::Display) -> Self {
        let text = error.to_string();
        let shortened: String = text.chars().take(LONGEST_CAUSE).collect();
        Self::Connection(printable(&shortened))
    }

    /// The fault of a host without a permitted address. It names no address, so it does not reveal
    /// to what an internal name resolves.
    pub(crate) fn private_address() -> Self {
        Self::Refused(
            "connecting to this host is not allowed: its address is not public".to_owned(),
        )
    }

    /// The error of the HTTP task, with AWS's names.
    pub(crate) fn into_task_error(self) -> TaskError {
        let cause = self.to_string();
        match self {
            Self::Scheme(scheme) => TaskError::new(
                "States.Runtime",
                format!("the ApiEndpoint must begin with `https`, not `{}`", printable(&scheme)),
            ),
            Self::Refused(_) => TaskError::new("States.Permissions", cause),
            Self::LongRequest { .. } | Self::LongAnswer { .. } => {
                TaskError::new("States.DataLimitExceeded", cause)
            }
            Self::Timeout | Self::Connection(_) => TaskError::new("States.Http.Socket", cause),
        }
    }
}
