//! What compiled machines cost, beside hand-written Rust that does the same.
//!
//! The binary `asl-bench` builds and starts the others and prints the table; `speed` takes times;
//! `heap` counts allocations, which must not share a process with the clock.

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
