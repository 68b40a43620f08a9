//! The durable engine: executions are kept in a directory, and go on after a crash.

#[doc(hidden)]
pub mod disk;
#[doc(hidden)]
pub mod journal;

mod action;
mod chain;
#[doc(hidden)]
pub mod core;
mod describe;
mod errors;
mod index;
mod options;
mod record;
mod request;
mod timers;
mod versions;

#[doc(hidden)]
pub use action::{Action, Place, Said};
pub use describe::{Compacted, Description, List, Migrated, Page, Start, Started, State, Summary, Waits, WaitsFor};
pub use errors::{CallError, StoreError, UnknownMachine};
pub use options::Options;
#[doc(hidden)]
pub use request::{Parent, Reply, Request};
