//! Tasks: their calls, the context of a call, and a machine together with its tasks.

#[cfg(all(feature = "tokio", feature = "tracing"))]
pub(crate) mod blocking;
#[cfg(feature = "tokio")]
pub(crate) mod companion;
mod compiled;
pub(crate) mod context;
#[cfg(feature = "tokio")]
mod detached;
pub(crate) mod envelope;
mod named_errors;
pub mod remote;
mod run_input;
pub(crate) mod service_calls;
mod set;
pub(crate) mod shared;
pub(crate) mod state_run;
pub(crate) mod type_checks;
pub(crate) mod typed;
mod typed_machine;

pub use compiled::{Compiled, StateEngine};
pub use context::TaskContext;
#[cfg(feature = "tokio")]
pub use detached::DetachedCalls;
pub use named_errors::with_error_names;
pub use run_input::RunInput;
pub use service_calls::{ServiceCall, ServiceCalls};
pub(crate) use set::MAX_SECONDS;
pub use set::{Call, SharedTasks, TaskFuture, TaskSet, task_seconds};
pub use state_run::{StateInput, StateRun};
pub use typed_machine::{MachineInput, Typed, TypedMachine};
