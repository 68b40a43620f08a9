//! The compiler as a library: workflow definitions in, checked Rust out. The macro, build scripts
//! and the command line all use it. The folder list is the pipeline; [`compile`] contains all of
//! it.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod arguments;
mod asl;
#[cfg(feature = "pretty")]
pub mod builder;
pub mod check;
pub mod compile;
#[cfg(feature = "diagram")]
pub mod diagram;
#[cfg(feature = "sm4c")]
pub mod documents;
pub mod emit;
pub mod expansion;
pub mod expr;
#[cfg(feature = "types")]
pub mod fields;
pub mod ir;
mod levels;
#[cfg(feature = "pretty")]
pub mod pretty;
mod read;
#[cfg(feature = "schemas")]
pub mod schema;
#[cfg(feature = "sm4c")]
mod sm4c;
#[cfg(test)]
mod tests;
#[cfg(feature = "types")]
pub mod types;
pub mod versions;

#[doc(inline)]
pub use asl_source::{diagnostics, options, source};
#[cfg(feature = "pretty")]
pub use builder::Builder;
