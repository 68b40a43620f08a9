//! What a JSONata expression reads of the values that a run is given.

use asl_language::jsonata::signature::Types;

/// A member that an expression reads.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// The name of the value, such as `states.input`.
    pub given: String,
    /// The names of the members, one of the other.
    pub names: Vec<String>,
    /// The types that its place in the expression takes. Undefined is always one of them.
    pub types: Types,
    /// What follows if it has none of them.
    pub weight: Weight,
}

/// What follows if a value is not there, or has another type than its place takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Weight {
    /// The definition is wrong.
    Fault,
    /// The definition is wrong if no value at all has the type: the place is that of an item.
    OfItems,
    /// It may be meant: the place is reached only for some data, or asks if there is a value.
    Doubt,
}

/// What a condition says of a member.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// The name of the value, such as `states.input`.
    pub given: String,
    /// The names of the members, one of the other.
    pub names: Vec<String>,
    /// The types that it may have.
    pub types: Types,
}
