//! Faults of a program as findings in its file.

use super::Fault;
use asl_source::diagnostics::Diagnostic;
use asl_source::expression::finding;
use asl_source::source::Text;
use asl_source::span::Span;

/// A fault as a finding in the file. `text` is the string that contains the program, `span` its
/// place with its quotation marks, and `begin` the number of bytes of the decoded text before the
/// program.
///
/// ```
/// use asl_codegen::diagnostics::Diagnostics;
/// use asl_codegen::expr::jq::{self, Environment};
/// use asl_codegen::source::{FileId, json};
///
/// let file = r#"{ "input": "${ .name | lenght }" }"#;
/// let tree = json::parse(file, FileId(0), &mut Diagnostics::default()).unwrap();
/// let input = tree.get("input").unwrap();
/// let text = input.as_text().unwrap();
///
/// let faults = jq::compile(".name | lenght", &Environment::default()).unwrap_err();
/// let finding = jq::diagnose(&faults[0], text, input.span, "${ ".len());
/// assert_eq!(&file[finding.span.start as usize..finding.span.end as usize], "lenght");
/// assert_eq!(finding.help.as_deref(), Some("did you mean `length`?"));
/// ```
pub fn diagnose(fault: &Fault, text: &Text, span: Span, begin: usize) -> Diagnostic {
    let place = finding::span_of(&fault.place, text, span, begin);
    finding::diagnostic(fault.code, place, &fault.title, &fault.label, fault.help.as_deref())
}
