//! The outcomes of a comparison for which a condition holds.

/// A set of the outcomes less, equal and greater. A condition that is no comparison has its own
/// truth in place of the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outcomes(u8);

#[cfg(feature = "jsonata")]
impl Outcomes {
    pub(crate) const LESS: Self = Self(1);
    pub(crate) const EQUAL: Self = Self(2);
    pub(crate) const GREATER: Self = Self(4);

    /// The outcomes that are not in the set.
    pub(crate) fn complement(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }
}

impl Outcomes {
    pub(crate) const ALL: Self = Self(7);

    /// All outcomes of two sets.
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if the set has every outcome.
    pub(crate) fn are_complete(self) -> bool {
        self == Self::ALL
    }
}
