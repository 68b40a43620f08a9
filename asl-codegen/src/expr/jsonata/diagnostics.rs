//! Faults of an expression as findings in its file.

use super::Fault;
use crate::diagnostics::Diagnostic;
use crate::expr::finding;
use crate::source::Text;
use crate::span::Span;

/// A fault as a finding in the file. `text` is the string that contains the expression, `span` its
/// place with its quotation marks, and `begin` the number of bytes of the decoded text before the
/// expression.
pub fn diagnose(fault: &Fault, text: &Text, span: Span, begin: usize) -> Diagnostic {
    let place = finding::span_of(&fault.place, text, span, begin);
    finding::diagnostic(fault.code, place, &fault.title, &fault.label, fault.help.as_deref())
}
