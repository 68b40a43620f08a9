//! Orders to the keeper of a process, from calls, and from the tasks that open and close shards.

use std::time::Instant;

use asl_durable::shard::{Parent, Reply, Shard};
use asl_durable::{CallError, Closed, StoreError};
use tokio::sync::oneshot;

use crate::inbox::Number;

/// An order to the keeper.
pub(crate) enum Order {
    /// Send a request to another process.
    Remote(Remote),
    /// Send the reply to a request of another process.
    Answered(Number, Vec<u8>),
    /// Give a request of another process back: it had no effect.
    Untaken(Number),
    /// Note a child of a parent in another shard.
    Adopt(Child, oneshot::Sender<Result<(), CallError>>),
    /// Children were looked at; these have no parent any more.
    Settled(Vec<Child>),
    /// A shard was opened, or could not be opened.
    Opened(i32, i64, Result<Shard, StoreError>),
    /// A shard was closed.
    Closed(i32, i64, Closed),
    /// Close all shards until this moment, and end.
    Close(Instant, oneshot::Sender<Closed>),
    /// End at once.
    Stop,
}

/// A request to another process.
pub(crate) struct Remote {
    pub(crate) number: i64,
    pub(crate) shard: i32,
    pub(crate) request: Vec<u8>,
    pub(crate) answer: oneshot::Sender<Result<Reply, CallError>>,
}

/// A child and its parent.
pub(crate) struct Child {
    pub(crate) id: String,
    pub(crate) parent_shard: i32,
    pub(crate) parent: Parent,
}
