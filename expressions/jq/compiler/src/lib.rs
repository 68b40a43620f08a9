//! The compiler of jq 1.8: text, tokens, [`syntax::Program`], Rust.

mod analysis;
mod data;
mod diagnostics;
mod emit;
mod lexer;
mod parser;
mod parts;
mod plan;
mod resolve;
mod split;
#[doc(hidden)]
pub mod syntax;
mod token;
mod tree;

#[cfg(test)]
mod tests;

pub use analysis::Outputs;
pub use diagnostics::diagnose;
pub use emit::{Arguments, Input, emit_call, emit_lints, emit_module};
pub use emit::{emit_item, emit_run};
pub use syntax::Program;

use std::ops::Range;

use asl_source::diagnostics::Code;
use asl_source::expression::finding::place;

/// Something wrong in a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The fault's code.
    pub code: Code,
    /// The place, in bytes of the program's text.
    pub place: Range<u32>,
    /// The fault, in the author's words.
    pub title: String,
    /// The label of the place.
    pub label: String,
    /// A way to repair it.
    pub help: Option<String>,
}

/// The surroundings of a program: variables, modules and inputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment<'a> {
    /// Names of the variables that a run is given, without `$`.
    pub variables: &'a [&'a str],
    /// Finds modules (`import`, `include`): the text of a relative path without its ending. The
    /// second flag asks for data (`.json`).
    pub modules: Option<&'a dyn Modules>,
    /// True if `input` and `inputs` have something to read.
    pub has_inputs: bool,
}

/// A source of modules.
pub trait Modules: std::fmt::Debug {
    /// The text of a module (`is_data`: of a JSON file), and the directory that its own imports are
    /// relative to.
    fn find(&self, path: &str, is_data: bool, from: Option<&str>) -> Option<(String, String)>;
}

/// A way to take the outputs of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taking {
    /// SM4C (spec section 4.3): one output is the value, none or several an array of them.
    /// `Result<Value, Exit>`
    OneOrArray,
    /// True if there is exactly one output and it is `true`. `Result<bool, Exit>`
    IsTrue,
    /// No output, or one; more are a failure. `Result<Option<Value>, Exit>`
    AtMostOne,
    /// Every output goes into `emit`, an `&mut dyn FnMut(Value) -> Flow` in scope of the call.
    /// `Flow`
    Each,
}

/// Parses a program and resolves its names. All its faults come out in one run, in the order of
/// their places.
pub fn compile(text: &str, environment: &Environment<'_>) -> Result<Program, Vec<Fault>> {
    resolve::program(text, environment)
}

impl Fault {
    /// A fault at some bytes of the program's text.
    fn new(
        code: Code,
        place: &Range<usize>,
        title: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            place: self::place(place),
            title: title.into(),
            label: label.into(),
            help: None,
        }
    }

    /// Adds what to do about it.
    #[must_use]
    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
