//! Definitions and the files that they name: found, read as text, and parsed to a tree. The only
//! place that reads files.

mod directory;
mod duplicates;
mod file;
mod integer;
pub mod json;
pub(crate) mod language;
pub(crate) mod placeholder;
mod reference;
pub(crate) mod template;
mod terraform;
mod tree;
#[cfg(feature = "yaml")]
pub mod yaml;

#[cfg(test)]
mod tests;

pub use crate::span::{FileId, LineIndex, Notation, Position, Source, Sources, Span, Spanned};
pub use directory::{definitions_below, files_below};
pub use file::SourceError;
#[cfg(not(all(feature = "sm4c", feature = "yaml")))]
pub(crate) use file::built_without;
pub(crate) use file::{meant_file, too_large};
pub(crate) use integer::integer_of;
pub use template::machines_of_template;
pub use tree::{Form, Json, MAX_BYTES, MAX_DEPTH, Member, Node, Text};
pub(crate) use tree::{parse, parse_definition};
