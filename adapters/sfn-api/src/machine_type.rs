//! Standard and Express state machines.

use serde::{Deserialize, Serialize};

/// The type of a state machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum MachineType {
    /// Each step is kept, for executions of up to a year.
    #[default]
    Standard,
    /// For short executions, whose clients wait for their outputs.
    Express,
}
