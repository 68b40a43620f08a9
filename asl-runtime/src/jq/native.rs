//! jq's built-ins that take values and give one value or fail, under the names of `asl_codegen::expr::jq::native`.

pub use super::access::{has, keys, keys_unsorted, length};
pub use super::indices::{index, indices, rindex, text_indices};
pub use super::paths::{delpaths, getpath, setpath};
