//! The redrive as data, and why an execution cannot be redriven.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::execution::frame::Frames;
use crate::execution::globals::Globals;

/// The frames of a failed execution before it failed. An [`Input`](crate::execution::Input) for its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redrive {
    pub(crate) frames: Frames,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sm4c: Option<Globals>,
}

/// The reason for which an execution cannot be resumed.
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
