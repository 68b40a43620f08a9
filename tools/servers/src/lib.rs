//! Servers that tests, benches and examples start: moto, which plays AWS, and Restate. Both are
//! installed into `target/tools`, listen on loopback, and end with their owner.

pub mod moto;
pub mod restate;
