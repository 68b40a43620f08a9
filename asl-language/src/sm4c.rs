//! The options of actions in SM4C.

/// The rule that decides when the children of a node complete it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// All children have succeeded, or one has failed (ASL; SM4C's `sequence`).
    All,
    /// All children have ended; then the first failure in the order of the definition counts
    /// (SM4C's `and`). A `forEach` starts no further element after a failure.
    Settled,
    /// One child has ended, with success or failure (SM4C's `xor`).
    First,
    /// This number of children has succeeded, or one has failed (SM4C's `n_of_m`).
    Count(u32),
}

/// The range in which a retry's delay is varied at random, in both directions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Jitter {
    /// This fraction of the delay.
    Fraction(f64),
    /// This number of milliseconds.
    Millis(u64),
}
