//! The tables of the journals, as the disks of shards use them. Every change compares the owner and
//! the epoch of the shard, so that a process that has lost it changes nothing.

use std::any::Any;
use std::sync::Arc;

use asl_durable::Limit;
use asl_durable::shard::{ExecutionRow, Gate};
use tokio_postgres::Row;

use crate::batch::{Bytes, Held};
use crate::database::{Database, Owned};
use crate::failure::Failure;
use crate::gates::Gates;
use crate::transaction::Transactions;

/// A change to the files of a shard. Making one twice has the effect of making it once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A file of this number and this name, unless the name exists.
    Create(i64, String),
    /// Another name for a file.
    Rename(i64, String),
    /// The file has no name any more.
    Remove(i64),
    /// The batches of a file without a name are gone.
    Erase(i64),
    /// The batches of all files without names are gone.
    Sweep,
}

/// The tables. Each call waits for its result, and is made again if it is unknown.
pub trait Tables: Send + Sync + 'static {
    /// The name of the database, for messages.
    fn name(&self) -> &str;
    /// The names of a shard's files.
    fn names(&self, shard: i32) -> Result<Vec<String>, Failure>;
    /// The number of the file with this name.
    fn find(&self, shard: i32, name: &str) -> Result<Option<i64>, Failure>;
    /// The end of a file's last batch.
    fn end(&self, shard: i32, file: i64) -> Result<i64, Failure>;
    /// The parts of a file's batches between two positions, the batch that the first one is in
    /// included, in order.
    fn read(
        &self,
        shard: i32,
        file: i64,
        range: (i64, i64),
    ) -> Result<Vec<(i64, Vec<u8>)>, Failure>;
    /// Makes a change. Returns the number of rows that it changed.
    fn change(&self, held: Held, change: Change) -> Result<i64, Failure>;
    /// Makes a change at some time, if it can.
    fn post(&self, held: Held, change: Change);
    /// Writes a batch, as `writer` says. On failure the rows come back.
    fn write(&self, bytes: Bytes) -> Result<(), (Failure, Vec<ExecutionRow>)>;
    /// Writes a batch in the transaction of a task, as `transaction` says.
    fn write_with(
        &self,
        transaction: Box<dyn Any + Send>,
        bytes: Bytes,
    ) -> Result<(), (Failure, Vec<ExecutionRow>)> {
        drop(transaction);
        Err((Failure::Refused("these tables have no transactions of tasks".to_owned()), bytes.rows))
    }
    /// The medium of transactions of tasks, if there are any.
    fn medium(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }
    /// The gate of a limit that processes share.
    fn gate(&self, limit: &Limit) -> Option<Arc<dyn Gate>> {
        let _ = limit;
        None
    }
}

const NAMES: &str = "select name from asl_file where shard = $1";
const FIND: &str = "select file from asl_file where shard = $1 and name = $2";
const END: &str = "select position, length(records) from asl_batch \
     where shard = $1 and file = $2 order by position desc limit 1";
const READ: &str = "select position, substring(records \
         from (greatest($3 - position, 0) + 1)::int4 \
         for least($4 - greatest($3, position), 1000000000)::int4) \
     from asl_batch where shard = $1 and file = $2 and position < $4 and position >= coalesce(( \
         select max(position) from asl_batch where shard = $1 and file = $2 and position <= $3), 0) \
     order by position";

/// A change of the shard `$1`, if the process `$3` owns it under the epoch `$2`.
macro_rules! fenced {
    ($change:literal) => {
        concat!(
            "with held as (select shard from asl_shard ",
            "where shard = $1 and epoch = $2 and owner = $3 for key share), changed as (",
            $change,
            ") select (select count(*) from held), (select count(*) from changed)"
        )
    };
}

const CREATE: &str = fenced!(
    "insert into asl_file (shard, file, name) select shard, $4, $5 from held \
     on conflict (shard, name) do update set name = excluded.name \
         where asl_file.file = excluded.file returning file"
);
const RENAME: &str = fenced!(
    "update asl_file f set name = $5 from held h \
     where f.shard = h.shard and f.file = $4 returning f.file"
);
const REMOVE: &str = fenced!(
    "delete from asl_file f using held h \
     where f.shard = h.shard and f.file = $4 returning f.file"
);
const ERASE: &str = fenced!(
    "delete from asl_batch b using held h \
     where b.shard = h.shard and b.file = $4 and not exists ( \
         select from asl_file f where f.shard = b.shard and f.file = b.file) returning b.position"
);
const SWEEP: &str = fenced!(
    "delete from asl_batch b using held h where b.shard = h.shard and not exists ( \
         select from asl_file f where f.shard = b.shard and f.file = b.file) returning b.position"
);

/// All statements of this module, which are prepared to see that the tables are as they should be.
pub(crate) const STATEMENTS: [&str; 9] =
    [NAMES, FIND, END, READ, CREATE, RENAME, REMOVE, ERASE, SWEEP];

impl Change {
    /// The statement, and its parameters after the first three.
    fn statement(self) -> (&'static str, Vec<Owned>) {
        match self {
            Self::Create(file, name) => (CREATE, vec![Box::new(file), Box::new(name)]),
            Self::Rename(file, name) => (RENAME, vec![Box::new(file), Box::new(name)]),
            Self::Remove(file) => (REMOVE, vec![Box::new(file)]),
            Self::Erase(file) => (ERASE, vec![Box::new(file)]),
            Self::Sweep => (SWEEP, Vec::new()),
        }
    }
}

/// The tables of a database.
pub(crate) struct Journals {
    database: Arc<Database>,
    transactions: Arc<Transactions>,
    gates: Gates,
}

impl Journals {
    /// The tables, with at most so many transactions of tasks at a time.
    pub(crate) fn new(database: Arc<Database>, transactions: u16) -> Self {
        let transactions = Arc::new(Transactions::new(Arc::clone(&database), transactions));
        Self { gates: Gates::new(Arc::clone(&database)), transactions, database }
    }

    fn fenced(&self, held: Held, change: Change) -> (&'static str, Vec<Owned>) {
        let (sql, more) = change.statement();
        let mut parameters: Vec<Owned> = vec![
            Box::new(held.shard),
            Box::new(held.epoch),
            Box::new(self.database.process.clone()),
        ];
        parameters.extend(more);
        (sql, parameters)
    }
}

impl Tables for Journals {
    fn name(&self) -> &str {
        self.database.target.name()
    }

    fn names(&self, shard: i32) -> Result<Vec<String>, Failure> {
        let rows = self.database.call(NAMES, vec![Box::new(shard)])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn find(&self, shard: i32, name: &str) -> Result<Option<i64>, Failure> {
        let rows = self.database.call(FIND, vec![Box::new(shard), Box::new(name.to_owned())])?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    fn end(&self, shard: i32, file: i64) -> Result<i64, Failure> {
        let rows = self.database.call(END, vec![Box::new(shard), Box::new(file)])?;
        let end = |row: &Row| row.get::<_, i64>(0).saturating_add(row.get::<_, i32>(1).into());
        Ok(rows.first().map_or(0, end))
    }

    fn read(
        &self,
        shard: i32,
        file: i64,
        (from, to): (i64, i64),
    ) -> Result<Vec<(i64, Vec<u8>)>, Failure> {
        let parameters: Vec<Owned> =
            vec![Box::new(shard), Box::new(file), Box::new(from), Box::new(to)];
        let rows = self.database.call(READ, parameters)?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn change(&self, held: Held, change: Change) -> Result<i64, Failure> {
        let (sql, parameters) = self.fenced(held, change);
        let rows = self.database.call(sql, parameters)?;
        match rows.first().map(|row| (row.get::<_, i64>(0), row.get::<_, i64>(1))) {
            Some((1, changed)) => Ok(changed),
            Some(_) | None => Err(Failure::Fenced),
        }
    }

    fn post(&self, held: Held, change: Change) {
        let (sql, parameters) = self.fenced(held, change);
        self.database.post(sql, parameters);
    }

    fn write(&self, bytes: Bytes) -> Result<(), (Failure, Vec<ExecutionRow>)> {
        self.database.put(bytes)
    }

    fn write_with(
        &self,
        transaction: Box<dyn Any + Send>,
        bytes: Bytes,
    ) -> Result<(), (Failure, Vec<ExecutionRow>)> {
        self.transactions.end(transaction, bytes)
    }

    fn medium(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        Some(Arc::clone(&self.transactions) as Arc<dyn Any + Send + Sync>)
    }

    fn gate(&self, limit: &Limit) -> Option<Arc<dyn Gate>> {
        Some(self.gates.of(limit))
    }
}
