//! Engines: each performs the commands of executions its own way.

#[cfg(feature = "durable")]
pub mod durable;
pub mod remote;
pub mod sim;
pub(crate) mod stores;
#[cfg(feature = "tokio")]
pub mod tokio;
