//! JSONPath as the States Language uses it: read at compile time, emitted as direct descents.
//!
//! There are two dialects ([`Dialect`]): RFC 9535, and Step Functions' own (Jayway's Java JsonPath
//! behind it) with the seed's backslash escapes. Where the latter parts from the RFC:
//! - a path with one hit at most ([`Path::is_definite`]) yields the bare value and fails when there
//!   is none; any other yields an array of its hits, also of one or none;
//! - names behind a dot may hold any character that does not end them (`$.a-b`, `$.@type`), others
//!   are escaped;
//! - `[0..1]` is a slice with both ends (seed: "Input and Output Processing");
//! - `['a','b']` makes an object of two members, as the last step only (under `profile = spec` the
//!   array of two values);
//! - a filter tests objects: an array's items, or an object itself, not its members;
//! - `$.[0]` is `$[0]`, and blanks behind a path do not count.
//!
//! Path functions, words and regular expressions in filters, which Jayway's library has and Step
//! Functions has not, are recognised and refused as such, so that nobody is told of a syntax error
//! where there is none.

mod cursor;
pub mod emit;
mod error;
mod filter;
mod iregexp;
mod logic;
mod name;
mod number;
mod parser;
mod rfc9535;
mod syntax;

pub use error::{PathError, PathErrorKind};
pub use parser::{parse, parse_reference};
pub use syntax::{
    Constant, Dialect, Extent, Filter, Function, Operand, Operator, Path, Pattern, Query,
    ReferencePath, ReferenceStep, Root, Segment, Selector, Start, Yield,
};

#[cfg(test)]
mod tests;
