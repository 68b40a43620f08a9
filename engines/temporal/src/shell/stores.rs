//! The answer of an activity that has read or written a storage.

use asl_runtime::execution::Outcome;
use asl_runtime::value::to_value;
use asl_runtime::{TaskError, Value};

use super::failure;
use crate::driver::Limit;

/// The outcome as an answer. Of items that are too large together, the first ones: the next read
/// begins after them.
pub(super) fn answer(mut outcome: Outcome, limit: &Limit) -> Result<Value, TaskError> {
    loop {
        let answer = to_value(&outcome)
            .map_err(|why| TaskError::new("States.ItemReaderFailed", why.to_string()))?;
        match &mut outcome {
            Outcome::Items(items, _) | Outcome::Members(items, _)
                if items.len() > 1 && !limit.fits(&answer) =>
            {
                items.truncate(items.len() / 2);
            }
            Outcome::Items(..)
            | Outcome::Members(..)
            | Outcome::Done(_)
            | Outcome::Failed(_)
            | Outcome::TimedOut
            | Outcome::HeartbeatMissed => return failure::sized(Ok(answer), limit),
        }
    }
}
