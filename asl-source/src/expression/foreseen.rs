//! Knowledge about the result of a JSONata expression before it runs.

use crate::literal::Literal;
use asl_language::jsonata::signature::Types;

/// Knowledge about a result.
#[derive(Clone, PartialEq, Debug)]
pub enum Foreseen {
    /// The members of these names, one of the other, of a value that the run is given, such as
    /// `states.input`.
    Members {
        /// The name of the value.
        given: String,
        /// The names of the members.
        names: Vec<String>,
    },
    /// An object with these members, but those that are undefined.
    Object(Vec<(String, Self)>),
    /// An array of the values of these expressions. An array among them is one item if it is
    /// constructed, too; otherwise its items are. Undefined values are left out.
    Array(Vec<Self>),
    /// A constant.
    Constant(Literal),
    /// A value of one of these types.
    OneOf(Types),
    /// The same, which is computed from these values: it is undefined if one of them is.
    Of(Vec<Self>, Types),
}
