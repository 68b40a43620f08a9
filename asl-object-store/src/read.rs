//! Objects and lists under reading.

use asl_runtime::storage::{ObjectInfo, ObjectList, ObjectName, ObjectReader, StorageError, StorageFuture};
use asl_runtime::value::Text;
use futures_util::stream::{BoxStream, StreamExt};
use object_store::path::Path;
use object_store::{GetResult, ObjectMeta, ObjectStore};

use crate::error::storage_error;

/// Objects of one page of a list.
const PAGE: usize = 1000;

/// An object under reading.
pub(crate) struct Reader {
    name: ObjectName,
    pieces: BoxStream<'static, object_store::Result<Vec<u8>>>,
}

impl Reader {
    pub(crate) fn new(name: ObjectName, found: GetResult) -> Self {
        let pieces = found.into_stream().map(|piece| piece.map(Vec::from));
        Self { name, pieces: pieces.fuse().boxed() }
    }
}

impl ObjectReader for Reader {
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            loop {
                match self.pieces.next().await {
                    None => return Ok(None),
                    Some(Ok(piece)) if piece.is_empty() => {}
                    Some(Ok(piece)) => return Ok(Some(piece)),
                    Some(Err(error)) => return Err(storage_error(&self.name, &error)),
                }
            }
        })
    }
}

/// A list under reading.
pub(crate) struct List {
    place: String,
    prefix: String,
    entries: BoxStream<'static, object_store::Result<ObjectMeta>>,
}

impl List {
    /// A store's own prefixes are folders: the last part of ours, which need not be one, is looked for in its folder.
    pub(crate) fn new(store: &dyn ObjectStore, bucket: &str, prefix: &str) -> Result<Self, StorageError> {
        let place = format!("{bucket}/{prefix}");
        let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = Path::parse(folder).map_err(|error| storage_error(&place, &error.into()))?;
        let folder = (!folder.as_ref().is_empty()).then_some(folder);
        Ok(Self { place, prefix: prefix.to_owned(), entries: store.list(folder.as_ref()).fuse().boxed() })
    }
}

impl ObjectList for List {
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<ObjectInfo>>> {
        Box::pin(async move {
            let mut page = Vec::new();
            while page.len() < PAGE
                && let Some(entry) = self.entries.next().await
            {
                let entry = entry.map_err(|error| storage_error(&self.place, &error))?;
                if entry.location.as_ref().starts_with(&self.prefix) {
                    page.push(info(&entry));
                }
            }
            Ok(Some(page).filter(|page| !page.is_empty()))
        })
    }
}

fn info(entry: &ObjectMeta) -> ObjectInfo {
    ObjectInfo {
        key: entry.location.as_ref().into(),
        size: entry.size,
        modified: u64::try_from(entry.last_modified.timestamp_millis()).unwrap_or(0),
        etag: entry.e_tag.as_deref().unwrap_or_default().into(),
        storage_class: Text::new_static("STANDARD"),
    }
}
