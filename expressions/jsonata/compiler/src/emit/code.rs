//! Printed nodes: a value, or the `Result` that has it.

use proc_macro2::TokenStream;
use quote::quote;

/// A printed node, whose value and whose `Result` are both short.
///
/// `Ok(call()?)` takes an item out of a `Result` and puts it into another one, in pieces that the
/// processor then waits for: the smallest program took 43 ns instead of 28.
pub(super) enum Code {
    /// An expression of the value.
    Value(TokenStream),
    /// An expression of a `Result` of the value.
    Call(TokenStream),
    If(TokenStream, Box<[Code; 2]>),
    /// Statements, and the value behind them.
    Block(TokenStream, Box<Code>),
}

impl From<TokenStream> for Code {
    fn from(value: TokenStream) -> Self {
        Self::Value(value)
    }
}

impl Code {
    /// The same behind statements.
    pub(super) fn behind(self, statements: TokenStream) -> Self {
        Self::Block(statements, Box::new(self))
    }

    pub(super) fn condition(condition: TokenStream, then: Self, otherwise: Self) -> Self {
        Self::If(condition, Box::new([then, otherwise]))
    }

    /// An expression of the value.
    pub(super) fn value(self) -> TokenStream {
        match self {
            Self::Value(value) => value,
            Self::Call(call) => quote!(#call?),
            Self::If(condition, branches) => {
                let [then, otherwise] = branches.map(Self::value);
                quote!(if #condition { #then } else { #otherwise })
            }
            Self::Block(statements, end) => {
                let end = end.value();
                quote!({ #statements #end })
            }
        }
    }

    /// An expression of a `Result` of the value.
    pub(super) fn outcome(self) -> TokenStream {
        match self {
            Self::Value(value) => quote!(Ok(#value)),
            Self::Call(call) => call,
            Self::If(condition, branches) => {
                let [then, otherwise] = branches.map(Self::outcome);
                quote!(if #condition { #then } else { #otherwise })
            }
            Self::Block(statements, end) => {
                let end = end.outcome();
                quote!({ #statements #end })
            }
        }
    }
}
