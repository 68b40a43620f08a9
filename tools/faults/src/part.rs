//! What the parts of a run have in common.

use std::fmt;

/// How much, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The full run instead of the quick one.
    pub full: bool,
    /// Number that all choices are made from.
    pub seed: u64,
}

impl Settings {
    /// The number for the quick or for the full run.
    pub fn of<T>(&self, (quick, full): (T, T)) -> T {
        if self.full { full } else { quick }
    }
}

/// What must not be.
#[derive(Debug)]
pub struct Fault {
    what: String,
    seed: u64,
}

impl Fault {
    /// Found with this seed: a run that begins with it finds it first.
    pub fn new(what: impl Into<String>, seed: u64) -> Self {
        Self { what: what.into(), seed }
    }

    /// The seed to begin with, to see it again.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
