//! Flow graph → pictures: the states of a machine with their transitions, as text that other tools
//! draw.
//!
//! Names of a definition are data: each format's printer escapes them for its own sink, and states
//! are referred to by number, so that no name can end a label, begin a directive or collide with a
//! keyword.

mod action;
mod condition;
mod dot;
mod drawing;
mod mermaid;
mod sm4c;

#[cfg(test)]
mod tests;

pub use dot::dot;
pub use mermaid::mermaid;
