//! Numbers in emitted code.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// An integer with its sign as a token of its own, as it reads in source text.
pub fn integer(value: i64) -> TokenStream {
    let digits = Literal::u64_unsuffixed(value.unsigned_abs());
    if value < 0 { quote!(-#digits) } else { quote!(#digits) }
}

/// A finite number, with the sign of zero.
pub fn float(value: f64) -> TokenStream {
    let digits = Literal::f64_unsuffixed(value.abs());
    if value.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
}
