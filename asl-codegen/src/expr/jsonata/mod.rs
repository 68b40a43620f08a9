//! JSONata 2, compiled: text → tokens → [`tree::Expression`] → Rust.

#[expect(dead_code, reason = "the parser and the emitter, which use it, are not here yet")]
mod token;
#[expect(dead_code, reason = "the parser and the emitter, which use it, are not here yet")]
mod tree;

use std::ops::Range;

pub use asl_language::jsonata::Edition;

use crate::diagnostics::Code;

/// Something wrong in an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The fault's code.
    pub code: Code,
    /// The place, in bytes of the expression's text.
    pub place: Range<u32>,
    /// The fault, in the author's words.
    pub title: String,
    /// The label of the place.
    pub label: String,
    /// A way to repair it.
    pub help: Option<String>,
    /// The code and the message of jsonata-js, which Step Functions shows, such as `S0202` and
    /// `Expected "]", got ","`. `None`: jsonata-js accepts the expression.
    pub reference: Option<(&'static str, String)>,
}

/// The surroundings of an expression.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment<'a> {
    /// The version of the language.
    pub edition: Edition,
    /// Names of the variables that a run is given, without `$`.
    pub variables: &'a [&'a str],
}
