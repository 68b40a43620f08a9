//! The parts of the Amazon States Language, SM4C and jq that the compiler and the runtime must
//! agree on. The crate has no dependencies, so it costs either of them next to nothing to build.

pub mod calendar;
pub mod choice;
pub mod hash;
pub mod iregexp;
pub mod jq;
pub mod random;
pub mod timestamp;
