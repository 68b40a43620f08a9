//! Effects that a driver requests, and inputs that it receives.

use std::time::Duration;

use asl_runtime::__engine::Sequence;
use asl_runtime::execution::{Outcome, ReadItems, WriteResults};
use asl_runtime::value::Text;
use asl_runtime::{Failure, Value};

use crate::wire::{Chunk, Reply, TaskAnswer, TaskRequest};

/// Number of an open operation in Restate.
pub(crate) type Tag = Sequence;

/// Effects in Restate, in order.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Calls the task service.
    Call {
        tag: Tag,
        request: Box<TaskRequest>,
        /// The idempotency key, if another invocation may continue to wait for the call.
        key: Option<String>,
        /// True if the call may have to be cancelled.
        is_cancellable: bool,
    },
    /// Runs a task in this invocation. It is the last effect, and nothing else is open.
    InPlace { tag: Tag, request: Box<TaskRequest> },
    /// Runs another machine and waits for it.
    Child { tag: Tag, service: Text, key: Text, input: Value },
    /// Reads or writes a storage for a distributed Map.
    Store { tag: Tag, work: StoreWork },
    /// Abandons a call or a machine.
    Cancel { tag: Tag },
    /// An effect that starts without waiting.
    AtOnce(AtOnce),
}

/// An operation on a storage.
#[derive(Debug)]
pub(crate) enum StoreWork {
    /// Reads items.
    Read(Box<ReadItems>),
    /// Writes results.
    Write(Box<WriteResults>),
}

/// An effect that starts at once.
#[derive(Debug)]
pub(crate) enum AtOnce {
    /// Continues to wait for another machine.
    Adopt { tag: Tag, invocation: String },
    /// Runs another machine without waiting for it.
    Start { service: Text, key: Text, input: Value },
    /// Calls the task service without waiting for it.
    Detach(Box<TaskRequest>),
    /// Sleeps until a time, in milliseconds since 1970.
    Until { tag: Tag, wake: u64 },
    /// Sleeps for a duration.
    After { tag: Tag, after: Duration },
    /// Replies to the sender of a message.
    Acknowledge { to: String, receipt: Reply },
}

/// An input from Restate.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A task has ended, or its call failed for a reason other than the task.
    Task(Result<TaskAnswer, String>),
    /// Another machine has ended, with the time of that input.
    Child(Result<Value, Failure>, u64),
    /// Items were read or results written, with the time.
    Store(Box<Outcome>, u64),
    /// A sleep has ended.
    Slept,
}

/// The state of a driver.
pub(crate) type Turn = asl_runtime::__engine::Turn<Chunk>;
