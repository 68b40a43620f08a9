//! Resolved jq programs → Rust. `docs/jq-code.md` shows what comes out.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Taking;
use super::syntax::Program;

/// What a program is run on.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// An expression of type `&Cx`.
    pub cx: TokenStream,
    /// The value of `.`.
    pub input: Input,
    /// The program's variables in the order they were declared, expressions of type `&Value`.
    pub variables: Vec<TokenStream>,
}

/// The value of `.`.
#[derive(Clone, Debug)]
pub enum Input {
    /// An expression of type `&Value`.
    Borrowed(TokenStream),
    /// An expression of type `Value` that nobody needs any more: updates happen in place.
    Owned(TokenStream),
}

/// One item, a module `name` with all that the program needs; `private` is the path of the runtime's `__private`.
pub fn items(_program: &Program, name: &Ident, private: &TokenStream) -> TokenStream {
    quote!(mod #name { use #private::jq::*; compile_error!("jq is not emitted yet"); })
}

/// An expression that runs the program whose [`items`] are in scope. [`Taking`] tells its type; [`Taking::Each`] needs an
/// `emit: &mut dyn FnMut(Value) -> Flow` in scope.
pub fn call(_program: &Program, name: &Ident, _taking: Taking, arguments: &Arguments) -> TokenStream {
    let Arguments { cx, input: Input::Borrowed(input) | Input::Owned(input), variables } = arguments;
    quote!(#name::run(#cx, #input #(, #variables)*))
}
