//! The disk as the journal needs it: one directory of files. [`RealDisk`] is the real one; tests
//! use one that fails.

mod real;
mod rows;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod sim;

use std::any::Any;
use std::io;
use std::sync::Arc;

use super::Limit;
use super::limits::Gate;

pub use real::RealDisk;
#[cfg_attr(
    not(feature = "messages"),
    expect(unreachable_pub, reason = "other crates get it with that feature")
)]
pub use rows::ExecutionRow;

/// The directory of a store.
///
/// Changes by `create`, `rename` and `remove` are only durable after
/// [`sync_directory`](Disk::sync_directory); bytes written to a file only after its
/// [`sync_data`](DiskFile::sync_data).
pub trait Disk: Send {
    /// A file in the directory.
    type File: DiskFile;
    /// A lock that excludes other processes while it lives.
    type Lock: Send;

    /// The full name of a file, for messages. With an empty name, that of the directory.
    fn name(&self, file: &str) -> String;
    /// The names of all entries, in no order.
    fn list(&self) -> io::Result<Vec<String>>;
    /// Creates a file. It is an error if the name exists.
    fn create(&self, file: &str) -> io::Result<Self::File>;
    /// Opens a file for reading and writing.
    fn open(&self, file: &str) -> io::Result<Self::File>;
    /// Removes a file.
    fn remove(&self, file: &str) -> io::Result<()>;
    /// Renames a file, and replaces a file that has the new name.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Returns when everything that was created, renamed and removed would survive a loss of power.
    fn sync_directory(&self) -> io::Result<()>;
    /// Takes the lock on the file of this name, and creates the file if needed.
    fn lock(&self, file: &str) -> Result<Self::Lock, LockError>;
    /// Returns true if the disk keeps a row of each execution, beside the files.
    fn keeps_rows(&self) -> bool {
        false
    }
    /// Takes the rows of the executions that the next batch of records changes. They become durable
    /// with that batch.
    fn put_rows(&self, rows: Vec<ExecutionRow>) {
        drop(rows);
    }
    /// The medium for tasks that write to it, if it can commit that with a batch of records.
    fn medium(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }
    /// The gate of a limit, if several processes share the store.
    fn gate(&self, limit: &Limit) -> Option<Arc<dyn Gate>> {
        let _ = limit;
        None
    }
    /// Takes what a task has written to the medium. The next batch of records is committed with it,
    /// or not at all. With `None`, a batch has no more to do with it.
    fn join(&self, written: Option<Box<dyn Any + Send>>) {
        drop(written);
    }
}

/// A file of a [`Disk`].
pub trait DiskFile: Send + Sync {
    /// Reads at this offset. It may read less than the buffer takes; reading nothing means the end
    /// of the file.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;
    /// Writes at this offset, and extends the file as needed. It may write less than all bytes.
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize>;
    /// Size of the file in bytes.
    fn size(&self) -> io::Result<u64>;
    /// Truncates the file.
    fn truncate(&self, size: u64) -> io::Result<()>;
    /// Returns when everything that was written and truncated would survive a loss of power.
    fn sync_data(&self) -> io::Result<()>;
}

/// The reason why a lock was refused.
#[derive(Debug)]
pub enum LockError {
    /// Another process has it. The text is what the process wrote about itself, if it can be read.
    Held(Option<String>),
    /// The lock cannot be taken.
    Io(io::Error),
}

/// Fills the buffer from this offset on, up to the end of the file. Returns the number of bytes.
pub(crate) fn read_full(file: &impl DiskFile, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut done = 0;
    while let Some(rest) = buffer.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match file.read_at(rest, offset + done as u64) {
            Ok(0) => break,
            Ok(read) => done += read.min(rest.len()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Writes all bytes, in as many calls as needed.
pub(crate) fn write_full(file: &impl DiskFile, bytes: &[u8], offset: u64) -> io::Result<()> {
    let mut done = 0;
    while let Some(rest) = bytes.get(done..).filter(|rest| !rest.is_empty()) {
        match file.write_at(rest, offset + done as u64) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::WriteZero)),
            Ok(written) => done += written,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
