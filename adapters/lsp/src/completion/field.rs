//! Keys: the fields of the object around the cursor that it does not have yet.

use asl_codegen::fields::fields_at;
use asl_codegen::options::Language;
use asl_language::fields;
use gen_lsp_types as lsp;

use super::Item;
use super::mark::Marked;
use crate::cursor::{definition_of, language_of};

/// The fields that the object may have.
pub(super) fn items(marked: &Marked) -> Vec<Item> {
    let steps = marked.steps();
    let (definition, steps) = definition_of(marked.tree(), &steps);
    let language = language_of(definition);
    let object = steps.last().map_or(definition, |(_, value)| *value);
    let Some(known) = fields_at(definition, language, steps) else { return Vec::new() };
    let missing = known.into_iter().filter(|name| object.get(name).is_none());
    missing.map(|name| item(name, language)).collect()
}

fn item(name: &str, language: Language) -> Item {
    let sense = match language {
        Language::Asl => fields::asl(name),
        Language::Sm4c => fields::sm4c(name),
    }
    .map(|field| field.sense);
    Item::new(name, lsp::CompletionItemKind::Property).documentation(sense)
}
