//! Expressions in strings: functions, variables and members of the data.

use std::collections::BTreeSet;

use asl_codegen::check::flow::Shape;
use asl_codegen::check::variable_uses;
use asl_codegen::ir::StateId;
use asl_codegen::options::Language;
use asl_codegen::types;
use asl_language::{intrinsics::INTRINSICS, jq, jsonata};
use gen_lsp_types as lsp;

use super::Item;
use super::mark::Marked;
use crate::analysis::Analysis;
use crate::cursor::{definition_of, language_of};
use crate::hover;

/// The language of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Jsonata,
    Jq,
    /// A path or an intrinsic function.
    Path,
}

fn kind(before: &str) -> Option<Kind> {
    let before = before.trim_start();
    if before.starts_with("{%") {
        return Some(Kind::Jsonata);
    }
    if before.starts_with("${") {
        return Some(Kind::Jq);
    }
    (before.starts_with('$') || before.starts_with("States.")).then_some(Kind::Path)
}

/// True if the text before the cursor is the beginning of an expression.
pub(super) fn is_one(before: &str) -> bool {
    kind(before).is_some()
}

/// Suggestions within an expression; `None` if the string is none.
pub(super) fn items(analysis: &Analysis, marked: &Marked, before: &str) -> Option<Vec<Item>> {
    let steps = marked.steps();
    let is_template = steps.last().is_some_and(|(key, _)| key.ends_with(".$"));
    let kind = match kind(before) {
        Some(kind) => kind,
        // An empty string, or the beginning of a function.
        None if is_template && before.chars().all(|c| c.is_alphanumeric() || c == '.') => {
            return Some(intrinsics());
        }
        None => return None,
    };
    let language = language_of(definition_of(marked.tree(), &steps).0);
    let word_start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '_' | '$' | '@'))
        .last()
        .map_or(before.len(), |(at, _)| at);
    let head = before.get(..word_start)?;
    Some(match kind {
        Kind::Jsonata if head.ends_with('.') => members(analysis, marked, states_path(head)),
        Kind::Jsonata => {
            let mut items = variables(analysis, kind);
            items.extend(jsonata_functions());
            items
        }
        // In ASL, `${` is the beginning of a substitution.
        Kind::Jq if head.ends_with('.') || language == Language::Asl => Vec::new(),
        Kind::Jq => jq_functions(),
        Kind::Path => {
            if head.ends_with("States.") {
                return Some(after_prefix(intrinsics()));
            }
            match head.strip_suffix('.').and_then(|path| path.rsplit([' ', '(', ',']).next()) {
                Some(path) => members(analysis, marked, path_steps(path)),
                None => variables(analysis, kind),
            }
        }
    })
}

/// The members of a path such as `$.order.items`; `None` if it does not begin at the data.
fn path_steps(path: &str) -> Option<Vec<String>> {
    let rest = path.strip_prefix('$')?;
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix('.')? };
    Some(rest.split('.').filter(|step| !step.is_empty()).map(str::to_owned).collect())
}

/// The members of `$states.input.order.` at the end of an expression.
fn states_path(head: &str) -> Option<Vec<String>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let start = head.char_indices().rev().take_while(|(_, c)| is_part(*c)).last()?.0;
    let path = head.get(start..)?.strip_prefix("$states.input")?;
    Some(path.split('.').filter(|step| !step.is_empty()).map(str::to_owned).collect())
}

/// The known members of the state's input at a path. Those of the last text without errors are
/// those of the state with the same name now.
fn members(analysis: &Analysis, marked: &Marked, path: Option<Vec<String>>) -> Vec<Item> {
    members_at(analysis, marked, path).unwrap_or_default()
}

fn members_at(
    analysis: &Analysis,
    marked: &Marked,
    path: Option<Vec<String>>,
) -> Option<Vec<Item>> {
    let path = path?;
    let steps = marked.steps();
    let (_, steps) = definition_of(marked.tree(), &steps);
    let at = steps.iter().rposition(|(name, _)| *name == "States")?;
    let (state_name, _) = steps.get(at + 1)?;
    let field = steps.get(at + 2).map(|(name, _)| *name);
    let (machine, checked) = analysis.machine()?;
    let state = machine.states.iter().position(|state| state.name.value == *state_name)?;
    let stages = checked.stages(StateId(u32::try_from(state).ok()?))?;
    let (_, before, _) = stages.around(field);
    let (_, input, _) = stages.around(None);
    let is_whole = matches!(field, Some("InputPath" | "ResultPath"));
    let mut shape = if is_whole { input } else { before };
    for step in path {
        shape = shape.kinds()?.object.as_ref()?.known.get(&step)?.shape.clone();
    }
    let object = shape.kinds()?.object.clone()?;
    let item = |(name, member): (&String, &asl_codegen::check::flow::Member)| {
        let shape: &Shape = &member.shape;
        Item::new(name, lsp::CompletionItemKind::Field).detail(types::shown(machine, shape))
    };
    Some(object.known.iter().map(item).collect())
}

/// The variables of the machine, with their sign.
fn variables(analysis: &Analysis, kind: Kind) -> Vec<Item> {
    let Some((machine, _)) = analysis.machine() else { return Vec::new() };
    let uses = variable_uses(machine);
    let assigned = uses.iter().filter(|used| used.is_assigned).map(|used| used.name);
    let names: BTreeSet<&str> =
        assigned.chain((kind == Kind::Jsonata).then_some("states")).collect();
    let item = |name| Item::new(format!("${name}"), lsp::CompletionItemKind::Variable);
    names.into_iter().map(item).collect()
}

fn intrinsics() -> Vec<Item> {
    let item = |record: &asl_language::intrinsics::Intrinsic| {
        Item::new(record.name(), lsp::CompletionItemKind::Function)
            .detail(record.signature)
            .documentation(hover::intrinsic(record.name()))
    };
    INTRINSICS.iter().map(item).collect()
}

/// The same where `States.` is written already.
fn after_prefix(items: Vec<Item>) -> Vec<Item> {
    let rest = |mut item: Item| {
        item.insert = item.label.strip_prefix("States.").map(str::to_owned);
        item
    };
    items.into_iter().map(rest).collect()
}

fn jsonata_functions() -> Vec<Item> {
    let item = |record: &jsonata::BuiltIn| {
        Item::new(format!("${}", record.name), lsp::CompletionItemKind::Function)
            .detail(format!("${}({})", record.name, record.parameters.join(", ")))
            .documentation(hover::jsonata(record.name))
    };
    jsonata::built_ins().map(item).collect()
}

fn jq_functions() -> Vec<Item> {
    let mut names = BTreeSet::new();
    let shown = jq::built_ins()
        .filter(|record| !record.is_helper() && !matches!(record.made, jq::Made::Refused { .. }));
    let item = |record: &jq::BuiltIn| {
        Item::new(record.name(), lsp::CompletionItemKind::Function)
            .detail(record.signature)
            .documentation(hover::jq(record.name()))
    };
    shown.filter(|record| names.insert(record.name())).map(item).collect()
}
