//! The operation of an `operationId`.

use super::document::{Listed, Trees};
use super::{Reading, fault, members};
use asl_source::diagnostics::{Code, Diagnostic, nearest, printable};
use asl_source::source::Node;
use asl_source::span::{FileId, Spanned};

/// The methods of a path.
const METHODS: [&str; 9] =
    ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// Maximum number of names in a message.
const MOST_LISTED: usize = 6;

/// An operation and its place.
pub(super) struct Found<'d> {
    pub(super) id: String,
    pub(super) method: &'static str,
    pub(super) path: Spanned<String>,
    /// The path item with all its operations.
    pub(super) item: &'d Node,
    pub(super) operation: &'d Node,
}

/// Finds an operation by its id: an exact match, or the only one that differs in case.
pub(super) fn find<'d>(
    reading: &mut Reading<'d, '_>,
    root: &'d Node,
    file: FileId,
    id: &Spanned<String>,
) -> Option<Found<'d>> {
    let trees = reading.trees;
    let all = trees.operations(file)?;
    let fitting = all.named(&id.value);
    if let [listed] = fitting.as_slice() {
        return found(trees, root, listed);
    }
    let places = fitting.iter().filter_map(|listed| found(trees, root, listed)).take(MOST_LISTED);
    let places: Vec<_> = places
        .filter_map(|found| found.operation.get("operationId"))
        .map(|node| node.span)
        .collect();
    let diagnostic = if fitting.is_empty() {
        unknown(reading, &all.list, root, id)
    } else {
        let title = format!("several operations are called `{}`", printable(&id.value, 100));
        let diagnostic = Diagnostic::new(Code::DocumentFault, id.span, title);
        places
            .into_iter()
            .fold(diagnostic, |diagnostic, place| diagnostic.related(place, "one of them"))
    };
    reading.diagnostics.push(diagnostic);
    None
}

/// The operations of a document with an id.
pub(super) fn list(trees: &Trees, root: &Node) -> Vec<Listed> {
    let mut all = Vec::new();
    for (path, member) in root.get("paths").map(members).unwrap_or_default().iter().enumerate() {
        // The operations of a path with a broken reference are unknown.
        let Ok(item) = trees.followed(&member.value) else { continue };
        for (method, operation) in
            METHODS.into_iter().filter_map(|method| Some((method, item.get(method)?)))
        {
            if let Some(id) = operation.get("operationId").and_then(Node::as_str) {
                all.push(Listed { id: id.to_owned(), path, method });
            }
        }
    }
    all
}

fn found<'d>(trees: &'d Trees, root: &'d Node, listed: &Listed) -> Option<Found<'d>> {
    let path = root.get("paths").map(members)?.get(listed.path)?;
    let item = trees.followed(&path.value).ok()?;
    let operation = item.get(listed.method)?;
    Some(Found {
        id: listed.id.clone(),
        method: listed.method,
        path: path.key.clone(),
        item,
        operation,
    })
}

fn unknown(
    reading: &Reading<'_, '_>,
    all: &[Listed],
    root: &Node,
    id: &Spanned<String>,
) -> Diagnostic {
    let title = format!("no operation of the document is called `{}`", printable(&id.value, 100));
    let (trees, diagnostic) =
        (reading.trees, Diagnostic::new(Code::UnknownOperation, id.span, title));
    if !reading.suggests {
        return diagnostic;
    }
    if let Some(known) = nearest(&id.value, all.iter().map(|listed| listed.id.as_str())) {
        let listed = all.iter().find(|listed| listed.id == known);
        let found = listed.and_then(|listed| found(trees, root, listed));
        let place = found.and_then(|found| found.operation.get("operationId"));
        let diagnostic = diagnostic.help(format!("did you mean `{known}`?"));
        return place
            .map_or(diagnostic.clone(), |place| diagnostic.related(place.span, "this one is"));
    }
    let listed: Vec<_> =
        all.iter().take(MOST_LISTED).map(|listed| format!("`{}`", listed.id)).collect();
    if listed.is_empty() {
        let nothing = fault(root, "").span;
        let nothing = asl_source::span::Span { end: nothing.start.saturating_add(1), ..nothing };
        return diagnostic.related(nothing, "no operation in it has an `operationId`");
    }
    let more = if all.len() > MOST_LISTED { " and others" } else { "" };
    diagnostic.help(format!("there are {}{more}", listed.join(", ")))
}
