//! Failures of machines and tasks: Error Names and causes of the States Language (seed: "Errors").

mod failure;
mod named_error;
mod occurrence;
mod task_error;

use serde::{Deserialize, Serialize};

use crate::value::{MAX_DEPTH, MAX_SIZE, Value};

#[doc(hidden)]
pub use crate::value::Quoted;
#[doc(hidden)]
pub use failure::Timeout;
pub use failure::{Failed, Failure};
pub use named_error::NamedError;
#[doc(hidden)]
pub use named_error::{ErrorName, error_name};
pub use occurrence::{Exceeded, Occurrence};
#[doc(hidden)]
pub use task_error::{ErrorParts, SharedError, chain};
pub use task_error::{Phase, TaskError};

/// The predefined Error Names (today's States Language: "Predefined Error Codes", and what AWS adds
/// to them).
///
/// ```
/// use asl_runtime::error::names;
/// use asl_runtime::Failure;
///
/// let failure = Failure::new(names::TIMEOUT, "too late");
/// assert_eq!(failure.error(), Some("States.Timeout"));
/// ```
pub use asl_language::error_names as names;

/// The Error Name of a value that does not fit its Rust type: the input or output of a typed task or
/// machine. It is a fault of the program, and another attempt fails in the same way. Therefore
/// `States.ALL` and `States.TaskFailed` do not match it; a retrier or catcher must name it.
pub use asl_language::error_names::TYPE_MISMATCH;

/// Error names that only machines in SM4C have: `ClassName` in the data of their error handlers.
///
/// ```
/// assert_eq!(asl_runtime::error::sm4c::NO_TRANSITION, "NoTransition");
/// ```
pub mod sm4c {
    /// A jq expression failed. The message is jq's.
    pub const JQ: &str = "JqError";
    /// A jq expression exceeded its limit of steps, depth or size.
    pub const JQ_LIMIT: &str = "JqLimit";
    /// A result handler has more than one output.
    pub const RESULT_HANDLER_OUTPUT: &str = "ResultHandlerOutput";
    /// The input of a forEach is not an array.
    pub const FOR_EACH_INPUT: &str = "ForEachInput";
    /// A state has transitions, but none of them can be taken.
    pub const NO_TRANSITION: &str = "NoTransition";
    /// The delay before a retry exceeded 30,000 years.
    pub const RETRY_DELAY: &str = "RetryDelay";
}

/// Status of an unsuccessful execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Status {
    /// An error that no catcher caught, or a Fail state.
    #[default]
    Failed,
    /// The machine's own `TimeoutSeconds` elapsed.
    TimedOut,
    /// It was cancelled.
    Aborted,
}

/// Rejects data that is nested too deeply, or whose text would be too large.
#[doc(hidden)]
#[inline]
pub fn bounded(data: &Value) -> Result<(), &'static str> {
    if data.is_bounded() { Ok(()) } else { Err(exceeded(data)) }
}

/// The limit that data exceed.
#[cold]
fn exceeded(data: &Value) -> &'static str {
    const { assert!(MAX_DEPTH == 256 && MAX_SIZE == 16 << 20, "the texts below name the limits") };
    if data.depth() > MAX_DEPTH {
        return "the data is nested deeper than 256 levels";
    }
    "the data would be more than 16 MiB as JSON text"
}
