//! The journal of a shard in the database, as the disk that the journal's code uses: files are rows
//! of `asl_file`, and each write to a file is a row of `asl_batch`.
//!
//! A write is durable when it returns, so syncs do nothing. A row is there or not, so no commit is
//! ever torn: rows that cannot be read are damage.

use std::any::Any;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use asl_durable::Limit;
use asl_durable::shard::{Disk, DiskFile, ExecutionRow, Gate, LockError};
use asl_runtime::__engine::{lock, random_seed};

use crate::batch::{Bytes, Held};
use crate::tables::{Change, Tables};

/// The file with the last position that is on disk. It only serves to find damage that a database
/// does not have, so it is kept in memory.
const TIP: &str = "store.tip";
/// End of the names of files that a compaction is writing.
const UNFINISHED: &str = ".new";

/// The journal of a shard that this process owns under an epoch.
pub struct ShardDisk<T: Tables> {
    shard: Arc<Shard<T>>,
}

struct Shard<T> {
    tables: Arc<T>,
    held: Held,
    /// Rows that become durable with the next batch.
    rows: Mutex<Vec<ExecutionRow>>,
    /// The transaction of a task that the next batch is committed in.
    joined: Mutex<Option<Box<dyn Any + Send>>>,
    /// The files that are open, and whether they were removed since.
    files: Mutex<HashMap<i64, Arc<AtomicBool>>>,
}

impl<T: Tables> ShardDisk<T> {
    /// The disk of a shard.
    pub fn new(tables: Arc<T>, held: Held) -> Self {
        let (rows, joined, files) = (Mutex::default(), Mutex::default(), Mutex::default());
        let shard = Shard { tables, held, rows, joined, files };
        Self { shard: Arc::new(shard) }
    }

    fn file(&self, file: i64, name: &str) -> TableFile<T> {
        let is_removed = Arc::clone(lock(&self.shard.files).entry(file).or_default());
        let takes_rows = !name.ends_with(UNFINISHED);
        TableFile { shard: Arc::clone(&self.shard), file, takes_rows, is_removed }
    }
}

impl<T: Tables> Shard<T> {
    /// Removes the batches of a file that is gone, at some time.
    fn erase(&self, file: i64) {
        self.tables.post(self.held, Change::Erase(file));
    }

    /// The number of the file with this name.
    fn find(&self, name: &str) -> io::Result<i64> {
        let found = self.tables.find(self.held.shard, name)?;
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl<T: Tables> Disk for ShardDisk<T> {
    type File = File<T>;
    type Lock = ();

    fn name(&self, file: &str) -> String {
        let (store, number) = (self.shard.tables.name(), self.shard.held.shard);
        let separator = if file.is_empty() { "" } else { "/" };
        format!("{store}#{number}{separator}{file}")
    }

    fn list(&self) -> io::Result<Vec<String>> {
        Ok(self.shard.tables.names(self.shard.held.shard)?)
    }

    fn create(&self, name: &str) -> io::Result<File<T>> {
        if name == TIP {
            return Ok(File::Memory(Mutex::default()));
        }
        // A number that no other file has. A call that is repeated finds its own file.
        let file = i64::try_from(random_seed() >> 1).unwrap_or(i64::MAX);
        match self.shard.tables.change(self.shard.held, Change::Create(file, name.to_owned()))? {
            0 => Err(io::ErrorKind::AlreadyExists.into()),
            _ => Ok(File::Table(self.file(file, name))),
        }
    }

    fn open(&self, name: &str) -> io::Result<File<T>> {
        if name == TIP {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(File::Table(self.file(self.shard.find(name)?, name)))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let file = self.shard.find(name)?;
        // A call that is repeated may have removed it.
        self.shard.tables.change(self.shard.held, Change::Remove(file))?;
        // Who has the file open can read it further.
        match lock(&self.shard.files).remove(&file).filter(|it| Arc::strong_count(it) > 1) {
            Some(is_removed) => is_removed.store(true, Ordering::Release),
            None => self.shard.erase(file),
        }
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let file = self.shard.find(from)?;
        match self.shard.tables.change(self.shard.held, Change::Rename(file, to.to_owned()))? {
            0 => Err(io::ErrorKind::NotFound.into()),
            _ => Ok(()),
        }
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn lock(&self, _: &str) -> Result<(), LockError> {
        // The lease excludes others.
        let swept = self.shard.tables.change(self.shard.held, Change::Sweep);
        swept.map(drop).map_err(|failure| LockError::Io(failure.into()))
    }

    fn keeps_rows(&self) -> bool {
        true
    }

    fn put_rows(&self, mut rows: Vec<ExecutionRow>) {
        lock(&self.shard.rows).append(&mut rows);
    }

    fn medium(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        self.shard.tables.medium()
    }

    fn gate(&self, limit: &Limit) -> Option<Arc<dyn Gate>> {
        self.shard.tables.gate(limit)
    }

    fn join(&self, written: Option<Box<dyn Any + Send>>) {
        *lock(&self.shard.joined) = written;
    }
}

/// A file of a shard.
pub enum File<T: Tables> {
    /// Its writes are rows of the database.
    Table(TableFile<T>),
    /// It is gone with the process.
    Memory(Mutex<Vec<u8>>),
}

/// A file in the database.
pub struct TableFile<T: Tables> {
    shard: Arc<Shard<T>>,
    file: i64,
    /// True if rows of executions go with its batches.
    takes_rows: bool,
    is_removed: Arc<AtomicBool>,
}

impl<T: Tables> TableFile<T> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let from = position(offset)?;
        let to = from.saturating_add(i64::try_from(buffer.len()).unwrap_or(i64::MAX));
        let parts = self.shard.tables.read(self.shard.held.shard, self.file, (from, to))?;
        let mut done = 0;
        for (begin, bytes) in &parts {
            let here = usize::try_from(begin.max(&from) - from).unwrap_or(usize::MAX);
            if here != done {
                return Err(damaged(from.saturating_add(i64::try_from(done).unwrap_or(i64::MAX))));
            }
            let to = buffer.get_mut(here..).and_then(|rest| rest.get_mut(..bytes.len()));
            let Some(to) = to else { break };
            to.copy_from_slice(bytes);
            done += bytes.len();
        }
        Ok(done)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        // The header of a file is written before the records.
        let has_rows = self.takes_rows && offset > 0;
        let rows = if has_rows { std::mem::take(&mut *lock(&self.shard.rows)) } else { Vec::new() };
        let joined = if has_rows { lock(&self.shard.joined).take() } else { None };
        let bytes = Bytes {
            held: self.shard.held,
            file: self.file,
            position: position(offset)?,
            records: bytes.to_vec(),
            rows,
        };
        let count = bytes.records.len();
        let written = match joined {
            Some(transaction) => self.shard.tables.write_with(transaction, bytes),
            None => self.shard.tables.write(bytes),
        };
        written.map_err(|(failure, mut rows)| {
            let mut waiting = lock(&self.shard.rows);
            rows.append(&mut waiting);
            *waiting = rows;
            failure
        })?;
        Ok(count)
    }

    fn size(&self) -> io::Result<u64> {
        let end = self.shard.tables.end(self.shard.held.shard, self.file)?;
        Ok(u64::try_from(end).unwrap_or(0))
    }

    /// Checks that there is no batch from this position on: a write that failed for want of space has
    /// added none, and a batch is never there in part. Batches that cannot be read are damage.
    fn truncate(&self, size: u64) -> io::Result<()> {
        if self.size()? > size { Err(damaged(position(size)?)) } else { Ok(()) }
    }
}

/// The error of a file whose batches cannot be read from this position on.
fn damaged(position: i64) -> io::Error {
    let what = "a batch is missing or was changed, and there are batches behind it: rows of \
         `asl_batch` were changed by hand, or the server has lost them";
    io::Error::new(io::ErrorKind::InvalidData, format!("at position {position} {what}"))
}

impl<T: Tables> Drop for TableFile<T> {
    fn drop(&mut self) {
        if self.is_removed.load(Ordering::Acquire) {
            self.shard.erase(self.file);
        }
    }
}

impl<T: Tables> DiskFile for File<T> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::Table(file) => file.read_at(buffer, offset),
            Self::Memory(bytes) => {
                let bytes = lock(bytes);
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
                let mut memory = lock(memory);
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
            Self::Memory(bytes) => Ok(lock(bytes).len() as u64),
        }
    }

    fn truncate(&self, size: u64) -> io::Result<()> {
        match self {
            Self::Table(file) => file.truncate(size),
            Self::Memory(bytes) => {
                lock(bytes).truncate(usize::try_from(size).unwrap_or(usize::MAX));
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
