//! Completion: what can stand at a place.
//!
//! While somebody types, the text is hardly ever a definition. So a mark is put at the cursor in a
//! few ways, as a string, a key or a member, until the compiler's own reader takes the text; the
//! place of the mark in the tree then tells what is wanted. If the text behind the cursor is broken
//! too, what is before it is closed instead.

mod expression;
mod field;
mod mark;
mod service;
mod snippet;
mod value;

use asl_codegen::source::Source;
use gen_lsp_types as lsp;

use crate::document::Document;
use crate::hover::markdown;

use mark::Marked;

/// A suggestion.
pub(crate) struct Item {
    pub(crate) label: String,
    pub(crate) kind: lsp::CompletionItemKind,
    pub(crate) detail: Option<String>,
    /// Markdown.
    pub(crate) documentation: Option<String>,
    /// The text that replaces the word at the cursor, if it is not the label.
    pub(crate) insert: Option<String>,
    pub(crate) is_snippet: bool,
}

impl Item {
    pub(crate) fn new(label: impl Into<String>, kind: lsp::CompletionItemKind) -> Self {
        Self {
            label: label.into(),
            kind,
            detail: None,
            documentation: None,
            insert: None,
            is_snippet: false,
        }
    }

    pub(crate) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    pub(crate) fn documentation(mut self, text: Option<impl Into<String>>) -> Self {
        self.documentation = text.map(Into::into);
        self
    }
}

/// The suggestions for a position, and the range that they replace.
pub(crate) fn complete(
    document: &Document,
    position: lsp::Position,
    has_snippets: bool,
) -> Option<lsp::CompletionList> {
    let analysis = document.analysis()?;
    let source = analysis.sources.files.first()?;
    if analysis.machines.is_empty() {
        return None;
    }
    let offset = document.offset(position);
    let mut marked = Marked::all(source, offset).map(|marked| (items(document, &marked), marked));
    let (items, marked) = marked.find(|(items, _)| !items.is_empty())?;
    let replaced = document.range(marked.replaced.clone());
    let items = items.into_iter().filter(|item| has_snippets || !item.is_snippet);
    let items = items.filter_map(|item| shown(item, source, &marked, replaced)).collect();
    // Of Resources only those that fit what is written are listed.
    let is_incomplete = marked.steps().last().is_some_and(|(field, _)| *field == "Resource");
    Some(lsp::CompletionList { is_incomplete, items, ..lsp::CompletionList::default() })
}

fn items(document: &Document, marked: &Marked) -> Vec<Item> {
    let Some(analysis) = document.analysis() else { return Vec::new() };
    match &marked.place {
        mark::Place::Key => {
            let mut items = field::items(marked);
            items.extend(snippet::items(marked));
            items.extend(service::members(marked));
            items
        }
        mark::Place::Value(word) => match expression::items(analysis, marked, word) {
            Some(items) => items,
            None => value::items(analysis, marked, word),
        },
    }
}

fn shown(
    item: Item,
    source: &Source,
    marked: &Marked,
    range: lsp::Range,
) -> Option<lsp::CompletionItem> {
    let text = item.insert.unwrap_or_else(|| item.label.clone());
    let new_text = if item.is_snippet { text } else { marked.written(source, &text)? };
    // Clients compare it with the text that is replaced, quotation marks included.
    let filter_text = if item.is_snippet {
        item.label.clone()
    } else {
        new_text.trim_end_matches([':', ' ']).to_owned()
    };
    let format = if item.is_snippet {
        lsp::InsertTextFormat::Snippet
    } else {
        lsp::InsertTextFormat::PlainText
    };
    Some(lsp::CompletionItem {
        label: item.label,
        kind: Some(item.kind),
        detail: item.detail,
        documentation: item.documentation.map(|text| markdown(text).into()),
        filter_text: Some(filter_text),
        insert_text_format: Some(format),
        text_edit: Some(lsp::TextEdit { range, new_text }.into()),
        ..lsp::CompletionItem::default()
    })
}
