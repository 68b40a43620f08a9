//! Emits a constant for each error name that the definition mentions.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, docs, names};

/// `mod errors`; empty if the definition mentions only the language's own errors.
pub(super) fn errors(context: &Context<'_>) -> Option<TokenStream> {
    let errors = context.machine.own_errors();
    if errors.is_empty() {
        return None;
    }
    let constants = names::error_constants(&errors);
    let constants = constants.iter().zip(errors).map(|(constant, error)| {
        let doc = docs::line(&docs::name(error));
        quote!(#doc pub const #constant: &str = #error;)
    });
    Some(quote! {
        /// The error names in the definition's retriers, catchers and Fail states.
        pub mod errors {
            #(#constants)*
        }
    })
}
