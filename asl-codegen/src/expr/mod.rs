//! Expression languages.

pub mod intrinsics;
pub mod jsonpath;
