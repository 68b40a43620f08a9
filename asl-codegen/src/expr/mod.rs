//! Expression languages.

pub mod intrinsics;
#[cfg(not(feature = "jq"))]
#[path = "no_jq.rs"]
pub mod jq;
#[cfg(not(feature = "jsonata"))]
#[path = "no_jsonata.rs"]
pub mod jsonata;
pub mod jsonpath;

#[cfg(feature = "jq")]
pub use asl_jq_compiler as jq;
#[cfg(feature = "jsonata")]
pub use asl_jsonata_compiler as jsonata;
