//! A real Restate server for tests, benchmarks and examples: installed from npm into
//! `target/tools/restate`, started on loopback with ports and a folder of its own, killed and
//! started again.
//!
//! The server's licence is the Business Source License 1.1. It is only a tool, which is downloaded
//! where it is used and never bundled.

mod install;
mod server;

pub use crate::daemon::free_port;
pub use install::{VERSION, installed};
pub use server::Server;
