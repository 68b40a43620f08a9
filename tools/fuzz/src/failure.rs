//! Failures, as workers report them and people read them.

use serde::{Deserialize, Serialize};

/// Kinds of failures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// The checked code panicked.
    Panic,
    /// A property that must hold does not.
    Wrong,
    /// More memory than the bound.
    Memory,
    /// More processor time than the bound.
    Slow,
    /// No end at all.
    Hang,
    /// The process ended: a stack overflow, an abort, an allocation that failed.
    Crash,
}

/// Something a case did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Kind and message without what differs from input to input: equal faults have equal keys.
    pub(crate) fn key(&self) -> (Kind, String) {
        let is_of_the_input = matches!(self.kind, Kind::Memory | Kind::Slow | Kind::Hang);
        let message =
            if is_of_the_input { "" } else { self.message.lines().next().unwrap_or_default() };
        let message: String = message.chars().filter(|c| !c.is_ascii_digit()).take(120).collect();
        (self.kind, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_faults_have_equal_keys() {
        let key = |kind, message: &str| Failure::new(kind, message).key();
        assert_eq!(
            key(Kind::Panic, "at a.rs:7: 3 of 4"),
            key(Kind::Panic, "at a.rs:7: 5 of 6\nmore")
        );
        assert_ne!(key(Kind::Panic, "at a.rs:7: no"), key(Kind::Panic, "at b.rs:7: no"));
        assert_ne!(key(Kind::Panic, "no"), key(Kind::Wrong, "no"));
        assert_eq!(key(Kind::Slow, "3 s"), key(Kind::Slow, "four seconds"));
    }
}
