//! Why something could not be measured.

use std::fmt;

/// What went wrong with what.
#[derive(Debug)]
pub(crate) struct Problem {
    what: String,
    why: String,
}

/// What can go wrong.
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
