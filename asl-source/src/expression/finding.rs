//! Converts faults of expressions to findings in the file.

use std::ops::Range;

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Text;
use crate::span::Span;

/// Bytes of an expression's text; texts are much shorter than 4 GiB.
pub fn place(range: &Range<usize>) -> Range<u32> {
    let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    offset(range.start)..offset(range.end)
}

/// A finding at a place.
pub fn diagnostic(
    code: Code,
    place: Span,
    title: &str,
    label: &str,
    help: Option<&str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(code, place, title).label(label);
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// The place in the file of some bytes of an expression. `text` is the string that contains the
/// expression, `span` its place with its quotation marks, and `begin` the number of bytes of the
/// decoded text before the expression.
pub fn span_of(place: &Range<u32>, text: &Text, span: Span, begin: usize) -> Span {
    let offset = |offset: u32| begin.saturating_add(usize::try_from(offset).unwrap_or(usize::MAX));
    text.span_of(span, offset(place.start)..offset(place.end))
}
