//! Expression languages.

pub mod intrinsics;
pub mod jq;
pub mod jsonpath;
pub(crate) mod tokens;
