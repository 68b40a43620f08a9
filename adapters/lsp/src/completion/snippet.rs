//! Whole states, where the name of one is expected.

use asl_codegen::options::Language;
use gen_lsp_types as lsp;

use super::Item;
use super::mark::Marked;
use crate::cursor::{definition_of, language_of};

/// The states of the States Language: the name of the snippet, and its text in JSON. The text is
/// put in place of a key, without quotation marks around it.
const STATES: &[(&str, &str)] = &[
    ("Pass", r#""Type": "Pass", "Next": "${2}""#),
    ("Task", r#""Type": "Task", "Resource": "${2}", "Next": "${3}""#),
    (
        "Choice",
        r#""Type": "Choice", "Choices": [{ "Variable": "${2:\$.}", "IsPresent": true, "Next": "${3}" }], "Default": "${4}""#,
    ),
    ("Wait", r#""Type": "Wait", "Seconds": ${2:10}, "Next": "${3}""#),
    ("Succeed", r#""Type": "Succeed""#),
    ("Fail", r#""Type": "Fail", "Error": "${2}", "Cause": "${3}""#),
    (
        "Parallel",
        r#""Type": "Parallel", "Branches": [{ "StartAt": "${2}", "States": { $3 } }], "Next": "${4}""#,
    ),
    (
        "Map",
        r#""Type": "Map", "ItemsPath": "${2:\$.}", "ItemProcessor": { "StartAt": "${3}", "States": { $4 } }, "Next": "${5}""#,
    ),
];

/// Snippets where the mark is the name of a state in JSON.
pub(super) fn items(marked: &Marked) -> Vec<Item> {
    let steps = marked.steps();
    let (definition, steps) = definition_of(marked.tree(), &steps);
    let is_name = steps.last().is_some_and(|(name, _)| *name == "States");
    if !is_name || language_of(definition) != Language::Asl || !marked.takes_member() {
        return Vec::new();
    }
    let item = |(name, fields): &(&str, &str)| {
        let mut item = Item::new(format!("{name} state"), lsp::CompletionItemKind::Snippet);
        item.insert = Some(format!("\"${{1:{name}}}\": {{ {fields} }}"));
        item.is_snippet = true;
        item
    };
    STATES.iter().map(item).collect()
}
