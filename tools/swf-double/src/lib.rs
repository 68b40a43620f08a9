//! Amazon Simple Workflow Service in memory, for tests: no network, no account, and a clock that
//! the test controls.
//!
//! ```
//! use std::time::Duration;
//!
//! use asl_swf::model::decision::{CompleteWorkflowExecution, StartTimer};
//! use asl_swf::model::{Decision, Timeout};
//! use asl_swf_double::Double;
//!
//! let double = Double::new();
//! double.register("Greet", "1.0")?;
//! let run = double.start("Greet", "1.0", "first", "{}")?;
//!
//! let task = double.decision("Greet")?;
//! let wait = StartTimer { timer_id: "Wait".into(), control: None, start_to_fire_timeout: Timeout::Seconds(60) };
//! double.decide(&task, vec![Decision::StartTimer(wait)])?;
//! double.advance(Duration::from_secs(60));
//!
//! let task = double.decision("Greet")?;
//! let done = CompleteWorkflowExecution { result: Some("\"hello\"".into()) };
//! double.decide(&task, vec![Decision::CompleteWorkflowExecution(done)])?;
//! assert_eq!(double.describe_workflow_execution("test", &run)?.close_status.as_deref(), Some("COMPLETED"));
//! # Ok::<(), asl_swf::SwfError>(())
//! ```
//!
//! Actions have the names and the faults of the service's own. [`Options`] determine the behaviour
//! that its documentation leaves open. Polling never waits: without a task the answer is empty.
//! [`Live`] is a service for pollers and workers: there, polling waits, and the clock is tokio's.

mod fault;
mod handle;
mod lambda;
mod live;
mod options;
mod service;

pub use handle::{DOMAIN, Double};
pub use lambda::{LambdaAnswer, LambdaCall};
pub use live::Live;
pub use options::{Limits, Options, Queued, Unhandled};
