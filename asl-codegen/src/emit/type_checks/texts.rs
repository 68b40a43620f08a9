//! The beginnings of messages: place, code and sentence.

use asl_source::diagnostics::{self, Code, Diagnostic};
use asl_source::span::Span;

use crate::emit::Context;

/// Maximum number of further places that a message names.
const MOST_PLACES: usize = 3;

/// The beginning of a message about a place in the definition and others of the same kind.
pub(super) fn headline(
    context: &Context<'_>,
    code: Code,
    span: Span,
    others: &[Span],
    title: &str,
) -> String {
    let mut text = diagnostics::headline(&Diagnostic::new(code, span, title), context.sources);
    if others.is_empty() {
        return text;
    }
    let shown = others.iter().take(MOST_PLACES);
    let shown: Vec<_> = shown.map(|span| context.sources.position(*span).to_string()).collect();
    text.extend([" (also at ", &shown.join(", ")]);
    if let Some(more) = others.len().checked_sub(MOST_PLACES).filter(|more| *more > 0) {
        text.extend([" and ", &more.to_string(), " more"]);
    }
    text.push(')');
    text
}
