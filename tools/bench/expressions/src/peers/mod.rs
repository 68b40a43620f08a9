//! Other implementations: Rust crates in this process, others in processes of their own.

pub(crate) mod jaq;
pub(crate) mod jsonata_core;
pub(crate) mod process;
