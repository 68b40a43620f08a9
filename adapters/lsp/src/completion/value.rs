//! Values that are words: names of states, errors, types and the like.

use std::collections::BTreeSet;

use asl_codegen::ir::Machine;
use asl_codegen::options::Language;
use asl_codegen::source::Node;
use asl_language::error_names;
use asl_language::fields::{self, Field, Takes};
use gen_lsp_types as lsp;

use super::Item;
use super::mark::Marked;
use super::service;
use crate::analysis::Analysis;
use crate::cursor::{definition_of, language_of};

const SM4C_ACTIONS: &[&str] = &[
    "delay",
    "forEach",
    "injectData",
    "invokeFunction",
    "invokeSubflow",
    "parallel",
    "sendEvent",
    "sequence",
];

/// The words that the field of the mark takes, of which some may be written.
pub(super) fn items(analysis: &Analysis, marked: &Marked, written: &str) -> Vec<Item> {
    let steps = marked.steps();
    let (definition, steps) = definition_of(marked.tree(), &steps);
    let Some((field, _)) = steps.last() else { return Vec::new() };
    match language_of(definition) {
        Language::Asl => {
            let words = service::words(steps);
            if words.is_empty() {
                asl(analysis, definition, steps, (field, written))
            } else {
                words
            }
        }
        Language::Sm4c => sm4c(definition, steps, field),
    }
}

fn asl(
    analysis: &Analysis,
    definition: &Node,
    steps: &[(&str, &Node)],
    (field, written): (&str, &str),
) -> Vec<Item> {
    if let Some(words) = words(fields::asl(field)) {
        return words;
    }
    match field {
        "Next" | "Default" | "StartAt" => {
            let own = own_state(steps).filter(|_| field != "StartAt");
            let states = states_of_scope(definition, steps);
            let others = states.filter(|(name, _)| Some(*name) != own);
            let item = |(name, state): (&str, &Node)| {
                let kind = state.get("Type").and_then(Node::as_str).unwrap_or_default();
                Item::new(name, lsp::CompletionItemKind::Reference).detail(kind)
            };
            others.map(item).collect()
        }
        "ErrorEquals" | "Error" => {
            let mut items = service::errors(steps);
            items.extend(errors(analysis));
            items
        }
        "Resource" => {
            let machine = analysis.machine().map(|(machine, _)| machine);
            let known: BTreeSet<&str> = machine
                .into_iter()
                .flat_map(|machine| machine.tasks.iter().map(|task| task.resource.value.as_str()))
                .collect();
            let services = service::resource_items(written);
            let is_service = |name: &str| services.iter().any(|item| item.label == name);
            let known = known.into_iter().filter(|name| !is_service(name));
            let mut items = named(known, lsp::CompletionItemKind::Value);
            items.extend(services);
            items
        }
        _ => Vec::new(),
    }
}

/// The words that a field takes, if it takes only some.
fn words(field: Option<&Field>) -> Option<Vec<Item>> {
    let Takes::Word(words) = field?.takes else { return None };
    Some(named(words.iter().copied(), lsp::CompletionItemKind::EnumMember))
}

/// The states of the innermost machine, branch or body around the mark.
fn states_of_scope<'t>(
    definition: &'t Node,
    steps: &[(&str, &'t Node)],
) -> impl Iterator<Item = (&'t str, &'t Node)> {
    let scopes = std::iter::once(definition).chain(steps.iter().map(|(_, value)| *value));
    let states = scopes.filter_map(|scope| scope.get("States")?.as_object()).next_back();
    let states = states.unwrap_or_default().iter();
    states.map(|member| (member.key.value.as_str(), &member.value))
}

/// The name of the state around the mark.
fn own_state<'t>(steps: &[(&'t str, &Node)]) -> Option<&'t str> {
    let at = steps.iter().rposition(|(name, _)| *name == "States")?;
    steps.get(at + 1).map(|(name, _)| *name)
}

/// The predefined errors, and those that the machine mentions.
fn errors(analysis: &Analysis) -> Vec<Item> {
    let own = analysis.machine().map(|(machine, _)| own_errors(machine)).unwrap_or_default();
    let own = named(own.iter().map(String::as_str), lsp::CompletionItemKind::Value);
    let predefined = named(error_names::NAMES, lsp::CompletionItemKind::EnumMember);
    own.into_iter().chain(predefined).collect()
}

fn own_errors(machine: &Machine) -> BTreeSet<String> {
    machine.own_errors().into_iter().map(str::to_owned).collect()
}

fn sm4c(definition: &Node, steps: &[(&str, &Node)], field: &str) -> Vec<Item> {
    let entries = |section: &str| {
        let items = definition.get(section).and_then(Node::as_array).unwrap_or_default();
        let names = items.iter().filter_map(|item| item.get("name")?.as_str());
        named(names, lsp::CompletionItemKind::Reference)
    };
    let is_in = |name: &str| steps.iter().any(|(step, _)| *step == name);
    match field {
        "nextState" => entries("states"),
        "functionName" => entries("functions"),
        "retryPolicy" => entries("retries"),
        "event" => entries("events"),
        "events" if is_in("eventGroups") => entries("events"),
        "type" if !is_in("functions") && !is_in("events") => {
            named(SM4C_ACTIONS.iter().copied(), lsp::CompletionItemKind::EnumMember)
        }
        _ => words(fields::sm4c(field)).unwrap_or_default(),
    }
}

fn named<'n>(names: impl IntoIterator<Item = &'n str>, kind: lsp::CompletionItemKind) -> Vec<Item> {
    let names = names.into_iter().filter(|name| !name.contains(super::mark::MARK));
    names.map(|name| Item::new(name, kind)).collect()
}
