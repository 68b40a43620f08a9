//! A folder on disk as a storage: its sub-folders are the buckets, and the paths of their files are
//! the keys.

mod blocking;
mod list;
mod names;
mod partial;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::{
    ByteRange, ObjectList, ObjectName, ObjectReader, ObjectWriter, Storage, StorageError,
    StorageErrorKind, StorageFuture,
};
use blocking::blocking;
use list::FolderList;
use names::Names;
use partial::FolderWriter;

/// Bytes that are read at once.
const PIECE: u64 = 256 * 1024;

/// A folder as a storage. Its sub-folders are the buckets. The keys are the paths of the files in a
/// bucket, with `/` as the separator.
///
/// Names cannot lead out of the folder: keys with empty parts, `.` or `..` are refused, and so is
/// everything that is reached through a symbolic link or is not a regular file. (A process that can
/// write to the folder while it is in use could still replace a sub-folder by a link at the right
/// moment, so do not share such a folder with users you do not trust.)
///
/// An object is first written to a file beside its own, with a name that ends in `.asl-part`. It is
/// renamed to the object's name when it is complete and on disk. A crash can leave such a file
/// behind; lists do not show it, and it may be deleted.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use asl_runtime::storage::Folder;
///
/// let folder = std::env::temp_dir();
/// let storage = Folder::new(&folder)?; // s3://orders/today.csv is orders/today.csv in there
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Folder {
    names: Names,
}

impl Folder {
    /// Opens the folder at this path, which must exist.
    pub fn new(root: impl AsRef<Path>) -> Result<Self, StorageError> {
        let root = root.as_ref();
        let place = root.display();
        let found = root.canonicalize().map_err(|error| StorageError::io(&place, &error))?;
        if !found.is_dir() {
            return Err(StorageError::new(StorageErrorKind::Other, place, "this is not a folder"));
        }
        Ok(Self { names: Names::new(found) })
    }
}

impl Storage for Folder {
    #[inline]
    fn read<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectReader>> {
        let (names, name) = (self.names.clone(), name.clone());
        Box::pin(blocking(move || {
            let path = names.existing(&name)?;
            let file = File::open(path).map_err(|error| StorageError::io(&name, &error))?;
            Ok(Box::new(FolderReader { name, file: Some(file) }) as Box<dyn ObjectReader>)
        }))
    }

    #[inline]
    fn read_range<'a>(
        &'a self,
        name: &'a ObjectName,
        range: ByteRange,
    ) -> StorageFuture<'a, Vec<u8>> {
        let (names, name) = (self.names.clone(), name.clone());
        Box::pin(blocking(move || {
            let path = names.existing(&name)?;
            part(&path, range).map_err(|error| StorageError::io(&name, &error))
        }))
    }

    #[inline]
    fn list<'a>(
        &'a self,
        bucket: &'a str,
        prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn ObjectList>> {
        let (names, bucket, prefix) = (self.names.clone(), bucket.to_owned(), prefix.to_owned());
        Box::pin(blocking(move || {
            let folder = names.bucket(&bucket)?;
            Ok(Box::new(FolderList::new(&folder, bucket, prefix)?) as Box<dyn ObjectList>)
        }))
    }

    #[inline]
    fn write<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectWriter>> {
        let (names, name) = (self.names.clone(), name.clone());
        Box::pin(blocking(move || {
            let path = names.made(&name)?;
            Ok(Box::new(FolderWriter::begin(name, path)?) as Box<dyn ObjectWriter>)
        }))
    }
}

struct FolderReader {
    name: ObjectName,
    /// Absent while a piece is read, and for good if that call is dropped.
    file: Option<File>,
}

impl ObjectReader for FolderReader {
    #[inline]
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let Some(file) = self.file.take() else { return Err(given_up(&self.name)) };
            let name = self.name.clone();
            let (file, piece) = blocking(move || {
                let piece = piece(&file).map_err(|error| StorageError::io(&name, &error))?;
                Ok((file, piece))
            })
            .await?;
            self.file = Some(file);
            Ok(Some(piece).filter(|piece| !piece.is_empty()))
        })
    }
}

#[inline]
fn piece(file: &File) -> io::Result<Vec<u8>> {
    let mut piece = Vec::new();
    file.take(PIECE).read_to_end(&mut piece)?;
    Ok(piece)
}

#[inline]
fn part(path: &Path, range: ByteRange) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let (begin, end) = range.within(file.metadata()?.len());
    file.seek(SeekFrom::Start(begin))?;
    let mut part = Vec::new();
    file.take(end.saturating_sub(begin)).read_to_end(&mut part)?;
    Ok(part)
}

/// The error of a reader or writer whose last call failed or was dropped.
fn given_up(name: &ObjectName) -> StorageError {
    StorageError::new(
        StorageErrorKind::Other,
        name,
        "an earlier call on this object failed or was dropped",
    )
}

/// Makes new entries of a folder durable.
fn sync_folder(path: &Path) -> io::Result<()> {
    // On other systems a folder cannot be opened as a file, and need not be.
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// The folder that contains this path.
fn parent(path: &Path) -> PathBuf {
    path.parent().map_or_else(PathBuf::new, Path::to_owned)
}

#[cfg(test)]
mod tests;
