//! The comparison and test operators of choice rules. ASL: "Data-test expression".

use std::cmp::Ordering;

/// The five orders of comparison operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Order {
    Equals,
    LessThan,
    GreaterThan,
    LessThanEquals,
    GreaterThanEquals,
}

impl Order {
    /// Returns true if two values with this ordering satisfy the operator.
    #[inline]
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equals => ordering.is_eq(),
            Self::LessThan => ordering.is_lt(),
            Self::GreaterThan => ordering.is_gt(),
            Self::LessThanEquals => ordering.is_le(),
            Self::GreaterThanEquals => ordering.is_ge(),
        }
    }
}

/// The types of values that comparison operators compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Comparable {
    String,
    Numeric,
    Boolean,
    Timestamp,
}

/// The operators that test a value alone: `IsNull`, `IsPresent` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Test {
    Null,
    Present,
    Numeric,
    String,
    Boolean,
    Timestamp,
}
