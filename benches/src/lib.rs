//! What compiled machines cost, beside hand-written Rust that does the same.
//!
//! The binary `asl-benches` builds and starts the others and prints the table; `speed` takes times; `heap` counts
//! allocations, which must not share a process with the clock.

pub mod definitions;
pub mod figures;
pub mod rounds;
pub mod workloads;
