//! Diagrams of flow graphs: the states of a machine with their transitions, as pictures and as text
//! for other tools.
//!
//! Names in a definition are data. Each format escapes them for its own syntax and refers to states
//! by number, so no name can end a label, begin a directive or collide with a keyword.

mod action;
mod condition;
mod dot;
mod drawing;
mod html;
mod layout;
mod mermaid;
mod notes;
mod places;
mod sm4c;
mod svg;
mod transitions;

#[cfg(test)]
mod tests;

pub use dot::dot;
pub use html::html;
pub use mermaid::mermaid;
pub use places::places;
pub use svg::svg;
pub(crate) use transitions::transitions;
