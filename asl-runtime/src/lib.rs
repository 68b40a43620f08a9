//! What compiled machines run on.

pub mod error;
pub mod machine;
pub mod value;

pub use error::{Failure, TaskError};
pub use value::Value;

/// What emitted code uses; not for users.
#[doc(hidden)]
pub mod __private {}
