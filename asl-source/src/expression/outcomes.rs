//! The outcomes of a comparison for which a condition holds.

/// A set of the outcomes less, equal and greater. A condition that is no comparison has its own
/// truth in place of the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcomes(u8);

impl Outcomes {
    /// Less.
    pub const LESS: Self = Self(1);
    /// Equal.
    pub const EQUAL: Self = Self(2);
    /// Greater.
    pub const GREATER: Self = Self(4);

    /// The outcomes that are not in the set.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }
}

impl Outcomes {
    /// All three.
    pub const ALL: Self = Self(7);

    /// All outcomes of two sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if the set has every outcome.
    pub fn are_complete(self) -> bool {
        self == Self::ALL
    }
}
