//! A decider by hand: a history in, decisions out, both as JSON.

use std::fmt;
use std::io::{self, Read, Write};

use serde::Serialize;

use crate::decide::{DecideError, Decider};
use crate::model::{Decision, DecisionTask};

/// The reason why there is no answer.
pub enum CommandError {
    /// The history cannot be read, or the answer cannot be written.
    Io(io::Error),
    /// The input is not a history.
    Json(serde_json::Error),
    /// No decision is possible.
    Decide(DecideError),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => fmt::Display::fmt(error, f),
            Self::Json(error) => {
                write!(f, "this is no answer to PollForDecisionTask, and no history: {error}")
            }
            Self::Decide(error) => fmt::Display::fmt(error, f),
        }
    }
}

asl_runtime::__readable_debug!(CommandError);

impl std::error::Error for CommandError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Json(error) => Some(error),
            Self::Decide(error) => Some(error),
        }
    }
}

#[derive(Serialize)]
struct Answer<'d> {
    decisions: &'d [Decision],
}

/// Reads an answer to `PollForDecisionTask`, or just `{"events": [..]}`, and writes
/// `{"decisions": [..]}`.
///
/// ```
/// # use asl_runtime::asl_machine;
/// # asl_machine!("doc/order.asl.json");
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let decider = asl_swf::Decider::new(&order::MACHINE, asl_swf::DeciderOptions::default())?;
/// let history = include_bytes!("../doc/started.json");
/// let mut answer = Vec::new();
/// asl_swf::command(&decider, history.as_slice(), &mut answer)?;
/// assert!(answer.starts_with(b"{\n  \"decisions\": [\n    {\n      \"decisionType\": \"ScheduleActivityTask\""));
/// # Ok(())
/// # }
/// ```
pub fn command(
    decider: &Decider,
    mut reader: impl Read,
    mut writer: impl Write,
) -> Result<(), CommandError> {
    let mut text = String::new();
    reader.read_to_string(&mut text).map_err(CommandError::Io)?;
    let task: DecisionTask = serde_json::from_str(&text).map_err(CommandError::Json)?;
    let decided = decider.decide(&task).map_err(CommandError::Decide)?;
    let answer = serde_json::to_string_pretty(&Answer { decisions: &decided.decisions })
        .map_err(CommandError::Json)?;
    writeln!(writer, "{answer}").map_err(CommandError::Io)
}
