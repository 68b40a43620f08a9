//! Reasons why a measurement is not possible.

use std::fmt;

/// The failed action and its error.
#[derive(Debug)]
pub(crate) struct Problem {
    what: String,
    why: String,
}

/// Kinds of errors.
pub(crate) type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    pub(crate) fn new(what: impl fmt::Display, why: impl fmt::Display) -> Self {
        Self { what: what.to_string(), why: why.to_string() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}
