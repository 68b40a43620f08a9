//! Servers for tests, benchmarks and examples: moto, which emulates AWS, and Restate. Both are
//! installed into `target/tools`, listen on loopback, and end with their owner.

pub mod moto;
pub mod restate;
