//! Answers about names: definition, references, highlights and rename.

use asl_codegen::source::Span;
use gen_lsp_types as lsp;

use crate::document::Document;
use crate::fixes::edit_of;
use crate::names::{self, Occurrence, refusal, symbol_at};
use crate::quote::replacement;
use crate::renamed::keeps_meaning;

/// The places where the name at a position is declared.
pub(crate) fn definition(
    document: &Document,
    position: lsp::Position,
) -> Option<Vec<lsp::Location>> {
    let (_, _, places) = symbol_at(document.analysis()?, document.offset(position))?;
    let declared = places.iter().filter(|place| place.is_declaration);
    Some(declared.map(|place| location(document, *place)).collect())
}

/// The places of the name at a position.
pub(crate) fn references(
    document: &Document,
    position: lsp::Position,
    with_declaration: bool,
) -> Option<Vec<lsp::Location>> {
    let (_, _, places) = symbol_at(document.analysis()?, document.offset(position))?;
    let wanted = places.iter().filter(|place| with_declaration || !place.is_declaration);
    Some(wanted.map(|place| location(document, *place)).collect())
}

/// The same places in this document, for an editor that marks them.
pub(crate) fn highlights(
    document: &Document,
    position: lsp::Position,
) -> Option<Vec<lsp::DocumentHighlight>> {
    let (_, _, places) = symbol_at(document.analysis()?, document.offset(position))?;
    let highlight = |place: &Occurrence| lsp::DocumentHighlight {
        range: document.range_of(place.span),
        kind: Some(if place.is_declaration {
            lsp::DocumentHighlightKind::Write
        } else {
            lsp::DocumentHighlightKind::Read
        }),
    };
    Some(places.iter().map(highlight).collect())
}

/// The range of the name at a position and its text, if it can be changed.
pub(crate) fn prepare_rename(
    document: &Document,
    position: lsp::Position,
) -> Option<lsp::PrepareRenamePlaceholder> {
    let analysis = document.analysis()?;
    let (_, here, places) = symbol_at(analysis, document.offset(position))?;
    places.iter().any(|place| place.is_declaration).then(|| lsp::PrepareRenamePlaceholder {
        range: document.range_of(here.span),
        placeholder: names::written(analysis.text(), here.span).to_owned(),
    })
}

/// The edit that gives the name at a position another text everywhere; or why there is none.
pub(crate) fn rename(
    document: &Document,
    position: lsp::Position,
    name: &str,
) -> Result<lsp::WorkspaceEdit, String> {
    let nothing = || "there is no name of a state or a variable here".to_owned();
    let analysis = document.analysis().ok_or_else(nothing)?;
    let offset = document.offset(position);
    let (symbol, _, places) = symbol_at(analysis, offset).ok_or_else(nothing)?;
    if !places.iter().any(|place| place.is_declaration) {
        return Err("this name is declared nowhere".to_owned());
    }
    if let Some(reason) = refusal(analysis, (&symbol, offset), name) {
        return Err(reason);
    }
    if analysis.machines.iter().any(|checked| checked.is_partial) {
        return Err("the definition has errors, which may hide uses of the name".to_owned());
    }
    let source = analysis.sources.files.first().ok_or_else(nothing)?;
    let edit = |place: &Occurrence| {
        Some((place.span, replacement(source, analysis.tree.as_ref(), place.span, name)?))
    };
    let edits: Option<Vec<(Span, String)>> = places.iter().map(edit).collect();
    let edits = edits.ok_or_else(|| "the text around the name cannot take this one".to_owned())?;
    if !keeps_meaning(analysis, &edits, (&symbol, name)) {
        return Err(
            "the name is also used where it cannot be replaced, such as a substitution or \
                    a string with escapes"
                .to_owned(),
        );
    }
    let edits = edits
        .into_iter()
        .map(|(span, new_text)| lsp::TextEdit { range: document.range_of(span), new_text });
    Ok(edit_of(document, edits.collect()))
}

fn location(document: &Document, place: Occurrence) -> lsp::Location {
    lsp::Location { uri: document.uri.clone().into(), range: document.range_of(place.span) }
}
