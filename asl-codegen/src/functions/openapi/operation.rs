//! The operation of an `operationId`.

use super::document::Trees;
use super::{Reading, fault, members};
use crate::diagnostics::{Code, Diagnostic, nearest, printable};
use crate::json::Node;
use crate::span::Spanned;

/// The methods that a path may have.
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// Names that a message lists.
const MOST_LISTED: usize = 6;

/// An operation and where it is.
pub(super) struct Found<'d> {
    pub(super) id: String,
    pub(super) method: &'static str,
    pub(super) path: Spanned<String>,
    /// The path with all its operations.
    pub(super) item: &'d Node,
    pub(super) operation: &'d Node,
}

/// Finds an operation by its id: exactly, or, if there is only one, in other letters.
pub(super) fn find<'d>(reading: &mut Reading<'d, '_>, root: &'d Node, id: &Spanned<String>) -> Option<Found<'d>> {
    let mut all = operations(reading.trees, root);
    let count = |same: &dyn Fn(&str) -> bool| all.iter().filter(|found| same(&found.id)).count();
    let exact = |known: &str| known == id.value;
    let similar = |known: &str| known.to_lowercase() == id.value.to_lowercase();
    let same: &dyn Fn(&str) -> bool = if count(&exact) > 0 { &exact } else { &similar };
    match count(same) {
        0 => {
            let diagnostic = unknown(&all, root, id);
            reading.diagnostics.push(diagnostic);
            None
        }
        1 => all.iter().position(|found| same(&found.id)).map(|at| all.swap_remove(at)),
        _ => {
            let places = all.iter().filter(|found| same(&found.id)).map(|found| found.operation.get("operationId"));
            let mut places = places.flatten().map(|node| node.span);
            let title = format!("several operations are called `{}`", printable(&id.value, 100));
            let mut diagnostic = Diagnostic::new(Code::DocumentFault, id.span, title);
            for place in places.by_ref().take(MOST_LISTED) {
                diagnostic = diagnostic.related(place, "one of them");
            }
            reading.diagnostics.push(diagnostic);
            None
        }
    }
}

fn operations<'d>(trees: &'d Trees, root: &'d Node) -> Vec<Found<'d>> {
    let mut all = Vec::new();
    for path in root.get("paths").map(members).unwrap_or_default() {
        // Nobody knows which operations a path that leads nowhere would have had.
        let Ok(item) = trees.followed(&path.value) else { continue };
        for (method, operation) in METHODS.into_iter().filter_map(|method| Some((method, item.get(method)?))) {
            let Some(id) = operation.get("operationId").and_then(Node::as_str) else { continue };
            all.push(Found { id: id.to_owned(), method, path: path.key.clone(), item, operation });
        }
    }
    all
}

fn unknown(all: &[Found<'_>], root: &Node, id: &Spanned<String>) -> Diagnostic {
    let title = format!("no operation of the document is called `{}`", printable(&id.value, 100));
    let diagnostic = Diagnostic::new(Code::UnknownOperation, id.span, title);
    if let Some(known) = nearest(&id.value, all.iter().map(|found| found.id.as_str())) {
        let place = all.iter().find(|found| found.id == known).and_then(|found| found.operation.get("operationId"));
        let diagnostic = diagnostic.help(format!("did you mean `{known}`?"));
        return place.map_or(diagnostic.clone(), |place| diagnostic.related(place.span, "this one is"));
    }
    let listed: Vec<_> = all.iter().take(MOST_LISTED).map(|found| format!("`{}`", found.id)).collect();
    if listed.is_empty() {
        let nothing = fault(root, "").span;
        let nothing = crate::span::Span { end: nothing.start.saturating_add(1), ..nothing };
        return diagnostic.related(nothing, "no operation in it has an `operationId`");
    }
    let more = if all.len() > MOST_LISTED { " and others" } else { "" };
    diagnostic.help(format!("there are {}{more}", listed.join(", ")))
}
