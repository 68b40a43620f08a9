//! Operations on data for emitted code: paths, comparisons, times, templates, intrinsic functions
//! and the context object.

pub mod choice;
pub mod context_object;
pub mod intrinsics;
#[cfg(feature = "jq")]
pub mod jq;
#[cfg(feature = "jsonata")]
pub mod jsonata;
pub mod path;
pub mod template;
pub mod time;
