//! Workflow definitions in the Amazon States Language, checked at compile time and run as native
//! code. `asl_machine!` compiles a definition; this crate is the runtime of the compiled machine.
//!
//! ```
//! use asl_runtime::engine::simulation::{Scripted, Simulation};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json"); // -> mod greet; a faulty definition would be a compile error
//!
//! struct Polite;
//!
//! impl greet::Tasks for Polite {
//!     async fn greet(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
//!         let name = input.at(["name"]).and_then(Value::as_str).ok_or_else(|| TaskError::new("Anonymous", "who are you?"))?;
//!         Ok(Value::from(format!("Hello, {name}!")))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // In process, on tokio.
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
//! let output = runtime.block_on(greet::run(Polite, json!({"name": "Ada"})))?;
//! assert_eq!(output, json!({"name": "Ada", "greeting": "Hello, Ada!"}));
//!
//! // In a test, on virtual time: the retry's minute takes none.
//! let simulated = Simulation::new().run(&greet::MACHINE, json!({}), |call| match call.attempt {
//!     0 => Scripted::fail("Shy", "not yet"),
//!     _ => Scripted::answer(json!("Hi.")),
//! });
//! assert_eq!(simulated.result, Ok(json!({"greeting": "Hi."})));
//! assert_eq!(simulated.elapsed, 60_000);
//! # Ok(())
//! # }
//! ```
//!
//! - [`Value`] is the data; [`json!`] creates it, and serde converts it ([`value::from_value`],
//!   [`value::to_value`]).
//! - [`TaskError`] is the failure of a task, [`Failure`] that of a machine.
//! - [`engine::in_process`] and [`engine::simulation`] perform the commands of an
//!   [`execution::Execution`], which is plain data and can be saved and restored at any moment.
//! - `testing` (behind the feature of that name) scripts tasks and checks what a machine did.
//! - [`History`] keeps an execution's events in the format of AWS's `GetExecutionHistory`.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod data;
pub mod engine;
pub mod error;
pub mod event;
pub mod execution;
#[cfg(any(feature = "jq", feature = "jsonata"))]
mod expression;
pub mod functions;
pub mod history;
#[cfg(feature = "jq")]
pub mod jq;
#[cfg(feature = "jsonata")]
pub mod jsonata;
pub mod machine;
mod macros;
mod mutex;
#[cfg(feature = "tokio")]
pub mod services;
pub mod storage;
mod task;
#[cfg(feature = "testing")]
pub mod testing;
pub mod value;
pub mod versions;

#[cfg(feature = "tokio")]
pub use engine::in_process::RunOptions;
pub use error::{Failure, TaskError};
pub use event::Event;
pub use execution::ChildExecution;
pub use history::{History, HistoryEvent, Observer};
pub use task::{
    Compiled, MachineInput, RunInput, StateEngine, StateRun, TaskContext, TaskFuture, TaskSet,
    Typed, TypedMachine,
};
pub use value::Value;

/// The names that emitted code uses; not for users.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// The names that engines outside this crate use; not for users.
#[doc(hidden)]
#[path = "for_engines.rs"]
pub mod __engine;
