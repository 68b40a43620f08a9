//! Parts of emitted code that expression languages share: numbers, and the heads of modules.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// An integer with its sign as a token of its own, as it reads in source text.
pub(crate) fn integer(value: i64) -> TokenStream {
    let digits = Literal::u64_unsuffixed(value.unsigned_abs());
    if value < 0 { quote!(-#digits) } else { quote!(#digits) }
}

/// A finite number, with the sign of zero.
pub(crate) fn float(value: f64) -> TokenStream {
    let digits = Literal::f64_unsuffixed(value.abs());
    if value.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
}

/// Letters of a program that its documentation shows.
const SHOWN: usize = 100;

/// The program as documentation: its first line, so that nothing in it is taken for markup of
/// several lines.
pub(crate) fn doc(text: &str) -> String {
    let text = text.trim();
    let mut shown: String = text.lines().next().unwrap_or_default().chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str(" ..");
    }
    let quotes = if shown.contains('`') { "```` " } else { "`" };
    let closing: String = quotes.chars().rev().collect();
    format!(" {quotes}{shown}{closing}")
}

/// The one list of lints that the code is let off.
pub fn emit_lints() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            unused,
            unreachable_code,
            unreachable_pub,
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
            reason = "what a program does in vain, its code does, too"
        )]
    }
}
