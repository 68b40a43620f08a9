//! Hover: what is known of the thing under the cursor, in Markdown.

mod built_in;
mod error;
mod field;
mod service;
mod state;

use asl_codegen::options::Language;
use asl_codegen::source::{FileId, Member, Node, Span};
use gen_lsp_types as lsp;

use crate::analysis::{Analysis, Checked};
use crate::cursor::{Cursor, language_of};
use crate::document::Document;
use crate::graph;
use crate::host::Host;
use crate::names::{Symbol, machine_at, symbol_at};

pub(crate) use built_in::{intrinsic, jq, jsonata};

/// The knowledge of the thing at a position.
pub(crate) fn hover(
    document: &Document,
    position: lsp::Position,
    host: &Host,
) -> Option<lsp::Hover> {
    let (text, span) = found(document.analysis()?, document.offset(position), host)?;
    Some(lsp::Hover {
        contents: lsp::Contents::MarkupContent(markdown(text)),
        range: Some(document.range_of(span)),
    })
}

/// A text in Markdown.
pub(crate) fn markdown(value: String) -> lsp::MarkupContent {
    lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value }
}

fn found(analysis: &Analysis, offset: usize, host: &Host) -> Option<(String, Span)> {
    let tree = analysis.tree.as_ref()?;
    let cursor = Cursor::new(tree, offset);
    let (definition, _) = cursor.definition();
    let language = language_of(definition);
    if let Some(found) = error::hover(analysis, &cursor, host) {
        return Some(found);
    }
    if let Some((symbol, here, _)) = symbol_at(analysis, offset) {
        let checked = machine_at(analysis, here.span.start as usize);
        match symbol {
            Symbol::State(id) => {
                return Some((state::card(checked?, id, analysis.text())?, here.span));
            }
            Symbol::Variable(name) => {
                return Some((state::variable(checked?, &name), here.span));
            }
            Symbol::Entry(..) => {}
        }
    }
    if let Some(found) = service::member(&cursor) {
        return Some(found);
    }
    if let Some(key) = cursor.key {
        let text = field::of_key(around(analysis, offset), &cursor, key, language)?;
        return Some((text, key.key.span));
    }
    let value = cursor.value();
    let text = value.as_text()?;
    if let Some(found) = built_in::at(value.span, text, offset, language) {
        return Some(found);
    }
    let text = field::of_value(around(analysis, offset)?, &cursor)?;
    Some((text, value.span))
}

/// The machine that the text at an offset belongs to: the one with the nearest state before it.
fn around(analysis: &Analysis, offset: usize) -> Option<&Checked> {
    let start = |checked: &&Checked| {
        let machine = checked.machine.as_ref()?;
        let starts = machine.states.iter().filter(|state| state.name.span.file == FileId(0));
        starts.map(|state| state.name.span.start).filter(|start| *start as usize <= offset).max()
    };
    analysis.machines.iter().max_by_key(start).filter(|checked| checked.machine.is_some())
}

/// The innermost state around the cursor, and its member there.
fn state_around<'t>(
    checked: &Checked,
    cursor: &Cursor<'t>,
) -> Option<(asl_codegen::ir::StateId, Option<&'t Member>)> {
    let machine = checked.machine.as_ref()?;
    let mut found = None;
    let steps = cursor.steps.iter().map(|step| (step.member, step.value));
    for (member, value) in steps.chain(cursor.key.map(|key| (key, &key.value))) {
        let name = name_of(member, value);
        let state = graph::states(machine).find(|(_, state)| state.name.span == name);
        match (state, &mut found) {
            (Some((id, _)), _) => found = Some((id, None)),
            (None, Some((_, field @ None))) => *field = Some(member),
            (None, _) => {}
        }
    }
    found
}

/// The place of the name of a state: its key, or in SM4C its `name`.
fn name_of(member: &Member, value: &Node) -> Span {
    let is_item = member.value.span != value.span;
    match value.get("name").filter(|_| is_item) {
        Some(name) => name.span,
        None => member.key.span,
    }
}

/// The word around an offset of a text: letters, digits and the given signs.
pub(crate) fn word_at<'t>(
    text: &'t str,
    offset: usize,
    signs: &[char],
) -> Option<(usize, &'t str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || signs.contains(&c);
    let before = text.get(..offset)?;
    let start = before.len()
        - before.chars().rev().take_while(|c| is_part(*c)).map(char::len_utf8).sum::<usize>();
    let rest = text.get(start..)?;
    let length = rest.chars().take_while(|c| is_part(*c)).map(char::len_utf8).sum();
    let word = rest.get(..length)?;
    (!word.is_empty()).then_some((start, word))
}

/// A language's name in a heading.
fn title(language: Language) -> &'static str {
    match language {
        Language::Asl => "ASL",
        Language::Sm4c => "SM4C",
    }
}
