//! What a store has done outside, and what it hears of that.

use std::fmt;

use asl_runtime::TaskContext;
use asl_runtime::execution::{Limits, OpKey, Outcome, ReadItems, WriteResults};
use asl_runtime::machine::TaskRow;
use asl_runtime::value::{Text, Value};

use super::{CallError, Reply};

/// An operation of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The execution's place in the index.
    pub(super) slot: u32,
    /// The execution's number: places are used again.
    pub(super) number: u64,
    pub(super) op: OpKey,
}

/// What is to be done outside. All that led to it is on disk.
pub enum Action {
    /// Run a task within its limits. What is heard of it goes to
    /// [`Core::heard`](super::core::Core::heard).
    Run {
        /// The operation.
        place: Place,
        /// The machine, as counted in the list that the store was opened with.
        machine: usize,
        /// The task.
        task: &'static TaskRow,
        /// What it learns about its call: also its idempotency key.
        context: Box<TaskContext>,
        /// Its input.
        input: Value,
        /// How long it may take. Those of a task that somebody else ends are counted by the store
        /// from when the call has answered.
        limits: Limits,
    },
    /// Make a call that nobody waits for, and say when it is over: [`Said::Acknowledged`].
    Detach {
        /// The operation.
        place: Place,
        /// The machine, as counted in the list that the store was opened with.
        machine: usize,
        /// The task.
        task: &'static TaskRow,
        /// What it learns about its call.
        context: Box<TaskContext>,
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
    /// Somebody else has said that a task is still at work: the time since its last heartbeat
    /// counts from now on.
    Beat(Place),
    /// Nobody waits for it any more: drop it.
    Drop(Place),
    /// Tell whoever has asked.
    Answer {
        /// What the request was given.
        ticket: u64,
        /// The answer.
        reply: Result<Reply, CallError>,
    },
}

/// A report on an operation.
#[derive(Clone)]
pub enum Said {
    /// It is over.
    Ended(Outcome),
    /// A worker has begun, who may have a name.
    Started(Option<Text>),
    /// The service has taken the job, with this answer; of a task that ends by a report with its
    /// token, the call is over.
    Submitted(Value),
    /// The call that nobody waits for is over.
    Acknowledged,
}

impl fmt::Debug for Action {
    /// Without what executions work on.
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

impl fmt::Debug for Said {
    /// Without what executions work on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ended(Outcome::Done(_) | Outcome::Items(..)) => "Ended(Done)",
            Self::Ended(Outcome::Failed(_)) => "Ended(Failed)",
            Self::Ended(Outcome::TimedOut) => "Ended(TimedOut)",
            Self::Ended(Outcome::HeartbeatMissed) => "Ended(HeartbeatMissed)",
            Self::Started(_) => "Started",
            Self::Submitted(_) => "Submitted",
            Self::Acknowledged => "Acknowledged",
        })
    }
}
