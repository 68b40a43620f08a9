//! Operations on data for emitted code: paths, comparisons, times, templates, intrinsic functions
//! and the context object.

pub(crate) mod choice;
pub(crate) mod context_object;
pub(crate) mod intrinsics;
#[cfg(feature = "jq")]
pub(crate) mod jq;
#[cfg(feature = "jsonata")]
pub mod jsonata;
pub(crate) mod path;
pub(crate) mod template;
pub(crate) mod time;
