//! Resuming an execution that has failed, timed out or was aborted: the states that had not
//! succeeded run again, what has succeeded stays (AWS: "Restarting state machine executions with
//! redrive").
//!
//! Nothing is kept for it while an execution runs. Its inputs lead to the moment before it failed
//! ([`Redrive::after_start`]), and what stood there is all that is needed to go on: so a
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
mod find;
mod revive;

use std::fmt;

use serde::{Deserialize, Serialize};

pub(super) use revive::woken;

use super::frames::Frames;
use super::sm4c::Globals;

/// How a failed execution goes on: where it stood before it failed. An [`Input`](super::Input) for
/// its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redrive {
    frames: Frames,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sm4c: Option<Globals>,
}

/// Why an execution cannot be resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedriveError {
    /// It has not ended.
    Running,
    /// It has succeeded.
    Succeeded,
    /// It has run alone to the end of one state; that is no failure.
    Left,
    /// Its history has no room for more events (`limits = aws`).
    HistoryFull,
    /// SM4C: its time was over and the time-out's action ran, for which the states were given up.
    TimeoutAction,
    /// What was given for its past leaves out where some of its parts failed: the inputs are needed
    /// from the start, or from the last redrive.
    Incomplete,
    /// These inputs do not lead to its end.
    OtherInputs,
    /// The redrive is none of this machine.
    Malformed(&'static str),
}

impl fmt::Display for RedriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Running => "the execution has not ended",
            Self::Succeeded => "the execution has succeeded: there is nothing to resume",
            Self::Left => "the state was run alone and has ended",
            Self::HistoryFull => "the execution's history is full, as AWS limits it: it cannot be resumed",
            Self::TimeoutAction => {
                "the machine's time was over and its time-out's action ran: the states were given up for it, and cannot be resumed"
            }
            Self::Incomplete => "the inputs do not go back to where all of the execution's parts failed",
            Self::OtherInputs => "the inputs do not lead to the execution's end",
            Self::Malformed(why) => return write!(f, "the redrive is damaged, or of another machine: {why}"),
        })
    }
}

impl std::error::Error for RedriveError {}
