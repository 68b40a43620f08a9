//! The keyword `type`, as a set.

/// A set of types of JSON. A number is an integer or has a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Types(u8);

/// The words of `type`.
pub(super) const WORDS: [(&str, Types); 7] = [
    ("null", Types::NULL),
    ("boolean", Types::BOOLEAN),
    ("integer", Types::INTEGER),
    ("number", Types(4 | 8)),
    ("string", Types::TEXT),
    ("array", Types::ARRAY),
    ("object", Types::OBJECT),
];

impl Types {
    pub(super) const NONE: Self = Self(0);
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(2);
    pub(super) const INTEGER: Self = Self(4);
    pub(super) const FRACTION: Self = Self(8);
    pub(super) const TEXT: Self = Self(16);
    pub(super) const ARRAY: Self = Self(32);
    pub(super) const OBJECT: Self = Self(64);
    pub(super) const ALL: Self = Self(127);

    /// The types of a word.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        WORDS.iter().find(|(known, _)| *known == word).map(|(_, types)| *types)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
