//! Batches of records of shards.

use asl_durable::shard::ExecutionRow;

/// A shard that a process owns, under an epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The shard.
    pub shard: i32,
    /// The number of its owner.
    pub epoch: i64,
}

/// A batch of records, and the rows of executions that go with it.
#[derive(Clone, Debug)]
pub struct Bytes {
    /// The shard and its epoch.
    pub held: Held,
    /// The file.
    pub file: i64,
    /// The position in the file: the end of the batch before.
    pub position: i64,
    /// The batch.
    pub records: Vec<u8>,
    /// The rows.
    pub rows: Vec<ExecutionRow>,
}
