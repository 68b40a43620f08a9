//! Detects the language of a definition: the option, or else its form.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::options::{Language, Options};
use crate::source::{Json, Node};

/// Fields of a machine that only one of the languages has.
const ASL: [&str; 5] = ["StartAt", "States", "Comment", "QueryLanguage", "TimeoutSeconds"];
const SM4C: [&str; 6] = ["states", "functions", "events", "retries", "version", "execTimeout"];

/// The language of a definition; `None`: it looks like neither, which is reported.
pub fn detect(
    tree: &Node,
    shown: &str,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<Language> {
    let guessed = options
        .language
        .or_else(|| by_states(tree))
        .or_else(|| by_name(shown))
        .or_else(|| by_fields(tree));
    if guessed.is_none() {
        diagnostics.push(
            Diagnostic::new(Code::UnknownLanguage, tree.span.first_byte(), "this is neither ASL nor SM4C")
                .label("it has no states of either language")
                .help(
                    "in ASL: `{ \"StartAt\": \"First\", \"States\": { \"First\": { … } } }`; \
                     in SM4C: `{ \"name\": \"…\", \"version\": \"1.0\", \"states\": [ { \"name\": \"First\", \"start\": true } ] }`",
                ),
        );
    }
    guessed
}

/// The language by the member `states` in any case: an object in ASL, an array in SM4C, which has
/// no `StartAt`.
fn by_states(tree: &Node) -> Option<Language> {
    if tree.get("StartAt").is_some() {
        return Some(Language::Asl);
    }
    let states = |member: &&crate::source::Member| member.key.value.eq_ignore_ascii_case("states");
    match tree.as_object()?.iter().find(states)?.value.value {
        Json::Object(_) => Some(Language::Asl),
        Json::Array(_) => Some(Language::Sm4c),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
    }
}

/// `order.asl.json`, `order.sm4c.yaml`
fn by_name(shown: &str) -> Option<Language> {
    let file = shown.rsplit(['/', '\\']).next().unwrap_or(shown).to_ascii_lowercase();
    let mut parts = file.split('.').skip(1);
    parts.find_map(|part| match part {
        "asl" => Some(Language::Asl),
        "sm4c" => Some(Language::Sm4c),
        _ => None,
    })
}

/// Something that is no object at all is ASL's to refuse: it is the same in both.
fn by_fields(tree: &Node) -> Option<Language> {
    let Json::Object(members) = &tree.value else { return Some(Language::Asl) };
    let has =
        |fields: &[&str]| members.iter().any(|member| fields.contains(&member.key.value.as_str()));
    if has(&ASL) {
        return Some(Language::Asl);
    }
    has(&SM4C).then_some(Language::Sm4c)
}
