//! The parts of the Amazon States Language, SM4C, jq and JSONata that the compiler and the runtime must
//! agree on. Its features leave out what only the other one needs.

pub mod calendar;
pub mod choice;
pub mod error_names;
#[cfg(feature = "compiler")]
pub mod fields;
pub mod fingerprint;
pub mod hash;
#[cfg(feature = "compiler")]
pub mod integration;
#[cfg(feature = "compiler")]
pub mod intrinsics;
pub mod iregexp;
#[cfg(feature = "jq")]
pub mod jq;
#[cfg(feature = "jsonata")]
pub mod js_regex;
#[cfg(feature = "jsonata")]
pub mod jsonata;
#[cfg(feature = "compiler")]
pub mod objects;
pub mod openapi;
pub mod profile;
pub mod random;
#[doc(hidden)]
pub mod readable;
mod setters;
pub mod shape;
pub mod sm4c;
pub mod state;
pub mod suggest;
pub mod task;
pub mod timestamp;
pub mod transition;
pub mod version;
#[doc(hidden)]
pub mod versions;
