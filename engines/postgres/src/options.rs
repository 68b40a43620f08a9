//! Options of a store.

use std::time::Duration;

/// Options of a store in PostgreSQL.
///
/// ```
/// use std::time::Duration;
/// use asl_postgres::Options;
///
/// let options = Options::default().lease(Duration::from_secs(5));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The options that a store on disk has too. Those of its directory have no effect, and
    /// [`allow_unknown`](asl_durable::Options::allow_unknown) is always true: executions whose
    /// machines this process does not have wait, in the state
    /// [`WaitsForMachine`](asl_durable::State::WaitsForMachine), until a process that has them opens
    /// their shard.
    pub store: asl_durable::Options,
    /// Number of shards of a new store; an existing one keeps its own. More shards spread over more
    /// processes, and fewer need less memory and fewer threads. 16 by default, at most 1,024.
    pub shards: u16,
    /// Time after which the shards of a process that does not answer any more go to others. It is
    /// renewed at a third of it. 10 s by default, at least one.
    pub lease: Duration,
    /// Maximum time that tasks get to end when a shard goes to another process for balance. Those
    /// that are still running then are dropped, and start again there. 5 s by default.
    pub handover: Duration,
    /// Connections for batches of records, and as many for reading. Leases and notifications have
    /// two more. 2 by default.
    pub connections: u16,
    /// Maximum number of transactions of tasks at a time, each with a connection of its own, which is
    /// made when it is needed. 8 by default.
    pub transactions: u16,
    /// True for a process that owns shards although it has no machines.
    pub(crate) is_caretaker: bool,
}

impl Options {
    asl_runtime::__setters! {
        store: asl_durable::Options,
        shards: u16,
        lease: Duration,
        handover: Duration,
        connections: u16,
        transactions: u16,
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            store: asl_durable::Options::default(),
            shards: 16,
            lease: Duration::from_secs(10),
            handover: Duration::from_secs(5),
            connections: 2,
            transactions: 8,
            is_caretaker: false,
        }
    }
}
