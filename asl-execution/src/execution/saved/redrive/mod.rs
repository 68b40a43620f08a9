//! Resuming an execution that has failed, timed out or was aborted: states that did not succeed run
//! again, and results of those that did are kept (AWS: "Restarting state machine executions with
//! redrive").
//!
//! A running execution stores nothing for it. Its inputs lead to the moment before the failure
//! ([`Redrive::after_start`]), and the frames of that moment are all that is needed. So a
//! [`Redrive`] is an input like any other, and a journal can contain it.
//!
//! - A state that failed or was aborted runs again from its beginning with its original input. This
//!   includes Tasks and Waits, Choices and Passes that failed themselves, and Fail states. Their
//!   operations are new and have new names.
//! - In a Parallel and an inline Map, branches and iterations that succeeded keep their results,
//!   those that failed or were aborted run again, and those that had not started start. A state
//!   that failed because its output was too large (`States.DataLimitExceeded`) runs as a whole. A
//!   state that failed by itself after all branches were done fails again as long as its data cause
//!   that.
//! - In a distributed Map, children that succeeded keep their results. Those that failed, including
//!   tolerated ones, run again from the failed state, within the Map's concurrency. Failures count
//!   from zero. Written results stay; files of failures are written anew under other numbers, which
//!   the manifest names.
//! - Retriers count from zero, and the machine's `TimeoutSeconds` start anew. Variables and data
//!   are those from before the failure.
//! - SM4C: the same rules apply, with the global data from before the failure. The time-out's
//!   action cannot be resumed.

mod collect;
mod error;
pub(super) mod find;
pub(in crate::execution) mod revive;
pub use error::{Redrive, RedriveError};
