//! Engines: each performs the commands of executions its own way.

pub mod remote;
pub mod sim;
pub(crate) mod stores;
#[cfg(feature = "tokio")]
pub mod tokio;
