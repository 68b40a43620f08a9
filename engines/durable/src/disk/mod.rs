//! What the journal needs of a disk: one directory of files. The real one is [`RealDisk`]; tests
//! bring one that fails.

mod real;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod sim;

use std::io;

pub use real::RealDisk;

/// One directory, the store's own.
///
/// What `create`, `rename` and `remove` did is only safe after
/// [`sync_directory`](Disk::sync_directory), what was written into a file only after its
/// [`sync_data`](DiskFile::sync_data).
pub trait Disk: Send {
    /// A file of it.
    type File: DiskFile;
    /// Keeps other processes out for as long as it lives.
    type Lock: Send;

    /// A file's name in full, for messages; with an empty name that of the directory.
    fn name(&self, file: &str) -> String;
    /// The names of all entries, in no order.
    fn list(&self) -> io::Result<Vec<String>>;
    /// Makes a file; fails if there is one of that name.
    fn create(&self, file: &str) -> io::Result<Self::File>;
    /// Opens a file to read and write it.
    fn open(&self, file: &str) -> io::Result<Self::File>;
    /// Removes a file.
    fn remove(&self, file: &str) -> io::Result<()>;
    /// Gives a file another name, in place of the file that has it.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Returns when all that was created, renamed and removed will outlast a loss of power.
    fn sync_directory(&self) -> io::Result<()>;
    /// Takes the lock that the file of this name stands for, and makes the file if need be.
    fn lock(&self, file: &str) -> Result<Self::Lock, LockError>;
}

/// A file of a [`Disk`].
pub trait DiskFile: Send + Sync {
    /// Reads what is at this place; less than asked for is allowed, nothing means the end of the
    /// file.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;
    /// Writes at this place, the file grows as needed; less than asked for is allowed.
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize>;
    /// Size of the file in bytes.
    fn size(&self) -> io::Result<u64>;
    /// Cuts the file off.
    fn truncate(&self, size: u64) -> io::Result<()>;
    /// Returns when what was written and cut off will outlast a loss of power.
    fn sync_data(&self) -> io::Result<()>;
}

/// The reason why a lock was refused.
#[derive(Debug)]
pub enum LockError {
    /// Another process has it; and what it says about itself, if that can be read.
    Held(Option<String>),
    /// The lock cannot be had.
    Io(io::Error),
}

/// Fills the buffer from this place on, as far as the file goes: how many bytes that were.
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

/// Writes all of it, in as many calls as it takes.
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
