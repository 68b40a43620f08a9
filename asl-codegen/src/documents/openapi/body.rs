//! Bodies of requests and responses.

use std::collections::HashSet;

use super::operation::Found;
use super::schema::Direction;
use super::{Reading, members};
use crate::ir::function::{Argument, Body, BodyForm, NamedKind, Others, Shape};
use asl_source::source::{Member, Node};

/// The arguments that become a body.
pub(super) struct Given {
    pub(super) arguments: Vec<Argument>,
    pub(super) others: Others,
}

/// True if a media type is JSON.
pub(super) fn is_json(kind: &str) -> bool {
    let kind = essence(kind);
    matches!(kind.as_str(), "application/json" | "text/json" | "*/*" | "application/*")
        || kind.ends_with("+json")
}

/// A media type without parameters, in lower case.
fn essence(kind: &str) -> String {
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The body of a request, if any. `Err` if the operation cannot be called, which is reported.
pub(super) fn request<'d>(
    reading: &mut Reading<'d, '_>,
    found: &Found<'d>,
) -> Result<Option<(Body, Given)>, ()> {
    let Some(node) = found.operation.get("requestBody") else { return Ok(None) };
    let node = reading.resolve(node).ok_or(())?;
    let content = node.get("content").map(members).unwrap_or_default();
    let Some((media_type, form, member)) = chosen(content) else {
        reading.cannot(node, "its body is neither JSON nor a form nor text");
        return Err(());
    };
    let required = node.get("required").and_then(Node::as_bool).unwrap_or(false);
    let type_name = format!("{} body", found.id);
    let shape = reading.shape(member.value.get("schema"), &type_name, Direction::Request);
    let (given, whole) = given(reading, &shape, required, member, form);
    Ok(Some((Body { media_type, form, required, whole }, given)))
}

/// The media type of the request: JSON if possible, then a form, then text.
fn chosen(content: &[Member]) -> Option<(String, BodyForm, &Member)> {
    let find = |fits: &dyn Fn(&str) -> bool| {
        content.iter().find(|member| fits(&essence(&member.key.value)))
    };
    if let Some(member) = find(&|kind| kind == "application/json").or_else(|| find(&is_json)) {
        let kind = essence(&member.key.value);
        let kind = if kind.contains('*') { "application/json".to_owned() } else { kind };
        return Some((kind, BodyForm::Json, member));
    }
    if let Some(member) = find(&|kind| kind == "application/x-www-form-urlencoded") {
        return Some((essence(&member.key.value), BodyForm::UrlEncoded, member));
    }
    let member = find(&|kind| kind.starts_with("text/") && !kind.contains('*'))?;
    Some((format!("{}; charset=utf-8", essence(&member.key.value)), BodyForm::Text, member))
}

/// The arguments of a body. The flag is true if the argument `body` is the whole body.
fn given(
    reading: &Reading<'_, '_>,
    shape: &Shape,
    required: bool,
    member: &Member,
    form: BodyForm,
) -> (Given, bool) {
    let text = form == BodyForm::UrlEncoded;
    let span = Some(member.key.span);
    let whole = |others, required| {
        let body = Argument {
            name: "body".to_owned(),
            alias: None,
            shape: shape.clone(),
            required,
            text,
            span,
        };
        (Given { arguments: vec![body], others }, true)
    };
    match shape {
        Shape::Named(id) => match reading.schemas.kind(*id) {
            Some(NamedKind::Object { fields, open }) => {
                let arguments = fields.iter().map(|field| Argument {
                    name: field.name.clone(),
                    alias: None,
                    shape: field.shape.clone(),
                    required: required && field.required,
                    text,
                    span,
                });
                let others = if *open { Others::Allowed } else { Others::None };
                let is_whole = !fields.iter().any(|field| field.name == "body");
                (Given { arguments: arguments.collect(), others }, is_whole)
            }
            Some(NamedKind::Words(_)) | None => whole(Others::None, required),
        },
        Shape::Any | Shape::Map(_) => whole(Others::Expected, false),
        Shape::Nullable(inner)
            if matches!(**inner, Shape::Any | Shape::Map(_) | Shape::Named(_)) =>
        {
            whole(Others::Expected, false)
        }
        Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Array(_)
        | Shape::Nullable(_) => whole(Others::None, required),
    }
}

/// The media types of successful responses, and the shape of the result.
pub(super) fn answers<'d>(
    reading: &mut Reading<'d, '_>,
    found: &Found<'d>,
) -> (Vec<String>, Shape) {
    let all = found.operation.get("responses").map(members).unwrap_or_default();
    let is_success = |member: &&Member| member.key.value.starts_with('2');
    let mut chosen: Vec<&Member> = all.iter().filter(is_success).collect();
    if chosen.is_empty() {
        chosen.extend(all.iter().filter(|member| member.key.value == "default"));
    }
    let (mut kinds, mut known, mut shapes, mut is_empty) =
        (Vec::new(), HashSet::new(), Vec::new(), false);
    for response in chosen {
        let Some(node) = reading.resolve(&response.value) else { continue };
        let content = node.get("content").map(members).unwrap_or_default();
        is_empty |= content.is_empty();
        for member in content {
            let kind = essence(&member.key.value);
            let type_name = format!("{} result", found.id);
            let shape = if is_json(&kind) {
                reading.shape(member.value.get("schema"), &type_name, Direction::Answer)
            } else {
                Shape::String
            };
            // Two shapes already have no common type.
            if shapes.len() < 2 && !shapes.contains(&shape) {
                shapes.push(shape);
            }
            if known.insert(kind.clone()) {
                kinds.push(kind);
            }
        }
    }
    let shape = match (shapes.len(), shapes.pop()) {
        (1, Some(shape @ (Shape::Any | Shape::Nullable(_)))) => shape,
        (1, Some(shape)) if is_empty => Shape::Nullable(Box::new(shape)),
        (1, Some(shape)) => shape,
        (_, _) => Shape::Any,
    };
    (kinds, shape)
}
