//! The fields that several types of state have, and the table of all fields.

pub(crate) mod allowed;
pub(crate) mod catch;
pub(crate) mod error_equals;
pub(crate) mod flow;
pub(crate) mod intrinsics;
pub(crate) mod jsonata;
pub(crate) mod leftover;
#[cfg(feature = "types")]
pub(crate) mod listing;
pub(crate) mod number;
pub(crate) mod paths;
pub(crate) mod payload;
#[cfg(feature = "types")]
pub(crate) mod place;
pub(crate) mod retry;
pub(crate) mod table;
pub(crate) mod timestamp;
pub(crate) mod transition;
