//! Benchmarks of compiled machines, in comparison with hand-written Rust that does the same.
//!
//! The binary `asl-bench` builds and starts the others and prints the table. `speed` measures
//! times; `heap` counts allocations, which must be in another process.

#![expect(
    clippy::unused_async,
    clippy::indexing_slicing,
    reason = "hand-written machines are what people write: async throughout, and `data[key] = value`"
)]

pub mod definitions;
pub mod figures;
pub mod job;
pub mod rounds;
pub mod workloads;
