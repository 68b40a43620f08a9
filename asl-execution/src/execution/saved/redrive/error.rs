//! A redrive as data, and the errors of redrives.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::execution::frame::Frames;
use crate::execution::globals::Globals;
use asl_value::value::Text;

/// The frames of a failed execution before it failed. An [`Input`](crate::execution::Input) for its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redrive {
    pub(in crate::execution) frames: Frames,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::execution) sm4c: Option<Box<Globals>>,
    /// The caller's token of the request.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub(in crate::execution) token: Text,
}

impl Redrive {
    /// The redrive with a token of the caller, which recognizes a request that is repeated.
    #[must_use]
    pub fn with_token(self, token: impl Into<Text>) -> Self {
        Self { token: token.into(), ..self }
    }

    /// The caller's token. It is empty if the caller gave none.
    #[inline]
    pub fn token(&self) -> &str {
        &self.token
    }
}

/// The reason for which an execution cannot be resumed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RedriveError {
    /// It has not ended.
    Running,
    /// It has succeeded.
    Succeeded,
    /// A single state was run to its end, which is not a failure.
    Left,
    /// Its history has no room for more events (`limits = aws`).
    HistoryFull,
    /// SM4C: it timed out and the time-out's action ran, which discarded the states.
    TimeoutAction,
    /// The given inputs do not go back to the failures of all of its parts: they are needed from
    /// the start, or from the last redrive.
    Incomplete,
    /// These inputs do not lead to its end.
    OtherInputs,
    /// The redrive is not of this machine.
    Malformed(&'static str),
}

impl fmt::Display for RedriveError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Running => "the execution has not ended",
            Self::Succeeded => "the execution has succeeded: there is nothing to resume",
            Self::Left => "only a single state was run, and it has ended",
            Self::HistoryFull => "the history has reached AWS's limit, so the execution cannot be resumed",
            Self::TimeoutAction => {
                "the machine timed out and its time-out's action ran, so its states cannot be resumed"
            }
            Self::Incomplete => "the inputs do not go back to the failures of all parts of the execution",
            Self::OtherInputs => "the inputs do not lead to the execution's end",
            Self::Malformed(why) => return write!(f, "the redrive is damaged, or of another machine: {why}"),
        })
    }
}

asl_language::__readable_error!(RedriveError);
