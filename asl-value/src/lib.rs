//! Values, failures and limits: what executions and the run-time parts of jq and JSONata share.
//! Users find the parts that are for them in `asl-runtime`; the others may change in any version.

#[doc(hidden)]
pub mod encoding;
pub mod error;
#[doc(hidden)]
pub mod expression;
#[doc(hidden)]
pub mod mutex;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod shape;
pub mod value;

pub use error::{Failure, TaskError};
pub use value::Value;
