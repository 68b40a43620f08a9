//! Strict JSON (RFC 8259) with byte spans: every key is kept, including duplicates, and numbers
//! keep their text.
//!
//! It accepts exactly the texts that `serde_json` accepts (a property test compares them), except
//! for the limits below and for duplicate keys, which are reported with both places.

mod fault;
mod number;
mod reader;
mod string;

#[cfg(test)]
mod tests;

use crate::diagnostics::Diagnostics;
use crate::source::Node;
use crate::span::FileId;

/// Reads a text. Recoverable faults (a duplicate key, a comma too many) still yield a tree, so that
/// later passes find further faults. `None`: the rest of the text cannot be read.
///
/// ```
/// use asl_codegen::diagnostics::Diagnostics;
/// use asl_codegen::source::{FileId, Node, json};
///
/// let mut diagnostics = Diagnostics::default();
/// let tree = json::parse(r#"{ "StartAt": "A" }"#, FileId(0), &mut diagnostics).unwrap();
/// assert_eq!(tree.get("StartAt").and_then(Node::as_str), Some("A"));
/// ```
pub fn parse(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    reader::Reader::new(text, file, diagnostics).document().ok()
}

/// The same for a definition: `${Name}` may take the place of a value. It becomes a string of the
/// form [`Form::Placeholder`](crate::source::Form::Placeholder).
pub fn parse_definition(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    reader::Reader::new(text, file, diagnostics).with_placeholders().document().ok()
}
