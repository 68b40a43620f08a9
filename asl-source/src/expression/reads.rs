//! What a JSONata expression reads of the values that a run is given.

use asl_language::jsonata::signature::Types;
use asl_language::shape::checks::Weight;

/// A member that an expression reads.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// The name of the value, such as `states.input`.
    pub given: String,
    /// The names of the members, one of the other.
    pub names: Vec<String>,
    /// The types that its place in the expression takes. Undefined is always one of them.
    pub types: Types,
    /// True if these are the types of the items of an array, for which one of them may stand.
    pub is_of_items: bool,
    /// What follows if it has none of them.
    pub weight: Weight,
}

/// What a condition says of a member.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// The name of the value, such as `states.input`.
    pub given: String,
    /// The names of the members, one of the other.
    pub names: Vec<String>,
    /// The knowledge of it.
    pub what: What,
}

/// Knowledge of a value that a condition gives.
#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// It has one of these types.
    Types(Types),
    /// It is this text, or (`false`) another value.
    Text(String, bool),
}
