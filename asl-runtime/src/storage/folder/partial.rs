//! Incomplete objects: files with another name beside the final one.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::storage::{ObjectName, ObjectWriter, StorageError, StorageFuture};

use super::blocking::blocking;
use super::names::PARTIAL;
use super::{given_up, parent, sync_folder};

/// Writes an object's file.
pub(super) struct FolderWriter {
    name: ObjectName,
    /// Absent while a piece is written, and for good after an error or a dropped call.
    partial: Option<Partial>,
}

/// An incomplete file, which is removed when this is dropped.
struct Partial {
    file: File,
    path: PathBuf,
    /// Path of the complete file.
    complete: PathBuf,
}

impl FolderWriter {
    /// Begins the file that will be at `complete`, whose folder must exist.
    #[inline]
    pub(super) fn begin(name: ObjectName, complete: PathBuf) -> Result<Self, StorageError> {
        let partial = Partial::begin(complete).map_err(|error| StorageError::io(&name, &error))?;
        Ok(Self { name, partial: Some(partial) })
    }
}

impl ObjectWriter for FolderWriter {
    #[inline]
    fn write(&mut self, piece: Vec<u8>) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let Some(mut partial) = self.partial.take() else { return Err(given_up(&self.name)) };
            let name = self.name.clone();
            let write = move || {
                partial.file.write_all(&piece).map_err(|error| StorageError::io(&name, &error))?;
                Ok(partial)
            };
            self.partial = Some(blocking(write).await?);
            Ok(())
        })
    }

    #[inline]
    fn finish(self: Box<Self>) -> StorageFuture<'static, ()> {
        Box::pin(async move {
            let Some(partial) = self.partial else { return Err(given_up(&self.name)) };
            let name = self.name;
            blocking(move || partial.complete().map_err(|error| StorageError::io(&name, &error)))
                .await
        })
    }

    #[inline]
    fn abort(self: Box<Self>) -> StorageFuture<'static, ()> {
        Box::pin(blocking(move || {
            drop(self);
            Ok(())
        }))
    }
}

impl Partial {
    #[inline]
    fn begin(complete: PathBuf) -> io::Result<Self> {
        let path =
            parent(&complete).join(format!(".{:016x}{PARTIAL}", RandomState::new().hash_one(0)));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(Self { file, path, complete })
    }

    /// Syncs the contents before the rename, and the folder before this returns.
    #[inline]
    fn complete(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, &self.complete)?;
        sync_folder(&parent(&self.complete))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // After the rename there is nothing to remove.
        let _ = fs::remove_file(Path::new(&self.path));
    }
}
