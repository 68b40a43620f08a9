//! Expression languages.

pub mod foreseen;
pub mod intrinsics;
#[cfg(feature = "jq")]
pub mod jq;
#[cfg(not(feature = "jq"))]
#[path = "no_jq.rs"]
pub mod jq;
#[cfg(feature = "jsonata")]
pub mod jsonata;
#[cfg(not(feature = "jsonata"))]
#[path = "no_jsonata.rs"]
pub mod jsonata;
pub mod jsonpath;
