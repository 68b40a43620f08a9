//! The head of the module of a compiled program: its documentation and its lints.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diagnostics::printable;

/// Letters of a program that its documentation shows.
const SHOWN: usize = 100;

/// The program as documentation: its first line, so that nothing in it is taken for markup of
/// several lines. Characters that hide text or change its direction are escaped, and controls: rustc
/// refuses some of them in documentation.
pub fn doc(text: &str) -> String {
    let text = text.trim();
    let start: String = text.lines().next().unwrap_or_default().chars().take(SHOWN).collect();
    let mut shown = printable(&start, SHOWN);
    if start.len() < text.len() {
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

#[cfg(test)]
mod tests {
    use super::doc;

    #[test]
    fn documentation_is_one_line_whose_direction_does_not_change() {
        assert_eq!(doc(" a.b "), " `a.b`");
        assert_eq!(doc("a\nb"), " `a ..`");
        assert_eq!(doc("'`'"), " ```` '`' ````");
        assert_eq!(doc("'\u{202e}é'"), " `'\\u{202e}é'`");
        assert_eq!(doc(&"é".repeat(101)), format!(" `{} ..`", "é".repeat(100)));
    }
}
