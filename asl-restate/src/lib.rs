//! Runs compiled machines on [Restate](https://restate.dev): durable and distributed.

mod client;
mod directory;
mod driver;
mod failure;
mod inbox;
mod machines;
mod names;
mod options;
mod payload;
mod service;
mod shell;
mod tasks;
mod wire;
mod workflow;

pub use client::{Client, ClientError, cancel, register};
pub use machines::{Machines, ServeError};
pub use options::Options;
