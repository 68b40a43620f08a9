//! Rust errors that name their Error Names themselves.

use std::error::Error;

/// A Rust error whose Error Name is given once, at its type.
///
/// The option `errors = [PaymentError]` of `asl_machine!` lists the types of a machine. A task then
/// returns such an error with `?`, also as the source of another one, and its name reaches retriers
/// and catchers. The name of any other converted error is `States.TaskFailed`.
///
/// ```
/// use std::fmt;
///
/// use asl_runtime::error::NamedError;
/// use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
///
/// asl_machine!("doc/greet.asl.json", errors = [Mood]); // `Greet` retries `Shy`
///
/// #[derive(Debug)]
/// enum Mood {
///     Shy,
///     Sad,
/// }
///
/// impl NamedError for Mood {
///     fn error_name(&self) -> Option<&str> {
///         match self {
///             Self::Shy => Some(greet::errors::SHY),
///             Self::Sad => None,
///         }
///     }
/// }
///
/// impl fmt::Display for Mood {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "a mood: {self:?}")
///     }
/// }
///
/// impl std::error::Error for Mood {}
///
/// fn greeting(attempt: u32) -> Result<Value, Mood> {
///     if attempt == 0 { Err(Mood::Shy) } else { Err(Mood::Sad) }
/// }
///
/// struct Moody;
///
/// impl greet::Tasks for Moody {
///     async fn greet(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
///         Ok(greeting(cx.attempt())?)
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?;
/// let failure = runtime.block_on(greet::run(Moody, json!({}))).expect_err("it is retried once");
/// assert_eq!(failure.error(), Some("States.TaskFailed"));
/// assert_eq!(failure.occurrence().map(|at| at.attempt), Some(1));
/// # Ok(())
/// # }
/// ```
pub trait NamedError: Error + Send + Sync + 'static {
    /// The Error Name, as `ErrorEquals` lists it; `None` for `States.TaskFailed`.
    fn error_name(&self) -> Option<&str>;
}

/// Returns the Error Name of an error if it has the type that the function was made for.
pub type ErrorName = for<'e> fn(&'e (dyn Error + 'static)) -> Option<&'e str>;

/// The [`ErrorName`] of a type.
pub fn error_name<'e, E: NamedError>(error: &'e (dyn Error + 'static)) -> Option<&'e str> {
    error.downcast_ref::<E>()?.error_name()
}
