//! Tests of machines in a plain `#[test]`: the answers of tasks are scripted, time is virtual, and
//! expectations check what the machine did. Tests share nothing, and the same test always gives the
//! same run. Real tasks that need tokio run on its paused clock.
//!
//! ```
//! use asl_runtime::{asl_machine, json};
//! use asl_testing::{Scenario, returns, throws};
//!
//! asl_machine!("doc/greet.asl.json");
//!
//! # fn main() {
//! // #[test]
//! // fn a_shy_greeter_is_asked_again() {
//! let run = Scenario::new(&greet::MACHINE)
//!     .input(json!({"name": "Ada"}))
//!     .task("Greet", [throws("Shy", "not yet"), returns(json!("Hi."))])
//!     .run();
//! run.expect_output(json!({"name": "Ada", "greeting": "Hi."}))
//!     .expect_path(["Greet"])
//!     .expect_delays([60.0])
//!     .expect_calls("Greet", 2);
//! // }
//! # }
//! ```
//!
//! - [`Scenario`] is a machine, its input, and the answers of its tasks; [`Run`] is the result,
//!   with the expectations on it.
//! - [`test_state`] tests one state by itself, as AWS's `TestState` does.
//! - [`MockConfig`] reads AWS's `MockConfigFile.json` unchanged.
//! - [`expect_value`] compares any two values, and shows the differences by path.
//! - [`Coverage`] lists the states and transitions that none of several runs has taken.
//!
//! A state that calls an activity, waits for a task token or runs another machine is a Task state
//! like any other: its answer is the outcome, and is scripted the same way.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod account;
mod answers;
mod coverage;
mod difference;
mod expect;
mod expect_path;
mod mock_config;
#[cfg(feature = "report")]
mod report;
mod run;
#[cfg(feature = "runner")]
#[doc(hidden)]
pub mod runner;
mod scenario;
mod state;
mod types;

pub use answers::{
    Answers, computed, hangs, per_attempt, returns, returns_payload, throws, times_out,
};
pub use coverage::{Coverage, Edge};
pub use expect::expect_value;
pub use mock_config::{MockCase, MockConfig, MockConfigError};
pub use run::{Call, Run};
pub use scenario::Scenario;
pub use state::{
    ErrorDetails, FieldValidation, InspectionLevel, Mock, StateReport, StateStatus, StateTest,
    TestStateError, test_state,
};
pub use types::Tested;

use asl_execution::machine::{Effect, Kind, Node, TaskRow};
pub use asl_runtime::engine::simulation::{DetachedCall, Scripted, Simulation, TaskCall};

/// Fails the test.
#[track_caller]
#[expect(clippy::panic, reason = "this is how a test fails")]
fn fail(message: &str) -> ! {
    panic!("{message}")
}

/// ", did you mean `Ship`?", if one of the known names is close to a name.
fn did_you_mean<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    asl_language::suggest::nearest(name, known)
        .map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
}

/// The task that a node calls.
fn task_row(node: &'static Node) -> Option<&'static TaskRow> {
    match &node.kind {
        Kind::Invoke(Effect::Task(row)) => Some(row),
        Kind::Invoke(Effect::Wait)
        | Kind::Eval
        | Kind::Branch
        | Kind::Fork(_)
        | Kind::ForEach { .. }
        | Kind::Await
        | Kind::End
        | Kind::Fail => None,
    }
}
