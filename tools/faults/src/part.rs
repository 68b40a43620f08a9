//! Common types of all parts of a run.

use std::fmt;

/// Extent and seed of a run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The full run instead of the quick one.
    pub full: bool,
    /// Seed of all choices.
    pub seed: u64,
}

impl Settings {
    /// The number for the quick or for the full run.
    pub fn of<T>(&self, (quick, full): (T, T)) -> T {
        if self.full { full } else { quick }
    }
}

/// A fault that was found.
#[derive(Debug)]
pub struct Fault {
    what: String,
    seed: u64,
}

impl Fault {
    /// A fault found with this seed: a run that begins with the seed finds it first.
    pub fn new(what: impl Into<String>, seed: u64) -> Self {
        Self { what: what.into(), seed }
    }

    /// The seed with which to repeat it.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
