//! Reasons why there is no report.

use std::path::PathBuf;
use std::{fmt, io};

/// The reason why a report was not made or not written.
#[non_exhaustive]
pub enum ReportError {
    /// The text is not JSON, or its JSON is no history.
    NotHistory {
        /// Line of the fault in the text, from 1; 0 if the fault is not in one place.
        line: usize,
        /// Column of the fault, from 1.
        column: usize,
        /// The fault.
        message: String,
    },
    /// The path of a redaction cannot be read.
    Path {
        /// The path.
        path: String,
        /// The fault.
        message: &'static str,
    },
    /// The page cannot be written.
    Write {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
}

impl ReportError {
    pub(crate) fn not_history(message: impl Into<String>) -> Self {
        Self::NotHistory { line: 0, column: 0, message: message.into() }
    }
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHistory { line: 0, message, .. } => {
                write!(f, "this is no history of an execution: {message}")
            }
            Self::NotHistory { line, column, message } => write!(
                f,
                "this is no history of an execution: {message} at line {line}, column {column}"
            ),
            Self::Path { path, message } => {
                write!(f, "cannot redact `{path}`: {message}; write it as `$.card.number`")
            }
            Self::Write { path, error } => {
                write!(f, "cannot write the report to {}: {error}", path.display())
            }
        }
    }
}

asl_language::__readable_debug!(ReportError);

impl std::error::Error for ReportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotHistory { .. } | Self::Path { .. } => None,
            Self::Write { error, .. } => Some(error),
        }
    }
}
