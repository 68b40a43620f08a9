//! Servers of operations.

use super::operation::Found;
use super::{Reading, members, path};
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::source::Node;

/// The URL and the variables of the first server. The URL is empty if no server is usable: the
/// program must name one, which is reported.
pub(super) fn read<'d>(
    reading: &mut Reading<'d, '_>,
    root: &'d Node,
    found: &Found<'d>,
) -> (String, Vec<(String, String)>) {
    let nodes = [found.operation, found.item, root];
    let server = nodes.into_iter().find_map(|node| node.get("servers")?.as_array()?.first());
    let node = server.and_then(|server| server.get("url"));
    let url = node.and_then(Node::as_str).unwrap_or_default();
    if url.starts_with("http://") || url.starts_with("https://") {
        if let Some(node) = node {
            path::check_server(reading, node, url);
        }
        let variables =
            server.and_then(|server| server.get("variables")).map(members).unwrap_or_default();
        let variables = variables.iter().map(|variable| {
            let default = variable.value.get("default").and_then(Node::as_str).unwrap_or_default();
            (variable.key.value.clone(), default.to_owned())
        });
        return (url.to_owned(), variables.collect());
    }
    let place = server.or_else(|| root.get("openapi")).map_or(root.span, |node| node.span);
    let why = if server.is_some() {
        "this server has no address"
    } else {
        "the document has no `servers`"
    };
    reading.diagnostics.push(
        Diagnostic::new(Code::NoServer, reading.place, "the document does not say where this operation is served")
            .label("the client must be told at run time")
            .related(place, why)
            .help("add `\"servers\": [{ \"url\": \"https://…\" }]` to the document, or give the client its `server`"),
    );
    (String::new(), Vec::new())
}
