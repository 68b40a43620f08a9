//! The values that take the place of placeholders.

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{self, Form, Json, Member, Node, Sources, Text, json};
use asl_source::span::{FileId, Span, Spanned};

/// The names and values of a file. `place` is where it is said that there is no such file.
pub(super) fn read(
    path: &str,
    place: Span,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<(String, String)> {
    let tree = match sources.include(path, place.file, place) {
        Ok(file) => source::parse(sources, file, diagnostics),
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            None
        }
    };
    let Some(tree) = tree else { return Vec::new() };
    let Some(members) = tree.as_object() else {
        let title = format!("a file of values is an object, and this is {}", tree.kind());
        diagnostics.push(
            Diagnostic::new(Code::SubstitutionFile, tree.span.first_byte(), title)
                .help("as in `{ \"TableName\": \"orders\" }`"),
        );
        return Vec::new();
    };
    members.iter().filter_map(|member| pair(member, diagnostics)).collect()
}

fn pair(member: &Member, diagnostics: &mut Diagnostics) -> Option<(String, String)> {
    let value = match &member.value.value {
        Json::String(text) => text.value.clone(),
        Json::Number(text) => text.clone(),
        Json::Bool(value) => value.to_string(),
        Json::Null | Json::Array(_) | Json::Object(_) => {
            let kind = member.value.kind();
            let title = format!("the value of `{}` is {kind}", member.key.value);
            diagnostics.push(
                Diagnostic::new(Code::SubstitutionFile, member.value.span, title)
                    .label("expected a text, a number or a Boolean"),
            );
            return None;
        }
    };
    Some((member.key.value.clone(), value))
}

/// The JSON that a text is, with the place of its placeholder; `None` if it is not JSON.
pub(super) fn value_of(text: &str, place: Span) -> Option<Json> {
    let mut faults = Diagnostics::default();
    let tree = json::parse(text, FileId(0), &mut faults)?;
    faults.iter().next().is_none().then(|| placed(tree, place).value)
}

/// The same value at another place: what came by a placeholder is nowhere else in the definition.
fn placed(node: Node, place: Span) -> Node {
    let value = match node.value {
        Json::String(text) => {
            Json::String(Text { escapes: Vec::new(), form: Form::Opaque, ..text })
        }
        Json::Array(items) => {
            Json::Array(items.into_iter().map(|item| placed(item, place)).collect())
        }
        Json::Object(members) => {
            let member = |member: Member| Member {
                key: Spanned::new(member.key.value, place),
                value: placed(member.value, place),
            };
            Json::Object(members.into_iter().map(member).collect())
        }
        value @ (Json::Null | Json::Bool(_) | Json::Number(_)) => value,
    };
    Node { span: place, value }
}
