//! Runs compiled machines on [Temporal](https://temporal.io): durable, and distributed over as many
//! workers as there are.
//!
//! ```no_run
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//! use asl_temporal::{Client, Machines};
//!
//! asl_machine!("doc/count.asl.json"); // -> mod count, whose state `Step` calls `step`
//!
//! struct Counter;
//!
//! impl count::Tasks for Counter {
//!     async fn step(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
//!         Ok(json!((input.at(["n"]).and_then(Value::as_i64).unwrap_or(0) + 1)))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
//! const SERVER: &str = "http://127.0.0.1:7233";
//!
//! // A worker: as many processes as you like.
//! tokio::spawn(Machines::new().register(count::machine(Counter)).serve(SERVER));
//!
//! // Anybody: `temporal workflow start --type count --task-queue asl --input '{"n": 0, "until": 7}'` does the same.
//! let client = Client::connect(SERVER).await?;
//! let output = client.run("count", "seven", &json!({"n": 0, "until": 7})).await?;
//! assert_eq!(output, json!({"n": 7, "until": 7}));
//! # Ok(())
//! # })
//! # }
//! ```
//!
//! Each machine is a workflow type with the machine's name, each execution a workflow, each task an
//! activity. `docs/guide/temporal.md` describes how executions are driven, and how crashes, signals,
//! long histories and new versions are handled.

mod client;
mod codec;
mod describe;
mod driver;
mod executions;
mod machines;
mod options;
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod program;
mod replay;
mod server;
mod shell;
mod wire;

pub use asl_runtime::__engine::ClientError;
pub use client::Client;
pub use codec::{Codec, CodecHandle};
pub use describe::{Description, ExecutionStatus, Started};
pub use executions::Executions;
pub use machines::{Machines, ServeError};
pub use options::Options;
pub use replay::{ReplayError, replay, replay_latest};
pub use server::Server;
pub use shell::History;
