//! Orders to the keeper of a process, from calls, and from the tasks that open and close shards.

use std::time::Instant;

use asl_durable::shard::{Parent, Reply, Shard};
use asl_durable::{CallError, Closed, StoreError};
use tokio::sync::oneshot;

use crate::inbox::Taken;

/// An order to the keeper.
pub(crate) enum Order {
    /// Send a request to another process.
    Remote(Remote),
    /// Send the reply to a request of another process.
    Answered(Taken, Vec<u8>),
    /// Give a request of another process back: it had no effect.
    Untaken(Taken),
    /// Note a child of a parent in another shard.
    Adopt(Child, oneshot::Sender<Result<(), CallError>>),
    /// Children were looked at; these have no parent any more.
    Settled(Vec<Child>),
    /// The versions of the unfinished executions of shards, with their epochs.
    Needed(Vec<(i32, i64, Vec<String>)>),
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
    pub(crate) answer: oneshot::Sender<Sent>,
}

/// The end of a request to another process.
pub(crate) enum Sent {
    /// It has this reply.
    Replied(Result<Reply, CallError>),
    /// It was lost, and may have had an effect.
    Lost,
}

/// A child and its parent.
#[derive(Clone)]
pub(crate) struct Child {
    pub(crate) id: String,
    pub(crate) parent_shard: i32,
    pub(crate) parent: Parent,
}
