//! The workloads: each compiled from its definition, and written by hand on two kinds of values.
//!
//! The hand-written sides are what one would write without a workflow language: straight async code, `json!`, indexing,
//! `try_join_all`. All sides take their input by value, work on inputs that share nothing, and give the same output.

use serde_json::Value as Foreign;

use asl_runtime::Value;

pub mod chain;
pub mod large;
pub mod literals;
pub mod parallel;
pub mod wait;

/// The error of the hand-written sides, which does not happen.
#[derive(Debug)]
pub struct Missing(pub &'static str);

/// For machines without tasks.
pub struct NoTasks;

/// A small input, by its text.
pub const SMALL: &str = r#"{"id": 1, "note": "shared by all branches"}"#;

/// A small input on our values.
pub fn own_small() -> Value {
    Value::from_json_str(SMALL).unwrap_or_default()
}

/// A small input on `serde_json`'s values.
pub fn foreign_small() -> Foreign {
    serde_json::from_str(SMALL).unwrap_or_default()
}
