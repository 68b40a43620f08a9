//! Converts places in expressions to places in the file.

use std::ops::Range;

use crate::source::Text;
use crate::span::Span;

/// The place in the file of some bytes of an expression. `text` is the string that contains the
/// expression, `span` its place with its quotation marks, and `begin` the number of bytes of the
/// decoded text before the expression.
pub(crate) fn span_of(place: &Range<u32>, text: &Text, span: Span, begin: usize) -> Span {
    let offset = |offset: u32| begin.saturating_add(usize::try_from(offset).unwrap_or(usize::MAX));
    text.span_of(span, offset(place.start)..offset(place.end))
}
