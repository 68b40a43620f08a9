//! Reasons for which code is not made in a faster way.

use std::fmt::{self, Display, Formatter};

/// A reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unfused {
    /// The rest of a pipe takes an array in another way than item by item.
    WholeArray,
    /// The rest of a pipe reads more of a list than its items and its length.
    WholeList,
    /// The items of an array are known in number, so it is made at once.
    KnownItems,
    /// Arithmetic has more operands than are computed in numbers of Rust.
    ManyOperands,
    /// An operand of arithmetic is surely no number, or it has not exactly one output.
    NoNumber,
    /// An operand of arithmetic may fail, and jq computes it after an operator.
    FailsLater,
    /// The input grows in place, and the operands need it twice.
    InputTwice,
    /// The paths of an update are computed, or one may lead into another.
    ComputedPaths,
}

impl Display for Unfused {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WholeArray => "the rest takes the array as a whole",
            Self::WholeList => "the rest reads more than items and their number",
            Self::KnownItems => "its items are known in number",
            Self::ManyOperands => "too many operands for numbers of Rust",
            Self::NoNumber => "an operand is no number, or not exactly one",
            Self::FailsLater => "an operand may fail after an operator",
            Self::InputTwice => "the input grows in place, and is needed twice",
            Self::ComputedPaths => "the paths are computed, or may lead into each other",
        })
    }
}
