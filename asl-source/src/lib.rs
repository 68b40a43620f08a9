//! The common parts of the compilers: files and places in them, trees of JSON and YAML, diagnostics, and the
//! options of a compilation. Users find the parts that are for them in `asl-codegen`.

pub mod diagnostics;
#[doc(hidden)]
pub mod expression;
pub mod literal;
pub mod options;
#[doc(hidden)]
pub mod sorted;
pub mod source;
pub mod span;
