//! Internals that engines and `asl-testing` need, without any promise of stability.

pub use crate::engine::directory::Directory;
#[cfg(feature = "tokio")]
pub use crate::engine::in_process::operation::{Operation, Report};
#[cfg(feature = "tokio")]
pub use crate::engine::in_process::{now, random_seed};
pub use crate::engine::open::{
    Child, ChildStart, Open, OpenExecution, Planned, Port, Sequence, Timer, Turn, Wait, Waits,
};
pub use crate::engine::outside::ClientError;
#[cfg(all(feature = "testing", feature = "tokio"))]
pub use crate::engine::simulation::unsuitable_runtime;
#[cfg(feature = "tokio")]
pub use crate::engine::stores::{StoreFuture, Stores};
#[cfg(feature = "tokio")]
pub use crate::task::companion::Companion;
#[cfg(feature = "tokio")]
pub use crate::task::context::{Notes, Progress, SharedContext, Worker};
pub use crate::task::envelope::{LATEST, response};
pub use crate::task::type_checks::{Check, TaskChecks, TypeChecks};
pub use crate::task::{Call, SharedTasks};
pub use asl_execution::execution::{
    Migration, MovedSnapshot, Placement, PlacementError, SameStates, SpareCommands, finite,
    is_traced, record_trace_header, write_json_within,
};
pub use asl_execution::history::withheld::Withheld;
pub use asl_value::error::{bounded, chain};
pub use asl_value::mutex::lock;
pub use asl_value::random::uuid_of;
