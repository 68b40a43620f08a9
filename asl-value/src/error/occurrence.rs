//! The place and the circumstances of a failure.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

use crate::value::Text;

/// The place of a failure in its machine, and the attempt that failed.
///
/// For a time-out of the machine itself and for a cancelled execution it is the state that the
/// execution was in; of several concurrent ones, the first.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Occurrence {
    /// Name of the state.
    pub state: Text,
    /// The state with those around it and the indices of branch or iteration, such as
    /// `Check Items[3].Check Stock`.
    pub path: Text,
    /// The definition, as its name was given to the compiler.
    pub file: Text,
    /// Line of the state in the definition, from 1.
    pub line: u32,
    /// Column of the state in the definition, from 1.
    pub column: u32,
    /// Number of earlier attempts in this visit of the state; 0 for the first.
    #[serde(default, skip_serializing_if = "is_first")]
    pub attempt: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_first(attempt: &u32) -> bool {
    *attempt == 0
}

impl fmt::Display for Occurrence {
    /// `Check Items[3].Check Stock (order.asl.json:14:15, attempt 2)`. The first attempt is not
    /// mentioned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, file, line, column, .. } = self;
        write!(f, "{} ({}:{line}:{column}", OneLine(path), OneLine(file))?;
        if self.attempt > 0 {
            write!(f, ", attempt {}", u64::from(self.attempt) + 1)?;
        }
        f.write_char(')')
    }
}

/// A limit of time that was exceeded, with its seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Exceeded {
    /// `TimeoutSeconds` of the state.
    TimeoutSeconds(u32),
    /// `HeartbeatSeconds` of the state.
    HeartbeatSeconds(u32),
    /// `TimeoutSeconds` of the machine itself.
    MachineTimeoutSeconds(u32),
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeoutSeconds(seconds) => write!(f, "TimeoutSeconds exceeded ({seconds} s)"),
            Self::HeartbeatSeconds(seconds) => write!(f, "HeartbeatSeconds exceeded ({seconds} s)"),
            Self::MachineTimeoutSeconds(seconds) => {
                write!(f, "the machine's TimeoutSeconds exceeded ({seconds} s)")
            }
        }
    }
}

/// Text without line breaks and control characters, which are escaped.
pub(super) struct OneLine<'t>(pub(super) &'t str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let breaks =
            |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
        for part in self.0.split_inclusive(breaks) {
            match part.chars().next_back().filter(|last| breaks(*last)) {
                Some(last) => {
                    f.write_str(part.get(..part.len() - last.len_utf8()).unwrap_or_default())?;
                    write!(f, "{}", last.escape_default())?;
                }
                None => f.write_str(part)?,
            }
        }
        Ok(())
    }
}
