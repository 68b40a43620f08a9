//! Definitions and the files that they name: found, read as text, and parsed to a tree. The only
//! place that reads files.

mod directory;
mod duplicates;
mod file;
mod integer;
pub mod json;
#[doc(hidden)]
pub mod language;
#[doc(hidden)]
pub mod placeholder;
mod reference;
#[doc(hidden)]
pub mod template;
mod terraform;
mod tree;
#[cfg(feature = "yaml")]
pub mod yaml;

#[cfg(test)]
mod tests;

pub use crate::span::{
    FileId, LineIndex, Notation, OpenTexts, Position, Source, Sources, Span, Spanned,
};
pub use directory::{definitions_below, files_below, is_definition};
pub use file::SourceError;
#[doc(hidden)]
pub use file::{built_without, cannot_read, meant_file, read_released, too_large};
#[doc(hidden)]
pub use integer::integer_of;
pub use template::machines_of_template;
pub use tree::{Form, Json, MAX_BYTES, MAX_DEPTH, Member, Node, Text};
#[doc(hidden)]
pub use tree::{parse, parse_definition};
