//! The durable engine: executions are kept in a directory, and continue after a crash.
//!
//! Each input of an execution is written to a journal before the store acts on it; one sync covers
//! many inputs. Therefore each event changes the state of an execution **exactly once**, even if
//! the process or the machine fails. A task may run **more than once**, always with the same
//! [idempotency key](asl_runtime::TaskContext::idempotency_key). `docs/guide/durable.md` says how
//! to write tasks for that, and how to run a store.
//!
//! ```
//! use std::time::Duration;
//!
//! use asl_durable::{Durable, Options, State};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json"); // -> mod greet
//!
//! struct Polite;
//!
//! impl greet::Tasks for Polite {
//!     async fn greet(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
//!         // A repeated attempt has the same key, so the service can detect the repetition.
//!         assert_eq!(cx.idempotency_key(), "greet:ada.Greet#0");
//!         Ok(json!("Hello!"))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Builder::new_multi_thread().enable_time().build()?.block_on(async {
//! # let directory = std::env::temp_dir().join(format!("asl-durable-{}", std::process::id()));
//! let store = Durable::open(&directory, [greet::machine(Polite)], Options::default()).await?;
//! let started = store.start("greet", "ada", json!({"name": "Ada"})).await?;
//! assert_eq!(store.wait(started.id.clone()).await?, Ok(json!({"name": "Ada", "greeting": "Hello!"})));
//!
//! // The same again is the same execution, also in a later process.
//! store.close(Duration::from_secs(10)).await?;
//! let store = Durable::open(&directory, [greet::machine(Polite)], Options::default()).await?;
//! let again = store.start("greet", "ada", json!({"name": "Ada"})).await?;
//! assert!(!again.is_new);
//! assert_eq!(store.describe(again.id).await?.summary.state, State::Succeeded);
//! # store.close(Duration::from_secs(10)).await?;
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok(())
//! # })
//! # }
//! ```

mod action;
mod chain;
mod core;
mod describe;
mod disk;
mod errors;
mod executions;
mod handle;
mod history;
mod index;
mod inspection;
mod journal;
mod limits;
mod list;
mod options;
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod program;
mod record;
mod request;
mod runner;
#[cfg(feature = "schedules")]
mod schedule;
mod services;
#[cfg(feature = "messages")]
#[doc(hidden)]
pub mod shard;
mod socket;
#[doc(hidden)]
pub mod testing;
mod time;
mod timers;
mod unfit;
mod versions;

pub use self::core::{MachineCount, Problem, Statistics, Verified};
use action::{Action, Place, TaskReport};
pub use asl_runtime::versions::Version;
pub use describe::{
    Closed, Compacted, Description, Forecast, MapRun, Migrated, Outlook, Page, Start, Started,
    State, StoredVersion, Summary, Waits, WaitsFor,
};
pub use errors::{CallError, StoreError, UnknownMachine};
pub use executions::Executions;
pub use handle::{Durable, Registered};
#[doc(hidden)]
pub use history::FirstEvents;
pub use history::{HistoryPage, HistoryRange};
pub use inspection::Inspection;
pub use journal::{Fault, JournalError, Position};
pub use limits::Limit;
pub use list::{List, Order};
pub use options::{OldVersions, Options};
use request::{Parent, Reply, Request};
#[cfg(feature = "metrics")]
pub use runner::describe_metrics;
#[cfg(feature = "schedules")]
pub use schedule::{Missed, Schedule, ScheduleError, Schedules};
pub use socket::{Remote, RemoteError};
pub use unfit::UnfitData;
