//! JSONPath of the States Language: parsed at compile time, and emitted as direct access.
//!
//! There are two dialects ([`Dialect`]): RFC 9535, and that of Step Functions, which is Jayway's
//! JsonPath with the seed's backslash escapes. The latter differs from the RFC:
//! - a path with one hit at most ([`Path::is_definite`]) yields the bare value and fails if there
//!   is none; any other yields an array of its hits, even of one or none;
//! - names after a dot may hold any character that does not end them (`$.a-b`, `$.@type`), others
//!   are escaped;
//! - `[0..1]` is a slice with both ends (seed: "Input and Output Processing");
//! - `['a','b']` makes an object of two members, as the last step only (under `profile = spec` the
//!   array of two values);
//! - a filter tests objects: an array's items, or an object itself, not its members;
//! - `$.[0]` is `$[0]`, and blanks after a path do not count.
//!
//! Step Functions does not have the path functions, words and regular expressions of Jayway's
//! library. They are recognised and refused by name, not as a syntax error.

pub(super) mod cursor;
pub mod emit;
mod error;
mod filter;
mod logic;
mod name;
mod number;
mod parser;
mod rfc9535;
mod syntax;

pub use asl_source::options::Dialect;
pub use error::{PathError, PathErrorKind};
pub use parser::{parse, parse_as, parse_reference, parse_reference_as};
pub use syntax::{
    Constant, Extent, Filter, Function, Operand, Operator, Path, Pattern, Query, ReferencePath,
    ReferenceStep, Root, Segment, Selector, Start, Yield,
};

#[cfg(test)]
mod tests;
