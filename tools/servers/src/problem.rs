//! Faults of the tool, as messages.

use std::fmt;

/// Reason why a tool cannot be had.
#[derive(Debug)]
pub struct Problem {
    text: String,
    /// True if the tool can be had, but is not the one that is wanted.
    pub is_another: bool,
}

impl Problem {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_another: false }
    }

    /// For a tool that is not the one that is wanted.
    pub(crate) fn another(text: impl Into<String>) -> Self {
        Self { is_another: true, ..Self::new(text) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Problem {}
