//! Quick fixes: the names that findings suggest, put in place.

use std::collections::HashMap;

use asl_codegen::diagnostics::{Diagnostic, nearest, printable};
use asl_codegen::source::{FileId, Source, Span};
use gen_lsp_types as lsp;

use crate::document::Document;
use crate::quote::{bare, replacement};

/// Maximum number of characters of a name in the title of an action.
const LONGEST: usize = 80;

/// A fix: the finding, and the edit that removes it.
pub(crate) struct Fix {
    pub(crate) code: &'static str,
    pub(crate) name: String,
    pub(crate) edit: lsp::TextEdit,
}

/// The fixes of the findings in a document, which do not overlap.
pub(crate) fn fixes(document: &Document) -> Vec<Fix> {
    let Some(analysis) = document.analysis() else { return Vec::new() };
    let mut fixes: Vec<Fix> = Vec::new();
    for checked in &analysis.machines {
        let Some(source) = checked.sources.files.first() else { continue };
        let here = |finding: &&Diagnostic| finding.span.file == FileId(0);
        for finding in checked.diagnostics.iter().filter(here) {
            let Some(name) = finding.suggestion() else { continue };
            let Some((span, name)) = replaced(source, finding.span, name) else { continue };
            let Some(new_text) = replacement(source, analysis.tree.as_ref(), span, name) else {
                continue;
            };
            let edit = lsp::TextEdit { range: document.range_of(span), new_text };
            if !fixes.iter().any(|known| overlaps(known.edit.range, edit.range)) {
                fixes.push(Fix { code: finding.code.id(), name: name.to_owned(), edit });
            }
        }
    }
    fixes
}

/// The part of a marked text that a suggested name replaces, and the name in it. Of a path, that is
/// the variable at its beginning, without `$`.
fn replaced<'n>(source: &Source, span: Span, name: &'n str) -> Option<(Span, &'n str)> {
    let text = source.text.get(span.start as usize..span.end as usize)?;
    let old = bare(text);
    if let (Some(name), Some(rest)) = (name.strip_prefix('$'), old.strip_prefix('$')) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        nearest(rest.get(..length)?, [name])?;
        let start = span.start + u32::try_from(text.find('$')? + 1).ok()?;
        return Some((Span { start, end: start + u32::try_from(length).ok()?, ..span }, name));
    }
    // A suggestion about a part of the marked text is none for the whole of it.
    nearest(old, [name]).map(|_| (span, name))
}

/// The actions for a part of a document: one for each fix there, and one for all fixes.
pub(crate) fn actions(
    document: &Document,
    params: &lsp::CodeActionParams,
) -> Vec<lsp::CodeActionResponse> {
    let wanted = |kind: &lsp::CodeActionKind| {
        params.context.only.as_ref().is_none_or(|only| only.iter().any(|only| covers(only, kind)))
    };
    let fixes = fixes(document);
    let mut actions = Vec::new();
    if wanted(&lsp::CodeActionKind::QuickFix) {
        let near = fixes.iter().filter(|fix| touches(fix.edit.range, params.range));
        actions.extend(near.map(|fix| quick_fix(document, fix, params)));
    }
    let all = lsp::CodeActionKind::SourceFixAll;
    if wanted(&all) && !fixes.is_empty() {
        let edits = fixes.into_iter().map(|fix| fix.edit).collect();
        actions.push(lsp::CodeAction {
            title: "Put all suggested names in place".to_owned(),
            kind: Some(all),
            edit: Some(edit_of(document, edits)),
            ..lsp::CodeAction::default()
        });
    }
    actions.into_iter().map(lsp::CodeActionResponse::CodeAction).collect()
}

fn quick_fix(document: &Document, fix: &Fix, params: &lsp::CodeActionParams) -> lsp::CodeAction {
    let is_it = |diagnostic: &&lsp::Diagnostic| {
        diagnostic.range == fix.edit.range && diagnostic.code == Some(fix.code.into())
    };
    let of: Vec<_> = params.context.diagnostics.iter().filter(is_it).cloned().collect();
    lsp::CodeAction {
        title: format!("Change to `{}`", printable(&fix.name, LONGEST)),
        kind: Some(lsp::CodeActionKind::QuickFix),
        diagnostics: (!of.is_empty()).then_some(of),
        is_preferred: Some(true),
        edit: Some(edit_of(document, vec![fix.edit.clone()])),
        ..lsp::CodeAction::default()
    }
}

/// An edit of one document.
pub(crate) fn edit_of(document: &Document, edits: Vec<lsp::TextEdit>) -> lsp::WorkspaceEdit {
    let uri = lsp::Uri(document.uri.clone());
    lsp::WorkspaceEdit {
        changes: Some(HashMap::from([(uri, edits)])),
        ..lsp::WorkspaceEdit::default()
    }
}

/// True if a wanted kind is the kind or one above it: `source` covers `source.fixAll`.
fn covers(wanted: &lsp::CodeActionKind, kind: &lsp::CodeActionKind) -> bool {
    let (wanted, kind) = (String::from(wanted.clone()), String::from(kind.clone()));
    kind.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        || wanted.is_empty()
}

fn overlaps(one: lsp::Range, other: lsp::Range) -> bool {
    one == other || (one.start < other.end && other.start < one.end)
}

fn touches(one: lsp::Range, other: lsp::Range) -> bool {
    one.start <= other.end && other.start <= one.end
}
