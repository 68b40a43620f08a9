//! Workflow definitions in the Amazon States Language (ASL) and SM4C, compiled to native Rust.
//!
//! [`asl_machine!`] checks a definition at compile time and makes a module of it; this crate is the
//! runtime of the compiled machine, with the engine that runs it on tokio.
//!
//! # A first machine
//! ```toml
//! [dependencies]
//! asl-runtime = "0.1"
//! tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
//!
//! [dev-dependencies]
//! asl-testing = "0.1"
//! ```
//! ```
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json"); // -> mod greet; the path begins at the package's root
//!
//! struct Polite;
//!
//! impl greet::Tasks for Polite {
//!     // One method for each function that the definition calls. `?` takes any error.
//!     async fn greet(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
//!         let name = input["name"].as_str();
//!         let name = name.ok_or_else(|| TaskError::new("Anonymous", "who are you?"))?;
//!         Ok(Value::from(format!("Hello, {name}!")))
//!     }
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), asl_runtime::Failure> {
//!     let output = greet::run(Polite, json!({"name": "Ada"})).await?;
//!     assert_eq!(output, json!({"name": "Ada", "greeting": "Hello, Ada!"}));
//!     Ok(())
//! }
//! ```
//!
//! The module has the trait `Tasks`, `run` and `run_with` ([`RunOptions`]), `machine(tasks)` (a
//! [`Compiled`], or a [`TypedMachine`] with the options `input` and `output`), `errors`, `states`
//! and `static MACHINE` ([`machine::Machine`]). The page of [`asl_machine!`] has all options.
//!
//! # In a test
//! Waits, back-offs and time-outs are virtual time. The crate `asl-testing` has more: expectations,
//! mock files and single states.
//! ```
//! use asl_runtime::engine::simulation::{Scripted, Simulation};
//! use asl_runtime::{asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json");
//!
//! let simulated = Simulation::new().run(&greet::MACHINE, json!({}), |call| match call.attempt {
//!     0 => Scripted::fail("Shy", "not yet"),
//!     _ => Scripted::answer(json!("Hi.")),
//! });
//! assert_eq!(simulated.result, Ok(json!({"greeting": "Hi."})));
//! assert_eq!(simulated.elapsed, 60_000); // the minute before the retry
//! ```
//!
//! # Engines
//! | engine | where | executions survive |
//! |---|---|---|
//! | in process, on tokio | [`engine::in_process`] | nothing: they are futures |
//! | on disk | the crate `asl-durable` | crashes of process and machine |
//! | in PostgreSQL | the crate `asl-postgres` | the loss of any process that shares the store |
//! | Amazon SWF | the crate `asl-swf` | the loss of any decider or worker |
//! | Restate | the crate `asl-restate` | the loss of any process of the service |
//! | simulation | [`engine::simulation`], the crate `asl-testing` | crashes after every step, in virtual time |
//! | your own | [`execution::Execution`] | what you save: an execution is plain data |
//!
//! # Features
//! | feature | default | adds |
//! |---|---|---|
//! | `macros` | yes | [`asl_machine!`], and the macros of the next rows |
//! | `tokio` | yes | [`engine::in_process`], [`services`] |
//! | `yaml`, `sm4c` | | definitions in YAML and in SM4C |
//! | `diagram` | | a picture of each machine in the documentation of its module |
//! | `jsonata`, `jq` | | `jsonata!` and JSONata in states; `jq!` and jq in SM4C |
//! | `report` | | `report`: runs as HTML pages |
//! | `tracing` | | spans of executions, states and attempts; warnings of tasks that block |
//! | `metrics` | | [`metrics`]: an observer that counts and measures |
//! | `jq-math`, `jq-regex` | | jq's functions of C's mathematics library; its regular expressions |
//! | `rfc9535` | | patterns in the filters of paths of RFC 9535 |
//! | `gzip` | | compressed objects for distributed Maps |
//! | `parquet` | | Parquet files for distributed Maps |
//! | `grpc` | | `.proto` files of functions in SM4C, read at compile time |
//! | `bytes`, `chrono`, `jiff`, `rust_decimal`, `url`, `uuid` | | [shapes](trait@Shape) of the types of these packages |
//!
//! # What is where
//! - [`Value`] is the data; [`json!`] creates it, and serde converts it ([`value::from_value`],
//!   [`value::to_value`]).
//! - [`Shape`](trait@Shape) is what JSON values a type has; its derive lets rustc hold types against
//!   definitions.
//! - [`TaskError`] is the failure of a task, [`Failure`] that of a machine; [`error`] names both.
//! - [`services`] and [`storage`] are what tasks and Maps share; [`Event`]s reach machines in SM4C.
//! - [`History`] keeps an execution's events in the format of AWS's `GetExecutionHistory`.
//! - [`execution`], [`machine`] and [`versions`] are for engines and tools.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod engine;
pub mod functions;
mod macros;
#[cfg(feature = "metrics")]
pub mod metrics;
#[cfg(feature = "tokio")]
pub mod services;
pub mod storage;
mod task;
#[cfg(test)]
mod tests;

#[cfg(feature = "report")]
#[doc(inline)]
pub use asl_execution::report;
#[doc(inline)]
pub use asl_execution::{
    ChildExecution, Event, History, HistoryEvent, Observer, event, execution, history, machine,
    versions,
};
#[cfg(feature = "jq")]
#[doc(inline)]
pub use asl_jq as jq;
#[cfg(feature = "jsonata")]
#[doc(inline)]
pub use asl_jsonata as jsonata;
#[doc(hidden)]
pub use asl_language::{__readable_debug, __readable_error, __setters};
#[cfg(feature = "macros")]
#[doc = include_str!("../doc/shape.md")]
pub use asl_macros::Shape;
#[doc(inline)]
pub use asl_value::shape::{self, Shape};
#[doc(inline)]
pub use asl_value::{Failure, TaskError, Value, error, json, value};
#[cfg(feature = "tokio")]
pub use engine::in_process::RunOptions;
pub use task::{
    Compiled, MachineInput, RunInput, ServiceCall, ServiceCalls, StateEngine, StateInput, StateRun,
    TaskContext, TaskFuture, TaskSet, Typed, TypedMachine,
};

/// The names that emitted code uses; not for users.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// The names that engines outside this crate use; not for users.
#[doc(hidden)]
#[path = "for_engines.rs"]
pub mod __engine;
