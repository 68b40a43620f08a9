//! Errors of reading items and writing results.

use std::fmt;

use crate::storage::{ObjectName, StorageError};
use asl_value::error::{Failure, names};
use asl_value::value::Text;

/// The error of reading items or writing results: the cause of `States.ItemReaderFailed` or
/// `States.ResultWriterFailed`.
#[derive(Clone, PartialEq)]
pub struct ReadError(Text);

/// A fault in a file, with its line if it is known.
#[derive(Debug)]
pub(super) enum Fault {
    /// A fault on a line, counted from 1.
    Line(u64, String),
    /// A fault of the whole file.
    Whole(String),
    /// A fault with AWS's own message.
    Known(&'static str),
}

impl ReadError {
    #[doc(hidden)]
    pub fn new(cause: impl Into<Text>) -> Self {
        Self(cause.into())
    }

    #[inline]
    pub(super) fn in_object(name: &ObjectName, fault: Fault) -> Self {
        match fault {
            Fault::Line(line, problem) => {
                Self(smol_str::format_smolstr!("{name}:{line}: {problem}"))
            }
            Fault::Whole(problem) => Self(smol_str::format_smolstr!("{name}: {problem}")),
            Fault::Known(cause) => Self(Text::new_static(cause)),
        }
    }

    /// The cause as text: the file and line of the fault, or AWS's own message if it was recorded.
    #[inline]
    pub fn cause(&self) -> &str {
        &self.0
    }

    /// The failure of a Map whose items cannot be read.
    #[inline]
    pub fn into_reader_failure(self) -> Failure {
        Failure::new(names::ITEM_READER_FAILED, self.0)
    }

    /// The failure of a Map whose results cannot be written.
    #[inline]
    pub fn into_writer_failure(self) -> Failure {
        Failure::new(names::RESULT_WRITER_FAILED, self.0)
    }
}

impl fmt::Display for ReadError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

asl_language::__readable_error!(ReadError);

impl From<StorageError> for ReadError {
    #[inline]
    fn from(error: StorageError) -> Self {
        Self(smol_str::format_smolstr!("{error}"))
    }
}
