//! Strict JSON (RFC 8259) with byte spans: every key is kept, duplicates included, and numbers keep
//! their text.
//!
//! What is accepted is exactly what `serde_json` accepts (a property test holds them together), but
//! for the limits below and for duplicate keys, which are reported with both places.

mod duplicates;
mod fault;
mod node;
mod number;
mod reader;
mod string;
mod whole;

#[cfg(test)]
mod tests;

#[cfg(feature = "yaml")]
pub(crate) use duplicates::report as report_duplicates;
pub use node::{Form, Json, Member, Node, Text};
pub(crate) use whole::whole;

use crate::diagnostics::Diagnostics;
use crate::span::FileId;

/// Largest text in bytes: AWS's own limit for a definition.
pub const MAX_BYTES: usize = 1024 * 1024;

/// Deepest nesting of arrays and objects. Every later pass may recurse on a tree: this is what
/// makes that safe, in debug builds and on threads with small stacks too. A Parallel in a Parallel
/// costs four levels.
pub const MAX_DEPTH: usize = 256;

/// Reads a text. Faults that can be read over (a duplicate key, a comma too many) leave a tree
/// behind, and later passes find what else is wrong; `None`: the rest of the text makes no sense.
///
/// ```
/// use asl_codegen::{diagnostics::Diagnostics, json, span::FileId};
///
/// let mut diagnostics = Diagnostics::default();
/// let tree = json::parse(r#"{ "StartAt": "A" }"#, FileId(0), &mut diagnostics).unwrap();
/// assert_eq!(tree.get("StartAt").and_then(json::Node::as_str), Some("A"));
/// ```
pub fn parse(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    reader::Reader::new(text, file, diagnostics).document().ok()
}
