//! Code of expressions, with the type that each has in Rust.

use std::marker::PhantomData;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The code of an expression of a type, made by `code!`.
#[derive(Clone, Debug)]
pub(super) struct Code<T>(TokenStream, PhantomData<T>);

/// The runtime's types: values, ends of a run before its time, and fates of values in updates.
#[derive(Clone, Debug)]
pub(super) enum Value {}
#[derive(Clone, Debug)]
pub(super) enum Exit {}
#[derive(Clone, Debug)]
pub(super) enum Fate {}

pub(super) type Ref = &'static Value;
pub(super) type Changed = Code<Result<Fate, Exit>>;

impl<T> Code<T> {
    pub(super) fn new(tokens: TokenStream) -> Self {
        Self(tokens, PhantomData)
    }

    /// The tokens, where expressions of several types meet.
    pub(super) fn tokens(self) -> TokenStream {
        self.0
    }
}

impl<T> ToTokens for Code<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// `quote!` of an expression whose type the place of use says.
macro_rules! code {
    ($($token:tt)*) => { $crate::emit::code::Code::new(quote::quote!($($token)*)) };
}
