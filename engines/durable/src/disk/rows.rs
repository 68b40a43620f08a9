//! The row of an execution, for disks that show executions to people.

use asl_runtime::value::Text;
use asl_runtime::versions::Version;

use crate::State;

/// The row of an execution, without its data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExecutionRow {
    /// It is there.
    Present {
        /// Its id.
        id: Text,
        /// Name of its machine.
        machine: Text,
        /// Its version.
        version: Version,
        /// Its status: `Running` as well if its machine is not registered.
        state: State,
        /// Start time in milliseconds since 1970.
        started: u64,
        /// End time in milliseconds since 1970.
        stopped: Option<u64>,
        /// Time at which it wakes by itself, if it is parked.
        wakes: Option<u64>,
        /// Error Name, if it ended with one.
        error: Option<Text>,
        /// Label of its start, or an empty text.
        label: Text,
        /// Number of redrives.
        redrives: u32,
    },
    /// It was purged.
    Gone {
        /// Its id.
        id: Text,
    },
}

impl ExecutionRow {
    /// The id of the execution.
    pub fn id(&self) -> &Text {
        match self {
            Self::Present { id, .. } | Self::Gone { id } => id,
        }
    }
}
