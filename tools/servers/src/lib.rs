//! Tools for tests, benchmarks and examples, installed into `target/tools`: servers that emulate
//! AWS, Restate, Temporal, PostgreSQL, and clients of the Step Functions API. Servers listen on
//! loopback, and end with their owner.

pub mod clients;
mod daemon;
pub mod editors;
pub mod emulator;
pub mod packages;
pub mod postgres;
mod problem;
pub mod restate;
pub mod temporal;
pub mod web_editor;

pub use problem::Problem;
