//! The parts of the Amazon States Language, SM4C, jq and JSONata that the compiler and the runtime must
//! agree on.

pub mod calendar;
pub mod choice;
pub mod error_names;
pub mod fields;
pub mod fingerprint;
pub mod hash;
pub mod integration;
pub mod intrinsics;
pub mod iregexp;
#[cfg(feature = "jq")]
pub mod jq;
#[cfg(feature = "jsonata")]
pub mod js_regex;
pub mod json;
pub mod jsonata;
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
