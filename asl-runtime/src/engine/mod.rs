//! The engines. Each performs the commands of executions in its own way.

pub(crate) mod directory;
#[cfg(feature = "tokio")]
pub mod in_process;
pub(crate) mod open;
pub(crate) mod outside;
pub mod simulation;
pub(crate) mod stores;

pub use crate::task::remote;
