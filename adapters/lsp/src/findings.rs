//! Findings of the compiler as diagnostics of the protocol.

use std::collections::BTreeMap;

use asl_codegen::diagnostics::{Code, Diagnostic, Related, Severity, printable};
use asl_codegen::source::{FileId, Source, Sources, Span};
use gen_lsp_types as lsp;

use crate::document::Document;
use crate::positions::{Encoding, Text};
use crate::uri;

/// Maximum number of characters of a text in a message: a definition may have a name of a million.
const LONGEST: usize = 1_000;

/// Maximum number of findings of a document: more are of no use to anybody.
const MOST: usize = 200;

/// Maximum number of further places of a finding.
const MOST_RELATED: usize = 10;

/// The diagnostics of a document and of the files that it names, by URI. The document is always
/// among them.
pub(crate) fn diagnostics(
    document: &Document,
    encoding: Encoding,
) -> BTreeMap<String, Vec<lsp::Diagnostic>> {
    let mut found = BTreeMap::from([(document.uri.clone(), Vec::new())]);
    let Some(analysis) = document.analysis() else { return found };
    let checked = analysis.machines.iter().map(|checked| {
        let findings: Vec<&Diagnostic> = checked.diagnostics.iter().collect();
        (&checked.sources, findings)
    });
    let tests = analysis.tests.iter().map(|(sources, diagnostics)| {
        let findings: Vec<&Diagnostic> = diagnostics.iter().collect();
        (sources, findings)
    });
    for (sources, findings) in checked.chain(tests) {
        let mut files = Files { document, sources, encoding, texts: BTreeMap::new() };
        for finding in findings.into_iter().take(MOST) {
            let (uri, diagnostic) = files.diagnostic(finding);
            let list: &mut Vec<lsp::Diagnostic> = found.entry(uri).or_default();
            // Several machines may be made of one definition.
            if !list.contains(&diagnostic) {
                list.push(diagnostic);
            }
        }
    }
    found
}

/// The files of one compilation.
struct Files<'a> {
    document: &'a Document,
    sources: &'a Sources,
    encoding: Encoding,
    /// The texts of files other than the document.
    texts: BTreeMap<FileId, Text>,
}

impl Files<'_> {
    fn diagnostic(&mut self, finding: &Diagnostic) -> (String, lsp::Diagnostic) {
        let location = self.location(finding.span, finding.code == Code::CannotRead);
        let parts = [Some(&finding.title), finding.label.as_ref(), finding.help.as_ref()];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.map(|part| printable(part, LONGEST)).collect();
        let related: Vec<_> =
            finding.related.iter().take(MOST_RELATED).map(|place| self.related(place)).collect();
        let diagnostic = lsp::Diagnostic {
            range: location.range,
            severity: Some(match finding.severity {
                Severity::Error => lsp::DiagnosticSeverity::Error,
                Severity::Warning => lsp::DiagnosticSeverity::Warning,
            }),
            code: Some(finding.code.id().into()),
            source: Some("asl".to_owned()),
            message: parts.join("; ").into(),
            related_information: (!related.is_empty()).then_some(related),
            ..lsp::Diagnostic::default()
        };
        (location.uri.0, diagnostic)
    }

    fn related(&mut self, place: &Related) -> lsp::DiagnosticRelatedInformation {
        let location = self.location(place.span, false);
        lsp::DiagnosticRelatedInformation { location, message: printable(&place.text, LONGEST) }
    }

    /// The place of a span. What cannot be read has none, so it is reported at the beginning of the
    /// document.
    fn location(&mut self, span: Span, is_unreadable: bool) -> lsp::Location {
        let source = self.sources.file(span.file).filter(|_| !is_unreadable);
        let path = source.and_then(|source| source.path.as_deref());
        match (source, path) {
            (Some(source), Some(path)) if Some(path) != self.document.path.as_deref() => {
                let range = self.range(source, span);
                lsp::Location { uri: uri::of_path(path).into(), range }
            }
            (Some(_), _) => {
                let range = self.document.range_of(span);
                lsp::Location { uri: self.document.uri.clone().into(), range }
            }
            (None, _) => {
                let range = lsp::Range::default();
                lsp::Location { uri: self.document.uri.clone().into(), range }
            }
        }
    }

    fn range(&mut self, source: &Source, span: Span) -> lsp::Range {
        let encoding = self.encoding;
        let text = self.texts.entry(span.file);
        let text = text.or_insert_with(|| Text::new(source.text.clone(), encoding));
        text.range(span.start as usize..span.end as usize)
    }
}
