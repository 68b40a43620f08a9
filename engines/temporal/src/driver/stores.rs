//! Reads and writes of a storage for distributed Maps: activities of our own, whose results are in
//! the history, so that a replay does not touch the storage.

use std::fmt::Display;

use asl_runtime::execution::{Limits, OpKey, Outcome};
use asl_runtime::machine::Form;
use asl_runtime::value::from_value;
use asl_runtime::{TaskError, Value};

use super::Driver;
use super::effect::{LONGEST, TaskCall};

impl Driver {
    /// Starts a read or a write with this request.
    pub(super) fn start_store(
        &mut self,
        op: OpKey,
        method: &'static str,
        operation: String,
        request: Result<Value, impl Display>,
    ) {
        let input = match request {
            Ok(input) => input,
            Err(why) => return self.run.complete(op, failed(why)),
        };
        let header = self.header(op, "", None);
        let call = TaskCall::detached(operation, method, header, input);
        let limits = Limits { timeout: LONGEST, silence: None, silent_for: 0 };
        self.call(op, Form::Answer, call, limits);
    }
}

/// The outcome in the answer of a read or a write.
pub(super) fn outcome(answer: Value) -> Outcome {
    from_value(answer).unwrap_or_else(failed)
}

fn failed(why: impl Display) -> Outcome {
    Outcome::Failed(TaskError::new("States.Runtime", format!("the storage of a Map: {why}")))
}
