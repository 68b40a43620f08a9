//! Emits the statements that move data through a node: selections, templates, results at their
//! place.
//!
//! Data that is only read is borrowed, data that is kept is cloned cheaply, and data that a result
//! replaces is written in place.

mod access;
mod body;
mod calls;
mod held;
mod input;
pub(super) mod jsonata;
mod literal;
mod output;
mod template;
mod uses;

pub(super) use access::Access;
pub(super) use body::{Body, Parts};
pub(super) use held::Held;
pub(super) use uses::Uses;
