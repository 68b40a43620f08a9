//! Parameters of the path and of the operation, with the defaults of their locations.

use std::collections::{HashMap, HashSet};

use super::operation::Found;
use super::schema::Direction;
use super::{Reading, fault, path};
use crate::ir::function::{Argument, Location, Parameter, Style};
use asl_source::diagnostics::{Code, Diagnostic, printable};
use asl_source::source::Node;

/// Headers that are not parameters (OpenAPI: "Parameter Object"), because other fields define them.
const IGNORED: [&str; 3] = ["accept", "content-type", "authorization"];

/// Headers that belong to the connection.
const FRAMING: [&str; 8] = [
    "connection",
    "content-length",
    "host",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// The parameters of an operation with their arguments. `None` if the operation cannot be called,
/// which is reported.
pub(super) fn read<'d>(
    reading: &mut Reading<'d, '_>,
    found: &Found<'d>,
) -> Option<Vec<(Parameter, Argument)>> {
    let mut nodes: Vec<Option<(&'d Node, String, Location)>> = Vec::new();
    let mut places: HashMap<(String, Location), usize> = HashMap::new();
    for list in [found.item, found.operation] {
        for node in list.get("parameters").and_then(Node::as_array).unwrap_or_default() {
            let Some(node) = reading.resolve(node) else { continue };
            let Some((name, place)) = head(reading, node) else { continue };
            // A parameter of the operation overrides one of the path.
            let before = places.insert((name.clone(), place), nodes.len());
            if let Some(replaced) = before.and_then(|at| nodes.get_mut(at)) {
                *replaced = None;
            }
            nodes.push(Some((node, name, place)));
        }
    }
    let is_ignored = |name: &str| IGNORED.iter().any(|ignored| name.eq_ignore_ascii_case(ignored));
    let in_path = path::names(&found.path.value);
    let mut parameters = Vec::with_capacity(nodes.len());
    for (node, name, place) in nodes.into_iter().flatten() {
        let is_left_out = match place {
            Location::Header => is_ignored(&name),
            Location::Path => !in_path.contains(name.as_str()),
            Location::Query | Location::Cookie => false,
        };
        if !is_left_out {
            parameters.push(parameter(reading, found, node, name, place)?);
        }
    }
    path::check(reading, found);
    check_names(reading, found, &parameters);
    Some(parameters)
}

/// Name and location.
fn head(reading: &mut Reading<'_, '_>, node: &Node) -> Option<(String, Location)> {
    let name = node.get("name").and_then(Node::as_str);
    let place = match node.get("in").and_then(Node::as_str) {
        Some("path") => Some(Location::Path),
        Some("query") => Some(Location::Query),
        Some("header") => Some(Location::Header),
        Some("cookie") => Some(Location::Cookie),
        Some(_) | None => None,
    };
    let found = name.zip(place).map(|(name, place)| (name.to_owned(), place));
    if found.is_none() {
        let title = "a parameter without a `name`, or with an `in` that is none of `path`, `query`, `header` and `cookie`";
        reading.diagnostics.push(fault(node, title));
    }
    found
}

fn parameter<'d>(
    reading: &mut Reading<'d, '_>,
    found: &Found<'d>,
    node: &'d Node,
    name: String,
    place: Location,
) -> Option<(Parameter, Argument)> {
    if place == Location::Header && FRAMING.iter().any(|header| name.eq_ignore_ascii_case(header)) {
        reading.cannot(node, "this header belongs to the connection: no call can set it");
        return None;
    }
    let content = node.get("content").and_then(Node::as_object).and_then(|content| content.first());
    if content.is_some_and(|content| !super::body::is_json(&content.key.value)) {
        reading.cannot(node, "a parameter that is neither JSON nor in one of OpenAPI's styles");
        return None;
    }
    let style = if content.is_some() { Some(Style::Json) } else { style(node, place) };
    let Some(style) = style else {
        reading.cannot(node, "a style that parameters of this place do not have");
        return None;
    };
    let flag = |key| node.get(key).and_then(Node::as_bool);
    let schema = content.map_or_else(|| node.get("schema"), |content| content.value.get("schema"));
    let type_name = format!("{} {name}", found.id);
    let shape = reading.shape(schema, &type_name, Direction::Request);
    let required = place == Location::Path || flag("required").unwrap_or(false);
    let parameter = Parameter {
        name: name.clone(),
        place,
        style,
        explode: flag("explode").unwrap_or(matches!(style, Style::Form | Style::DeepObject)),
        required,
        reserved: place == Location::Query && flag("allowReserved").unwrap_or(false),
    };
    let span = node.get("name").map(|name| name.span);
    Some((
        parameter,
        Argument { name, alias: None, shape, required, text: style != Style::Json, span },
    ))
}

/// The style of a parameter. `None` if its location does not have that style.
fn style(node: &Node, place: Location) -> Option<Style> {
    let default = match place {
        Location::Path | Location::Header => "simple",
        Location::Query | Location::Cookie => "form",
    };
    let style = match node.get("style").and_then(Node::as_str).unwrap_or(default) {
        "simple" => Style::Simple,
        "label" => Style::Label,
        "matrix" => Style::Matrix,
        "form" => Style::Form,
        "spaceDelimited" => Style::SpaceDelimited,
        "pipeDelimited" => Style::PipeDelimited,
        "deepObject" => Style::DeepObject,
        _ => return None,
    };
    let fits = match place {
        Location::Path => matches!(style, Style::Simple | Style::Label | Style::Matrix),
        Location::Query => matches!(
            style,
            Style::Form | Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject
        ),
        Location::Header => style == Style::Simple,
        Location::Cookie => style == Style::Form,
    };
    fits.then_some(style)
}

/// Reports names in braces of the path that are not parameters.
fn check_names(
    reading: &mut Reading<'_, '_>,
    found: &Found<'_>,
    parameters: &[(Parameter, Argument)],
) {
    let in_path = parameters.iter().filter(|(known, _)| known.place == Location::Path);
    let known: HashSet<&str> = in_path.map(|(known, _)| known.name.as_str()).collect();
    let mut missing: Vec<&str> =
        path::names(&found.path.value).difference(&known).copied().collect();
    missing.sort_unstable();
    for name in missing {
        let name = printable(name, 100);
        let title = format!("the path has the part `{name}`, but there is no such parameter");
        let diagnostic = Diagnostic::new(Code::DocumentFault, found.path.span, title);
        reading
            .diagnostics
            .push(diagnostic.help(format!("add a parameter `{name}` with `\"in\": \"path\"`")));
    }
}
