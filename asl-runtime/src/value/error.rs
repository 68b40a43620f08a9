//! How making values fails.

use std::fmt;

use serde::{de, ser};

/// Why a value could not be made, read or converted.
#[derive(Debug)]
pub enum Error {
    /// Nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep,
    /// The text is not JSON, or nested too deeply; with line and column.
    Text(serde_json::Error),
    /// The data does not fit the type.
    Data(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep => write!(f, "data is nested deeper than {} levels", super::MAX_DEPTH),
            Self::Text(error) => error.fmt(f),
            Self::Data(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            Self::TooDeep | Self::Data(_) => None,
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
