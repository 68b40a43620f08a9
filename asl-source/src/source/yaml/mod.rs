//! Converts YAML 1.2 to the tree of a JSON text, with places in the YAML, so that readers of the
//! tree need not distinguish them.
//!
//! Plain scalars are read by the core schema, so that `2016-03-14T01:59:00Z`, `yes` and `1.0.0` are
//! strings and `1.0` is a number. Anchors, aliases and merge keys (`<<`) are expanded, within
//! limits. Anything that JSON cannot express (several documents, keys that are no strings, `.inf`,
//! tags of one's own) is an error; `!Sub "text"` of `CloudFormation` is its text.

mod offsets;
mod resolve;
mod text;
mod tree;

#[cfg(test)]
mod tests;

use offsets::Offsets;
use saphyr_parser::{Event, Parser, ScanError};
use tree::Tree;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::source::{MAX_BYTES, MAX_DEPTH, Node, too_large};
use crate::span::{FileId, Span};

/// Reads a text. Returns `None` if it is not valid YAML, or exceeds the limits of
/// [`crate::source::json`]. Parts that JSON cannot express are skipped.
///
/// ```
/// use asl_codegen::diagnostics::Diagnostics;
/// use asl_codegen::source::{FileId, Node, yaml};
///
/// let mut diagnostics = Diagnostics::default();
/// let tree = yaml::parse("StartAt: A\n", FileId(0), &mut diagnostics).unwrap();
/// assert_eq!(tree.get("StartAt").and_then(Node::as_str), Some("A"));
/// ```
pub fn parse(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    if text.len() > MAX_BYTES {
        diagnostics.push(too_large(text.len() as u64, Span { file, ..Span::default() }));
        return None;
    }
    let offsets = Offsets::new(text, file);
    let mut tree = Tree::new(text, &offsets, diagnostics);
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        match event {
            Ok((Event::StreamEnd, _)) => break,
            Ok((event, span)) => tree.event(event, span).ok()?,
            Err(error) => {
                tree.stop(syntax(&error, &offsets));
                return None;
            }
        }
    }
    tree.finish()
}

/// The finding for a value with too many enclosing values.
fn too_deep(place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::TooDeep,
        place,
        format!("more than {MAX_DEPTH} mappings and sequences stand in each other"),
    )
    .label("one level too deep")
    .help("move the inner states into a machine of their own")
}

fn syntax(error: &ScanError, offsets: &Offsets<'_>) -> Diagnostic {
    let here = offsets.character(error.marker());
    if error.info() == "recursion limit exceeded" {
        return too_deep(here);
    }
    // "while parsing a block mapping, did not find expected key": the context, and the fault.
    let (context, problem) = match error.info().rsplit_once(", ") {
        Some((context, problem)) => (Some(context), problem),
        None => (None, error.info()),
    };
    let diagnostic =
        Diagnostic::new(Code::YamlSyntax, here, format!("the text is not YAML: {problem}"));
    match context {
        Some(context) => diagnostic.label(context),
        None => diagnostic.label("the reader stops here"),
    }
}
