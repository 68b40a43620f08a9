//! The journal of a shard in the database, as the disk that the journal's code uses: files are rows
//! of `asl_file`, and each write to a file is a row of `asl_batch`.
//!
//! A write is durable when it returns, so syncs do nothing. Every change compares the epoch under
//! which this process owns the shard: see `writer`.

use std::any::Any;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asl_durable::shard::{Disk, DiskFile, ExecutionRow, LockError};
use asl_runtime::__engine::random_seed;
use tokio_postgres::Row;

use crate::database::{Bytes, Database, Owned};
use crate::failure::Failure;

/// The file with the last position that is on disk. It only serves to find damage that a database
/// does not have, so it is kept in memory.
const TIP: &str = "store.tip";
/// End of the names of files that a compaction is writing.
const UNFINISHED: &str = ".new";

const LIST: &str = "select name from asl_file where shard = $1";
const FIND: &str = "select file from asl_file where shard = $1 and name = $2";
const SIZE: &str = "select position, length(records) from asl_batch \
     where shard = $1 and file = $2 order by position desc limit 1";
/// The parts of all rows between two positions, the row that the first one is in included.
const READ: &str = "select position, substring(records \
         from (greatest($3 - position, 0) + 1)::int4 \
         for least($4 - greatest($3, position), 1000000000)::int4) \
     from asl_batch where shard = $1 and file = $2 and position < $4 and position >= coalesce(( \
         select max(position) from asl_batch where shard = $1 and file = $2 and position <= $3), 0) \
     order by position";
const CREATE: &str = "with held as (select shard from asl_shard \
         where shard = $1 and epoch = $2 for key share), \
     made as (insert into asl_file (shard, file, name) select shard, $3, $4 from held \
         on conflict (shard, name) do update set name = excluded.name \
             where asl_file.file = excluded.file returning file) \
     select (select count(*) from held), (select count(*) from made)";
const RENAME: &str = "with held as (select shard from asl_shard \
         where shard = $1 and epoch = $2 for key share), \
     named as (update asl_file f set name = $4 from held h \
         where f.shard = h.shard and f.file = $3 returning f.file) \
     select (select count(*) from held), (select count(*) from named)";
const REMOVE: &str = "with held as (select shard from asl_shard \
         where shard = $1 and epoch = $2 for key share), \
     gone as (delete from asl_file f using held h \
         where f.shard = h.shard and f.file = $3 returning f.file) \
     select (select count(*) from held), (select count(*) from gone)";
const CUT: &str = "with held as (select shard from asl_shard \
         where shard = $1 and epoch = $2 for key share), \
     gone as (delete from asl_batch b using held h \
         where b.shard = h.shard and b.file = $3 and b.position >= $4 returning b.position) \
     select (select count(*) from held), (select count(*) from gone)";
/// Removes the batches of files that are gone, which an earlier process has left.
const SWEEP: &str = "with held as (select shard from asl_shard \
         where shard = $1 and epoch = $2 for key share), \
     gone as (delete from asl_batch b using held h where b.shard = h.shard and not exists ( \
         select from asl_file f where f.shard = b.shard and f.file = b.file) returning b.position) \
     select (select count(*) from held), (select count(*) from gone)";

/// The journal of a shard that this process owns under an epoch.
pub(crate) struct ShardDisk {
    shard: Arc<Shard>,
}

struct Shard {
    database: Arc<Database>,
    number: i32,
    epoch: i64,
    /// Rows that become durable with the next batch.
    rows: Mutex<Vec<ExecutionRow>>,
    /// The transaction of a task that the next batch is committed in.
    joined: Mutex<Option<Box<dyn Any + Send>>>,
    /// The files that are open, and whether they were removed since.
    files: Mutex<HashMap<i64, Arc<AtomicBool>>>,
}

impl ShardDisk {
    /// The disk of a shard.
    pub(crate) fn new(database: Arc<Database>, number: i32, epoch: i64) -> Self {
        let (rows, joined, files) = (Mutex::default(), Mutex::default(), Mutex::default());
        let shard = Shard { database, number, epoch, rows, joined, files };
        Self { shard: Arc::new(shard) }
    }

    fn file(&self, file: i64, name: &str) -> TableFile {
        let is_removed = Arc::clone(locked(&self.shard.files).entry(file).or_default());
        let takes_rows = !name.ends_with(UNFINISHED);
        TableFile { shard: Arc::clone(&self.shard), file, takes_rows, is_removed }
    }
}

impl Shard {
    /// Parameters that begin with the shard and its epoch.
    fn fenced<const N: usize>(&self, more: [Owned; N]) -> Vec<Owned> {
        let first: [Owned; 2] = [Box::new(self.number), Box::new(self.epoch)];
        first.into_iter().chain(more).collect()
    }

    /// Makes a change that compares the epoch. Returns the number of rows that it changed.
    fn change<const N: usize>(&self, sql: &'static str, more: [Owned; N]) -> io::Result<i64> {
        let rows = self.database.call(sql, self.fenced(more))?;
        let counts = rows.first().map(|row| (row.get::<_, i64>(0), row.get::<_, i64>(1)));
        match counts {
            Some((1, changed)) => Ok(changed),
            Some(_) | None => Err(Failure::Fenced.into()),
        }
    }

    /// Removes the batches of a file that is gone, at some time.
    fn erase(&self, file: i64) {
        self.database.post(CUT, self.fenced([Box::new(file), Box::new(0_i64)]));
    }

    /// The number of the file with this name.
    fn find(&self, name: &str) -> io::Result<i64> {
        let parameters: Vec<Owned> = vec![Box::new(self.number), Box::new(name.to_owned())];
        let rows = self.database.call(FIND, parameters)?;
        rows.first().map(|row| row.get(0)).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Disk for ShardDisk {
    type File = File;
    type Lock = ();

    fn name(&self, file: &str) -> String {
        let (store, number) = (self.shard.database.target.name(), self.shard.number);
        let separator = if file.is_empty() { "" } else { "/" };
        format!("{store}#{number}{separator}{file}")
    }

    fn list(&self) -> io::Result<Vec<String>> {
        let rows = self.shard.database.call(LIST, vec![Box::new(self.shard.number)])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn create(&self, name: &str) -> io::Result<File> {
        if name == TIP {
            return Ok(File::Memory(Mutex::default()));
        }
        // A number that no other file has. A call that is repeated finds its own file.
        let file = i64::try_from(random_seed() >> 1).unwrap_or(i64::MAX);
        match self.shard.change(CREATE, [Box::new(file), Box::new(name.to_owned())])? {
            0 => Err(io::ErrorKind::AlreadyExists.into()),
            _ => Ok(File::Table(self.file(file, name))),
        }
    }

    fn open(&self, name: &str) -> io::Result<File> {
        if name == TIP {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(File::Table(self.file(self.shard.find(name)?, name)))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let file = self.shard.find(name)?;
        // A call that is repeated may have removed it.
        self.shard.change(REMOVE, [Box::new(file)])?;
        // Who has the file open can read it further.
        match locked(&self.shard.files).remove(&file).filter(|it| Arc::strong_count(it) > 1) {
            Some(is_removed) => is_removed.store(true, Ordering::Release),
            None => self.shard.erase(file),
        }
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let file = self.shard.find(from)?;
        match self.shard.change(RENAME, [Box::new(file), Box::new(to.to_owned())])? {
            0 => Err(io::ErrorKind::NotFound.into()),
            _ => Ok(()),
        }
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn lock(&self, _: &str) -> Result<(), LockError> {
        // The lease excludes others.
        self.shard.change(SWEEP, []).map(drop).map_err(LockError::Io)
    }

    fn keeps_rows(&self) -> bool {
        true
    }

    fn put_rows(&self, mut rows: Vec<ExecutionRow>) {
        locked(&self.shard.rows).append(&mut rows);
    }

    fn medium(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        Some(Arc::clone(&self.shard.database.transactions) as Arc<dyn Any + Send + Sync>)
    }

    fn join(&self, written: Option<Box<dyn Any + Send>>) {
        *locked(&self.shard.joined) = written;
    }
}

/// A file of a shard.
pub(crate) enum File {
    /// Its writes are rows of the database.
    Table(TableFile),
    /// It is gone with the process.
    Memory(Mutex<Vec<u8>>),
}

/// A file in the database.
pub(crate) struct TableFile {
    shard: Arc<Shard>,
    file: i64,
    /// True if rows of executions go with its batches.
    takes_rows: bool,
    is_removed: Arc<AtomicBool>,
}

impl TableFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let from = position(offset)?;
        let to = from.saturating_add(i64::try_from(buffer.len()).unwrap_or(i64::MAX));
        let parameters: Vec<Owned> =
            vec![Box::new(self.shard.number), Box::new(self.file), Box::new(from), Box::new(to)];
        let rows = self.shard.database.call(READ, parameters)?;
        let mut done = 0;
        for row in &rows {
            let (begin, bytes): (i64, &[u8]) = (row.get(0), row.get(1));
            let here = usize::try_from(begin.max(from) - from).unwrap_or(usize::MAX);
            let Some(to) = buffer.get_mut(here..).and_then(|rest| rest.get_mut(..bytes.len()))
            else {
                break;
            };
            // A gap is the end of what can be read.
            if here != done {
                break;
            }
            to.copy_from_slice(bytes);
            done += bytes.len();
        }
        Ok(done)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        // The header of a file is written before the records.
        let has_rows = self.takes_rows && offset > 0;
        let rows =
            if has_rows { std::mem::take(&mut *locked(&self.shard.rows)) } else { Vec::new() };
        let joined = if has_rows { locked(&self.shard.joined).take() } else { None };
        let bytes = Bytes {
            shard: self.shard.number,
            epoch: self.shard.epoch,
            file: self.file,
            position: position(offset)?,
            records: bytes.to_vec(),
            rows,
        };
        let count = bytes.records.len();
        let written = match joined {
            Some(transaction) => self.shard.database.transactions.end(transaction, bytes),
            None => self.shard.database.write(bytes),
        };
        written.map_err(|(failure, mut rows)| {
            let mut waiting = locked(&self.shard.rows);
            rows.append(&mut waiting);
            *waiting = rows;
            failure
        })?;
        Ok(count)
    }

    fn size(&self) -> io::Result<u64> {
        let parameters: Vec<Owned> = vec![Box::new(self.shard.number), Box::new(self.file)];
        let rows = self.shard.database.call(SIZE, parameters)?;
        let end = |row: &Row| {
            let (position, length): (i64, i32) = (row.get(0), row.get(1));
            u64::try_from(position.saturating_add(length.into())).unwrap_or(0)
        };
        Ok(rows.first().map_or(0, end))
    }

    /// Removes the batches from this position on. There is never a part of a batch.
    fn truncate(&self, size: u64) -> io::Result<()> {
        if self.size()? <= size {
            return Ok(());
        }
        self.shard.change(CUT, [Box::new(self.file), Box::new(position(size)?)]).map(drop)
    }
}

impl Drop for TableFile {
    fn drop(&mut self) {
        if self.is_removed.load(Ordering::Acquire) {
            self.shard.erase(self.file);
        }
    }
}

impl DiskFile for File {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::Table(file) => file.read_at(buffer, offset),
            Self::Memory(bytes) => {
                let bytes = locked(bytes);
                let from = usize::try_from(offset).unwrap_or(usize::MAX);
                let rest = bytes.get(from..).unwrap_or_default();
                let count = rest.len().min(buffer.len());
                if let (Some(to), Some(from)) = (buffer.get_mut(..count), rest.get(..count)) {
                    to.copy_from_slice(from);
                }
                Ok(count)
            }
        }
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::Table(file) => file.write_at(bytes, offset),
            Self::Memory(memory) => {
                let from = usize::try_from(offset).unwrap_or(usize::MAX);
                let end = from.saturating_add(bytes.len());
                let mut memory = locked(memory);
                if memory.len() < end {
                    memory.resize(end, 0);
                }
                if let Some(to) = memory.get_mut(from..end) {
                    to.copy_from_slice(bytes);
                }
                Ok(bytes.len())
            }
        }
    }

    fn size(&self) -> io::Result<u64> {
        match self {
            Self::Table(file) => file.size(),
            Self::Memory(bytes) => Ok(locked(bytes).len() as u64),
        }
    }

    fn truncate(&self, size: u64) -> io::Result<()> {
        match self {
            Self::Table(file) => file.truncate(size),
            Self::Memory(bytes) => {
                locked(bytes).truncate(usize::try_from(size).unwrap_or(usize::MAX));
                Ok(())
            }
        }
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A position as the database has it.
fn position(offset: u64) -> io::Result<i64> {
    i64::try_from(offset).map_err(|_| io::ErrorKind::FileTooLarge.into())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
