//! Runs compiled machines on [Restate](https://restate.dev): durable, and distributed over as many
//! processes as serve them.
//!
//! ```no_run
//! use asl_restate::{Client, Machines, register};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
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
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! // A service: as many processes as you like.
//! tokio::spawn(Machines::new().register(count::machine(Counter)).serve("127.0.0.1:9080".parse()?));
//!
//! // Registers the address with Restate, once.
//! register("http://127.0.0.1:9070", "http://127.0.0.1:9080").await?;
//!
//! // Anybody: `curl -X POST 127.0.0.1:8080/count/seven/run -H 'content-type: application/json' -d '{"n": 0, "until": 7}'` does the same.
//! let client = Client::new("http://127.0.0.1:8080")?;
//! assert_eq!(client.run("count", "seven", &json!({"n": 0, "until": 7})).await?, json!({"n": 7, "until": 7}));
//! # Ok(())
//! # })
//! # }
//! ```
//!
//! Each machine is a Restate workflow with the machine's name; each execution has a key.
//! `docs/guide/restate.md` describes how executions are driven, what is journaled, and how crashes,
//! cancellation, long loops and new versions are handled.

mod client;
mod context_io;
mod describe;
mod driver;
mod executions;
mod failure;
mod inbox;
mod machines;
mod names;
mod options;
mod payload;
mod service;
mod service_form;
mod tasks;
mod wire;
mod workflow;

pub use asl_runtime::__engine::ClientError;
pub use client::{Client, Started, cancel, register};
pub use describe::Description;
pub use executions::Executions;
pub use machines::{Machines, ServeError};
pub use options::Options;
