//! Resuming an execution that has failed, timed out or was aborted: the states that had not
//! succeeded run again, what has succeeded stays (AWS: "Restarting state machine executions with
//! redrive").
//!
//! A running execution keeps nothing for it. Its inputs lead to the moment before it failed
//! ([`Redrive::after_start`]), and the frames of that moment are all that is needed: so a
//! [`Redrive`] is an input like any other, and a journal can hold it.
//!
//! - A state that failed, or was cut off, is run again from its beginning with the input it had:
//!   Tasks and Waits, Choices and Passes that failed themselves, a Fail state too. Their operations
//!   are new ones, with names that were never used before.
//! - Of a Parallel and an inline Map, branches and iterations that have succeeded stay, those that
//!   have failed or were cut off run again, those that had not begun begin. One that failed because
//!   its output was too large (`States.DataLimitExceeded`) runs as a whole; one that failed by
//!   itself, all branches done, fails again as long as its data do.
//! - Of a distributed Map, children that have succeeded stay; those that have failed, tolerated
//!   ones too, run again from the state that failed, within the Map's concurrency. Failures count
//!   from zero. What was written stays; files of failures are written anew under other numbers, and
//!   the manifest names those.
//! - Retriers count from zero, and the machine's `TimeoutSeconds` begin anew. Variables and data
//!   are those of the moment before.
//! - SM4C: the same, on the global data of the moment before. What its time-out's action was doing
//!   cannot be resumed.

mod collect;
mod error;
pub(super) mod find;
pub(crate) mod revive;

pub use error::{Redrive, RedriveError};
