//! Locks between processes.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::{Problem, Progress};

/// A lock on a file, held until it is dropped.
pub(super) struct Lock(#[expect(dead_code, reason = "closing the file releases the lock")] File);

impl Lock {
    /// Takes the lock if no process holds it.
    pub(super) fn try_acquire(path: &Path) -> Option<Self> {
        let file = File::options().create(true).append(true).open(path).ok()?;
        file.try_lock().ok().map(|()| Self(file))
    }

    /// Takes the lock. Waits for another process that holds it, and says so.
    pub(super) fn acquire(path: &Path, progress: &Progress) -> Result<Self, Problem> {
        let at = |error: std::io::Error| Problem::at(path, &error);
        let file = File::options().create(true).append(true).open(path).map_err(at)?;
        match file.try_lock() {
            Ok(()) => return Ok(Self(file)),
            Err(TryLockError::WouldBlock) => {
                progress.show("waiting for another `cargo asl` that builds the same");
            }
            Err(TryLockError::Error(error)) => return Err(at(error)),
        }
        file.lock().map_err(at)?;
        progress.clear();
        Ok(Self(file))
    }
}
