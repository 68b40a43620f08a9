//! The compiler as a library: workflow definitions in, checked Rust out. The macro, build scripts and the command line
//! all use it. The folder list is the pipeline; [`compile`] shows it on one screen.

pub mod asl;
pub mod check;
pub mod compile;
pub mod diagnostics;
pub mod diagram;
pub mod emit;
pub mod expr;
pub mod ir;
pub mod json;
pub mod options;
pub mod source;
pub mod span;
