//! Workers: loops that poll Amazon SWF for decision tasks and activity tasks of compiled machines,
//! and answer them.
//!
//! Calls with temporary errors are repeated after growing, randomized pauses, as [`WorkerOptions`]
//! defines. A [`Stop`] ends workers and lets everything in flight finish. A [`Notice`] reports each
//! event of a worker.

mod activity;
mod attempt;
mod decider;
mod notice;
mod options;
mod pollers;
mod registration;
mod retrying_client;
mod stop;

pub use activity::ActivityWorker;
pub use decider::{DeciderWorker, OnUndecided, Undecided};
pub use notice::{ActivityEnd, Notice, Tally};
pub use options::{Backoff, Listener, WorkerOptions};
pub use pollers::WorkerError;
pub use registration::Registration;
pub use stop::Stop;
