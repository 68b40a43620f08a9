//! Calls of AWS's services: Resources, members of requests, their words, and names of errors.

use asl_codegen::source::Node;
use gen_lsp_types as lsp;

use super::Item;
use super::mark::{MARK, Marked};
use crate::cursor::definition_of;
use crate::service::{called, request, resources};

/// The members that the object of a request at the mark may have, and does not have yet.
pub(super) fn members(marked: &Marked) -> Vec<Item> {
    let steps = marked.steps();
    let (definition, steps) = definition_of(marked.tree(), &steps);
    let Some((call, keys)) = request(steps) else { return Vec::new() };
    let object = steps.last().map_or(definition, |(_, value)| *value);
    let is_given =
        |name: &str| object.get(name).is_some() || object.get(&format!("{name}.$")).is_some();
    let missing = call.members(&keys).into_iter().filter(|member| !is_given(&member.name));
    let item = |member: crate::service::Member| {
        let needed = if member.is_required { "needed: " } else { "" };
        let of = call.title();
        Item::new(member.name, lsp::CompletionItemKind::Field)
            .detail(format!("{needed}{}", member.values.replace('`', "")))
            .documentation(Some(format!("{needed}{} (request of {of})", member.values)))
    };
    missing.map(item).collect()
}

/// The words of the member of a request at the mark.
pub(super) fn words(steps: &[(&str, &Node)]) -> Vec<Item> {
    let Some((call, keys)) = request(steps) else { return Vec::new() };
    let words = call.words(&keys).into_iter();
    words.map(|word| Item::new(word, lsp::CompletionItemKind::EnumMember)).collect()
}

/// The errors of the call of the state around the mark.
pub(super) fn errors(steps: &[(&str, &Node)]) -> Vec<Item> {
    let Some((call, "Retry" | "Catch", _)) = called(steps) else { return Vec::new() };
    let item = |error: crate::service::CallError| {
        let status = error.status.map(|status| format!(", status {status}"));
        let sense = format!("raised by {}{}", call.title(), status.unwrap_or_default());
        Item::new(error.name, lsp::CompletionItemKind::Value).documentation(Some(sense))
    };
    call.errors().into_iter().map(item).collect()
}

/// The Resources that fit what is written of one.
pub(super) fn resource_items(written: &str) -> Vec<Item> {
    let found = resources(written.split(MARK).next().unwrap_or_default());
    let item = |(name, sense): (String, String)| {
        Item::new(name, lsp::CompletionItemKind::Value).detail(sense)
    };
    found.into_iter().map(item).collect()
}
