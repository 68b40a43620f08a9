//! Converts object names to file paths that never leave the folder.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::storage::{ObjectName, StorageError, StorageErrorKind};

use super::{parent, sync_folder};

/// Suffix of incomplete files.
pub(super) const PARTIAL: &str = ".asl-part";

/// The folder with the buckets.
#[derive(Clone, Debug)]
pub(super) struct Names {
    root: Arc<Path>,
}

impl Names {
    /// `root` must be a path without symbolic links.
    pub(super) fn new(root: PathBuf) -> Self {
        Self { root: root.into() }
    }

    /// The path of an existing object.
    #[inline]
    pub(super) fn existing(&self, name: &ObjectName) -> Result<PathBuf, StorageError> {
        let mut path = self.root.to_path_buf();
        for part in parts(name)? {
            path.push(part);
            refuse_link(&path, name)?;
        }
        let metadata = fs::symlink_metadata(&path).map_err(|error| io_error(name, &error))?;
        // Reading from a pipe would wait for ever.
        if metadata.is_file() { Ok(path) } else { Err(denied(name, "this is not a regular file")) }
    }

    /// The path of a new object. Creates its folders.
    #[inline]
    pub(super) fn made(&self, name: &ObjectName) -> Result<PathBuf, StorageError> {
        let mut path = self.root.to_path_buf();
        let parts = parts(name)?;
        let (file, folders) =
            parts.split_last().ok_or_else(|| denied(name, "the name is empty"))?;
        for part in folders {
            path.push(part);
            make_folder(&path).map_err(|error| StorageError::io(name, &error))?;
            refuse_link(&path, name)?;
        }
        path.push(file);
        Ok(path)
    }

    /// The folder of a bucket.
    #[inline]
    pub(super) fn bucket(&self, bucket: &str) -> Result<PathBuf, StorageError> {
        let no_bucket =
            || StorageError::new(StorageErrorKind::NotFound, bucket, "there is no such bucket");
        if !is_name(bucket) {
            return Err(denied(bucket, "this cannot be the name of a folder"));
        }
        let path = self.root.join(bucket);
        let metadata = fs::symlink_metadata(&path).map_err(|_| no_bucket())?;
        if metadata.is_dir() { Ok(path) } else { Err(no_bucket()) }
    }
}

/// The parts of the path, the bucket first.
#[inline]
fn parts(name: &ObjectName) -> Result<Vec<&str>, StorageError> {
    let parts: Vec<&str> =
        std::iter::once(name.bucket.as_str()).chain(name.key.split('/')).collect();
    if let Some(part) = parts.iter().find(|part| !is_name(part)) {
        return Err(denied(name, format_args!("`{part}` cannot be the name of a file or folder")));
    }
    Ok(parts)
}

/// Returns true if this names an entry of a folder, and does not lead out of it. On Windows `a\b`
/// and `c:` are not allowed either.
#[inline]
fn is_name(part: &str) -> bool {
    let mut components = Path::new(part).components();
    let alone = matches!((components.next(), components.next()), (Some(Component::Normal(name)), None) if name == part);
    alone && !part.contains('\0') && !part.ends_with(PARTIAL)
}

#[inline]
fn refuse_link(path: &Path, name: &ObjectName) -> Result<(), StorageError> {
    let metadata = fs::symlink_metadata(path).map_err(|error| io_error(name, &error))?;
    if metadata.is_symlink() {
        Err(denied(name, "this leads through a symbolic link"))
    } else {
        Ok(())
    }
}

/// Creates a folder so that it survives a crash.
#[inline]
fn make_folder(path: &Path) -> io::Result<()> {
    let made = fs::create_dir(path);
    if made.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
        return Ok(());
    }
    made?;
    sync_folder(&parent(path))
}

/// A file in the place of a folder means, as in S3, that the object does not exist.
#[inline]
fn io_error(name: &ObjectName, error: &io::Error) -> StorageError {
    if error.kind() == io::ErrorKind::NotADirectory {
        return StorageError::io(name, &io::ErrorKind::NotFound.into());
    }
    StorageError::io(name, error)
}

fn denied(place: impl std::fmt::Display, reason: impl std::fmt::Display) -> StorageError {
    StorageError::new(StorageErrorKind::Denied, place, reason)
}
