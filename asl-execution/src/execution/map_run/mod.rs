//! Distributed Maps.
//!
//! Items come from the data or in pages from a store. Results stay in memory or go to files in a
//! store. Items and results of a store are streamed, and a finished child leaves nothing behind.

pub(super) mod command;
pub(super) mod data;
pub(super) mod effect;
pub(super) mod run;
pub(super) mod start;
pub(super) mod state;
pub(super) mod update;
pub(super) mod write;

pub use update::MapRunUpdate;
