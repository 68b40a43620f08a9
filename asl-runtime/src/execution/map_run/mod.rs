//! A distributed Map at work.
//!
//! Items come from the data or in pages from a store; results stay here, or go to a store in files.
//! Items and results that a store holds are streamed, and a finished child leaves nothing behind.

pub(super) mod command;
pub(super) mod data;
pub(super) mod effect;
pub(super) mod run;
pub(super) mod write;

pub use effect::{ReadItems, WriteResults};
