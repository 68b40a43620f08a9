//! The place of a finding as a path from the root of its document, such as
//! `/States/Pick/Choices[0]/Next`.

use asl_codegen::source::{Json, Node, Span};

/// The path of the innermost value or key around a place.
pub(super) fn path(tree: &Node, place: Span) -> String {
    let (mut path, mut node) = (String::new(), tree);
    while let Some((step, inner)) = inner(node, place) {
        path.push_str(&step);
        node = inner;
    }
    if path.is_empty() { "/".to_owned() } else { path }
}

/// The member or item that contains a place, with its step of the path.
fn inner(node: &Node, place: Span) -> Option<(String, &Node)> {
    let contains =
        |span: Span| span.file == place.file && span.start <= place.start && place.end <= span.end;
    match &node.value {
        Json::Object(members) => members
            .iter()
            .find(|member| contains(member.key.span) || contains(member.value.span))
            .map(|member| (format!("/{}", member.key.value), &member.value)),
        Json::Array(items) => {
            let at = items.iter().position(|item| contains(item.span))?;
            items.get(at).map(|item| (format!("[{at}]"), item))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
    }
}
