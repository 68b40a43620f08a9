//! Workers: loops that poll Amazon SWF for decision tasks and activity tasks of compiled machines,
//! and answer them.
//!
//! Calls that fail for a while are made again after pauses that grow, with chance in them;
//! [`WorkerOptions`] says how long. A [`Stop`] ends workers and lets what is in flight finish. A
//! [`Notice`] tells what happens.

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
