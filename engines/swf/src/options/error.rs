//! Options that Amazon SWF would refuse.

use std::fmt;

/// An option that Amazon SWF would refuse, or that does not apply to the machine.
#[derive(Clone, PartialEq, Eq)]
pub struct OptionError {
    option: String,
    problem: String,
}

impl OptionError {
    pub(crate) fn new(option: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { option: option.into(), problem: problem.into() }
    }

    /// The option, such as `child.tags`.
    pub fn option(&self) -> &str {
        &self.option
    }

    /// The problem, as a part of a sentence.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option `{}`: {}", self.option, self.problem)
    }
}

asl_runtime::__readable_error!(OptionError);
