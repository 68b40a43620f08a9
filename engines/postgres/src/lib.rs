//! A store of executions that several processes share, in a PostgreSQL database.
//!
//! It is the durable engine of [`asl_durable`], and gives the same handle: what a store in a
//! directory can do, this one can too, and a program changes one line. The store consists of shards,
//! and an execution belongs to the shard of its id. Each shard is owned by one process at a time,
//! under a lease, and its journal is rows of a table. If a process ends, others take its shards, and
//! the executions continue there.
//!
//! Every batch of records is one transaction, which compares the number under which the process
//! owns the shard: a process that has lost a shard writes nothing any more, whatever its clock
//! says. So each event changes the state of an execution **exactly once**. A task may run **more
//! than once**, with the same [idempotency key](asl_runtime::TaskContext::idempotency_key).
//!
//! Writes of a task to the same database can be committed with the record of its end, so they happen
//! **exactly once**: [`Transactional`].
//!
//! Every process answers every call, also for executions of other processes.
//! `docs/guide/postgres.md` says when to use it and how to run it.
//!
//! ```no_run
//! use asl_postgres::{Options, Postgres};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json"); // -> mod greet
//!
//! struct Polite;
//!
//! impl greet::Tasks for Polite {
//!     async fn greet(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
//!         Ok(json!("Hello!"))
//!     }
//! }
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let machines = [greet::machine(Polite)];
//! let store = Postgres::open("postgres://app@db/orders", machines, Options::default()).await?;
//! let started = store.start("greet", "ada", json!({"name": "Ada"})).await?;
//! assert_eq!(store.wait(started.id).await??, json!({"name": "Ada", "greeting": "Hello!"}));
//! # Ok(())
//! # }
//! ```

mod batch;
mod children;
mod database;
mod directories;
mod disk;
mod everywhere;
mod failure;
mod gates;
mod inbox;
mod jobs;
mod keeper;
mod leases;
mod link;
#[cfg(feature = "metrics")]
mod meter;
#[cfg(not(feature = "metrics"))]
#[path = "no_meter.rs"]
mod meter;
mod options;
mod orders;
mod queue;
mod router;
mod schema;
mod shards;
mod store;
mod tables;
#[cfg(feature = "tls")]
mod tls;
mod tools;
mod transaction;
mod writer;

#[cfg(feature = "metrics")]
pub use meter::describe_metrics;
pub use options::Options;
pub use store::Postgres;
pub use tokio_postgres;
pub use transaction::{Transaction, Transactional, task_error};

/// The journals of shards over other tables, and some statements, for fault tests, without any
/// promise of stability.
#[doc(hidden)]
pub mod testing {
    pub use crate::batch::{Bytes, Held};
    pub use crate::children::ADOPT;
    pub use crate::disk::ShardDisk;
    pub use crate::failure::Failure;
    pub use crate::inbox::{ANSWER, OUTBOX, SEND, UNTAKE};
    pub use crate::tables::{Change, Tables};
    pub use crate::tools::RealTables;
    pub use crate::writer::WRITE;
}
