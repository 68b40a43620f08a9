//! What compiled machines run on.

pub(crate) mod choice;
mod compiled;
mod context;
mod data;
pub mod engine;
pub mod error;
pub mod execution;
pub mod history;
pub mod machine;
mod macros;
pub(crate) mod path;
mod task;
pub(crate) mod time;
mod typed;
pub mod value;

pub use compiled::{Compiled, StateEngine};
pub use context::TaskContext;
pub use error::{Failure, TaskError};
pub use history::{History, HistoryEvent};
pub use task::{TaskFuture, TaskSet};
pub use typed::StateRun;
pub use value::Value;

/// What emitted code uses; not for users.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
