//! What compiled machines run on.

pub(crate) mod choice;
mod compiled;
mod context;
pub mod engine;
pub mod error;
pub mod execution;
pub mod history;
pub mod machine;
pub(crate) mod path;
mod task;
pub(crate) mod time;
pub mod value;

pub use compiled::{Compiled, StateEngine};
pub use context::TaskContext;
pub use error::{Failure, TaskError};
pub use history::{History, HistoryEvent};
pub use task::{TaskFuture, TaskSet};
pub use value::Value;

/// What emitted code uses; not for users.
#[doc(hidden)]
pub mod __private {
    pub use crate::choice::{Order, boolean_is, number_is, string_is, time_is};
    pub use crate::path::{Search, Seg, found, gather, item, member, variable};
    pub use crate::time::{Moment, seconds, timestamp, until};
}
