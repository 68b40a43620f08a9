//! What a driver asks for, and what it is told.

use std::time::Duration;

use asl_runtime::execution::{Outcome, ReadItems, WriteResults};
use asl_runtime::value::Text;
use asl_runtime::{Failure, Value};

use crate::wire::{Chunk, Receipt, TaskAnswer, TaskRequest};

/// The number of something that is open in Restate.
pub(crate) type Tag = u64;

/// What is to be done in Restate, in this order.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Call the task service.
    Call {
        tag: Tag,
        request: Box<TaskRequest>,
        /// The idempotency key, where another invocation may go on waiting for it.
        key: Option<String>,
        /// Whether it may have to be cancelled.
        is_cancellable: bool,
    },
    /// Run another machine, and wait for it.
    Child { tag: Tag, service: Text, key: Text, input: Value },
    /// Work on a storage for a distributed Map.
    Store { tag: Tag, work: StoreWork },
    /// Nobody waits for this call or machine any more.
    Cancel { tag: Tag },
    /// Something that nothing has to be waited for to begin.
    AtOnce(AtOnce),
}

/// What is done on a storage.
#[derive(Debug)]
pub(crate) enum StoreWork {
    /// Read items.
    Read(Box<ReadItems>),
    /// Write results.
    Write(Box<WriteResults>),
}

/// What begins at once.
#[derive(Debug)]
pub(crate) enum AtOnce {
    /// Go on waiting for another machine.
    Adopt { tag: Tag, invocation: String },
    /// Run another machine, and do not wait for it.
    Start { service: Text, key: Text, input: Value },
    /// Call the task service, and do not wait for it.
    Detach(Box<TaskRequest>),
    /// Sleep until a point in time, in milliseconds since 1970.
    Until { tag: Tag, wake: u64 },
    /// Sleep for so long.
    After { tag: Tag, after: Duration },
    /// Tell the sender of a letter.
    Acknowledge { to: String, receipt: Receipt },
}

/// What is heard from Restate.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A task has ended, or its call has failed in a way that is none of the task's.
    Task(Result<TaskAnswer, String>),
    /// Another machine has ended, and when that was heard.
    Child(Result<Value, Failure>, u64),
    /// Items were read or results written, and when.
    Store(Box<Outcome>, u64),
    /// The sleep is over.
    Slept,
}

/// Where the driver stands when all effects are done.
#[derive(Debug)]
pub(crate) enum Turn {
    /// Something must be heard.
    Wait,
    /// It could go on; others first.
    Again,
    /// The execution has ended.
    Over(Result<Value, Failure>),
    /// The journal is long: it is to go on in another invocation.
    Full(Box<Chunk>),
}
