//! Reasons why a task could not be done at all, in contrast to faults that it found.

use std::fmt;
use std::io;
use std::path::Path;

/// A fault of the environment: a file, a program, a format.
#[derive(Debug)]
pub struct Problem(String);

/// The result of tasks.
pub type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    /// A problem with this message.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// An input or output error at a path.
    pub fn at(path: &Path, error: &io::Error) -> Self {
        Self(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

/// Lets `?` end the writing of formatted text.
impl From<fmt::Error> for Problem {
    fn from(error: fmt::Error) -> Self {
        Self(error.to_string())
    }
}
