//! The commands that an execution hands to its engine, and the outcomes that come back.

use std::collections::VecDeque;

use crate::execution::{OpKey, OperationId};
use crate::machine::TaskRow;
use crate::storage::items::{ReadItems, WriteResults};
use asl_value::value::Value;

/// A command to the engine.
#[derive(Debug)]
pub enum Command {
    /// Run a task, within its time-out and heartbeat.
    Run {
        /// For its completion.
        op: OpKey,
        /// The task's row.
        task: &'static TaskRow,
        /// Its input.
        input: Value,
        /// Its stable name.
        operation_id: OperationId,
        /// Its limits.
        limits: Limits,
        /// Its `Credentials`. Boxed, because few tasks have them.
        credentials: Option<Box<Value>>,
    },
    /// Keep waiting for a task whose service answered before the execution was saved: it is not
    /// called again, only its limits run.
    Hold {
        /// For its completion.
        op: OpKey,
        /// Its stable name.
        operation_id: OperationId,
        /// The rest of its limits.
        limits: Limits,
    },
    /// Complete the operation with [`Outcome::Done`](super::Outcome::Done) after this many
    /// milliseconds.
    Timer {
        /// For its completion.
        op: OpKey,
        /// Milliseconds from now.
        after: u64,
    },
    /// Read the next items of a Map, and complete the operation with
    /// [`Outcome::Items`](super::Outcome::Items).
    Read {
        /// For its completion.
        op: OpKey,
        /// The read request.
        read: Box<ReadItems>,
    },
    /// Write results of a Map, and complete the operation with
    /// [`Outcome::Done`](super::Outcome::Done).
    Write {
        /// For its completion.
        op: OpKey,
        /// The write request.
        write: Box<WriteResults>,
    },
    /// Make a detached call (SM4C), and confirm it with
    /// [`Execution::acknowledge`](super::Execution::acknowledge). It continues when the execution
    /// has ended, and cannot be completed or cancelled.
    Detach {
        /// For its acknowledgement.
        op: OpKey,
        /// The task's row.
        task: &'static TaskRow,
        /// Its input.
        input: Value,
        /// Its stable name.
        operation_id: OperationId,
    },
    /// The execution no longer waits for the operation.
    Cancel {
        /// The operation to cancel.
        op: OpKey,
    },
}

/// The limits of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Milliseconds until the time-out.
    pub timeout: u64,
    /// Maximum milliseconds between two heartbeats.
    pub silence: Option<u64>,
    /// Milliseconds since the last heartbeat; 0 for a new task.
    pub silent_for: u64,
}

impl Limits {
    /// A `timeout` for an engine that enforces the time-out itself.
    #[doc(hidden)]
    pub const NO_TIMEOUT: u64 = u64::MAX;

    /// True if the time-out is not the machine's default: the definition has it, or the data.
    #[doc(hidden)]
    pub fn has_own_timeout(&self, task: &TaskRow) -> bool {
        let default = u64::from(task.timeout_seconds).saturating_mul(1_000);
        task.timeout_given || self.timeout != default
    }
}

// A command is moved several times; beyond this size, each move calls `memmove`.
const _: () = assert!(size_of::<Command>() <= 128);

impl Command {
    /// The operation this command starts.
    pub fn starts(&self) -> Option<OpKey> {
        match self {
            Self::Run { op, .. }
            | Self::Hold { op, .. }
            | Self::Timer { op, .. }
            | Self::Read { op, .. }
            | Self::Write { op, .. } => Some(*op),
            Self::Detach { .. } | Self::Cancel { .. } => None,
        }
    }
}

/// The commands that no engine has fetched yet.
#[derive(Default)]
pub(super) struct Commands {
    pub(super) queue: Option<Box<Pending>>,
    /// The serial of the last operation whose start was fetched. Commands are fetched in the order
    /// of their serials.
    pub(super) fetched: u64,
}

impl Commands {
    /// No commands; those up to the start of this operation were fetched.
    pub(super) fn fetched_to(serial: u64) -> Self {
        Self { fetched: serial, queue: None }
    }

    #[inline]
    pub(super) fn push(&mut self, command: Command) {
        let pending = self.queue.get_or_insert_default();
        if pending.first.is_none() && pending.rest.is_empty() {
            pending.first = Some(command);
        } else {
            pending.rest.push_back(command);
        }
    }

    /// Keeps the box for the next command: making one for each took a tenth of a task's time.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Command> {
        let pending = self.queue.as_mut()?;
        pending.first.take().or_else(|| pending.rest.pop_front())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.as_ref().is_none_or(|pending| pending.first.is_none() && pending.rest.is_empty())
    }

    /// Frees the memory of the queue, unless it has commands.
    pub(super) fn release(&mut self) {
        if self.is_empty() {
            self.queue = None;
        }
    }

    /// Cancels an operation. One that no engine has started needs no cancel: its command is never
    /// fetched.
    pub(super) fn cancel(&mut self, op: OpKey) {
        if op.serial <= self.fetched {
            self.push(Command::Cancel { op });
        }
    }
}

/// Nearly always none or one command. Boxed, so a waiting execution uses one word.
#[derive(Default)]
pub(super) struct Pending {
    first: Option<Command>,
    pub(super) rest: VecDeque<Command>,
}
