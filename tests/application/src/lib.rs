//! A travel agency: an application as users of the compiler write it, with strict lints.
//!
//! Its tests use everything that a machine offers in a Rust program. `tests/corpus.rs` implements
//! the tasks of large definitions of others, if they are there.
#![deny(warnings, missing_docs, clippy::pedantic)]

pub mod agency;
pub mod machines;
pub mod mishaps;
