//! Lenses: commands over a machine and over the cases of a test file.

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::ir::ScopeId;
use asl_codegen::source::{FileId, Span, parse_definition};
use gen_lsp_types as lsp;
use serde_json::{Value, json};

use crate::analysis::{Analysis, Checked, is_test_file};
use crate::commands::{self, report_of, tests_of};
use crate::document::Document;

/// The lenses of a document.
pub(crate) fn lenses(document: &Document) -> Vec<lsp::CodeLens> {
    let Some(analysis) = document.analysis() else { return Vec::new() };
    if document.path.as_deref().is_some_and(is_test_file) {
        return of_cases(document, analysis);
    }
    analysis.machines.iter().flat_map(|checked| of_machine(document, checked)).collect()
}

fn of_machine(document: &Document, checked: &Checked) -> Vec<lsp::CodeLens> {
    let Some(machine) = &checked.machine else { return Vec::new() };
    let start = machine.scopes.get(ScopeId(0).index()).map(|scope| scope.span);
    let start = start.filter(|span| span.file == FileId(0)).unwrap_or_default();
    let resource = checked.options.resource.as_deref();
    let target = json!({ "uri": document.uri, "resource": resource });
    let mut wanted = vec![("Graph", commands::GRAPH)];
    if let Some(path) = &document.path {
        wanted.push(("Run", commands::RUN));
        if tests_of(path).is_some() {
            wanted.push(("Test", commands::TEST));
        }
        if report_of(path).is_file() {
            wanted.push(("Last report", commands::REPORT));
        }
    }
    let lens = |(title, command)| lens(document, start, title, (command, target.clone()));
    wanted.into_iter().map(lens).collect()
}

/// A lens over each case, and one over all.
fn of_cases(document: &Document, analysis: &Analysis) -> Vec<lsp::CodeLens> {
    let mut ignored = Diagnostics::default();
    let Some(tree) = parse_definition(&analysis.sources, FileId(0), &mut ignored) else {
        return Vec::new();
    };
    let members = tree.as_object().unwrap_or_default();
    let Some(cases) = members.iter().find(|member| member.key.value == "cases") else {
        return Vec::new();
    };
    let all = (commands::TEST, json!({ "uri": document.uri }));
    let mut lenses = vec![lens(document, cases.key.span, "Run all cases", all)];
    for case in cases.value.as_object().unwrap_or_default() {
        let one = json!({ "uri": document.uri, "case": case.key.value });
        lenses.push(lens(document, case.key.span, "Run", (commands::TEST, one)));
    }
    lenses
}

fn lens(
    document: &Document,
    span: Span,
    title: &str,
    (command, argument): (&str, Value),
) -> lsp::CodeLens {
    let start = document.range_of(span).start;
    lsp::CodeLens {
        range: lsp::Range { start, end: start },
        command: Some(lsp::Command {
            title: title.to_owned(),
            command: command.to_owned(),
            arguments: Some(vec![argument]),
            ..lsp::Command::default()
        }),
        ..lsp::CodeLens::default()
    }
}
