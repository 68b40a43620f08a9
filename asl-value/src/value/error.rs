//! Errors of creating, reading and converting values.

use std::fmt;

use serde::{de, ser};

/// The error of a value that could not be made, read or converted.
pub enum Error {
    /// Nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep,
    /// The text is not JSON, or nested too deeply; with line and column.
    Text(serde_json::Error),
    /// The data does not fit the type.
    Data(String),
    /// The data at a place does not fit the type.
    DataAt {
        /// The fault.
        message: String,
        /// The place, such as `.lines[2].sku`.
        place: String,
    },
}

impl Error {
    /// Adds a step to the place of the error.
    pub(super) fn within(self, step: &str) -> Self {
        match self {
            Self::Data(message) => Self::DataAt { message, place: step.to_owned() },
            Self::DataAt { message, place } => {
                Self::DataAt { message, place: format!("{step}{place}") }
            }
            Self::TooDeep | Self::Text(_) => self,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep => write!(f, "data is nested deeper than {} levels", super::MAX_DEPTH),
            Self::Text(error) => error.fmt(f),
            Self::Data(message) => f.write_str(message),
            Self::DataAt { message, place } => write!(f, "{message} at ${place}"),
        }
    }
}

asl_language::__readable_debug!(Error);

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            Self::TooDeep | Self::Data(_) | Self::DataAt { .. } => None,
        }
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Data(message.to_string())
    }
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Data(message.to_string())
    }
}
