//! Paths of operations, which must stay below their server. Calls are checked again with their
//! arguments at run time.

use std::collections::HashSet;

use super::operation::Found;
use super::{Reading, fault};
use asl_language::openapi::leaves_path;
use asl_source::diagnostics::{Code, Diagnostic, printable};
use asl_source::source::Node;

/// The names in braces of a path.
pub(super) fn names(path: &str) -> HashSet<&str> {
    path.split('{')
        .skip(1)
        .filter_map(|behind| behind.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}

/// Refuses a path that changes the host or leaves the path of its server.
pub(super) fn check(reading: &mut Reading<'_, '_>, found: &Found<'_>) {
    let path = found.path.value.as_str();
    let refused = |title: String| Diagnostic::new(Code::DocumentFault, found.path.span, title);
    if !path.starts_with('/') {
        let title = format!("the path `{}` does not begin with `/`", printable(path, 100));
        let diagnostic =
            refused(title).label("appended to the server's URL, it could name another host");
        reading.diagnostics.push(diagnostic.help("paths begin with `/`"));
    } else if path.contains(is_not_of_paths) {
        reading.diagnostics.push(
            refused("a path with a backslash or a control character".to_owned())
                .label("in a URL it would mean something else"),
        );
    } else if let Some(segment) = path.split('/').find(|segment| leaves_path(segment)) {
        let title = format!("the path has the part `{}`", printable(segment, 100));
        let diagnostic = refused(title).label("it leads to another path than this one");
        reading
            .diagnostics
            .push(diagnostic.help("write the path without `.` and `..`, encoded or not"));
    }
}

/// Refuses the URL of a server to which no path can be appended.
pub(super) fn check_server(reading: &mut Reading<'_, '_>, node: &Node, url: &str) {
    let authority =
        url.split_once("://").and_then(|(_, rest)| rest.split('/').next()).unwrap_or_default();
    let (title, label) = if url.contains(is_not_of_paths) {
        (
            "the server's URL has a backslash or a control character",
            "in a URL it would mean something else",
        )
    } else if url.contains(['?', '#']) {
        (
            "the server's URL has a query or a fragment",
            "paths are appended to it: they would become a part of that",
        )
    } else if authority.contains('@') {
        (
            "the server's URL has a user's name or password",
            "credentials come from the program's `connections`",
        )
    } else if authority.is_empty() {
        ("the server's URL has no host", "what follows would be taken for one")
    } else {
        return;
    };
    reading.diagnostics.push(fault(node, title).label(label));
}

/// Refuses characters that URL parsers rewrite: they read a backslash as `/`, and drop line breaks
/// and tabs.
fn is_not_of_paths(character: char) -> bool {
    character == '\\' || character.is_control()
}
