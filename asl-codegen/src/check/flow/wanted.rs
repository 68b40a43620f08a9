//! The types that fields, functions and comparisons take.

use super::shape::Kinds;

/// A type that a value must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// A string.
    Text,
    /// A string that is a timestamp.
    Timestamp,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Wanted {
    /// Its name in messages.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Timestamp => "a timestamp",
            Self::Number => "a number",
            Self::Boolean => "`true` or `false`",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }

    /// True if a value of some of the kinds can have it.
    pub(super) fn is_in(self, kinds: &Kinds) -> bool {
        match self {
            Self::Text | Self::Timestamp => kinds.string,
            Self::Number => kinds.number,
            Self::Boolean => kinds.boolean,
            Self::Array => kinds.array.is_some(),
            Self::Object => kinds.object.is_some(),
        }
    }
}
