//! Writes the batches of all shards of this process: those that wait are one transaction. It
//! compares the owner and the epoch of each shard, so that a process that has lost a shard writes
//! nothing; and it requires the batch before, so that a server that has lost a commit gets no batch
//! behind the gap.
//!
//! A batch has a position that no other batch ever has. So a call whose outcome is unknown is made
//! again: if the first one has written the batch, or still does, the second one finds the same
//! bytes. The call that adds the batch writes the rows of executions, and no other one does: a call
//! that arrives late would put old rows over newer ones. A row that exists is updated, and others are
//! inserted: `on conflict` would write a second record of the log for each. No other process writes
//! rows of the shard meanwhile, because the batch is there once.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use asl_durable::shard::ExecutionRow;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_postgres::Client;

use crate::batch::{Bytes, Held};
use crate::database::{Database, Write};
use crate::failure::Failure;
use crate::link::{Link, Parameter};

/// Maximum bytes of a transaction, unless one batch has more.
const BYTES: usize = 16 << 20;

/// The last moment of the year 9999 in milliseconds since 1970, for rows that people read.
const LATEST: i64 = 253_402_300_799_999;

/// Writes batches: see the module.
pub const WRITE: &str = include_str!("writer.sql");

/// Rows are found by their keys: the plan may be made when the tables are empty, and be used when
/// they are large.
const BY_KEY: &str = "set enable_seqscan = off; set enable_hashjoin = off; \
     set enable_mergejoin = off";

/// The shards of a process.
const HELD: &str = "select shard, epoch from asl_shard where owner = $1";

/// Starts the tasks that write, on this thread's runtime.
pub(crate) fn start(database: &Arc<Database>, connections: u16) {
    for _ in 0..connections.max(1) {
        drop(tokio::spawn(write(Arc::clone(database))));
    }
}

/// Writes batches until the queue is closed.
async fn write(database: Arc<Database>) {
    let mut link = Link::beginning(Arc::clone(&database.target), BY_KEY);
    loop {
        let mut bytes = 0_usize;
        let writes = database.writes.take(|write| {
            bytes = bytes.saturating_add(write.bytes.records.len());
            bytes <= BYTES
        });
        let writes = writes.await;
        if writes.is_empty() {
            return;
        }
        write_all(&mut link, &database, writes).await;
    }
}

/// Writes a batch once, within the transaction of this connection.
pub(crate) async fn write_one(client: &Client, process: &str, bytes: Bytes) -> Result<(), Failure> {
    let Held { shard, epoch } = bytes.held;
    let key = (shard, bytes.file, bytes.position, epoch);
    let (answer, _) = oneshot::channel();
    let written = write_group(Way::Once(client), process, &[Write { bytes, answer }]).await?;
    if written.contains(&key) { Ok(()) } else { Err(Failure::Fenced) }
}

/// Writes the batches in one transaction. If the server refuses it, each one is tried alone, so
/// that one batch cannot keep the others from being written.
async fn write_all(link: &mut Link, database: &Database, writes: Vec<Write>) {
    let deadline = Instant::now() + database.patience;
    let process = database.process.as_str();
    let written = write_group(Way::Repeated(link, deadline), process, &writes).await;
    if matches!(written, Err(Failure::Refused(_))) && writes.len() > 1 {
        for write in writes {
            let one = std::slice::from_ref(&write);
            let written = write_group(Way::Repeated(link, deadline), process, one).await;
            answer(link, process, vec![write], &written).await;
        }
        return;
    }
    answer(link, process, writes, &written).await;
}

/// The shard, the file, the position and the epoch of a batch.
type Key = (i32, i64, i64, i64);

async fn answer(
    link: &mut Link,
    process: &str,
    writes: Vec<Write>,
    written: &Result<BTreeSet<Key>, Failure>,
) {
    let key = |Bytes { held: Held { shard, epoch }, file, position, .. }: &Bytes| {
        (*shard, *file, *position, *epoch)
    };
    let is_missing =
        |write: &Write| matches!(written, Ok(all) if !all.contains(&key(&write.bytes)));
    let mut held = Vec::new();
    if writes.iter().any(is_missing) {
        // Numbers of owners only grow: who has a shard now had it before. Without an answer it is
        // not known who had it.
        held = link.query(HELD, &[&process]).await.unwrap_or_default();
    }
    for write in writes {
        let result = match written {
            Err(failure) => Err(failure.clone()),
            Ok(_) if is_missing(&write) => {
                let Held { shard, epoch } = write.bytes.held;
                let is_held = held.iter().any(|row| (row.get(0), row.get(1)) == (shard, epoch));
                Err(if is_held { Failure::Lost } else { Failure::Fenced })
            }
            Ok(_) => Ok(()),
        };
        let Write { bytes, answer } = write;
        // The thread may have ended.
        let _ = answer.send(result.map_err(|failure| (failure, bytes.rows)));
    }
}

/// The way of a statement to the server.
enum Way<'w> {
    /// It is repeated until the server has answered it.
    Repeated(&'w mut Link, Instant),
    /// It is part of a transaction.
    Once(&'w Client),
}

async fn write_group(
    way: Way<'_>,
    process: &str,
    writes: &[Write],
) -> Result<BTreeSet<Key>, Failure> {
    let bytes = || writes.iter().map(|write| &write.bytes);
    let shards: Vec<i32> = bytes().map(|bytes| bytes.held.shard).collect();
    let epochs: Vec<i64> = bytes().map(|bytes| bytes.held.epoch).collect();
    let files: Vec<i64> = bytes().map(|bytes| bytes.file).collect();
    let positions: Vec<i64> = bytes().map(|bytes| bytes.position).collect();
    let records: Vec<&[u8]> = bytes().map(|bytes| bytes.records.as_slice()).collect();
    let rows = Rows::of(writes);
    let parameters: [Parameter<'_>; 19] = [
        &shards,
        &epochs,
        &files,
        &positions,
        &records,
        &rows.numbers,
        &rows.ids,
        &rows.machines,
        &rows.versions,
        &rows.statuses,
        &rows.started,
        &rows.stopped,
        &rows.wakes,
        &rows.errors,
        &rows.labels,
        &rows.redrives,
        &rows.gone_numbers,
        &rows.gone_ids,
        &process,
    ];
    let written = match way {
        Way::Repeated(link, deadline) => link.persist(WRITE, &parameters, deadline).await?,
        Way::Once(client) => {
            client.query(WRITE, &parameters).await.map_err(|error| Failure::of(&error))?
        }
    };
    Ok(written.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3))).collect())
}

/// The rows of executions as columns. Their numbers are those of their batches, from 1.
#[derive(Default)]
struct Rows<'r> {
    numbers: Vec<i64>,
    ids: Vec<&'r str>,
    machines: Vec<&'r str>,
    versions: Vec<String>,
    statuses: Vec<String>,
    started: Vec<i64>,
    stopped: Vec<Option<i64>>,
    wakes: Vec<Option<i64>>,
    errors: Vec<Option<Cow<'r, str>>>,
    labels: Vec<Cow<'r, str>>,
    redrives: Vec<i32>,
    gone_numbers: Vec<i64>,
    gone_ids: Vec<&'r str>,
}

impl<'r> Rows<'r> {
    fn of(writes: &'r [Write]) -> Self {
        let mut rows = Self::default();
        for (number, Write { bytes, .. }) in (1..).zip(writes) {
            // A row counts as its last change says.
            let mut known = BTreeSet::new();
            for row in bytes.rows.iter().rev() {
                if known.insert(row.id()) {
                    rows.add(number, row);
                }
            }
        }
        rows
    }

    fn add(&mut self, number: i64, row: &'r ExecutionRow) {
        let time = |time: u64| i64::try_from(time).unwrap_or(i64::MAX).min(LATEST);
        match row {
            ExecutionRow::Present {
                id,
                machine,
                version,
                state,
                started,
                stopped,
                wakes,
                error,
                label,
                redrives,
            } => {
                self.numbers.push(number);
                self.ids.push(id);
                self.machines.push(machine);
                self.versions.push(version.to_string());
                self.statuses.push(state.to_string());
                self.started.push(time(*started));
                self.stopped.push(stopped.map(time));
                self.wakes.push(wakes.map(time));
                self.errors.push(error.as_deref().map(plain));
                self.labels.push(plain(label));
                self.redrives.push(i32::try_from(*redrives).unwrap_or(i32::MAX));
            }
            ExecutionRow::Gone { id } => {
                self.gone_numbers.push(number);
                self.gone_ids.push(id);
            }
        }
    }
}

/// A text without the character that PostgreSQL's texts cannot have.
fn plain(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{fffd}").into() } else { text.into() }
}
