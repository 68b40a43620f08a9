//! The head of the module of a compiled program: its documentation and its lints.

use proc_macro2::TokenStream;
use quote::quote;

/// Letters of a program that its documentation shows.
const SHOWN: usize = 100;

/// The program as documentation: its first line, so that nothing in it is taken for markup of
/// several lines.
pub fn doc(text: &str) -> String {
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
