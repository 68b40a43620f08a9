//! The files of a bucket, in the order in which S3 lists keys.

use std::fs::{self, DirEntry, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::storage::{ObjectInfo, ObjectList, StorageError, StorageErrorKind, StorageFuture};
use asl_value::value::Text;

use super::blocking::blocking;
use super::names::PARTIAL;

/// Objects of one page.
const PAGE: usize = 1000;

/// A walk over the folders of a bucket.
pub(super) struct FolderList {
    /// Absent while a page is read, and for good after an error or a dropped call.
    walk: Option<Walk>,
}

struct Walk {
    bucket: String,
    prefix: String,
    /// Entries still to be listed; the next one is last.
    rest: Vec<Entry>,
}

/// A file or folder with its key. A folder's key ends in `/`, which sorts its files where S3 has
/// them.
struct Entry {
    key: String,
    path: PathBuf,
}

impl FolderList {
    #[inline]
    pub(super) fn new(folder: &Path, bucket: String, prefix: String) -> Result<Self, StorageError> {
        let mut walk = Walk { bucket, prefix, rest: Vec::new() };
        walk.enter(folder, "").map_err(|error| walk.error("", &error))?;
        Ok(Self { walk: Some(walk) })
    }
}

impl ObjectList for FolderList {
    #[inline]
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<ObjectInfo>>> {
        Box::pin(async move {
            let Some(mut walk) = self.walk.take() else {
                let reason = "an earlier call on this list failed or was dropped";
                return Err(StorageError::new(StorageErrorKind::Other, "a bucket", reason));
            };
            let (walk, page) = blocking(move || {
                let page = walk.page()?;
                Ok((walk, page))
            })
            .await?;
            self.walk = Some(walk);
            Ok(Some(page).filter(|page| !page.is_empty()))
        })
    }
}

impl Walk {
    #[inline]
    fn page(&mut self) -> Result<Vec<ObjectInfo>, StorageError> {
        let mut page = Vec::new();
        while page.len() < PAGE
            && let Some(Entry { key, path }) = self.rest.pop()
        {
            let info = if key.ends_with('/') {
                self.enter(&path, &key)
            } else {
                fs::symlink_metadata(&path).map(|metadata| page.push(info(&key, &metadata)))
            };
            match info {
                // It was deleted meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                info => info.map_err(|error| self.error(&key, &error))?,
            }
        }
        Ok(page)
    }

    /// Pushes the entries of a folder whose keys can begin with the prefix.
    #[inline]
    fn enter(&mut self, folder: &Path, key: &str) -> io::Result<()> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder)? {
            entries.extend(self.entry(&entry?, key)?);
        }
        entries.sort_unstable_by(|one, other| other.key.cmp(&one.key));
        self.rest.extend(entries);
        Ok(())
    }

    #[inline]
    fn entry(&self, entry: &DirEntry, folder: &str) -> io::Result<Option<Entry>> {
        let kind = entry.file_type()?;
        let name = entry.file_name().into_string().map_err(|name| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{} is not UTF-8 text", Path::new(&name).display()),
            )
        })?;
        if name.ends_with(PARTIAL) {
            return Ok(None);
        }
        let key =
            if kind.is_dir() { format!("{folder}{name}/") } else { format!("{folder}{name}") };
        let wanted =
            key.starts_with(&self.prefix) || (kind.is_dir() && self.prefix.starts_with(&key));
        // Symbolic links and devices are not objects.
        Ok(((kind.is_dir() || kind.is_file()) && wanted).then(|| Entry { key, path: entry.path() }))
    }

    #[inline]
    fn error(&self, key: &str, error: &io::Error) -> StorageError {
        StorageError::io(format_args!("{}/{key}", self.bucket), error)
    }
}

#[inline]
fn info(key: &str, metadata: &Metadata) -> ObjectInfo {
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .unwrap_or_default();
    ObjectInfo {
        key: key.into(),
        size: metadata.len(),
        modified: u64::try_from(modified.as_millis()).unwrap_or(u64::MAX),
        etag: smol_str::format_smolstr!("\"{:x}-{:x}\"", modified.as_nanos(), metadata.len()),
        storage_class: Text::new_static("STANDARD"),
    }
}
