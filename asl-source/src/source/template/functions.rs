//! Functions of templates: what they give is known at deployment, so `${Name}` takes its place.

use crate::source::{Form, Json, Member, Node, Text};
use crate::span::Spanned;

/// The value with the texts that functions give in the place of the functions.
pub(super) fn without_functions(node: &Node) -> Node {
    let value = match &node.value {
        Json::Object(_) if function(node).is_some() => match text_of(node) {
            Some(text) => Json::String(text),
            None => node.value.clone(),
        },
        Json::Object(members) => Json::Object(members.iter().map(member).collect()),
        Json::Array(items) => Json::Array(items.iter().map(without_functions).collect()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => node.value.clone(),
    };
    Node { span: node.span, value }
}

fn member(member: &Member) -> Member {
    let Spanned { value, span } = &member.key;
    Member { key: Spanned::new(value.clone(), *span), value: without_functions(&member.value) }
}

/// The text of a string, or of a function whose result is one; `None` for other values.
pub(super) fn text_of(node: &Node) -> Option<Text> {
    if let Some(text) = node.as_text() {
        return Some(text.clone());
    }
    let (name, argument) = function(node)?;
    match (name, argument.as_array()) {
        ("Fn::Sub", None) => return argument.as_text().cloned(),
        ("Fn::Sub", Some([text, ..])) => return text.as_text().cloned(),
        ("Fn::Join", Some([separator, list])) => {
            if let (Some(separator), Some(parts)) = (separator.as_str(), list.as_array()) {
                return Some(joined(separator, parts));
            }
        }
        _ => {}
    }
    Some(Text::opaque(format!("${{{}}}", name_of(name, argument))))
}

/// The name and the argument of a function, an object with one member.
fn function(node: &Node) -> Option<(&str, &Node)> {
    let [member] = node.as_object()? else { return None };
    let name = member.key.value.as_str();
    (name == "Ref" || name.starts_with("Fn::")).then_some((name, &member.value))
}

/// The name of the placeholder for the result of a function.
fn name_of(function: &str, argument: &Node) -> String {
    match function {
        "Ref" | "Fn::ImportValue" => argument.as_str().unwrap_or(function).to_owned(),
        "Fn::GetAtt" => match (argument.as_str(), argument.as_array()) {
            (Some(name), _) => name.to_owned(),
            (None, Some(parts)) => {
                parts.iter().filter_map(Node::as_str).collect::<Vec<_>>().join(".")
            }
            (None, None) => function.to_owned(),
        },
        _ => function.to_owned(),
    }
}

/// The parts of a text, each of which knows its place.
fn joined(separator: &str, parts: &[Node]) -> Text {
    let mut whole = Text { form: Form::Bare, ..Text::default() };
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            whole.value.push_str(separator);
        }
        let Some(text) = text_of(part) else { continue };
        let start = offset(whole.value.len());
        if text.form == Form::Opaque && part.as_text().is_some() {
            whole.form = Form::Opaque;
        }
        let content = text.span_of(part.span, 0..0).start;
        whole.escapes.push((start, content));
        let escapes = text.escapes.iter().map(|(decoded, file)| (start + decoded, *file));
        whole.escapes.extend(escapes);
        whole.value.push_str(&text.value);
    }
    whole
}

fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
