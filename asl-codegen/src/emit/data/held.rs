//! Expressions of emitted code, with the owner of their values.

use proc_macro2::TokenStream;
use quote::quote;

/// An expression, and the owner of its value.
#[derive(Clone)]
pub(in crate::emit) struct Held {
    pub(super) tokens: TokenStream,
    pub(super) by: Holder,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// A reference into the frame's data.
    Data,
    /// A value that the expression makes from the data.
    Made,
    /// A value that a template makes from the data.
    Template,
    /// A local variable or a constant, which no longer needs the data.
    Free,
}

impl Held {
    /// A reference into the frame's data.
    pub(in crate::emit) fn borrowed(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Data }
    }

    /// A value that a template makes from the frame's data.
    pub(in crate::emit) fn template(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Template }
    }

    /// The same value with other tokens around it.
    pub(in crate::emit) fn wrapped(self, around: impl FnOnce(TokenStream) -> TokenStream) -> Self {
        Self { tokens: around(self.tokens), by: self.by }
    }

    /// A value made from the frame's data.
    pub(in crate::emit) fn made(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Made }
    }

    /// A local variable's value or a constant.
    pub(in crate::emit) fn free(tokens: TokenStream) -> Self {
        Self { tokens, by: Holder::Free }
    }

    /// The expression as a value: cloned if it belongs to the data.
    pub(in crate::emit) fn value(self) -> TokenStream {
        let tokens = self.tokens;
        if self.by == Holder::Data { quote!(#tokens.clone()) } else { tokens }
    }

    /// The expression as a value that is not too deep, since a template may make one that is.
    pub(in crate::emit) fn shallow(self) -> TokenStream {
        let is_template = self.by == Holder::Template;
        let value = self.value();
        if is_template { quote!(shallow(#value)?) } else { value }
    }

    /// The expression as a reference.
    pub(in crate::emit) fn reference(self) -> TokenStream {
        let tokens = self.tokens;
        if self.by == Holder::Data { tokens } else { quote!(&#tokens) }
    }
}
