//! Why a task could not be done at all (as opposed to: was done, and found faults).

use std::fmt;
use std::io;
use std::path::Path;

/// Something outside is not as it must be: a file, a program, a format.
#[derive(Debug)]
pub struct Problem(String);

/// What tasks return.
pub type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    /// A problem in words.
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
