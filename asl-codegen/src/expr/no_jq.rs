//! Replaces the jq compiler if the feature `jq` is off: there are no programs.

use std::convert::Infallible;

use proc_macro2::{Ident, TokenStream};

/// A compiled program, of which there is none.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The text of the program.
    pub text: String,
    /// The number of its inputs.
    pub inputs: u32,
    /// The measure of its code.
    pub weight: usize,
    never: Infallible,
}

/// The number of outputs of a program.
#[derive(Clone, Copy, Debug)]
#[expect(dead_code, reason = "there is no program")]
pub(crate) enum Outputs {
    One,
    Maybe,
    Many,
}

/// The value of `.`.
#[derive(Clone, Debug)]
pub enum Input {
    /// An expression of type `&Value`.
    Borrowed(TokenStream),
    /// An expression of type `Value`.
    Owned(TokenStream),
}

/// The arguments of a program's call.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// An expression of type `&Cx`.
    pub cx: TokenStream,
    /// The value of `.`.
    pub input: Input,
    /// The program's variables.
    pub variables: Vec<TokenStream>,
}

impl Program {
    /// True if the program always has exactly one output.
    pub fn has_one_output(&self) -> bool {
        match self.never {}
    }
}

/// The item of a program, and the path of its function.
pub(crate) fn emit_item(
    program: &Program,
    _name: &Ident,
    _private: &TokenStream,
) -> (TokenStream, TokenStream) {
    match program.never {}
}

/// The run of a program.
pub(crate) fn emit_run(
    program: &Program,
    _path: &TokenStream,
    _arguments: &Arguments,
) -> (Outputs, TokenStream) {
    match program.never {}
}

/// The lints that a program's module allows.
pub fn emit_lints() -> TokenStream {
    TokenStream::new()
}
