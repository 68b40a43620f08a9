//! A real Restate server for tests, benches and examples: installed from npm into
//! `target/tools/restate`, started on loopback with ports and a folder of its own, killed and
//! started again.
//!
//! The server's licence is the Business Source License 1.1. It is a tool that is fetched where it
//! is used; it is never bundled.

mod install;
mod problem;
mod server;

pub use install::{VERSION, installed};
pub use problem::Problem;
pub use server::{Server, free_port};
