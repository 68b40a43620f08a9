//! Tools for tests, benchmarks and examples, installed into `target/tools`: moto, which emulates
//! AWS, Restate, and clients of the Step Functions API. Servers listen on loopback, and end with
//! their owner.

pub mod clients;
pub mod moto;
pub mod packages;
mod problem;
pub mod restate;

pub use problem::Problem;
