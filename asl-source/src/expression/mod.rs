//! The common parts of the compilers of expressions.

pub mod context_object;
pub mod finding;
pub mod foreseen;
pub mod outcomes;
pub mod program;
pub mod reads;
pub mod tokens;
