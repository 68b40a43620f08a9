//! Faults of an expression as findings in its file.

use super::Fault;
use asl_source::diagnostics::Diagnostic;
use asl_source::expression::finding;
use asl_source::source::Text;
use asl_source::span::Span;

/// A fault as a finding in the file. `text` is the string that contains the expression, `span` its
/// place with its quotation marks, and `begin` the number of bytes of the decoded text before the
/// expression.
pub fn diagnose(fault: &Fault, text: &Text, span: Span, begin: usize) -> Diagnostic {
    let place = finding::span_of(&fault.place, text, span, begin);
    finding::diagnostic(fault.code, place, &fault.title, &fault.label, fault.help.as_deref())
}
