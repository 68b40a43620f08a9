//! A language server for workflow definitions: `cargo asl lsp`.
//!
//! [`Workspace`] is the state: open documents with their versions, and what the compiler found in
//! them. The answers are functions of a document and a place, which know nothing of the protocol;
//! `server` is the loop that reads messages and sends answers. `positions` is the only place that
//! counts characters as clients do.

mod analysis;
mod calls;
mod commands;
mod completion;
mod cursor;
mod document;
mod drawing;
mod findings;
mod fixes;
mod graph;
mod host;
mod hover;
mod inlay;
mod jobs;
mod lenses;
mod names;
mod navigation;
mod positions;
mod quote;
mod refusal;
mod renamed;
mod requests;
mod run_options;
mod rust;
mod server;
mod service;
mod symbols;
#[cfg(test)]
mod tests;
mod uri;
mod workspace;

pub use host::{Host, Job, JobKind, Machine, Place};
pub use positions::{Encoding, Text};
pub use server::{serve, serve_stdio};
pub use workspace::Workspace;
