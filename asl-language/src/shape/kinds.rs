//! Kinds of values.

use super::values::Values;

/// A set of kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds(u16);

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// There is no value at the path.
    pub const ABSENT: Self = Self(1);
    /// `null`.
    pub const NULL: Self = Self(2);
    /// `true` and `false`.
    pub const BOOLEAN: Self = Self(4);
    /// Numbers.
    pub const NUMBER: Self = Self(8);
    /// Texts.
    pub const TEXT: Self = Self(16);
    /// Lists.
    pub const LIST: Self = Self(32);
    /// Objects.
    pub const OBJECT: Self = Self(64);
    /// Anything: nothing is known.
    pub const UNKNOWN: Self = Self(128);

    /// The kinds of which all values are in a set, as far as that is seen at once.
    pub(super) const fn all_of(values: &Values<'_>) -> Self {
        match values {
            Values::Null => Self::NULL,
            Values::Boolean => Self::BOOLEAN,
            Values::Number => Self::NUMBER,
            Values::Text => Self::TEXT,
            // An `Option`.
            Values::OneOf([Values::Text, Values::Null]) => Self(Self::TEXT.0 | Self::NULL.0),
            Values::Any
            | Values::Never
            | Values::Integer(..)
            | Values::Constant(_)
            | Values::List(_)
            | Values::Tuple(_)
            | Values::Map(_)
            | Values::Object(_)
            | Values::OneOf(_)
            | Values::Named(..)
            | Values::Own(_)
            | Values::Among(..)
            | Values::At(..) => Self::NONE,
        }
    }

    /// What is in one of both.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Every known kind that is not in it.
    #[must_use]
    pub const fn others(self) -> Self {
        Self(!self.0 & (Self::UNKNOWN.0 - 1))
    }

    /// If both have a kind in common. What is unknown may be anything.
    pub const fn may_be(self, other: Self) -> bool {
        (self.0 & (other.0 | Self::UNKNOWN.0)) != 0
    }

    /// If all its kinds are in the other one, as far as they are known.
    pub const fn is_within(self, other: Self) -> bool {
        (self.0 & !(other.0 | Self::UNKNOWN.0)) == 0
    }

    /// If it has all kinds of the other one.
    pub const fn includes(self, other: Self) -> bool {
        (self.0 & other.0) == other.0
    }

    /// If there certainly is a value, of known kinds.
    pub(super) const fn is_certain(self) -> bool {
        (self.0 & (Self::ABSENT.0 | Self::UNKNOWN.0)) == 0
    }

    /// If there is certainly no value.
    pub const fn is_absent(self) -> bool {
        self.0 == Self::ABSENT.0
    }
}
