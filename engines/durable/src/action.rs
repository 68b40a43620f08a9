//! Actions that a store requests of its driver, and the reports on them.

use std::fmt;

use asl_runtime::TaskContext;
use asl_runtime::execution::{Limits, OpKey, Outcome, ReadItems, WriteResults};
use asl_runtime::machine::TaskRow;
use asl_runtime::value::{Text, Value};

use super::{CallError, Reply};

/// Identifies an operation of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Slot of the execution in the index.
    pub(super) slot: u32,
    /// Slot of the operation's frame.
    frame: u32,
    /// Number of the execution. Slots are reused, numbers are not.
    pub(super) number: u64,
    /// Number of the operation in its execution.
    serial: u64,
}

impl Place {
    pub(super) fn new(slot: u32, number: u64, op: OpKey) -> Self {
        Self { slot, frame: op.place(), number, serial: op.serial() }
    }

    pub(super) fn op(&self) -> OpKey {
        OpKey::new(self.serial, self.frame)
    }
}

/// Work that the driver must do. Everything that led to it is on disk.
pub enum Action {
    /// Run a task within its limits. Pass each report on it to
    /// [`Core::task_reported`](super::core::Core::task_reported).
    Run {
        /// The operation.
        place: Place,
        /// Index of the machine in the list that the store was opened with.
        machine: usize,
        /// The task.
        task: &'static TaskRow,
        /// The context of the call, including its idempotency key.
        context: TaskContext,
        /// Its input.
        input: Value,
        /// Its time limits. For a task that ends by a report with its token, the store itself
        /// enforces them from the moment that the call returns.
        limits: Limits,
    },
    /// Make a call whose result no execution waits for, and report its end with
    /// [`TaskReport::Acknowledged`].
    Detach {
        /// The operation.
        place: Place,
        /// Index of the machine in the list that the store was opened with.
        machine: usize,
        /// The task.
        task: &'static TaskRow,
        /// The context of the call.
        context: TaskContext,
        /// Its input.
        input: Value,
    },
    /// Read items for a distributed Map.
    Read {
        /// The operation.
        place: Place,
        /// The object or list to read.
        read: Box<ReadItems>,
    },
    /// Write results of a distributed Map.
    Write {
        /// The operation.
        place: Place,
        /// The result to write.
        write: Box<WriteResults>,
    },
    /// An external heartbeat arrived for a task. Restart its heartbeat interval.
    Beat(Place),
    /// No execution waits for the operation any more. Drop it.
    Drop(Place),
    /// Answer a request.
    Answer {
        /// The ticket of the request.
        ticket: u64,
        /// The answer.
        reply: Result<Reply, CallError>,
    },
}

/// Report on an operation.
#[derive(Clone)]
pub enum TaskReport {
    /// The operation ended.
    Ended(Outcome),
    /// A worker started the task. The worker may have a name.
    Started(Option<Text>),
    /// The service accepted the job with this answer. For a task that ends by a report with its
    /// token, the call itself is over.
    Submitted(Value),
    /// The detached call is over.
    Acknowledged,
}

impl fmt::Debug for Action {
    /// Omits the data of executions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run { context, .. } => f.debug_tuple("Run").field(context).finish(),
            Self::Detach { context, .. } => f.debug_tuple("Detach").field(context).finish(),
            Self::Read { place, .. } => f.debug_tuple("Read").field(place).finish(),
            Self::Write { place, .. } => f.debug_tuple("Write").field(place).finish(),
            Self::Beat(place) => f.debug_tuple("Beat").field(place).finish(),
            Self::Drop(place) => f.debug_tuple("Drop").field(place).finish(),
            Self::Answer { ticket, .. } => {
                f.debug_struct("Answer").field("ticket", ticket).finish_non_exhaustive()
            }
        }
    }
}

impl fmt::Debug for TaskReport {
    /// Omits the data of executions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ended(Outcome::Done(_) | Outcome::Items(..) | Outcome::Members(..)) => {
                "Ended(Done)"
            }
            Self::Ended(Outcome::Failed(_)) => "Ended(Failed)",
            Self::Ended(Outcome::TimedOut) => "Ended(TimedOut)",
            Self::Ended(Outcome::HeartbeatMissed) => "Ended(HeartbeatMissed)",
            Self::Started(_) => "Started",
            Self::Submitted(_) => "Submitted",
            Self::Acknowledged => "Acknowledged",
        })
    }
}
