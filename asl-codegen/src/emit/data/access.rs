//! Use of the frame's data by a function.

use proc_macro2::TokenStream;
use quote::quote;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::emit) enum Access {
    /// Not at all.
    None,
    /// Borrowed.
    Read,
    /// Changed.
    Write,
}

impl Access {
    /// The parameter `cx` of a function with this use of it.
    pub(in crate::emit) fn parameter(self) -> Option<TokenStream> {
        match self {
            Self::None => None,
            Self::Read => Some(quote!(cx: &Cx<'_>)),
            Self::Write => Some(quote!(cx: &mut Cx<'_>)),
        }
    }
}
