//! Engines: each performs the commands of executions its own way.

pub mod sim;
#[cfg(feature = "tokio")]
pub mod tokio;
