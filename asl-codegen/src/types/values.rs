//! Sets of JSON values as schemas describe them.

use std::collections::{BTreeMap, BTreeSet};

/// A set of JSON values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// The kinds of the values. Empty: any.
    pub kinds: BTreeSet<Kind>,
    /// True if no value is in the set.
    pub is_never: bool,
    /// The members of the objects among them, if something is known of them.
    pub object: Option<Members>,
    /// The items of the arrays among them, if something is known of them.
    pub array: Option<Box<Items>>,
    /// A sentence about the values, such as the place that they come from.
    pub note: Option<String>,
}

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A string.
    String,
    /// A number, whole or not.
    Number,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// `null`.
    Null,
}

impl Kind {
    /// Its name in JSON Schema.
    pub fn name(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Array => "array",
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Null => "null",
        }
    }
}

/// The members of objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Members {
    /// The known members, by name.
    pub known: BTreeMap<String, Member>,
    /// True if there can be others.
    pub is_open: bool,
}

/// A member of objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Member {
    /// Its values.
    pub values: Values,
    /// True if each object has it.
    pub is_required: bool,
}

/// The items of arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Items {
    /// The first items, which each array has.
    pub first: Vec<Values>,
    /// Further items, if there can be any.
    pub more: Option<Values>,
}

impl Values {
    /// Values of one kind.
    pub fn of_kind(kind: Kind) -> Self {
        Self { kinds: BTreeSet::from([kind]), ..Self::default() }
    }

    /// No value.
    pub fn never() -> Self {
        Self { is_never: true, ..Self::default() }
    }
}
